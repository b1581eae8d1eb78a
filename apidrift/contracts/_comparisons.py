"""Comparisons: with None, with versions, of names with what a callable accepts, and all others."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from apidrift.contracts import _versions as versions
from apidrift.contracts._atoms import (
    ClassAtom,
    Ext,
    Instance,
    Lit,
    ModuleAtom,
    Parameters,
    Prov,
    Unknown,
    Value,
    merge_guards,
)
from apidrift.contracts._env import reference
from apidrift.contracts._operators import OPERATORS, operand
from apidrift.contracts._values import FuncAtom, Mapping, Seq, literal, providers, text
from apidrift.model import contract as c
from apidrift.model.paths import Attr

if TYPE_CHECKING:
    from apidrift.contracts._atoms import Atom
    from apidrift.contracts._interp import Interp
from apidrift.contracts._verdicts import Verdict, condition, partition


def compare(it: Interp, node: ast.Compare) -> Verdict:
    """The verdict of a comparison; operators met on provider values are uses."""
    if len(node.ops) > 1:
        return _chain(it, node)
    op, right_node = node.ops[0], node.comparators[0]
    left, right = it.spread(node.left), it.spread(right_node)
    if isinstance(op, ast.Is | ast.IsNot | ast.Eq | ast.NotEq) and (found := literal(right)) and _identity(found, op):
        verdict = _is(it, left, found, node)
        return verdict.inverted() if isinstance(op, ast.IsNot | ast.NotEq) else verdict
    gate = versions.gate(it, op, left, right)
    if gate is not None:
        return Verdict(*gate)
    member = _membership(it, op, left, right) or _sentinel(it, node)
    if member is not None:
        return member
    _emit_comparison(it, node, left, right)
    facts = _constant(it, op, left, right)
    if facts is not None:
        return Verdict(*facts)
    guard = condition(it, node)
    return Verdict((guard,), (guard,), value=(Unknown("bool"),))


def _sentinel(it: Interp, node: ast.Compare) -> Verdict | None:
    """`getattr(x, "name", NOTHING) is NOTHING`: whether it lacks the name."""
    match node.left:
        case ast.Call(func=ast.Name(id="getattr"), args=[subject, ast.Constant(value=str(name)), default]) if (
            isinstance(node.ops[0], ast.Is | ast.IsNot | ast.Eq | ast.NotEq)
            and ast.dump(default) == ast.dump(node.comparators[0])
        ):
            with it.silence():
                paths = [atom.node.path() for atom in providers(it.eval(subject))]
            yes = tuple(it.world.guard(c.HasName(path, name, negated=True)) for path in paths)
            no = tuple(it.world.guard(c.HasName(path, name)) for path in paths)
            verdict = Verdict(yes, no) if paths else None
            return verdict.inverted() if verdict and isinstance(node.ops[0], ast.IsNot | ast.NotEq) else verdict
        case _:
            return None


def _chain(it: Interp, node: ast.Compare) -> Verdict:
    """`a <= b < c`: both comparisons hold; which one does not is not known."""
    verdict = Verdict(false=(condition(it, node),))
    sides = [node.left, *node.comparators]
    for left, op, right in zip(sides, node.ops, node.comparators, strict=False):
        pair = ast.copy_location(ast.Compare(left, [op], [right]), node)
        verdict.true = merge_guards(verdict.true, compare(it, pair).true)
    return verdict


def _identity(found: Lit, op: ast.cmpop) -> bool:
    return found.value is None or (
        isinstance(found.value, bool) and isinstance(op, ast.Is | ast.IsNot | ast.Eq | ast.NotEq)
    )


def _is(it: Interp, value: Value, found: Lit, node: ast.Compare) -> Verdict:
    if found.value is not None and providers(value):
        it.emit(c.Operate("__eq__", repr(found.value)), value, node.left)
    elif any(atom.node.parent is not None for atom in providers(value)):
        it.emit(c.Operate("is", "None"), value, node.left)
    key = reference(node.left) if not isinstance(node.left, ast.NamedExpr) else _walrus_name(node.left)
    same = tuple(
        a for a in value if (isinstance(a, Lit) and a.value is found.value) or isinstance(a, Unknown) or _may_be(a)
    )
    other = tuple(a for a in value if not (isinstance(a, Lit) and a.value is found.value))
    verdict = partition(it, value, (same, other), node.left, key)
    verdict.value = ()
    return verdict


def _walrus_name(node: ast.NamedExpr) -> str:
    return node.target.id if isinstance(node.target, ast.Name) else ""


def _may_be(atom: Atom) -> bool:
    return not isinstance(atom, Lit | ClassAtom | FuncAtom | ModuleAtom | Instance | Seq | Mapping | Prov | Ext)


def _membership(it: Interp, op: ast.cmpop, left: Value, right: Value) -> Verdict | None:
    if not isinstance(op, ast.In | ast.NotIn):
        return None
    name = text(left)
    for atom in right:
        if isinstance(atom, Parameters) and name is not None:
            kind = c.HasName if atom.kind == "names" else c.HasParameter
            yes = tuple(it.world.guard(kind(node.path(), name)) for node in atom.nodes)
            no = tuple(it.world.guard(kind(node.path(), name, negated=True)) for node in atom.nodes)
            verdict = Verdict(yes, no)
            return verdict.inverted() if isinstance(op, ast.NotIn) else verdict
    return None


def _constant(it: Interp, op: ast.cmpop, left: Value, right: Value) -> versions.Facts | None:
    """A constant of the provider's, named like one, beside a literal: which side runs depends on the version."""
    symbol = versions.SYMBOLS.get(type(op))
    for one, two, flip in ((left, right, False), (right, left, True)):
        spelled = _spelled(two)
        if symbol is not None and spelled and len(one) == 1 and isinstance(one[0], Prov) and named_constant(one[0]):
            path, sign = one[0].node.path(), versions.FLIPPED[symbol] if flip else symbol
            yes = it.world.guard(c.HasValue(path, sign, spelled))
            return (yes,), (it.world.guard(c.HasValue(path, sign, spelled, negated=True)),)
    return None


def _spelled(value: Value) -> str:
    """The literal's `repr`: a plain constant or a tuple of them."""
    match value:
        case (Lit(value=bool() | int() | str() | float() as plain),):
            return repr(plain)
        case (Seq(kind="tuple", items=items),) if items:
            found = [literal(item) for item in items]
            return repr(tuple(f.value for f in found if f)) if all(found) else ""
        case _:
            return ""


def named_constant(atom: Prov) -> bool:
    """Whether a value is read by a name in capitals (or a version): others are meant to be set at run time."""
    path = atom.node.path()
    step = path.steps[-1] if path.steps else None
    name = step.name if isinstance(step, Attr) else getattr(path.root, "name", "") if step is None else ""
    return name.isupper() or "version" in name.lower()


def _emit_comparison(it: Interp, node: ast.Compare, left: Value, right: Value) -> None:
    op, right_node = node.ops[0], node.comparators[0]
    if isinstance(op, ast.Is | ast.IsNot):
        return
    method = OPERATORS[type(op)]
    if isinstance(op, ast.In | ast.NotIn):
        it.emit(c.Operate(method, operand(left)), right, right_node)
        return
    it.emit(c.Operate(method, operand(right)), left, node.left)
    if not providers(left):
        it.emit(c.Operate(method, operand(left)), right, right_node)
