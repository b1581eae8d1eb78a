"""In which order findings are told: what a run meets first, then what is silent, the heaviest first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.finding import Finding, Status, Verdict
from apidrift.rules import rule

if TYPE_CHECKING:
    from collections.abc import Iterable

    from apidrift.model.change import Change

_VERDICTS = (Verdict.BREAKS, Verdict.RISK, Verdict.HANDLED, Verdict.UNKNOWN)
_STATUSES = (Status.NEW, Status.STILL, Status.FIXED, Status.UNCHANGED)
_LAST = 1 << 30
HEAVY = 3


def weight(change: Change) -> int:
    """How much a risk matters: the rule's weight; a feature switched on or off by its default is heavy."""
    found = rule(change.rule)
    if found.name == "parameter-default-changed" and change.new in {"True", "False"}:
        return HEAVY
    return found.weight


def ranked(found: Iterable[Finding]) -> tuple[Finding, ...]:
    """Findings in reading order: breaks, risks, handled, unknown; what is fixed last.

    Breaks stand in the order in which a run meets them, new ones before those that broke before. Risks stand by
    weight, those of one use together.
    """
    every = tuple(found)
    heaviest: dict[tuple[str, int, int], int] = {}
    for one in every:
        heaviest[_spot(one)] = max(heaviest.get(_spot(one), 0), one.weight)
    return tuple(sorted(every, key=lambda one: _rank(one, heaviest[_spot(one)])))


def _spot(finding: Finding) -> tuple[str, int, int]:
    return finding.path, finding.line, finding.column


def _rank(finding: Finding, heaviest: int) -> tuple[object, ...]:
    risk = finding.verdict is Verdict.RISK
    return (
        finding.status is Status.FIXED,
        _VERDICTS.index(finding.verdict),
        -heaviest if risk else 0,
        0 if risk else _STATUSES.index(finding.status),
        finding.order or _LAST,
        finding.path,
        finding.line,
        finding.column,
        -finding.weight,
        _STATUSES.index(finding.status),
        finding.id,
        finding.fingerprint,
    )
