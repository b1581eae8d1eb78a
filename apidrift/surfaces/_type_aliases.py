"""Type aliases: module variables that hold a type expression, told from other values by their shape."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from apidrift.surfaces._scope import BUILTINS
from apidrift.surfaces._text import dotted
from apidrift.surfaces._types import ANY

if TYPE_CHECKING:
    from apidrift.surfaces._scope import Scope
    from apidrift.surfaces._types import TypeReader

DECLARED = "typing.TypeAlias"
"""How `X: TypeAlias = …` reads."""
_GENERIC_HOMES = ("typing.", "typing_extensions.", "collections.abc.", "collections.")


def alias_type(reader: TypeReader, value: ast.expr | None, scope: Scope, *, declared: bool) -> str:
    """The type of a variable that stands for a type: `type[X | Y]`; empty where the value is no type expression."""
    if value is None or not (declared or _is_form(value, scope)):
        return ""
    meant = reader.read(value, scope)
    return f"type[{meant}]" if meant not in {"", ANY} else ""


def _is_form(node: ast.expr, scope: Scope) -> bool:
    """Whether an undeclared value can only be meant as a type: a union of classes, a generic with arguments."""
    match node:
        case ast.BinOp(op=ast.BitOr(), left=left, right=right):
            return _is_member(left, scope) and _is_member(right, scope)
        case ast.Subscript(value=ast.Name() | ast.Attribute() as head):
            path = scope.path(dotted(head))
            return path in BUILTINS or path.startswith(_GENERIC_HOMES) or scope.world.is_plain_class(path)
        case _:
            return False


def _is_member(node: ast.expr, scope: Scope) -> bool:
    match node:
        case ast.Constant(value=value):
            return value is None or isinstance(value, str)
        case ast.Name() | ast.Attribute():
            path = scope.path(dotted(node))
            last = path.rpartition(".")[2]
            known = path in BUILTINS or scope.world.is_plain_class(path)
            return known or (last[:1].isupper() and not last.isupper())  # `re.I | re.M` is no union
        case _:
            return _is_form(node, scope)
