"""Reading an attribute of an abstract value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.impact import _tables as tables
from apidrift.impact._kin import family_at, kin_type
from apidrift.impact._members import Absent, Inherited, Member, Unclear, lookup
from apidrift.impact._types import NOTHING_SAID, Node, parse_type, substitute
from apidrift.impact._values import (
    Builtin,
    BuiltinClass,
    Callback,
    ClassValue,
    Coroutine,
    Either,
    Failed,
    Foreign,
    FunctionValue,
    InstanceValue,
    Manager,
    ModuleValue,
    Problem,
    Unknown,
    Value,
    either,
)
from apidrift.model.change import Failure
from apidrift.model.surface import Found, Gap, Missing
from apidrift.model.symbols import Alias, Attribute, Binding, Class, Flavour, Function, Raising, Symbol, Variants

if TYPE_CHECKING:
    from apidrift.impact._world import World

_OWN = "a value that the consumer itself sets"
SERVED = "served by its metaclass"
OF_A_MEMBER = "a member's value"
PROPERTIES = frozenset({Binding.PROPERTY, Binding.CACHED_PROPERTY})


def attribute(world: World, value: Value, name: str) -> Value:  # noqa: C901, PLR0911, PLR0912 -- one arm per kind
    """What `value.name` gives, or why it fails."""
    match value:
        case ModuleValue():
            return _module_attribute(world, value, name)
        case ClassValue(path, symbol, subscripted=True):
            return _instance_attribute(world, InstanceValue(path, symbol), name)
        case ClassValue():
            return _class_attribute(world, value, name)
        case InstanceValue():
            return _instance_attribute(world, value, name)
        case FunctionValue():
            return _function_attribute(value, name)
        case Builtin():
            return _builtin_attribute(value, name)
        case BuiltinClass():
            names = tables.attribute_names(value.name)
            if names is None or name in names | tables.class_names():
                return Unknown(f"{value.name}.{name} is not the provider's")
            text = f"type object {value.name!r} has no attribute {name!r}"
            return _missing(name, text, value.name)
        case Either(options, family=family):
            found = tuple(attribute(world, option, name) for option in options)
            return _of_family(value, found) if family else either(found)
        case Coroutine():
            return _coroutine_attribute(value, name)
        case Foreign():
            return Foreign(f"{value.path}.{name}")
        case Callback() | Manager():
            return Unknown("declared only by what it gives")
        case Unknown(reason, doubtful, family=family) if family:
            return Unknown(reason, doubtful)
        case Unknown() | Failed():
            return value


def _of_family(value: Either, found: tuple[Value, ...]) -> Value:
    """What one of a family's classes gives; a failure where most of them lack the name.

    What comes from outside the provider cannot be told, and is left out where only few do.
    """
    failed = [one for one in found if isinstance(one, Failed)]
    vague = [one for one in found if isinstance(one, Foreign | Unknown)]
    alive = [one for one in found if not isinstance(one, Failed | Foreign | Unknown)]
    if failed and len(failed) > MOST * (len(failed) + len(alive)):
        return failed[0]
    if len(vague) * 2 > len(alive) or not all(isinstance(one, InstanceValue) for one in alive):
        return either((*alive, *vague) or found)
    # The class that most of them hold comes first: it is the one to name.
    often = sorted(alive, key=lambda one: (-alive.count(one), one.path if isinstance(one, InstanceValue) else ""))
    unique = [one for position, one in enumerate(often) if one not in often[:position]]
    return Either(tuple(unique), family=value.family)


MOST = 0.75
"""The share of a family's classes that have to lack a name for the whole family to count as lacking it."""


def _missing(name: str, text: str, symbol: str, *, likely: bool = False) -> Failed:
    return Failed(Problem(Failure.MISSING_ATTRIBUTE, name, "AttributeError", text, symbol, likely))


# Modules --------------------------------------------------------------------------------------------------------------


