"""What a failure is called: by the change behind it, or, where there is none, by what is known of the past."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.impact._explain import naming
from apidrift.impact._timeline import fails, same_failure
from apidrift.model.change import Failure
from apidrift.rules import by_name

if TYPE_CHECKING:
    from apidrift.impact._timeline import Sighting, Timeline
    from apidrift.model.change import Change
    from apidrift.model.finding import Outcome

ABSENT = {
    Failure.MISSING_MODULE: "no such module",
    Failure.MISSING_NAME: "no such name",
    Failure.MISSING_ATTRIBUTE: "no such attribute",
    Failure.MISSING_MEMBER: "no such member",
    Failure.UNEXPECTED_KEYWORD: "no such parameter",
}
"""Failures for which something lacks, with what is said where no version is known that had it."""


def wording(timeline: Timeline, number: int, outcome: Outcome, change: Change | None) -> tuple[str, str]:
    """Code and title for a use's failure: nothing was removed where nothing is known to have been there.

    Args:
        timeline: the versions that were judged.
        number: the use.
        outcome: what became of it on the version asked about.
        change: what explains that, if anything does.
    """
    code, title = naming(outcome, change)
    if change is not None or outcome.failure not in ABSENT or not fails(outcome):
        return code, title
    if timeline.baseline is None and timeline.old is None:
        return code, ABSENT[outcome.failure]
    if len(timeline.sightings) > 1 and all(_lacks(sighting, number, outcome) for sighting in timeline.sightings):
        never = by_name("never-existed")
        return never.code, never.title
    return code, title


def _lacks(sighting: Sighting, number: int, outcome: Outcome) -> bool:
    there = sighting.outcomes[number]
    return fails(there) and same_failure(there, outcome)
