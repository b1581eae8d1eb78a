"""A report at the terminal: the answer first, then what to look at, then what to do."""

from __future__ import annotations

from collections import Counter
from itertools import groupby
from typing import TYPE_CHECKING

from apidrift.model.finding import Confidence, Verdict
from apidrift.reports._confirmed import confirmed
from apidrift.reports._evidence import error_line, evidence, place, rule_line
from apidrift.reports._layers import first_screen
from apidrift.reports._overview import Section, overview, plural, section_title, unknowns
from apidrift.reports._terminal import Page, clean, together

if TYPE_CHECKING:
    from apidrift.model.finding import Finding
    from apidrift.model.report import Report
    from apidrift.reports._options import RenderOptions
    from apidrift.reports._overview import Overview

GLYPHS = {
    Section.NEW: "✗",
    Section.STILL: "✗",
    Section.RISK: "▲",
    Section.FIXED: "✓",
    Section.HANDLED: "○",
    Section.UNKNOWN: "?",
}
_STYLES = {
    Section.NEW: "red",
    Section.STILL: "red",
    Section.RISK: "yellow",
    Section.FIXED: "green",
    Section.HANDLED: "blue",
    Section.UNKNOWN: "magenta",
}
_SIGNS = {"-": "red", "+": "green", "~": "yellow", "→": "cyan", "": "dim"}
_FEW = 3
"""How many skipped parts, reasons or files are shown without -v."""
_MANY = 3
"""From how many places on the same is told once."""
_LINES = 10
"""How many lines of one file are shown then."""


def report_text(report: Report, options: RenderOptions) -> str:
    """The report as text; one line when quiet."""
    page = Page(options.width, options.color)
    told = overview(report)
    if options.quiet:
        return f"{clean(told.title)}: {_lower(told.headline)}\n"
    _opening(page, report, told)
    first_screen(page, told)
    for section in (Section.NEW, Section.STILL, Section.RISK):
        _findings(page, report, section, told.sections[section], options.verbose)
    _one_liners(page, report, Section.FIXED, told.sections[Section.FIXED])
    _handled(page, report, told.sections[Section.HANDLED], options.verbose)
    lost = unknowns(report)
    _reasons(page, f"{section_title(Section.UNKNOWN, report)} ({len(lost)})", lost, options.verbose)
    _residue(page, report, options.verbose)
    skipped = tuple((each.what, each.reason) for each in report.skipped)
    _reasons(page, f"Skipped ({len(skipped)})", skipped, options.verbose)
    confirmed(page, report)
    _notes(page, report)
    _next(page, told)
    return page.text()


def _lower(headline: str) -> str:
    return headline[0].lower() + headline[1:].rstrip(".")


def _opening(page: Page, report: Report, told: Overview) -> None:
    title = f"{told.title} ({told.written_for})" if told.written_for else told.title
    page.put(title, "bold")
    bad = told.count(Section.NEW) + told.count(Section.STILL)
    page.put(told.headline, f"bold {'red' if bad else 'green'}")
    page.blank()
    if report.baseline or report.provider.old:  # else nothing was compared, and nothing changed for want of a before
        page.put(" → ".join(together(stage) for stage in told.funnel), indent=2)
    for caveat in told.caveats:
        page.put(caveat, "yellow", indent=2, lead="! ")


def _heading(page: Page, report: Report, section: Section, count: int) -> None:
    page.heading(f"{section_title(section, report)} ({count})", _STYLES[section])


def _findings(page: Page, report: Report, section: Section, findings: tuple[Finding, ...], verbose: int) -> None:
    if not findings:
        return
    _heading(page, report, section, len(findings))
    for alike in _causes([tuple(group) for _, group in groupby(findings, key=_same_call)], verbose):
        first, *others = alike[0]
        _location(page, section, first)
        page.put(first.use, indent=4, hang=2)
        for line in error_line(first).splitlines():
            page.put(line, f"bold {_STYLES[section]}", indent=4 + len(line) - len(line.lstrip()), hang=2)
        for finding in (first, *others):
            _because(page, finding, verbose)
        _elsewhere(page, [block[0] for block in alike[1:]])
        page.blank()


def _same_call(finding: Finding) -> tuple[str, str, str]:
    """Findings with the same key are told under one heading, risks by the first one's error."""
    return place(finding), finding.use, error_line(finding) if finding.verdict is Verdict.BREAKS else finding.exception


_Block = tuple["Finding", ...]


def _causes(blocks: list[_Block], verbose: int) -> list[list[_Block]]:
    """Blocks that tell the same of many places, together where the first one stands; else each by itself."""
    alike: dict[object, list[_Block]] = {}
    for number, block in enumerate(blocks):
        single = verbose or any(finding.echoes for finding in block)
        alike.setdefault(number if single else frozenset(map(_told, block)), []).append(block)
    return [
        part for group in alike.values() for part in ([group] if len(group) >= _MANY else [[block] for block in group])
    ]


def _told(finding: Finding) -> tuple[object, ...]:
    """All that is told of a finding but its place, and of a risk but the call."""
    change = finding.change
    about = (change.subject, change.old, change.new) if change else ()
    use = finding.use if finding.verdict is Verdict.BREAKS else ""
    lines = (error_line(finding), finding.reason, finding.since, finding.confidence, tuple(finding.remedy or ()))
    return (finding.id, finding.symbol, use, about, *lines)


