"""Syntax as text and as hashes, the same on every Python version."""

from __future__ import annotations

import ast
import hashlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_SKIPPED = frozenset({"ctx", "type_comment", "type_ignores", "kind", "lineno", "col_offset", "end_lineno"})
"""Fields that say nothing about meaning. Empty fields are skipped too: Python versions differ in having them."""

_NAMES: dict[type[ast.AST], tuple[str, ...]] = {}


def canonical(node: ast.AST | list[ast.AST] | None) -> str:
    """A normalised dump: positions, contexts and empty fields left out."""
    out: list[str] = []
    _dump(node, out)
    return "".join(out)


def _dump(value: object, out: list[str]) -> None:
    if isinstance(value, ast.AST):
        kind = type(value)
        out.append(kind.__name__ + "(")
        names = _NAMES.get(kind)
        if names is None:
            names = _NAMES[kind] = tuple(name for name in kind._fields if name not in _SKIPPED)
        for name in names:
            part = getattr(value, name, None)
            if (part is None and kind is not ast.Constant) or part == []:
                continue
            if type(part) is str:
                out.append(f"{name}={part!r},")
            else:
                out.append(name)
                _dump(part, out)
        out.append(")")
    elif isinstance(value, list):
        out.append("[")
        for item in value:
            _dump(item, out)
        out.append("]")
    else:
        out.append(f"{value!r},")


def digest(text: str, size: int) -> str:
    """The first `size` hex digits of a hash of text."""
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()[:size]


def without_docstring(body: list[ast.stmt]) -> list[ast.stmt]:
    """A body's statements after its docstring."""
    match body:
        case [ast.Expr(value=ast.Constant(value=str())), *rest]:
            return rest
        case _:
            return body


def body_hash(body: list[ast.stmt]) -> str:
    """Hash of what a body does: its docstring and layout do not count."""
    return digest(canonical([*without_docstring(body)]), 12)


def spell(node: ast.expr | None) -> str:
    """An expression as Python spells it, on one line."""
    return "" if node is None else ast.unparse(node)


def dotted(node: ast.expr | None) -> str:
    """`a.b.c` of a chain of names, else empty."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return ""
    parts.append(node.id)
    return ".".join(reversed(parts))


def shape_hash(parts: Iterable[str]) -> str:
    """The short hash of a public shape, as a module's index holds it."""
    return digest("\0".join(parts), 6)
