"""What calling an abstract value gives, supposing that the call succeeds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from apidrift.impact._admit import certainly_fits, fits
from apidrift.impact._attributes import attribute
from apidrift.impact._bind import bind
from apidrift.impact._values import (
    Builtin,
    BuiltinClass,
    Callback,
    ClassValue,
    Either,
    Failed,
    Foreign,
    FunctionValue,
    InstanceValue,
    Unknown,
    Value,
    either,
)
from apidrift.model.symbols import Attribute, Flavour

if TYPE_CHECKING:
    from apidrift.impact._world import World
    from apidrift.model.paths import Shape
    from apidrift.model.signature import Signature


def result(world: World, value: Value, shape: Shape) -> Value:  # noqa: PLR0911 -- one arm per kind of value
    """What a call gives, supposing that it succeeds."""
    match value:
        case FunctionValue():
            return _function_result(world, value, shape)
        case ClassValue():
            return _instance_of(value, shape)
        case InstanceValue():
            special = attribute(world, value, "__call__")
            return Unknown("not callable") if isinstance(special, Failed) else result(world, special, shape)
        case Callback():
            return world.value(value.result)
        case BuiltinClass():
            return Builtin(value.name, exact=True)
        case Either():
            return either(tuple(result(world, option, shape) for option in value.options))
        case Foreign():
            return Foreign(f"{value.path}()")
        case Unknown() | Failed():
            return value
        case _:
            return Unknown("the result of something that cannot be called")


def _instance_of(value: ClassValue, shape: Shape) -> Value:
    symbol = value.symbol
    if symbol.flavour is Flavour.TYPEDDICT:
        return InstanceValue(value.path, symbol, exact=True)
    member = ""
    if symbol.flavour is Flavour.ENUM and shape.positional:
        wanted = shape.positional[0].literal
        owners = [n for n, m in symbol.members.items() if isinstance(m, Attribute) and m.value == wanted and wanted]
        member = owners[0] if owners else ""
    return InstanceValue(value.path, symbol, exact=value.exact and "__new__" not in symbol.members, member=member)


def _function_result(world: World, value: FunctionValue, shape: Shape) -> Value:
    overloads = value.symbol.overloads
    if not overloads:
        given = world.result(value)
        owner = value.receiver
        if isinstance(given, Unknown) and value.path.endswith(".__new__") and isinstance(owner, ClassValue):
            return InstanceValue(owner.path, owner.symbol)
        return given
    fitting = [one for one in overloads if not bind(one.parameters, shape, "", 0).problems and fits(one, shape)]
    # As type checkers do: the first that fits counts, where it is certain that it fits.
    if len(fitting) > 1 and certainly_fits(fitting[0], shape):
        fitting = fitting[:1]
    results = [_of_overload(world, value, one) for one in fitting]
    return _common(results) or Unknown("it depends on the overload")


def _of_overload(world: World, value: FunctionValue, signature: Signature) -> Value:
    chosen = msgspec.structs.replace(value.symbol, signature=signature, overloads=(), result="")
    return world.result(FunctionValue(value.path, chosen, value.receiver, value.bound))


def _common(results: list[Value]) -> Value | None:
    """What all overloads give, if it is the same or instances of one class."""
    if not results:
        return None
    first, *others = results
    if all(other == first for other in others):
        return first
    if isinstance(first, InstanceValue) and all(isinstance(o, InstanceValue) and o.path == first.path for o in others):
        return InstanceValue(first.path, first.symbol, declared=True)
    return None
