"""Names that some of the classes a value may be of lack on a version, though the others have them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from apidrift.impact._case import reached
from apidrift.impact._timeline import fails
from apidrift.model.change import Failure
from apidrift.model.finding import Confidence, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable

    from apidrift.impact._timeline import Sighting
    from apidrift.model.finding import Outcome

SHOWN = 4
"""How many classes a reason names."""


def fewer(base: Sighting, new: Sighting, number: int, modules: frozenset[str]) -> list[str]:
    """The classes for which a use fails on a version and did not fail on the baseline.

    Those that had the name, and those of modules the baseline had too (`modules`) that the consumer's own test of what
    it takes lets through since. A class that is new as a whole is no news to who was written before it.
    """
    before, after = base.outcomes[number].kinship, new.outcomes[number].kinship
    outcome = new.outcomes[number]
    if before is None or after is None or fails(outcome) or outcome.blocked or not reached(outcome):
        return []
    return [
        path
        for path in after.lacking
        if path in before.having or (path not in before.lacking and path.rpartition(".")[0] in modules)
    ]


def lacks(sighting: Sighting, number: int, path: str) -> bool:
    """Whether a class lacks the name on a version."""
    kinship = sighting.outcomes[number].kinship
    return kinship is not None and path in kinship.lacking


def by_release(paths: list[str], since: Callable[[str], str | None]) -> dict[str | None, list[str]]:
    """The classes by the release from which they lack the name."""
    found: dict[str | None, list[str]] = {}
    for path in paths:
        found.setdefault(since(path), []).append(path)
    return found


def worded(outcome: Outcome, name: str, paths: list[str]) -> Outcome:
    """The outcome of a use that fails for some classes."""
    assert outcome.kinship is not None
    kinship = outcome.kinship
    names = [path.rpartition(".")[2] for path in paths]
    shown = ", ".join(names[:SHOWN]) + (f" and {len(names) - SHOWN} more" if len(names) > SHOWN else "")
    total = len(kinship.having) + len(kinship.lacking)
    return msgspec.structs.replace(
        outcome,
        verdict=Verdict.RISK,
        confidence=Confidence.LIKELY,
        failure=Failure.MISSING_ATTRIBUTE,
        subject=name,
        symbol=f"{paths[0]}.{name}",
        exception="AttributeError",
        message=f"{names[0]!r} object has no attribute {name!r}",
        reason=f"{len(names)} of {total} classes of {kinship.scope} that pass the consumer's own test lack it: {shown}",
    )