def _module_attribute(world: World, value: ModuleValue, name: str) -> Value:
    path = f"{value.name}.{name}"
    if not world.owns(value.name):
        return Foreign(path)
    found = world.resolve(path)
    if not isinstance(found, Missing) or (tables.implicit(name) and not _lists_nothing(world, value.name, name)):
        return world.found_value(found)
    if world.gives(name, value.name):
        return Foreign(_OWN)
    if found.gap is Gap.RAISES and found.raising is not None:
        return Failed(raising_problem(found.raising, name, path))
    if found.gap is Gap.TYPE_CHECKING or found.at in {value.name, ""}:
        return _missing(name, f"module {value.name!r} has no attribute {name!r}", path)
    return Unknown(f"{path} leads to {found.at}, which has no {found.name}", doubtful=True)


def _lists_nothing(world: World, module: str, name: str) -> bool:
    """Whether the name is `__all__`, which a module has only where its source sets it; stubs often leave it out."""
    if name != "__all__":
        return False
    found = world.surface.module(module)
    return found is not None and found.path.endswith(".py") and not found.problem and not found.dynamic


def raising_problem(raising: Raising, name: str, path: str) -> Problem:
    """The problem of a name whose access raises on purpose."""
    return Problem(Failure.RAISES_ON_ACCESS, name, raising.exception, raising.message, path)


# Classes and instances ------------------------------------------------------------------------------------------------


def _class_attribute(world: World, value: ClassValue, name: str) -> Value:
    found = lookup(world, value.path, value.symbol, name)
    match found:
        case Member(owner, symbol):
            return _bind_to_class(world, value, f"{owner}.{name}", symbol)
        case Unclear(reason):
            return Unknown(reason, doubtful=True)
        case Inherited(base):
            return _inherited(value, name, base)
        case Absent() if world.gives(name, value.path, value.symbol.mro):
            return Foreign(_OWN)
        case Absent():
            return _absent_on_class(world, value, name)


def _inherited(value: ClassValue | InstanceValue, name: str, base: str) -> Value:
    constructor = value.symbol.constructor
    if name == "__init__" and constructor is not None:
        synthesised = Function(constructor, opaque=value.symbol.constructor_opaque)
        instance = isinstance(value, InstanceValue)
        return FunctionValue(f"{value.path}.__init__", synthesised, value, bound=instance, loose=not instance)
    return Foreign(f"{base}.{name}")


def _absent_on_class(world: World, value: ClassValue, name: str) -> Value:
    symbol = value.symbol
    if name in tables.class_names() or symbol.metaclass not in _METACLASSES:
        return Unknown(_by_metaclass(world, symbol.metaclass, name), doubtful=name not in tables.class_names())
    if symbol.flavour is not Flavour.ENUM:
        text = f"type object {_tail(value.path)!r} has no attribute {name!r}"
        return _missing(name, text, f"{value.path}.{name}", likely=not value.exact)
    if name in tables.ENUM_CLASS_NAMES:
        return Unknown("enum machinery")
    old = tuple(map(int, world.options.python.split(".")[:2])) < _ENUM_ATTRIBUTE_WORDS
    text = name if old else f"type object {_tail(value.path)!r} has no attribute {name!r}"
    return Failed(Problem(Failure.MISSING_MEMBER, name, "AttributeError", text, f"{value.path}.{name}"))


def _by_metaclass(world: World, path: str, name: str) -> str:
    found = world.resolve(path) if world.owns(path) else None
    symbol = found.symbol if isinstance(found, Found) else None
    has = isinstance(symbol, Class) and isinstance(lookup(world, path, symbol, name), Member)
    return SERVED if has or name in tables.class_names() else "its metaclass may serve it"


_METACLASSES = frozenset({"", "type", "abc.ABCMeta", "enum.EnumMeta", "enum.EnumType"})
_ENUM_ATTRIBUTE_WORDS = (3, 12)
"""From this Python on a missing enum member is reported in full; before, the message was the bare name."""


