"""Assigning and deleting attributes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.impact import _tables as tables
from apidrift.impact._attributes import PROPERTIES, attribute
from apidrift.impact._items import each, kind_name, refuse
from apidrift.impact._members import Absent, Inherited, Member, builtin_base, lookup
from apidrift.impact._values import Builtin, Either, Failed, FunctionValue, InstanceValue, Problem, Value
from apidrift.model.change import Failure
from apidrift.model.symbols import Attribute, Flavour, Function

if TYPE_CHECKING:
    from apidrift.impact._members import Lookup
    from apidrift.impact._world import World


def write(world: World, value: Value, name: str) -> Value:
    """Assign an attribute: the value again where that works, else why it does not."""
    match value:
        case InstanceValue():
            return _write_instance(world, value, name)
        case Either():
            return each(value, [write(world, option, name) for option in value.options])
        case Builtin(name=kind) if kind in tables.CONCRETE and kind not in {"function", "module"}:
            return _builtin_write(value, name)
        case FunctionValue(bound=True):
            text = f"'method' object has no attribute {name!r}"
            return refuse(value, Failure.READ_ONLY, text, name, "AttributeError")
        case _:
            return value


def _builtin_write(value: Builtin, name: str) -> Failed:
    text = f"{kind_name(value)!r} object has no attribute {name!r}"
    return refuse(value, Failure.READ_ONLY, text, name, "AttributeError")


def _write_instance(world: World, value: InstanceValue, name: str) -> Value:
    found = lookup(world, value.path, value.symbol, name)
    problem = (
        _read_only(world, value, name, found) or _frozen(value, name, found) or _no_room(world, value, name, found)
    )
    return Failed(problem) if problem is not None else value


def _read_only(world: World, value: InstanceValue, name: str, found: Lookup) -> Problem | None:
    del world
    if not isinstance(found, Member) or not isinstance(found.symbol, Function):
        return None
    if found.symbol.binding not in PROPERTIES or found.symbol.settable or found.symbol.binding == "cached_property":
        return None
    text = f"property {name!r} of {kind_name(value)!r} object has no setter"
    return _problem(value, name, "AttributeError", text, found)


def _frozen(value: InstanceValue, name: str, found: Lookup) -> Problem | None:
    symbol = value.symbol
    if symbol.flavour is Flavour.NAMEDTUPLE and name in {field.name for field in symbol.fields}:
        return _problem(value, name, "AttributeError", "can't set attribute", found)
    if not symbol.frozen or symbol.flavour is Flavour.NAMEDTUPLE:
        return None
    match symbol.flavour:
        case Flavour.PYDANTIC:
            lines = [f"1 validation error for {kind_name(value)}", name]
            lines.append("  Instance is frozen [type=frozen_instance, input_value=…, input_type=…]")
            return _problem(value, name, "pydantic.ValidationError", "\n".join(lines), found)
        case Flavour.MSGSPEC:
            return _problem(value, name, "AttributeError", f"immutable type: {kind_name(value)!r}", found)
        case Flavour.ATTRS:
            return _problem(value, name, "attr.exceptions.FrozenInstanceError", "can't set attribute", found)
        case _:
            text = f"cannot assign to field {name!r}"
            return _problem(value, name, "dataclasses.FrozenInstanceError", text, found)


def _no_room(world: World, value: InstanceValue, name: str, found: Lookup) -> Problem | None:
    """Nowhere to put the attribute: `__slots__`, structs, models that refuse unknown fields."""
    symbol = value.symbol
    if not isinstance(found, Absent):
        return _shadowed(world, value, name, found)
    text = f"{kind_name(value)!r} object has no attribute {name!r}"
    if symbol.slots is not None and name not in symbol.slots and (value.exact or value.path not in world.inherited):
        return _problem(value, name, "AttributeError", text, found)
    if symbol.flavour in {Flavour.MSGSPEC, Flavour.NAMEDTUPLE} and symbol.slots is None:
        return _problem(value, name, "AttributeError", text, found)
    if symbol.flavour is Flavour.PYDANTIC and not name.startswith("_"):
        return _problem(value, name, "ValueError", f'"{kind_name(value)}" object has no field "{name}"', found)
    return None


def _shadowed(world: World, value: InstanceValue, name: str, found: Lookup) -> Problem | None:
    """A class variable of a class whose instances have no room for one of their own."""
    if value.symbol.slots is None or name in value.symbol.slots or isinstance(found, Inherited):
        return None
    member = found.symbol if isinstance(found, Member) else None
    if not isinstance(member, Attribute) or member.instance or builtin_base(world, value.path, value.symbol):
        return None
    if value.symbol.flavour is not Flavour.PLAIN or not member.value:
        return None
    return _problem(
        value, name, "AttributeError", f"{kind_name(value)!r} object attribute {name!r} is read-only", found
    )


def _problem(value: InstanceValue, name: str, exception: str, text: str, found: Lookup) -> Problem:
    owner = found.owner if isinstance(found, Member) else value.path
    return Problem(Failure.READ_ONLY, name, exception, text, f"{owner}.{name}", likely=not value.exact)


def delete(world: World, value: Value, name: str) -> Value:
    """Delete an attribute: the value again where that works, else why it does not."""
    if isinstance(value, InstanceValue):
        found = lookup(world, value.path, value.symbol, name)
        if isinstance(found, Member) and isinstance(found.symbol, Function) and found.symbol.binding in PROPERTIES:
            text = f"property {name!r} of {kind_name(value)!r} object has no deleter"
            return value if found.symbol.settable else Failed(_problem(value, name, "AttributeError", text, found))
        if value.symbol.frozen and value.symbol.flavour is Flavour.DATACLASS:
            text = f"cannot delete field {name!r}"
            return Failed(_problem(value, name, "dataclasses.FrozenInstanceError", text, found))
    gone = attribute(world, value, name)
    return gone if isinstance(gone, Failed) else value
