"""Iterating over and unpacking an abstract value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.impact import _tables as tables
from apidrift.impact._attributes import attribute
from apidrift.impact._items import each, item, kind_name, refuse
from apidrift.impact._members import builtin_base
from apidrift.impact._results import result
from apidrift.impact._values import (
    Builtin,
    ClassValue,
    Coroutine,
    Either,
    Failed,
    Foreign,
    FunctionValue,
    InstanceValue,
    ModuleValue,
    Unknown,
    Value,
    either,
)
from apidrift.model.change import Failure
from apidrift.model.paths import Argument, Shape
from apidrift.model.symbols import Flavour

if TYPE_CHECKING:
    from apidrift.impact._world import World

_ITERABLE = frozenset({"str", "bytes", "bytearray", "list", "dict", "tuple", "range", "memoryview"}) | {
    "set",
    "frozenset",
    "generator",
}


def element(world: World, value: Value, *, is_async: bool = False) -> Value:  # noqa: PLR0911 -- as above
    """What iterating yields."""
    match value:
        case Builtin():
            return _builtin_element(world, value, is_async=is_async)
        case InstanceValue():
            return _instance_element(world, value, is_async=is_async)
        case ClassValue(path, symbol) if symbol.flavour is Flavour.ENUM:
            return InstanceValue(path, symbol, exact=True)
        case ClassValue():
            return Unknown("iterating over a class", doubtful=True) if value.symbol.metaclass else _not_iterable(value)
        case Either():
            return each(value, [element(world, option, is_async=is_async) for option in value.options])
        case FunctionValue() | Coroutine() | ModuleValue():
            return _not_iterable(value, is_async=is_async)
        case Unknown() | Failed():
            return value
        case Foreign(path):
            return Foreign(f"{path}[]")
        case _:
            return Unknown("elements of something known by its declaration alone", doubtful=True)


def _not_iterable(value: Value, *, is_async: bool = False) -> Failed:
    if is_async:
        text = f"'async for' requires an object with __aiter__ method, got {kind_name(value)}"
    else:
        text = f"{kind_name(value)!r} object is not iterable"
    return refuse(value, Failure.NOT_ITERABLE, text)


def _builtin_element(world: World, value: Builtin, *, is_async: bool) -> Value:
    name = value.name
    if is_async != (name in tables.ASYNC_ELEMENTS) and (name in tables.CONCRETE or name in tables.ASYNC_ELEMENTS):
        return _not_iterable(value, is_async=is_async)
    if name in tables.CONCRETE and name not in _ITERABLE and not is_async:
        return _not_iterable(value)
    if name in {"str", "bytes"}:
        return Builtin("str" if name == "str" else "int")
    if value.fixed:
        return either(tuple(world.value(arg) for arg in value.args)) if value.args else Unknown("an empty tuple")
    known = name in tables.ELEMENTS | tables.ASYNC_ELEMENTS | tables.MAPPINGS or name == "tuple"
    return world.value(value.args[0]) if value.args and known else Unknown("elements of an undeclared type")


def _instance_element(world: World, value: InstanceValue, *, is_async: bool) -> Value:
    special = attribute(world, value, "__aiter__" if is_async else "__iter__")
    if isinstance(special, Failed) and not is_async:
        special = attribute(world, value, "__getitem__")
        if not isinstance(special, Failed):
            return result(world, special, Shape((Argument(),)))
    if isinstance(special, Failed):
        return _not_iterable(value, is_async=is_async)
    base = builtin_base(world, value.path, value.symbol)
    if base and isinstance(special, Unknown):
        return Unknown(f"elements of a {base}")
    gives = result(world, special, Shape())
    return (
        element(world, gives, is_async=is_async) if isinstance(gives, Builtin) else Unknown("elements of an iterator")
    )


# Unpacking ------------------------------------------------------------------------------------------------------------


def unpack(world: World, value: Value, count: int, *, starred: bool = False) -> Value:
    """Unpack into `count` targets: a value where it works, else why it does not."""
    if isinstance(value, Either):
        return each(value, [unpack(world, option, count, starred=starred) for option in value.options])
    length = _length(value)
    if length is not None and (length < count or (length > count and not starred)):
        expected = f"at least {count}" if starred else str(count)
        text = (
            f"too many values to unpack (expected {expected})"
            if length > count
            else f"not enough values to unpack (expected {expected}, got {length})"
        )
        return refuse(value, Failure.UNPACK_COUNT, text, str(length), "ValueError")
    elements = element(world, value)
    if isinstance(elements, Failed):
        text = f"cannot unpack non-iterable {kind_name(value)} object"
        return refuse(value, elements.problem.failure, text)
    return elements


def _length(value: Value) -> int | None:
    match value:
        case Builtin(name="tuple", args=args, fixed=True):
            return len(args)
        case InstanceValue(symbol=symbol) if symbol.flavour is Flavour.NAMEDTUPLE and symbol.fields:
            return len(symbol.fields)
        case _:
            return None


def unpacked(world: World, value: Value, index: int, count: int) -> Value:
    """The element at one place of an unpacking."""
    whole = unpack(world, value, count)
    return item(world, value, str(index)) if _length(value) is not None and not isinstance(whole, Failed) else whole
