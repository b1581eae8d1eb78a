"""What explains a finding, told in a few short lines: the part of a signature that changed, never all of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.reports._signatures import Mark, compare_signatures

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.finding import Finding
    from apidrift.reports._signatures import Row

BRIEF = 110
"""How long a line that tells both facts may be."""
MOST = 4
"""How many changed parameters are shown where no single one is to blame."""


def evidence(finding: Finding) -> list[tuple[str, str]]:
    """Pairs of a mark and a text: `-` what was, `+` what is, `~` both, `→` where it went; empty: a remark."""
    target = moved_to(finding)
    lines = [(mark, text) for mark, text in _changed(finding) if not (target and text in {target, finding.symbol})]
    return [*lines, ("→", target)] if target else lines


def moved_to(finding: Finding) -> str:
    """Where the name went, if that is known."""
    return finding.moved_to or (finding.change.moved_to if finding.change else "")


def turned(finding: Finding) -> str:
    """`seed: None → 0`, where the rule tells both facts of a parameter briefly; else empty."""
    change = finding.change
    if change is None or not (change.subject and change.old and change.new):
        return ""
    if change.subject in change.old or change.subject in change.new:
        return ""
    text = f"{change.subject}: {change.old} → {change.new}"
    return text if len(text) <= BRIEF else ""


def _changed(finding: Finding) -> Iterator[tuple[str, str]]:
    if both := turned(finding):
        yield "~", both
        return
    subject = finding.change.subject if finding.change else ""
    rows = changed_rows(finding)
    blamed = [row for row in rows if row.name.lstrip("*") == subject]
    if blamed or not finding.change:
        for row in (blamed or rows)[:MOST]:
            yield from _two_sides(row)
        if more := len((blamed or rows)[MOST:]):
            yield "", f"and {more} more parameters"
        return
    yield from _facts(subject, finding.change.old, finding.change.new)


def changed_rows(finding: Finding) -> list[Row]:
    """The parameters in which the finding's two signatures differ; none where one is not known."""
    if not (finding.old_signature and finding.new_signature):
        return []
    rows = compare_signatures(finding.old_signature, finding.new_signature)
    return [row for row in rows if row.mark is not Mark.SAME]


def _two_sides(row: Row) -> Iterator[tuple[str, str]]:
    if row.old is not None:
        yield "-", str(row.old)
    if row.new is not None:
        yield "+", str(row.new)


def _facts(subject: str, old: str, new: str) -> Iterator[tuple[str, str]]:
    for mark, fact in (("-", old), ("+", new)):
        if fact:
            yield mark, fact if not subject or subject in fact else f"{subject}: {fact}"


def error_line(finding: Finding) -> str:
    """`TypeError: f() missing …`, several lines where the message has several; empty where nothing is raised."""
    return ": ".join(part for part in (finding.exception, finding.message) if part)


def place(finding: Finding) -> str:
    """`path:line`."""
    return f"{finding.path}:{finding.line}"


def rule_line(finding: Finding) -> str:
    """`AD301 required parameter added`."""
    return f"{finding.id} {finding.title}".rstrip()
