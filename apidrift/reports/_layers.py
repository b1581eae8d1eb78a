"""The list on a report's first screen: what a run meets, one line each, and what it does not notice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.finding import Finding, Verdict
from apidrift.reports._overview import Section
from apidrift.reports._terminal import clean, shorten

if TYPE_CHECKING:
    from apidrift.reports._overview import Overview
    from apidrift.reports._terminal import Page

TITLE = "In the order a run meets them"
LEGEND = "In the order a run meets them: ✗ raises, ▲ may differ; right: since when"
ENOUGH = 4
"""With fewer findings than this their details fit on the first screen, and a list would only repeat them."""
ROOM = 24
"""Lines for the list: with what stands above it and the files' names, a screen of 40 is full."""
HEAVY = 3
_MARKS = {Verdict.BREAKS: ("✗", "red"), Verdict.RISK: ("▲", "yellow")}


def first_screen(page: Page, told: Overview) -> None:
    """What breaks and what silently gives other results, in the order in which a run meets it.

    Nothing where there is little to list. What does not fit is counted; breaks are never left out for a risk.
    """
    listed = layers(told)
    if not listed:
        return
    breaks = any(each.verdict is Verdict.BREAKS for each in listed)
    page.heading(TITLE, "red" if breaks else "yellow")
    _rows(page, listed)
    if left := left_out(told, listed):
        page.blank()
        page.put(left, "dim", indent=2)


def layers(told: Overview) -> list[Finding]:
    """The findings of the list, in the order in which a run meets them; none where there is little to list."""
    breaks = [*told.sections[Section.NEW], *told.sections[Section.STILL]]
    risks = told.sections[Section.RISK]
    if len(breaks) + len(risks) < ENOUGH:
        return []
    heavy = [each for each in risks if each.weight >= HEAVY]
    return sorted((*breaks, *heavy)[:ROOM], key=_met)


def left_out(told: Overview, listed: list[Finding]) -> str:
    """What stands only below the list, counted."""
    risks = told.sections[Section.RISK]
    light = sum(each.weight < HEAVY for each in risks)
    more = told.count(Section.NEW) + told.count(Section.STILL) + len(risks) - light - len(listed)
    rest = [f"{more} more" if more else "", f"{light} lighter {'risk' if light == 1 else 'risks'}" if light else ""]
    return f"{' and '.join(filter(None, rest))} below." if any(rest) else ""


def all_layers(page: Page, told: Overview) -> None:
    """Every break and every heavy risk, however few, one line each; lighter ones are counted."""
    breaks = [*told.sections[Section.NEW], *told.sections[Section.STILL]]
    risks = told.sections[Section.RISK]
    heavy = [each for each in risks if each.weight >= HEAVY]
    if breaks or heavy:
        page.put(LEGEND, "dim", indent=2, hang=2)
    _rows(page, sorted((*breaks, *heavy), key=_met))
    if light := len(risks) - len(heavy):
        page.put(f"and {light} lighter {'risk' if light == 1 else 'risks'}, which apidrift check tells", "dim", indent=2)


def _met(finding: Finding) -> tuple[bool, int, bool]:
    return finding.order == 0, finding.order, finding.verdict is not Verdict.BREAKS


def _rows(page: Page, findings: list[Finding]) -> None:
    """List findings under their files."""
    path = ""
    for number, finding in enumerate(findings, 1):
        if finding.path != path:
            path = finding.path
            page.put(path, "dim", indent=2)
        _row(page, number, finding)


def _row(page: Page, number: int, finding: Finding) -> None:
    mark, style = _MARKS.get(finding.verdict, ("?", ""))
    head = f"{number:>4} "
    since = f"  {finding.since}" if finding.since else ""
    room = page.width - len(head) - 2 - len(since)
    text = shorten(clean(f"{finding.line:>4} {summary(finding)}"), room)
    gap = " " * (room - len(text))
    page.raw(f"{page.paint('dim', head)}{page.paint(style, mark)} {text}{gap}{page.paint('dim', since)}".rstrip())


def summary(finding: Finding) -> str:
    """`SchedulerConfig is_encoder_decoder · parameter became required`."""
    name = finding.symbol.rpartition(".")[2] or finding.use
    change = finding.change
    about = change.subject if change else ""
    if change is not None and finding.verdict is Verdict.RISK and change.old and change.new:
        turned = f"{about} {change.old} → {change.new}".strip()
        about = turned if len(turned) <= _BRIEF else about
    target = _went(name, finding.moved_to or (change.moved_to if change else ""))
    subject = f"{name} {about}".strip()
    return " · ".join((f"{subject} → {target}" if target else subject, finding.title))


def _went(name: str, target: str) -> str:
    """A new name where it has one, else the new place of the old name."""
    last = target.rpartition(".")[2]
    return target if last == name else last


_BRIEF = 44
