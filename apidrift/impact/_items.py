"""Items, elements, awaiting, entering: the steps of a path that are neither attributes nor calls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.impact import _tables as tables
from apidrift.impact._attributes import attribute
from apidrift.impact._members import Member, lookup
from apidrift.impact._results import result
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
from apidrift.impact._world import literal
from apidrift.model.change import Failure
from apidrift.model.paths import Argument, Shape
from apidrift.model.symbols import Attribute, Flavour

if TYPE_CHECKING:
    from apidrift.impact._world import World
    from apidrift.model.signature import Parameter

_SUBSCRIPTABLE = frozenset({"str", "bytes", "bytearray", "list", "dict", "tuple", "range", "memoryview"})
_ITERABLE = _SUBSCRIPTABLE | {"set", "frozenset", "generator"}


def kind_name(value: Value) -> str:  # noqa: PLR0911 -- one return per kind of value
    """The type's name as CPython prints it in its messages."""
    match value:
        case InstanceValue(path=path):
            return path.rpartition(".")[2]
        case Builtin(name="None"):
            return "NoneType"
        case Builtin(name=name):
            return name
        case FunctionValue(bound=bound):
            return "method" if bound else "function"
        case Coroutine():
            return "coroutine"
        case ModuleValue():
            return "module"
        case ClassValue() | BuiltinClass():
            return "type"
        case _:
            return "object"


def certain(value: Value) -> bool:
    """Whether the value's type is known from the value, not from a declaration that a subclass meets too."""
    match value:
        case InstanceValue(exact=exact) | Builtin(exact=exact) | ClassValue(exact=exact):
            return exact
        case FunctionValue(symbol=symbol):
            return not symbol.opaque and not symbol.decorators
        case Coroutine(likely=likely):
            return not likely
        case _:
            return True


def refuse(value: Value, failure: Failure, text: str, subject: str = "", exception: str = "TypeError") -> Failed:
    """The failure of an operation on a value."""
    if isinstance(value, Coroutine):
        failure = Failure.NEVER_AWAITED
    symbol = value.path if isinstance(value, InstanceValue | FunctionValue | ClassValue) else ""
    return Failed(Problem(failure, subject, exception, text, symbol, likely=not certain(value)))


def each(value: Either, answers: list[Value]) -> Value:
    """What an operation on alternatives gives."""
    return either(tuple(answers), decided_by_source=value.decided_by_source)


# Subscripts -----------------------------------------------------------------------------------------------------------


def item(world: World, value: Value, key: str) -> Value:  # noqa: PLR0911 -- one return per kind of value
    """What `value[key]` gives."""
    match value:
        case Builtin():
            return _builtin_item(world, value, key)
        case InstanceValue():
            return _instance_item(world, value, key)
        case ClassValue():
            return _class_item(world, value, key)
        case Either():
            return each(value, [item(world, option, key) for option in value.options])
        case FunctionValue() | Coroutine() | ModuleValue():
            return refuse(value, Failure.NOT_SUBSCRIPTABLE, f"{kind_name(value)!r} object is not subscriptable")
        case Unknown() | Failed():
            return value
        case BuiltinClass():
            return value
        case Foreign(path):
            return Foreign(f"{path}[]")
        case Callback() | Manager():
            return Unknown("an item of something known by its declaration alone", doubtful=True)


def _builtin_item(world: World, value: Builtin, key: str) -> Value:  # noqa: PLR0911 -- one return per kind of type
    if value.name in tables.CONCRETE and value.name not in _SUBSCRIPTABLE:
        return refuse(value, Failure.NOT_SUBSCRIPTABLE, f"{kind_name(value)!r} object is not subscriptable")
    if value.name in {"Iterator", "Iterable", "Generator", "AsyncIterator", "Collection", "Container"}:
        return Unknown(f"an item of something declared as {value.name}", doubtful=True)
    if value.literal and key and value.name in {"dict", "tuple", "list", "str"}:
        return _constant_item(value, key)
    if value.fixed and value.name == "tuple":
        return _tuple_item(world, value, key)
    if value.name in tables.MAPPINGS:
        return world.value(value.args[1]) if len(value.args) > 1 else Unknown("a value of an undeclared mapping")
    if key.startswith(":") or ":" in key.strip("'\""):
        return value
    if value.name in {"str", "bytes"}:
        return Builtin("str" if value.name == "str" else "int")
    return world.value(value.args[0]) if value.args else Unknown("an item of an undeclared sequence")