def _elsewhere(page: Page, findings: list[Finding]) -> None:
    """The other places of the same, by file: all lines of the first few."""
    if not findings:
        return
    files: dict[str, dict[int, None]] = {}
    for finding in findings:
        files.setdefault(finding.path, {})[finding.line] = None
    page.put(f"the same at {len(findings)} other places (-v tells of each):", "dim", indent=6)
    shown = list(files.items())[:_FEW]
    for path, lines in shown:
        some = ", ".join(map(str, list(lines)[:_LINES])) + (" …" if len(lines) > _LINES else "")
        page.put(f"{path}:{some}", "dim", indent=8, hang=2)
    if rest := len(files) - len(shown):
        page.put(f"and in {plural(rest, 'other file')}", "dim", indent=8)


def _location(page: Page, section: Section, finding: Finding) -> None:
    glyph = page.paint(_STYLES[section], GLYPHS[section])
    page.raw(f"  {glyph} {page.paint('bold', clean(place(finding)))}")


def _because(page: Page, finding: Finding, verbose: int) -> None:
    facts = [f"since {finding.since}" if finding.since else "", rule_line(finding)]
    if finding.confidence is not Confidence.CERTAIN:
        facts.append(finding.confidence.value)
    page.put(" · ".join(fact for fact in facts if fact), "dim", indent=4)
    for mark, text in evidence(finding):
        page.put(text, _SIGNS[mark], indent=6, lead=f"{mark} " if mark else "", hang=2)
    if finding.reason:
        page.put(finding.reason, "dim", indent=6)
    if finding.remedy:
        page.put(" · ".join(finding.remedy.values()), "green", indent=6, lead="fix: ")
    _echoes(page, finding, verbose)


def _echoes(page: Page, finding: Finding, verbose: int) -> None:
    near = [echo.rpartition(":")[2] for echo in finding.echoes if echo.rpartition(":")[0] == finding.path]
    far = [echo for echo in finding.echoes if echo.rpartition(":")[0] != finding.path]
    if near:
        page.put(f"also in {'line' if len(near) == 1 else 'lines'} {', '.join(near)}", "dim", indent=6)
    if len(far) > _FEW and not verbose:
        page.put(f"and at {len(far)} other places for the same cause (-v lists them)", "dim", indent=6)
        return
    for echo in far:
        page.raw(" " * 6 + page.paint("dim", f"also {clean(echo)}"))


def _one_liners(page: Page, report: Report, section: Section, findings: tuple[Finding, ...]) -> None:
    if not findings:
        return
    _heading(page, report, section, len(findings))
    for finding in findings:
        _location(page, section, finding)
        page.put(finding.use, indent=4, hang=2)
        if section is Section.FIXED and (error := error_line(finding)):
            page.put(f"was {error}", "dim", indent=4, hang=2)
        if finding.reason:
            page.put(finding.reason, "dim", indent=4)


def _handled(page: Page, report: Report, findings: tuple[Finding, ...], verbose: int) -> None:
    if verbose:
        _one_liners(page, report, Section.HANDLED, findings)
    elif findings:
        page.blank()
        page.put(f"{plural(len(findings), 'use')} handled by the consumer's own guards (-v lists them).", "dim")


def _reasons(page: Page, heading: str, pairs: tuple[tuple[str, str], ...], verbose: int) -> None:
    """Things with a reason each: one by one when asked or few, else counted by reason."""
    if not pairs:
        return
    page.heading(heading, "magenta")
    if verbose:
        for what, reason in pairs:
            page.put(what, indent=2, lead="? ")
            page.put(reason, "dim", indent=4)
        return
    counted = Counter(reason for _, reason in pairs).most_common()
    digits = len(str(counted[0][1]))
    for reason, count in counted[:_FEW]:
        page.put(reason, indent=2, lead=f"{count:>{digits}} × ")  # noqa: RUF001 -- a count of things
    rest = sum(count for _, count in counted[_FEW:])
    more = f"and {rest} for other reasons; " if rest else ""
    page.put(f"{more}-v lists them.", "dim", indent=2)


def _residue(page: Page, report: Report, verbose: int) -> None:
    if not report.unclassified:
        return
    page.heading(f"Other differences in what you rely on ({len(report.unclassified)})", "blue")
    shown = report.unclassified if verbose else report.unclassified[:_FEW]
    for change in shown:
        what = f"{change.symbol} {change.subject}".rstrip()
        page.put(f"{what}: {change.old or '(nothing)'} → {change.new or '(nothing)'}", indent=2)
    if len(shown) < len(report.unclassified):
        page.put(f"and {len(report.unclassified) - len(shown)} more; -v lists them.", "dim", indent=2)


def _notes(page: Page, report: Report) -> None:
    if not report.notes:
        return
    page.heading(f"Notes ({len(report.notes)})", "blue")
    for note in report.notes:
        page.put(note, indent=2, lead="- ")


def _next(page: Page, told: Overview) -> None:
    loud = [*told.sections[Section.NEW], *told.sections[Section.STILL], *told.sections[Section.RISK]]
    if not loud:
        return
    page.heading("Next", "")
    steps = {
        f"apidrift explain {loud[0].id}": "what it means, what to do",
        "apidrift patch …": "with the same words: the edits that mend it",
        "apidrift run -- COMMAND": "run a command with these edits, your files untouched",
        "… -o report.html": "the same command with this: the report as a page",
    }
    column = max(map(len, steps)) + 3
    for command, about in steps.items():
        fits = column + len(about) + 2 <= page.width
        line = page.paint("cyan", clean(command)) + (" " * (column - len(command)) if fits else "")
        page.raw(f"  {line}{page.paint('dim', about) if fits else ''}".rstrip())