def _bind_to_class(world: World, value: ClassValue, path: str, symbol: Symbol) -> Value:
    match symbol:
        case Function() if symbol.binding in PROPERTIES:
            return Unknown("a property object")
        case Function():
            bound = symbol.binding is Binding.CLASS
            return FunctionValue(path, symbol, value, bound, loose=symbol.binding is Binding.FUNCTION)
        case Attribute() if value.symbol.flavour is Flavour.ENUM and not symbol.instance:
            return InstanceValue(value.path, value.symbol, exact=True, member=path.rpartition(".")[2])
        case Attribute() if (
            symbol.instance
            and value.symbol.flavour is Flavour.PLAIN
            and (not value.exact or "ClassVar" in symbol.annotation)
        ):
            return Unknown("a derived class may bind it", doubtful=True)
        case Attribute() if symbol.instance and value.symbol.flavour is Flavour.PLAIN:
            name = path.rpartition(".")[2]
            text = f"type object {_tail(value.path)!r} has no attribute {name!r}"
            return _missing(name, text, path, likely=True)
        case _:
            return _other_member(world, value, path, symbol)


def _instance_attribute(world: World, value: InstanceValue, name: str) -> Value:
    if (known := family_at(world, f"{value.path}.{name}")) is not None:
        return known
    found = _read_instance(world, value, name)
    return (isinstance(found, Unknown) and _held(world, value, name)) or found


def _held(world: World, value: InstanceValue, name: str) -> Value | None:
    """What the profile says that an attribute holds of which the sources tell too little."""
    holds = world.options.hints.holds
    owners = (value.path, *value.symbol.mro) if holds else ()
    said = next((text for owner in owners if (text := holds.get(f"{owner}.{name}"))), "")
    return world.typed(said) if said else None


def _read_instance(world: World, value: InstanceValue, name: str) -> Value:  # noqa: PLR0911 -- one arm per finding
    found = lookup(world, value.path, value.symbol, name)
    match found:
        case Member(owner, symbol):
            return _bind_to_instance(world, value, f"{owner}.{name}", symbol)
        case Unclear(reason):
            return Unknown(reason, doubtful=True)
        case Inherited(base):
            if name == "__class__":
                return ClassValue(value.path, value.symbol, exact=value.exact)
            if name == "__call__" and (relay := _relay(world, value, base)):
                return _instance_attribute(world, value, relay)
            return _enum_part(world, value, name) or _inherited(value, name, base)
        case Absent() if world.gives(name, value.path, value.symbol.mro):
            return Foreign(_OWN)
        case Absent() if value.declared and (derived := _derived(world, value, name)):
            return Unknown(f"{_tail(value.path)} has no {name}, {_tail(derived)} has", doubtful=True)
        case Absent():
            text = f"{_tail(value.path)!r} object has no attribute {name!r}"
            return _missing(name, text, f"{value.path}.{name}", likely=not value.exact)


def _derived(world: World, value: InstanceValue, name: str) -> str:
    """A class beside a value's that derives from it and has a name which it has not; empty where there is none."""
    module = value.path.rpartition(".")[0]
    for path in world.surface.family(module, (name,)):
        found = world.resolve(path)
        if isinstance(found, Found) and isinstance(found.symbol, Class) and value.path in found.symbol.mro:
            return path
    return ""


def _relay(world: World, value: InstanceValue, base: str) -> str:
    """The method that calling an instance ends in, where another library's base class defines the call.

    A base of the provider's own may pass what it is given on to yet another method.
    """
    known = world.options.bases.get(base)
    if known is None or not known.call:
        return ""
    found = lookup(world, value.path, value.symbol, known.call)
    onward = world.options.bases.get(found.owner) if isinstance(found, Member) else None
    return onward.call if onward is not None and onward.call else known.call


def _enum_part(world: World, value: InstanceValue, name: str) -> Value | None:
    if value.symbol.flavour is not Flavour.ENUM or name not in {"name", "value"}:
        return None
    if name == "name":
        return Builtin("str", literal=repr(value.member) if value.member else "", exact=True)
    member = value.symbol.members.get(value.member)
    return world.attribute_value(member) if isinstance(member, Attribute) else Unknown(OF_A_MEMBER)


