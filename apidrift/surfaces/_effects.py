"""What a decorator or a wrapper leaves of a signature."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from apidrift.surfaces._keywords import pairs_off

if TYPE_CHECKING:
    from apidrift.surfaces._binding import FunctionNode

SAME = "same"
OPAQUE = "opaque"


@dataclass(frozen=True, slots=True)
class Effect:
    """What a decorator leaves of a signature."""

    kind: str = SAME
    """`same`, `replaced` (by `node`'s) or `opaque`."""
    node: FunctionNode | None = None
    binding: str = ""
    """`staticmethod` or `classmethod`, where the decorator makes one."""
    loose: bool = False
    """Keyword-only parameters may still be passed by position."""
    adds: tuple[str, ...] = ()
    """Keywords that the wrapper takes for itself."""


def wrapper_effect(node: FunctionNode) -> Effect:
    """What a wrapper leaves of the wrapped function's signature."""
    arguments = node.args
    plain = [*arguments.posonlyargs, *arguments.args]
    if arguments.vararg and arguments.kwarg:
        if len(plain) > 1:
            return Effect(OPAQUE)
        # One plain parameter stands for the first of the wrapped function's, mostly the receiver.
        return Effect(loose=pairs_off(node), adds=tuple(a.arg for a in arguments.kwonlyargs))
    if arguments.vararg or arguments.kwarg:
        return Effect(OPAQUE)
    return Effect("replaced", node)


def any_of(effects: list[Effect]) -> Effect:
    """The effect where any of several definitions may stand (one of them under a condition)."""
    first, *others = effects
    if all(other == first for other in others):
        return first
    if any(each.kind != SAME or each.loose != first.loose for each in effects):
        return Effect(OPAQUE)
    return Effect(loose=first.loose, adds=tuple(dict.fromkeys(name for each in effects for name in each.adds)))