def _constant_item(value: Builtin, key: str) -> Value:
    import ast  # noqa: PLC0415 -- only where a constant is met

    try:
        holder, index = ast.literal_eval(value.literal), ast.literal_eval(key)
    except (ValueError, SyntaxError):
        return Unknown("an item of a constant")
    try:
        return literal(repr(holder[index]))
    except KeyError:
        return refuse(value, Failure.MISSING_KEY, key, key, "KeyError")
    except IndexError:
        text = f"{'string' if value.name == 'str' else value.name} index out of range"
        return refuse(value, Failure.UNPACK_COUNT, text, key, "IndexError")
    except TypeError:
        return Unknown("an item of a constant")


def _tuple_item(world: World, value: Builtin, key: str) -> Value:
    try:
        index = int(key)
    except ValueError:
        return Unknown("an item at a position that is not known")
    if -len(value.args) <= index < len(value.args):
        return world.value(value.args[index])
    return refuse(value, Failure.UNPACK_COUNT, "tuple index out of range", key, "IndexError")


def _instance_item(world: World, value: InstanceValue, key: str) -> Value:
    if value.symbol.flavour is Flavour.TYPEDDICT:
        return _typed_key(world, value, key)
    if value.symbol.flavour is Flavour.NAMEDTUPLE:
        return _field_item(world, value, key)
    special = attribute(world, value, "__getitem__")
    if isinstance(special, Failed):
        text = f"{kind_name(value)!r} object is not subscriptable"
        return refuse(value, Failure.NOT_SUBSCRIPTABLE, text)
    return result(world, special, Shape((Argument(key),)))


def _typed_key(world: World, value: InstanceValue, key: str) -> Value:
    fields = {repr(field.name): field for field in value.symbol.fields}
    if key in fields:
        return _field(world, value, fields[key])
    if not key or not fields:
        return Unknown("a key that is not known")
    symbol = f"{value.path}.{key[1:-1]}"
    return Failed(Problem(Failure.MISSING_KEY, key[1:-1], "KeyError", key, symbol, likely=True))


def _field_item(world: World, value: InstanceValue, key: str) -> Value:
    fields = value.symbol.fields
    try:
        field = fields[int(key)]
    except ValueError:
        return Unknown("a field at a position that is not known")
    except IndexError:
        return refuse(value, Failure.UNPACK_COUNT, "tuple index out of range", key, "IndexError")
    return _field(world, value, field)


def _field(world: World, value: InstanceValue, field: Parameter) -> Value:
    """The value of a field: by its member, whose type is qualified, else as the field spells it."""
    found = lookup(world, value.path, value.symbol, field.name)
    if isinstance(found, Member) and isinstance(found.symbol, Attribute):
        return world.attribute_value(found.symbol, value)
    return world.typed(field.type or field.annotation)


def _class_item(world: World, value: ClassValue, key: str) -> Value:
    symbol = value.symbol
    if symbol.flavour is not Flavour.ENUM:
        return _generic(world, value)
    name = key[1:-1]
    if not key or name in symbol.members:
        return InstanceValue(value.path, symbol, exact=True, member=name)
    if symbol.metaclass not in {"", "enum.EnumMeta", "enum.EnumType"}:
        return Unknown("its metaclass may know more members", doubtful=True)
    return Failed(Problem(Failure.MISSING_MEMBER, name, "KeyError", key, f"{value.path}.{name}"))


def _generic(world: World, value: ClassValue) -> Value:
    """`Class[int]`: the class again, where it can be subscripted at all."""
    special = attribute(world, value, "__class_getitem__")
    generic = any("Generic" in base or "Protocol" in base for base in (*value.symbol.mro, *value.symbol.bases))
    if generic or not isinstance(special, Failed):
        return ClassValue(value.path, value.symbol, value.exact, subscripted=True)
    return refuse(value, Failure.NOT_SUBSCRIPTABLE, f"type {value.path.rpartition('.')[2]!r} is not subscriptable")
