"""Conditions that the source alone decides: `TYPE_CHECKING`, Python's version, the platform, constants."""

from __future__ import annotations

import ast
import operator
from typing import TYPE_CHECKING, Any

from apidrift.surfaces._text import dotted

if TYPE_CHECKING:
    from collections.abc import Callable

TARGET_PYTHON = (3, 11, 9, "final", 0)
"""The Python that surfaces speak of, whatever Python runs apidrift."""

_FACTS: dict[str, object] = {
    "sys.version_info": TARGET_PYTHON,
    "sys.version_info.major": TARGET_PYTHON[0],
    "sys.version_info.minor": TARGET_PYTHON[1],
    "sys.hexversion": 0x030B09F0,
    "sys.platform": "linux",
    "sys.maxsize": 2**63 - 1,
    "sys.byteorder": "little",
    "sys.implementation.name": "cpython",
    "os.name": "posix",
    "__debug__": True,
    "__name__": "<imported>",
}
_CALLS: dict[str, object] = {
    "platform.system": "Linux",
    "platform.python_implementation": "CPython",
    "platform.machine": "x86_64",
}
_COMPARE: dict[type[ast.cmpop], Callable[[Any, Any], object]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Is: operator.is_,
    ast.IsNot: operator.is_not,
    ast.In: lambda a, b: a in b,
    ast.NotIn: lambda a, b: a not in b,
}
_UNKNOWN = object()
_DEPTH = 12

TYPE_CHECKING_NAMES = frozenset(
    {"TYPE_CHECKING", "typing.TYPE_CHECKING", "t.TYPE_CHECKING", "typing_extensions.TYPE_CHECKING"}
)


def decide(test: ast.expr, lookup: Callable[[str], ast.expr | None]) -> bool | None:
    """Whether a condition holds at run time; None when the source does not say.

    Args:
        test: the condition.
        lookup: the expression a plain name was last given at this point, if there is just one.
    """
    value = _value(test, lookup, 0)
    return None if value is _UNKNOWN else bool(value)


def is_type_checking(test: ast.expr) -> bool:
    """Whether a condition holds for type checkers alone: `TYPE_CHECKING`, or that or what never holds at run time."""
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.Or):
        others = [value for value in test.values if not is_type_checking(value)]
        return len(others) < len(test.values) and all(decide(value, lambda _: None) is False for value in others)
    return dotted(test) in TYPE_CHECKING_NAMES


def _value(node: ast.expr, lookup: Callable[[str], ast.expr | None], depth: int) -> object:  # noqa: PLR0911 -- one arm per syntax
    if depth > _DEPTH:
        return _UNKNOWN
    match node:
        case ast.Constant(value=value):
            return value
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            known = _value(operand, lookup, depth + 1)
            return _UNKNOWN if known is _UNKNOWN else not known
        case ast.BoolOp(op=op, values=values):
            return _junction([_value(v, lookup, depth + 1) for v in values], every=isinstance(op, ast.And))
        case ast.Compare(left=left, ops=[op], comparators=[right]):
            return _compared(_value(left, lookup, depth + 1), op, _value(right, lookup, depth + 1))
        case ast.Tuple(elts=elts) | ast.List(elts=elts) | ast.Set(elts=elts):
            items = [_value(e, lookup, depth + 1) for e in elts]
            return _UNKNOWN if any(v is _UNKNOWN for v in items) else tuple(items)
        case ast.Subscript(value=owner, slice=index):
            return _indexed(_value(owner, lookup, depth + 1), index)
        case ast.Call():
            return _called(node, lookup, depth)
        case ast.Name() | ast.Attribute():
            return _named(node, lookup, depth)
        case _:
            return _UNKNOWN


def _named(node: ast.expr, lookup: Callable[[str], ast.expr | None], depth: int) -> object:
    name = dotted(node)
    if name in TYPE_CHECKING_NAMES:
        return False
    if name in _FACTS:
        return _FACTS[name]
    if isinstance(node, ast.Name) and (given := lookup(name)) is not None:
        return _value(given, lookup, depth + 1)
    return _UNKNOWN


def _junction(values: list[object], *, every: bool) -> object:
    known = [bool(v) for v in values if v is not _UNKNOWN]
    if every and not all(known):
        return False
    if not every and any(known):
        return True
    return _UNKNOWN if len(known) < len(values) else every


def _compared(left: object, op: ast.cmpop, right: object) -> object:
    if left is _UNKNOWN or right is _UNKNOWN:
        return _UNKNOWN
    try:
        return bool(_COMPARE[type(op)](left, right))
    except TypeError:
        return _UNKNOWN


def _indexed(value: object, index: ast.expr) -> object:
    if not isinstance(value, tuple | str):
        return _UNKNOWN
    try:
        return value[_index(index)]
    except (IndexError, TypeError, ValueError):
        return _UNKNOWN


def _index(node: ast.expr) -> Any:
    if isinstance(node, ast.Slice):
        return slice(*(None if e is None else ast.literal_eval(e) for e in (node.lower, node.upper, node.step)))
    return ast.literal_eval(node)


def _called(node: ast.Call, lookup: Callable[[str], ast.expr | None], depth: int) -> object:
    name = dotted(node.func)
    if name in _CALLS and not node.args:
        return _CALLS[name]
    match node.func:
        case ast.Attribute(value=owner, attr="startswith" | "endswith" as method) if len(node.args) == 1:
            text, part = _value(owner, lookup, depth + 1), _value(node.args[0], lookup, depth + 1)
            if isinstance(text, str) and isinstance(part, str | tuple):
                return getattr(text, method)(part)
    return _UNKNOWN