def _bind_to_instance(world: World, value: InstanceValue, path: str, symbol: Symbol) -> Value:
    match symbol:
        case Function() if symbol.binding in PROPERTIES:
            return world.result(FunctionValue(path, symbol, value))
        case Function():
            return FunctionValue(path, symbol, value, bound=symbol.binding is not Binding.STATIC)
        case Attribute() if value.symbol.flavour is Flavour.ENUM and not symbol.instance:
            return InstanceValue(value.path, value.symbol, exact=True, member=path.rpartition(".")[2])
        case _:
            return _other_member(world, value, path, symbol)


def _other_member(world: World, value: ClassValue | InstanceValue, path: str, symbol: Symbol) -> Value:
    match symbol:
        case Attribute():
            known = kin_type(world, world.node(symbol.type)) if value.path in world.kin else None
            return known or _described(world.attribute_value(symbol, value), symbol)
        case Class():
            return ClassValue(path, symbol)
        case Alias():
            return _aliased(world, value, symbol)
        case Raising():
            return Failed(raising_problem(symbol, path.rpartition(".")[2], path))
        case Variants():
            bind = _bind_to_class if isinstance(value, ClassValue) else _bind_to_instance
            options = tuple(bind(world, value, path, option) for option in symbol.options)  # type: ignore[arg-type]
            return either(options, decided_by_source=True)
        case Function():
            raise AssertionError(path)


def _described(value: Value, symbol: Attribute) -> Value:
    """What reading a class attribute gives: where it is a descriptor, or replaces itself, not that object."""
    if not symbol.instance and isinstance(value, InstanceValue) and not _DESCRIPTOR.isdisjoint(value.symbol.members):
        return Unknown(f"{_tail(value.path)} is a descriptor")
    return value


_DESCRIPTOR = frozenset({"__get__", "__set_name__"})


def _aliased(world: World, value: ClassValue | InstanceValue, symbol: Alias) -> Value:
    found = world.resolve(symbol.target)
    if isinstance(found, Found) and isinstance(found.symbol, Function):
        bind = _bind_to_class if isinstance(value, ClassValue) else _bind_to_instance
        return bind(world, value, found.path, found.symbol)  # type: ignore[arg-type]
    return world.found_value(found)


# Functions, builtins, coroutines --------------------------------------------------------------------------------------


def _function_attribute(value: FunctionValue, name: str) -> Value:
    names = tables.attribute_names("method" if value.bound else "function") or frozenset()
    if name in names or value.symbol.decorators or value.symbol.opaque:
        return Unknown("an attribute of a function")
    text = f"'function' object has no attribute {name!r}"
    return _missing(name, text, value.path, likely=True)


def _builtin_attribute(value: Builtin, name: str) -> Value:
    names = tables.attribute_names(value.name)
    if names is None or name in names:
        result = tables.method_result(value.name, name)
        return Callback(_filled(parse_type(result), value)) if result else Unknown(f"{value.name}.{name}")
    if value.name not in tables.CONCRETE:
        return Unknown(f"what {name} is on something declared as {value.name}", doubtful=True)
    kind = "NoneType" if value.name == "None" else value.name
    return _missing(name, f"{kind!r} object has no attribute {name!r}", "", likely=not value.exact)


def _filled(node: Node, value: Builtin) -> Node:
    """A method's result type, with the container's own type arguments put in."""
    arguments = value.args if not value.fixed else ()
    for position, name in enumerate(("K", "V")):
        node = substitute(node, name, arguments[position] if position < len(arguments) else NOTHING_SAID)
    return node


def _coroutine_attribute(value: Coroutine, name: str) -> Value:
    if name in (tables.attribute_names("coroutine") or ()):
        return Unknown("a coroutine's own method")
    text = f"'coroutine' object has no attribute {name!r}"
    return Failed(Problem(Failure.NEVER_AWAITED, name, "AttributeError", text, "", value.likely))


def _tail(path: str) -> str:
    return path.rpartition(".")[2]
