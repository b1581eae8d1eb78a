"""Echoes: places that fail for a cause which has a finding of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from apidrift.impact._timeline import fails
from apidrift.model.finding import Finding, Outcome, Status, Verdict

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from apidrift.impact._links import Links


def speaks(outcome: Outcome) -> bool:
    """Whether a use fails by itself, and not as an echo."""
    return fails(outcome) and not outcome.blocked


def with_echoes(
    links: Links, outcomes: Sequence[Outcome], found: Sequence[Finding], numbers: Mapping[str, int]
) -> list[Finding]:
    """The findings, each with the places that fail for the same cause.

    Args:
        links: the contract's uses.
        outcomes: what became of them on the new version.
        found: the findings.
        numbers: the use each of them is about, by fingerprint.
    """
    echoes: dict[int, dict[str, None]] = {}
    for number, outcome in enumerate(outcomes):
        cause = _cause(links, outcomes, number) if outcome.blocked and fails(outcome) else None
        if cause is not None:
            place = links.uses[number].place
            echoes.setdefault(cause, {})[f"{place.path}:{place.line}"] = None
    return [
        msgspec.structs.replace(finding, echoes=tuple(echoes.get(numbers[finding.fingerprint], ())))
        if finding.verdict is Verdict.BREAKS and finding.status is not Status.FIXED
        else finding
        for finding in found
    ]


def _cause(links: Links, outcomes: Sequence[Outcome], number: int) -> int | None:
    """The use whose failure is heard here: the nearest one, in the same file if there is one."""
    failing = [one for one in links.before(number) if speaks(outcomes[one])]
    path = links.uses[number].place.path
    near = [one for one in failing if links.uses[one].place.path == path]
    return next(iter(near or failing), None)
