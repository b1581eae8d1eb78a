"""The functions whose bodies a consumer relies on, for it overrides or replaces them: which are what they were."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

import msgspec

from apidrift.impact._touched import replaced_paths
from apidrift.model import contract as c
from apidrift.model.surface import Found, NotCoveredError, resolve
from apidrift.model.symbols import Function

if TYPE_CHECKING:
    from collections.abc import Sequence

    from apidrift.impact._timeline import Timeline
    from apidrift.model.contract import Contract
    from apidrift.model.finding import Outcome
    from apidrift.model.surface import Surface


class Stable(msgspec.Struct, frozen=True):
    """What became of the bodies relied on since the baseline."""

    same: tuple[str, ...] = ()
    """Canonical paths of functions whose body is the same, in alphabetical order."""
    rewritten: tuple[tuple[str, str], ...] = ()
    """Canonical paths of the others, each with the last version that is known to have changed it (or empty)."""


def stable(contract: Contract, timeline: Timeline, old: Surface, new: Surface) -> Stable:
    """Compare the bodies of all functions that the consumer overrides or replaces.

    Args:
        contract: what the consumer relies on.
        timeline: the judged versions.
        old: the baseline's surface.
        new: the surface of the version asked about.
    """
    outcomes = timeline.sightings[timeline.new].outcomes
    same, rewritten = [], []
    for path in sorted({*replaced_paths(contract, new), *_overridden(contract, outcomes)}):
        before, after = _body(old, path), _body(new, path)
        if not before or not after:
            continue
        if before == after:
            same.append(path)
        else:
            rewritten.append((path, _last_change(timeline, path, after)))
    return Stable(tuple(same), tuple(rewritten))


def _overridden(contract: Contract, outcomes: Sequence[Outcome]) -> set[str]:
    found = zip(contract.uses, outcomes, strict=True)
    return {path for use, outcome in found if isinstance(use.operation, c.Subclass) for path in outcome.related}


def _body(surface: Surface, path: str) -> str:
    with contextlib.suppress(NotCoveredError):
        found = resolve(surface, path)
        if isinstance(found, Found) and isinstance(found.symbol, Function):
            return found.symbol.body
    return ""


def _last_change(timeline: Timeline, path: str, body: str) -> str:
    """The first version of the unbroken run, up to the new one, in which the body is what it is now."""
    known = ""
    for position in range(timeline.new, timeline.baseline or 0, -1):
        sighting = timeline.sightings[position]
        bodies = {change.new for change in sighting.changes if change.rule == "AD030" and change.symbol == path}
        if body not in bodies:
            return known
        known = sighting.version
    return known
