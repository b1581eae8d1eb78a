"""Values of expressions other than calls, and the uses met while evaluating them."""

from __future__ import annotations

import ast
import re

from apidrift.contracts import _texts as texts
from apidrift.contracts._atoms import NONE, UNKNOWN, Lit, Unknown, Value
from apidrift.contracts._attributes import attribute
from apidrift.contracts._env import reference
from apidrift.contracts._interp import Interp
from apidrift.contracts._items import iterate
from apidrift.contracts._values import Wrapped, join
from apidrift.model import contract as c
from apidrift.model.paths import Awaited

DOTTED = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*){2,}")


def _constant(it: Interp, node: ast.expr) -> Value:
    assert isinstance(node, ast.Constant)
    value = node.value
    if isinstance(value, str) and it.world.project.is_provider(value.partition(".")[0]) and DOTTED.fullmatch(value):
        named(it, node, value)
    if isinstance(value, str):
        texts.constant(it, value, node)
    if value is Ellipsis or (isinstance(value, str | bytes) and len(value) > 400):  # noqa: PLR2004 -- no one's name
        return (Unknown("" if value is Ellipsis else type(value).__name__),)
    return (Lit(value),)


def named(it: Interp, node: ast.expr, value: str) -> None:
    """Record a provider name inside a string."""
    if not (it.quiet or it.inline_depth):
        place = (node.lineno, node.col_offset, node.end_lineno or 0, node.end_col_offset or 0)
        it.record(c.Named("dotted", value), [], place, it.guards)


def _name(it: Interp, node: ast.expr) -> Value:
    assert isinstance(node, ast.Name)
    return it.lookup(node.id)


def _attribute(it: Interp, node: ast.expr) -> Value:
    assert isinstance(node, ast.Attribute)
    owner = it.eval(node.value)
    found = attribute(it, owner, node.attr, node)
    narrowed = it.env.get(reference(node))
    return narrowed or found


def _joined(it: Interp, node: ast.expr) -> Value:
    for part in ast.iter_child_nodes(node):
        if isinstance(part, ast.FormattedValue):
            it.spread(part.value)
        elif isinstance(part, ast.Constant) and isinstance(part.value, str):
            texts.constant(it, part.value, part)
    return (Unknown("str"),)


def _await(it: Interp, node: ast.expr) -> Value:
    assert isinstance(node, ast.Await)
    return awaited(it, it.eval(node.value), node.value)


def awaited(it: Interp, value: Value, node: ast.expr) -> Value:
    """What awaiting gives; the use of it is recorded."""
    it.emit(c.Await(), value, node)
    inner = [atom.value for atom in value if isinstance(atom, Wrapped) and atom.kind == "await"]
    return join(it.step(value, Awaited()), *inner) or UNKNOWN


def _walrus(it: Interp, node: ast.expr) -> Value:
    assert isinstance(node, ast.NamedExpr)
    value = it.eval(node.value)
    if isinstance(node.target, ast.Name):
        it.bind(node.target.id, value)
    return value


def _starred(it: Interp, node: ast.expr) -> Value:
    assert isinstance(node, ast.Starred)
    return iterate(it, it.eval(node.value), node.value)


def _slice(it: Interp, node: ast.expr) -> Value:
    for part in ast.iter_child_nodes(node):
        if isinstance(part, ast.expr):
            it.spread(part)
    return UNKNOWN


def _yield(it: Interp, node: ast.expr) -> Value:
    assert isinstance(node, ast.Yield)
    it.yielded = join(it.yielded, it.spread(node.value) if node.value else NONE)
    return UNKNOWN


def _yield_from(it: Interp, node: ast.expr) -> Value:
    assert isinstance(node, ast.YieldFrom)
    it.yielded = join(it.yielded, iterate(it, it.eval(node.value), node.value))
    return UNKNOWN


Interp.EVAL.update(
    {
        ast.Constant: _constant,
        ast.Name: _name,
        ast.Attribute: _attribute,
        ast.JoinedStr: _joined,
        ast.Await: _await,
        ast.NamedExpr: _walrus,
        ast.Starred: _starred,
        ast.Slice: _slice,
        ast.Yield: _yield,
        ast.YieldFrom: _yield_from,
    }
)
