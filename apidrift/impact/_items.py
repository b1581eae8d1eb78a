"""Items, elements, awaiting, entering: the steps of a path that are neither attributes nor calls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.impact import _tables as tables
from apidrift.impact._attributes import attribute
from apidrift.impact._calls import result
from apidrift.impact._members import builtin_base
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
from apidrift.model.symbols import Flavour

if TYPE_CHECKING:
    from apidrift.impact._world import World

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
        case Foreign() | Callback() | Manager():
            return Unknown("an item of something from outside the provider")


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
        return world.typed(fields[key].type or fields[key].annotation)
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
        return value
    return refuse(value, Failure.NOT_SUBSCRIPTABLE, f"type {value.path.rpartition('.')[2]!r} is not subscriptable")


# Elements -------------------------------------------------------------------------------------------------------------


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
        case _:
            return Unknown("elements of something from outside the provider")


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
