"""The list on a report's first screen: what a run meets, one line each, and what it does not notice."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from apidrift.model.finding import Finding, Verdict
from apidrift.reports._overview import Section
from apidrift.reports._terminal import clean, shorten

if TYPE_CHECKING:
    from collections.abc import Iterable

    from apidrift.reports._overview import Overview
    from apidrift.reports._terminal import Page

ENOUGH = 4
"""With fewer findings than this their details fit on the first screen, and a list would only repeat them."""
ROOM = 28
"""Lines for the list: with what stands above it, a screen of 40 is full."""
HEAVY = 3
_MARKS = {Verdict.BREAKS: ("✗", "red"), Verdict.RISK: ("▲", "yellow")}


def first_screen(page: Page, told: Overview) -> None:
    """What breaks in the order in which a run meets it, then the heavy risks; nothing where there is little to list."""
    breaks = sorted((*told.sections[Section.NEW], *told.sections[Section.STILL]), key=_met)
    risks = told.sections[Section.RISK]
    if len(breaks) + len(risks) < ENOUGH:
        return
    heavy = [each for each in risks if each.weight >= HEAVY]
    light = len(risks) - len(heavy)
    room = ROOM
    if breaks:
        page.heading("In the order a run meets them", "red")
        room -= _rows(page, breaks, room)
    if heavy:
        page.heading("Silent: nothing is raised, results may differ", "yellow")
        _rows(page, heavy, max(room - HEAVY, HEAVY))
    if light:
        page.blank()
        page.put(f"{light} {'lighter risk' if light == 1 else 'lighter risks'} below.", "dim", indent=2)


def _met(finding: Finding) -> tuple[bool, int]:
    return finding.order == 0, finding.order


def _rows(page: Page, findings: Iterable[Finding], room: int) -> int:
    """List findings under their files; returns the number of lines written."""
    every = list(findings)
    lines = number = 0
    for path, group in groupby(every, key=lambda each: each.path):
        if lines + 2 > room:
            break
        page.put(path, "dim", indent=2)
        lines += 1
        for finding in group:
            if lines >= room:
                break
            number += 1
            lines += 1
            _row(page, number, finding)
    if number < len(every):
        page.put(f"and {len(every) - number} more below.", "dim", indent=2)
    return lines


def _row(page: Page, number: int, finding: Finding) -> None:
    mark, style = _MARKS.get(finding.verdict, ("?", ""))
    head = f"{number:>4} " if finding.verdict is Verdict.BREAKS else " " * 5
    since = f"  {finding.since}" if finding.since else ""
    room = page.width - len(head) - 2 - len(since)
    text = shorten(clean(f"{finding.line:>4} {_told(finding)}"), room)
    gap = " " * (room - len(text))
    page.raw(f"{page.paint('dim', head)}{page.paint(style, mark)} {text}{gap}{page.paint('dim', since)}".rstrip())


def _told(finding: Finding) -> str:
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
