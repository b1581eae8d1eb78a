"""Texts a consumer passes that the callee's own module knows as a key of a table or as the name of a method."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from apidrift.impact._bind import landing
from apidrift.impact._values import FunctionValue, Value
from apidrift.model.surface import NotCoveredError, word_path
from apidrift.model.symbols import Attribute, Class, Function

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.impact._world import World
    from apidrift.model.finding import Outcome
    from apidrift.model.paths import Shape
    from apidrift.model.symbols import Symbol


def texts(shape: Shape) -> tuple[str, ...]:
    """The constant texts among a call's arguments."""
    arguments = (*shape.positional, *shape.keywords.values())
    found = [_literal(argument.literal) for argument in arguments if argument.literal[:1] in {"'", '"'}]
    return tuple(text for text in found if isinstance(text, str) and text)


def reads(shape: Shape) -> tuple[str, ...]:
    """What classes among a call's arguments need of the class they are put together with."""
    arguments = (*shape.positional, *shape.keywords.values())
    return tuple(name for argument in arguments for name in argument.reads)


def _literal(text: str) -> object:
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return None


def keys_of_tables(world: World, value: Value, shape: Shape) -> tuple[str, ...]:
    """Constant texts of a call that its callee looks up in a table others fill: the provider has to spell them."""
    if not isinstance(value, FunctionValue) or not texts(shape):
        return ()
    try:
        body = world.surface.body(value.path)
    except NotCoveredError:
        return ()
    places = landing(value.symbol.signature.parameters, shape)
    arguments = {str(at): one for at, one in enumerate(shape.positional)} | shape.keywords
    found = [arguments[at].literal for at, name in places.items() if body is not None and name in body.looks_up]
    return tuple(word for text in found if isinstance(word := _literal(text), str) and word)


def looked_up(world: World, value: Value, shape: Shape) -> Iterator[str]:
    """Tables with such a key and methods of such a name, in the module of the function that is called."""
    wanted, needed = texts(shape), reads(shape)
    if not (wanted or needed) or not isinstance(value, FunctionValue):
        return
    yield from (word_path(world.top, word) for word in keys_of_tables(world, value, shape))
    owner = value.path.rpartition(".")[0]
    module = owner if value.receiver is None else owner.rpartition(".")[0]
    try:
        known = world.surface.module(module)
        for name in known.index if known is not None else ():
            symbol = world.surface.member(module, name)
            yield from (f"{module}.{name}{part}" for text in wanted for part in _holds(symbol, text))
            members = symbol.members if isinstance(symbol, Class) else {}
            yield from (f"{module}.{name}.{need}" for need in needed if need in members)
    except NotCoveredError:
        return  # a snapshot holds what was asked for when it was taken


def _holds(symbol: Symbol | None, text: str) -> tuple[str, ...]:
    match symbol:
        case Attribute(value=value) if value.startswith("{") and text in table(value):
            return ("",)
        case Class(members=members) if isinstance(members.get(text), Function):
            return (f".{text}",)
        case _:
            return ()


def table(text: str) -> dict[object, object]:
    """A table spelled as a constant; empty where the text is none."""
    found = _literal(text)
    return found if isinstance(found, dict) else dict.fromkeys(found) if isinstance(found, set) else {}


def module_of(outcome: Outcome) -> str:
    """The module in which the symbol that was met is defined, by the place of its definition; else empty."""
    place, parts = outcome.place, outcome.symbol.split(".")
    file = place.path.removesuffix(".py").removesuffix("/__init__").replace("/", ".") if place is not None else ""
    owners = (".".join(parts[:length]) for length in range(len(parts) - 1, 0, -1))
    return next((owner for owner in owners if file == owner or file.endswith(f".{owner}")), "")
