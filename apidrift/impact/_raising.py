"""Functions that do nothing but raise: every call ends with their exception."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.impact._members import Member, lookup
from apidrift.impact._values import ClassValue, FunctionValue, Problem
from apidrift.model.change import Failure
from apidrift.model.symbols import Function

if TYPE_CHECKING:
    from apidrift.impact._world import World
    from apidrift.model.paths import Shape


def ends_with(world: World, value: FunctionValue, shape: Shape) -> Problem | None:
    """The exception that every call of a function ends with; None where a call may end otherwise."""
    symbol = value.symbol
    if not symbol.always or symbol.opaque or symbol.is_async or symbol.is_generator or symbol.abstract:
        return None
    first = shape.positional[0].literal if shape.positional else ""
    return _problem(world, symbol.always, value.path, first)


def constructor_ends_with(world: World, value: ClassValue) -> Problem | None:
    """The exception that every construction of a class ends with."""
    if not value.exact:
        return None
    for name in ("__new__", "__init__", "__post_init__"):
        member = lookup(world, value.path, value.symbol, name)
        if isinstance(member, Member) and isinstance(member.symbol, Function) and member.symbol.always:
            return _problem(world, member.symbol.always, value.path, "")
    return None


def subclassing_ends_with(world: World, hook: Member) -> Problem | None:
    """The exception that every class statement on a base ends with."""
    symbol = hook.symbol
    always = symbol.always if isinstance(symbol, Function) else ""
    return _problem(world, always, f"{hook.owner}.__init_subclass__", "") if always else None


def _problem(world: World, always: str, symbol: str, first: str) -> Problem:
    exception, _, text = always.partition(": ")
    world.note_exception(exception)
    if exception.rpartition(".")[2] == "KeyError" and text:
        text = first if text == "…" and first else repr(text)
    return Problem(Failure.ALWAYS_RAISES, "", exception, text, symbol)
