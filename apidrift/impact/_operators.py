"""Operators and builtins that need a special method of their operand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from apidrift.impact import _tables as tables
from apidrift.impact._elements import element
from apidrift.impact._items import each, kind_name, refuse
from apidrift.impact._specials import CONVERSIONS, SAME, supplied
from apidrift.impact._values import (
    Builtin,
    ClassValue,
    Coroutine,
    Either,
    Failed,
    FunctionValue,
    InstanceValue,
    ModuleValue,
    Unknown,
    Value,
)
from apidrift.impact._world import literal
from apidrift.model.change import Failure

if TYPE_CHECKING:
    from apidrift.impact._world import World

_BINARY = {
    "add": "+",
    "sub": "-",
    "mul": "*",
    "matmul": "@",
    "truediv": "/",
    "floordiv": "//",
    "mod": "%",
    "pow": "** or pow()",
    "lshift": "<<",
    "rshift": ">>",
    "and": "&",
    "or": "|",
    "xor": "^",
    "divmod": "divmod()",
}
_UNARY = {"neg": "unary -", "pos": "unary +", "invert": "unary ~", "abs": "abs()"}
_ORDER = {"lt": "<", "le": "<=", "gt": ">", "ge": ">="}
_WORDS = {
    "__len__": "object of type {0!r} has no len()",
    "__next__": "{0!r} object is not an iterator",
    "__anext__": "'async for' received an object from __aiter__ that does not implement __anext__: {0}",
    "__setitem__": "{0!r} object does not support item assignment",
    "__delitem__": "{0!r} object doesn't support item deletion",
    "__getitem__": "{0!r} object is not subscriptable",
    "__contains__": "argument of type {0!r} is not iterable",
    "__hash__": "unhashable type: {0!r}",
    "__reversed__": "{0!r} object is not reversible",
    "__index__": "{0!r} object cannot be interpreted as an integer",
    "__int__": "int() argument must be a string, a bytes-like object or a real number, not {0!r}",
    "__float__": "float() argument must be a string or a real number, not {0!r}",
    "__round__": "type {0} doesn't define __round__ method",
    "__call__": "{0!r} object is not callable",
    "__fspath__": "expected str, bytes or os.PathLike object, not {0}",
    "__bytes__": "cannot convert {0!r} object to bytes",
}
ANYTHING = frozenset({"is", "__eq__", "__ne__", "__repr__", "__str__", "__format__", "__sizeof__", "__dir__"})
"""Operators that every object has, whatever it is."""
_ALWAYS = ANYTHING | {"__bool__"}


def operate(world: World, value: Value, method: str, operand: str = "") -> Value:  # noqa: PLR0911 -- one arm per kind of value
    """An operator on a value: a value where it works, else why it does not."""
    if method[:3] == "__r" and method[3:-2] in _BINARY:
        return value if isinstance(value, Failed) else Unknown("the left operand may know how")
    if method in _ALWAYS:
        return value if isinstance(value, Failed) else Unknown("an operator every object has")
    match value:
        case Either():
            return each(value, [operate(world, option, method, operand) for option in value.options])
        case InstanceValue():
            return _on_instance(world, value, method, operand)
        case FunctionValue() | Coroutine() | ModuleValue():
            return _on_plain(value, method, operand)
        case Builtin() if value.name in tables.CONCRETE:
            return _on_builtin(value, method, operand)
        case ClassValue() if method in {"__call__", "__hash__", "__or__"}:
            return value
        case Failed() | Unknown():
            return value
        case Builtin() if method in (tables.attribute_names(value.name) or ()):
            return Unknown("an operator of a declared type")
        case _:
            return Unknown("an operator on something known by its declaration alone", doubtful=True)


def _on_instance(world: World, value: InstanceValue, method: str, operand: str) -> Value:
    special = supplied(world, value, method, operand)
    if special is not None:
        return special
    if operand == SAME:
        refused = _refusal(value, method, operand).problem
        return Failed(msgspec.structs.replace(refused, likely=True))  # one element alone is compared with none
    if method in {"__iter__", "__contains__"}:
        elements = element(world, value)
        return elements if not isinstance(elements, Failed) else _refusal(value, method, operand)
    if method.startswith("__i") and method[3:-2] in _BINARY:
        plain = operate(world, value, f"__{method[3:]}", operand)
        return _refusal(value, method, operand) if isinstance(plain, Failed) else plain
    if _reflected(method) and not operand:
        return Unknown("the other operand may know how", doubtful=True)
    return _refusal(value, method, operand)


def _reflected(method: str) -> bool:
    return method[2:-2] in _BINARY or method[2:-2] in _ORDER


def _on_plain(value: Value, method: str, operand: str) -> Value:
    if method in (tables.attribute_names(kind_name(value)) or ()) or method == "__hash__":
        return value
    return (
        Unknown("the other operand may know how", doubtful=True)
        if _reflected(method) and not operand
        else _refusal(value, method, operand)
    )


def _on_builtin(value: Builtin, method: str, operand: str) -> Value:
    if method in CONVERSIONS and value.name in {"str", "bytes", "bytearray"}:
        return Unknown("a conversion of a text")
    names = tables.attribute_names(value.name) or frozenset()
    if method in names or (method == "__contains__" and "__iter__" in names):
        return Unknown("an operator of a builtin type")
    inplace = f"__{method[3:]}" if method.startswith("__i") else method
    if inplace in names or (method == "__reversed__" and "__getitem__" in names):
        return Unknown("an operator of a builtin type")
    if _reflected(inplace) and not operand:
        return Unknown("the other operand may know how", doubtful=True)
    return _refusal(value, method, operand)


def _refusal(value: Value, method: str, operand: str) -> Failed:
    kind, short = kind_name(value), method[2:-2]
    other = kind if operand == SAME else _operand_kind(operand)
    if short in _BINARY or short[1:] in _BINARY:
        sign = _BINARY.get(short) or _BINARY[short[1:]].split(" ")[0] + "="
        text = f"unsupported operand type(s) for {sign}: {kind!r} and {other!r}"
    elif short in _ORDER:
        text = f"{_ORDER[short]!r} not supported between instances of {kind!r} and {other!r}"
    elif short in _UNARY:
        text = f"bad operand type for {_UNARY[short]}: {kind!r}"
    else:
        text = _WORDS.get(method, f"{{0!r}} object has no attribute {method!r}").format(kind)
    failure = Failure.WRONG_RESULT if isinstance(value, FunctionValue) else Failure.MISSING_SPECIAL_METHOD
    return refuse(value, failure, text, method)


def _operand_kind(operand: str) -> str:
    value = literal(operand) if operand else None
    return kind_name(value) if isinstance(value, Builtin) else "object"
