"""What findings are made of: the outcomes of one contract on several versions, and what changed on the way."""

from __future__ import annotations

import msgspec

from apidrift.model._base import Model
from apidrift.model.change import Change, Failure
from apidrift.model.finding import Confidence, Outcome, Verdict


class Sighting(Model, frozen=True):
    """One version, judged."""

    version: str
    """How reports call it."""
    outcomes: tuple[Outcome, ...]
    """Of `judge`, aligned with the contract's uses."""
    changes: tuple[Change, ...] = ()
    """What changed from the baseline to this version on the touched paths; empty on the baseline itself."""


class Timeline(Model, frozen=True):
    """The versions at hand, oldest first, and which of them play a part.

    Give every release between baseline and new that is at hand: `since` is found among them.
    """

    sightings: tuple[Sighting, ...]
    new: int
    """Index of the version asked about."""
    old: int | None = None
    """Index of the version that `status` compares with; None: there is none, everything that fails is new."""
    baseline: int | None = None
    """Index of the version the consumer was written for; None: not known, so that nothing is a risk."""
    modules: frozenset[str] = frozenset()
    """On the baseline, the modules of the folders whose classes values may be of."""
    drift: tuple[Change, ...] = ()
    """What changed from old to new, where that is another pair than baseline and new; explains what is newly
    broken."""

    def settled(self) -> Timeline:
        """With what is doubtful *and* fails on the baseline no longer counted as breaking.

        The consumer was written for its baseline and ran on it: where a merely likely reading says that it fails
        there, the reading is wrong, on this version too.
        """
        if self.baseline is None:
            return self if self.old is not None else self._sobered()
        base = self.sightings[self.baseline]
        sightings = tuple(
            msgspec.structs.replace(
                sighting,
                outcomes=tuple(
                    _settle(outcome, first, base.version)
                    for outcome, first in zip(sighting.outcomes, base.outcomes, strict=True)
                ),
            )
            for sighting in self.sightings
        )
        return msgspec.structs.replace(self, sightings=sightings)

    def _sobered(self) -> Timeline:
        """With no version that is known to work, what is merely likely counts as not known."""
        sightings = tuple(
            msgspec.structs.replace(sighting, outcomes=tuple(map(_sober, sighting.outcomes)))
            for sighting in self.sightings
        )
        return msgspec.structs.replace(self, sightings=sightings)


def _sober(outcome: Outcome) -> Outcome:
    silent = outcome.verdict is Verdict.RISK and outcome.failure is Failure.MISSING_WORD
    if not (fails(outcome) or silent) or outcome.confidence is not Confidence.LIKELY:
        return outcome
    reason = f"likely to fail, but no version is known to work: {outcome.message}"
    return msgspec.structs.replace(outcome, verdict=Verdict.UNKNOWN, reason=reason)


def _settle(outcome: Outcome, first: Outcome, version: str) -> Outcome:
    if outcome.failure is Failure.MISSING_WORD and first.failure is Failure.MISSING_WORD:
        return Outcome(Verdict.OK, reason="a text that only looks like one of the provider's")
    if outcome.verdict is Verdict.RISK and first.verdict is Verdict.RISK:
        return msgspec.structs.replace(outcome, verdict=Verdict.UNKNOWN)
    if outcome.verdict is not Verdict.BREAKS or first.verdict is not Verdict.BREAKS:
        return outcome
    if outcome.confidence is not Confidence.LIKELY or not same_failure(outcome, first):
        return outcome
    reason = f"the same reading fails on {version} too, which it was written for: {outcome.message}"
    return msgspec.structs.replace(outcome, verdict=Verdict.UNKNOWN, reason=reason)


def fails(outcome: Outcome) -> bool:
    """Whether the use fails there, by itself or for another's cause."""
    return outcome.verdict is Verdict.BREAKS


def same_failure(one: Outcome, other: Outcome) -> bool:
    """Whether two failing outcomes of one use have a cause in common."""
    if one.blocked or other.blocked:
        return True
    return not one.subjects or not other.subjects or bool(set(one.subjects) & set(other.subjects))
