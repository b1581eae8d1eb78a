"""What a constructor computes its attributes from: `self.size = config.cache.size` is `config.cache.size`."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, NamedTuple

from apidrift.surfaces._text import dotted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.surfaces._binding import FunctionNode

_LONG = 120
"""Characters of a condition that are kept."""


class Origin(NamedTuple):
    """Where an attribute's value comes from."""

    path: str
    """A path of names that starts at a parameter."""
    unless: str = ""
    """The condition under which code further down assigns it anew; `…` where it is none that can be told."""


def origins(node: FunctionNode) -> dict[str, Origin]:
    """The attributes that a constructor sets, each by what it is computed from; those alone that are a path.

    Args:
        node: the constructor.
    """
    arguments = node.args
    positional = [*arguments.posonlyargs, *arguments.args]
    if not positional:
        return {}
    me = positional[0].arg
    known = {each.arg: each.arg for each in (*positional[1:], *arguments.kwonlyargs)}
    found: dict[str, Origin] = {}
    for statement in node.body:
        for target, value in _assigned(statement):
            _note(target, value, me, known, found)
        if not isinstance(statement, ast.Assign | ast.AnnAssign):
            _adjust(statement, me, known, found)
    return found


def _assigned(statement: ast.stmt) -> Iterator[tuple[ast.expr, ast.expr | None]]:
    match statement:
        case ast.Assign(targets=targets, value=value):
            yield from ((target, value) for target in targets)
        case ast.AnnAssign(target=target, value=value) if value is not None:
            yield target, value


def _note(target: ast.expr, value: ast.expr | None, me: str, known: dict[str, str], found: dict[str, Origin]) -> None:
    path = _path(value, me, known, found)
    for inner in ast.walk(target):
        match inner:
            case ast.Attribute(value=ast.Name(id=owner), attr=name) if owner == me and isinstance(inner.ctx, ast.Store):
                found.pop(name, None)
                if path and inner is target:
                    found[name] = Origin(path)
            case ast.Name(id=name, ctx=ast.Store()):
                known.pop(name, None)
                if path and inner is target:
                    known[name] = path


def _path(value: ast.expr | None, me: str, known: dict[str, str], found: dict[str, Origin]) -> str:
    """What a chain of names means in terms of the parameters; empty where it is no such chain."""
    first, _, rest = dotted(value).partition(".") if value is not None else ("", "", "")
    if first == me:
        name, _, rest = rest.partition(".")
        origin = found.get(name)
        start = origin.path if origin is not None and not origin.unless else ""
    else:
        start = known.get(first, "")
    return f"{start}.{rest}" if start and rest else start


def _adjust(statement: ast.stmt, me: str, known: dict[str, str], found: dict[str, Origin]) -> None:
    """What a statement of another kind assigns is no longer known, or known but for its condition."""
    unless = _condition(statement, me, known, found)
    for inner in ast.walk(statement):
        match inner:
            case ast.Attribute(value=ast.Name(id=owner), attr=name, ctx=ast.Store()) if owner == me and name in found:
                found[name] = Origin(found[name].path, unless)
            case ast.Name(id=name, ctx=ast.Store()):
                known.pop(name, None)


def _condition(statement: ast.stmt, me: str, known: dict[str, str], found: dict[str, Origin]) -> str:
    if not isinstance(statement, ast.If) or statement.orelse:
        return "…"
    text = ast.unparse(_Spelled(me, known, found).visit(ast.parse(ast.unparse(statement.test), mode="eval").body))
    return text if len(text) <= _LONG else "…"


class _Spelled(ast.NodeTransformer):
    """A condition in terms of the parameters, as far as they are known."""

    def __init__(self, me: str, known: dict[str, str], found: dict[str, Origin]) -> None:
        self._parts = me, known, found

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        path = _path(node, *self._parts)
        return ast.parse(path, mode="eval").body if path else self.generic_visit(node)
