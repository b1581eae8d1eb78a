"""How a report is told: its sections in reading order, its headline, its funnel in words. Shared by all formats."""

from __future__ import annotations

import enum
from apidrift.model.value import Value
from typing import TYPE_CHECKING

from apidrift.model.finding import Status, Verdict

if TYPE_CHECKING:
    from apidrift.model.finding import Finding
    from apidrift.model.report import Report


class Section(enum.StrEnum):
    """A part of a report. The order of the members is the reading order."""

    NEW = "new"
    STILL = "still"
    RISK = "risk"
    FIXED = "fixed"
    HANDLED = "handled"
    UNKNOWN = "unknown"


_STANDING = {
    Verdict.RISK: Section.RISK,
    Verdict.HANDLED: Section.HANDLED,
    Verdict.UNKNOWN: Section.UNKNOWN,
}


def section_of(finding: Finding) -> Section | None:
    """Where a finding belongs; None for a use that works and always did."""
    if finding.status is Status.FIXED:
        return Section.FIXED
    if finding.verdict is Verdict.BREAKS:
        return Section.NEW if finding.status is Status.NEW else Section.STILL
    return _STANDING.get(finding.verdict)


class Overview(Value, frozen=True):
    """A report's first screen."""

    title: str
    """`vllm 0.15.1 → 0.16.0 for speculators 0.3.0`."""
    written_for: str
    """`written for 0.11.0`, or empty."""
    headline: str
    """What the reader came for, as one sentence."""
    funnel: tuple[str, str, str]
    """The three stages in words."""
    sections: dict[Section, tuple[Finding, ...]]
    """Every section, also the empty ones; findings in the report's order."""
    caveats: tuple[str, ...]
    """What limits the answer: no baseline, parts not looked at."""

    def count(self, section: Section) -> int:
        """How many findings a section holds."""
        return len(self.sections[section])


def overview(report: Report) -> Overview:
    """Sort a report's findings into sections and put its result into words."""
    sections = {section: tuple(f for f in report.findings if section_of(f) is section) for section in Section}
    return Overview(
        title=_title(report),
        written_for=_written_for(report),
        headline=_headline(report, sections),
        funnel=_funnel(report, sections),
        sections=sections,
        caveats=tuple(_caveats(report)),
    )


def section_title(section: Section, report: Report) -> str:
    """The heading of a section; a `check` has no two sides to speak of."""
    if report.kind == "check" and section in _BROKEN:
        return f"Broken on {report.baseline} too" if report.baseline and section is Section.STILL else "Broken"
    return _TITLES[section]


_TITLES = {
    Section.NEW: "Newly broken",
    Section.STILL: "Still broken",
    Section.RISK: "At risk",
    Section.FIXED: "Fixed",
    Section.HANDLED: "Handled by the consumer",
    Section.UNKNOWN: "Unknown",
}
_BROKEN = frozenset({Section.NEW, Section.STILL})


def unknowns(report: Report) -> tuple[tuple[str, str], ...]:
    """Everything that could not be judged, each once, with its reason."""
    found = {f"{f.path}:{f.line} {f.use}": f.reason for f in report.findings if section_of(f) is Section.UNKNOWN}
    return tuple((found | {skipped.what: skipped.reason for skipped in report.unknown}).items())


def before(report: Report) -> str:
    """The version that "before" means in a report: the baseline where it is known, else the old side."""
    return report.baseline or report.provider.old or "before"


def plural(count: int, one: str, many: str = "") -> str:
    """`1 use`, `2 uses`."""
    return f"{count} {one if count == 1 else many or one + 's'}"


def _title(report: Report) -> str:
    old = f" {report.provider.old} →" if report.kind == "compare" and report.provider.old else ""
    return f"{report.provider.name}{old} {report.provider.new} for {named(report)}"


def named(report: Report) -> str:
    """The consumer with its version, where it has one."""
    return f"{report.consumer.name} {report.consumer.version}".rstrip()


def _written_for(report: Report) -> str:
    told_by_old_side = report.kind == "compare" and report.baseline == report.provider.old
    return f"written for {report.baseline}" if report.baseline and not told_by_old_side else ""


def _headline(report: Report, sections: dict[Section, tuple[Finding, ...]]) -> str:
    parts = [_breaks_clause(report, len(sections[Section.NEW]), len(sections[Section.STILL]))]
    if risks := len(sections[Section.RISK]):
        parts.append(f"{risks} at risk")
    if unknown := len(unknowns(report)):
        parts.append(f"{unknown} unknown")
    return "; ".join(parts) + "."


def _breaks_clause(report: Report, new: int, still: int) -> str:
    if report.kind == "check":
        return f"{plural(new + still, 'use')} {'breaks' if new + still == 1 else 'break'}" if new + still else _NOTHING
    match new, still:
        case 0, 0:
            return _NOTHING
        case 0, _:
            return f"Nothing newly broken; {still} still broken"
        case _, 0:
            return f"{new} newly broken"
        case _:
            return f"{new} newly broken; {still} still broken"


_NOTHING = "Nothing breaks"


def _funnel(report: Report, sections: dict[Section, tuple[Finding, ...]]) -> tuple[str, str, str]:
    new, still = len(sections[Section.NEW]), len(sections[Section.STILL])
    if not new + still:
        last = "nothing breaks"
    elif report.kind == "check":
        last = f"{new + still} {'breaks' if new + still == 1 else 'break'} you"
    else:
        last = f"{new} newly {'breaks' if new == 1 else 'break'}, {still} still broken"
    return (
        f"{plural(report.funnel.provider_changes, 'change')} in {report.provider.name}",
        f"{report.funnel.touched} on what you touch",
        last,
    )


def _caveats(report: Report) -> list[str]:
    caveats = []
    if report.baseline is None:
        caveats.append("The version the consumer was written for is not known: silent changes are not judged.")
    if report.skipped:
        caveats.append(f"{plural(len(report.skipped), 'part')} could not be looked at.")
    return caveats
