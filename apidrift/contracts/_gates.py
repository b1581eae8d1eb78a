"""Calls whose keywords are put together under a gate: one shape where it holds, another where it does not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from apidrift.contracts._arguments import describe, shape_of
from apidrift.contracts._interp import HARD

if TYPE_CHECKING:
    from apidrift.contracts._arguments import Arguments
    from apidrift.contracts._interp import Interp
    from apidrift.model.contract import Guard
    from apidrift.model.paths import Shape


def gated(it: Interp, found: Arguments) -> list[tuple[tuple[Guard, ...], Shape]]:
    """The shapes of a call, each with the guards it is made under; one without guards where no keyword is gated.

    Each gate is looked at by itself: what other gates decide stays a keyword that is perhaps passed.
    """
    whole = shape_of(found)
    sides: dict[int, tuple[Guard, list[str]]] = {}
    for name in whole.maybe:
        gate = _gate(it, found.gates.get(name, ()))
        if gate is not None:
            sides.setdefault(id(gate), (gate, []))[1].append(name)
    for gate, _ in list(sides.values()):
        other = _turned(it, gate)
        sides.setdefault(id(other), (other, []))
    if not sides:
        return [((), whole)]
    return [((gate,), _shape(found, whole, names, sides[id(_turned(it, gate))][1])) for gate, names in sides.values()]


def _gate(it: Interp, gates: tuple[Guard, ...]) -> Guard | None:
    """The one fact that decides, beyond what the call itself stands under."""
    beyond = [gate for gate in gates if not any(gate is own for own in it.guards)]
    return beyond[0] if len(beyond) == 1 and isinstance(beyond[0], HARD) else None


def _turned(it: Interp, gate: Guard) -> Guard:
    assert isinstance(gate, HARD)
    return it.world.guard(msgspec.structs.replace(gate, negated=not gate.negated))


def _shape(found: Arguments, whole: Shape, passed: list[str], absent: list[str]) -> Shape:
    keywords = whole.keywords | {name: describe(found.maybe[name]) for name in passed}
    maybe = tuple(name for name in whole.maybe if name not in {*passed, *absent})
    return msgspec.structs.replace(whole, keywords=keywords, maybe=maybe)
