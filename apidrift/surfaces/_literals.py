"""Values known from the source, and how they are written down."""

from __future__ import annotations

import ast
import operator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from apidrift.surfaces._text import digest

if TYPE_CHECKING:
    from collections.abc import Callable

Env = dict[str, object]


class _Unknown:
    def __repr__(self) -> str:
        return "UNKNOWN"


UNKNOWN = _Unknown()
"""The value the source does not tell."""


@dataclass(frozen=True, slots=True)
class Ref:
    """An object known by where it is defined: a class, a function, a module, an enum member."""

    path: str


BINARY: dict[type[ast.operator], Callable[[Any, Any], object]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
    ast.BitOr: operator.or_,
    ast.BitAnd: operator.and_,
    ast.BitXor: operator.xor,
}
UNARY: dict[type[ast.unaryop], Callable[[Any], object]] = {
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
    ast.Invert: operator.invert,
    ast.Not: operator.not_,
}
COMPARE: dict[type[ast.cmpop], Callable[[Any, Any], object]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Is: operator.eq,
    ast.IsNot: operator.ne,
    ast.In: lambda a, b: a in b,
    ast.NotIn: lambda a, b: a not in b,
}
LONG = 2000
"""Characters of a literal that are kept; longer ones are cut to a hash."""


def literal(value: object) -> str | None:
    """A value as canonical text; None where a part of it is unknown. Very long values are cut to a hash."""
    try:
        text = _literal(value)
    except ValueError:
        return None
    return text if len(text) <= LONG else f"<{type(value).__name__} {digest(text, 12)}>"


def _literal(value: object) -> str:  # noqa: PLR0911 -- one arm per type
    match value:
        case Ref(path):
            return path
        case dict():
            return "{" + ", ".join(f"{_literal(k)}: {_literal(v)}" for k, v in value.items()) + "}"
        case list():
            return "[" + ", ".join(map(_literal, value)) + "]"
        case tuple():
            return "(" + ", ".join(map(_literal, value)) + ("," if len(value) == 1 else "") + ")"
        case set() | frozenset():
            inner = "{" + ", ".join(sorted(map(_literal, value))) + "}" if value else "set()"
            return f"frozenset({inner})" if isinstance(value, frozenset) else inner
        case None | bool() | int() | float() | complex() | str() | bytes():
            return repr(value)
        case _ if value is Ellipsis:
            return "..."
        case _:
            raise ValueError(value)
