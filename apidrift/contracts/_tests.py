"""Tests: the facts a condition gives for its two outcomes, and how it narrows what is tested."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

from apidrift.contracts._atoms import (
    ClassAtom,
    Ext,
    Instance,
    Lit,
    Prov,
    Unknown,
    Value,
    merge_guards,
)
from apidrift.contracts._comparisons import (
    compare,
)
from apidrift.contracts._env import reference
from apidrift.contracts._values import Mapping, Seq, TypeForm, guarded, join, providers, text
from apidrift.contracts._verdicts import Narrowing, Verdict, can_be, condition, hard, partition
from apidrift.model import contract as c
from apidrift.model.paths import Narrowed

if TYPE_CHECKING:
    from collections.abc import Callable

    from apidrift.contracts._atoms import Atom
    from apidrift.contracts._interp import Interp


def test(it: Interp, node: ast.expr) -> Verdict:  # noqa: PLR0911 -- one arm per kind
    """Evaluate a condition."""
    match node:
        case ast.UnaryOp(op=ast.Not(), operand=inner):
            return test(it, inner).inverted()
        case ast.BoolOp(op=ast.And(), values=values):
            return _all(it, values, test)
        case ast.BoolOp(op=ast.Or(), values=values):
            return _all(it, values, lambda i, n: test(i, n).inverted()).inverted()
        case ast.Compare():
            return compare(it, node)
        case ast.NamedExpr(target=ast.Name(id=name), value=inner):
            value = it.eval(inner)
            it.bind(name, value)
            return _truth(it, value, inner, name)
        case ast.Call(func=func, args=[subject, *_]) if _is_builtin(it, func, "isinstance"):
            return _isinstance(it, node, subject)
        case ast.Call(func=func, args=[subject, name]) if _is_builtin(it, func, "hasattr"):
            return _hasattr(it, node, subject, name)
        case ast.Call(func=func, args=[subject, *_]) if reference(subject):
            return _predicate(it, _truth(it, it.eval(node), node, ""), func, subject)
        case _:
            return _truth(it, it.eval(node), node, reference(node))


def _predicate(it: Interp, verdict: Verdict, func: ast.expr, subject: ast.expr) -> Verdict:
    """`if supports_x(value):` by a function of the provider: from there on the value is one that it holds for."""
    with it.silence():
        names = [atom.node.dotted() for atom in providers(it.eval(func))]
        value = it.eval(subject)
    tests = [name for name in names if PREDICATE.match(name.rpartition(".")[2])]
    if len(tests) == 1 and providers(value):
        step = Narrowed(tests[0])
        verdict.narrow_true[reference(subject)] = join(
            *(it.step((atom,), step) if isinstance(atom, Prov) else (atom,) for atom in value)
        )
    return verdict


PREDICATE = re.compile(r"_*(?:is|has|supports?|can)_")
"""How functions are named that say whether something holds for their argument."""


def _is_builtin(it: Interp, func: ast.expr, name: str) -> bool:
    return isinstance(func, ast.Name) and func.id == name and name not in it.module.bound and it.env.get(name) is None


def _all(it: Interp, values: list[ast.expr], one: Callable[[Interp, ast.expr], Verdict]) -> Verdict:
    verdict = Verdict()
    with it.branch() as layer:
        for node in values:
            part = one(it, node)
            it.guards = merge_guards(it.guards, hard(part.true))
            for key, value in part.narrow_true.items():
                it.env.set(key, value)
            verdict.true = merge_guards(verdict.true, part.true)
            verdict.narrow_true |= part.narrow_true
            verdict.static = False if part.static is False else verdict.static
    _keep_walrus(it, layer.values, verdict.narrow_true)
    return verdict


def _keep_walrus(it: Interp, values: dict[str, Value], narrowed: Narrowing) -> None:
    for name, value in values.items():
        if name not in narrowed:
            it.env.set(name, value)


def _truth(it: Interp, value: Value, node: ast.expr, key: str) -> Verdict:
    if any(atom.node.parent is not None for atom in providers(value)):
        it.emit(c.Truth(), value, node)
    if _is_type_checking(value):
        guard = it.world.guard(c.TypeChecking())
        return Verdict((guard,), (), static=None)
    truthy = tuple(atom for atom in value if can_be(atom, True))
    falsy = tuple(atom for atom in value if can_be(atom, False))
    return partition(it, value, (truthy, falsy), node, key)


def _is_type_checking(value: Value) -> bool:
    return any(isinstance(atom, Ext) and atom.name.rpartition(".")[2] == "TYPE_CHECKING" for atom in value)


def _isinstance(it: Interp, node: ast.expr, subject: ast.expr) -> Verdict:
    assert isinstance(node, ast.Call)
    from apidrift.contracts._annotations import instances  # noqa: PLC0415 -- rare enough
    from apidrift.contracts._externals import check_classes  # noqa: PLC0415

    value = it.eval(subject)
    if any(atom.node.parent is not None for atom in providers(value)):
        it.emit(c.Operate("is"), value, subject)
    wanted = check_classes(it, node.args[1], "isinstance") if len(node.args) > 1 else ()
    key = reference(subject)
    guard = condition(it, node)
    verdict = Verdict((guard,), (guard,), value=(Unknown("bool"),))
    if not key or not wanted:
        return verdict
    classes = tuple(atom for atom in wanted if isinstance(atom, Prov | ClassAtom | TypeForm))
    if classes:
        found = instances(it, classes)
        exact = tuple(atom for atom in value if any(atom.key == other.key for other in found))
        verdict.narrow_true = {key: exact or found}
        verdict.narrow_false = (
            {key: tuple(a for a in value if a not in exact)} if exact and len(exact) < len(value) else {}
        )
    elif all(isinstance(atom, Ext) for atom in wanted):
        kept = tuple(atom for atom in value if isinstance(atom, Seq | Mapping | Lit | Instance))
        verdict.narrow_true = {key: kept or (Unknown(),)}
    return verdict


def _hasattr(it: Interp, node: ast.expr, subject: ast.expr, name: ast.expr) -> Verdict:
    """`hasattr(x, "name")` where `x` may be several things: each arrives under its own fact."""
    verdict = _truth(it, it.eval(node), node, "")
    with it.silence():
        value, spelled = it.eval(subject), text(it.eval(name))
    key = reference(subject)
    if not key or spelled is None or len(providers(value)) < MANY:
        return verdict
    for negated, narrowing in ((False, verdict.narrow_true), (True, verdict.narrow_false)):
        narrowing[key] = tuple(_under(it, atom, spelled, negated=negated) for atom in value)
    verdict.true = verdict.false = ()
    return verdict


MANY = 2


def _under(it: Interp, atom: Atom, name: str, *, negated: bool) -> Atom:
    if not isinstance(atom, Prov):
        return atom
    return atom.under((it.world.guard(c.HasName(atom.node.path(), name, negated)),))


def boolean_value(it: Interp, node: ast.BoolOp) -> Value:
    """The value of `a or b`, `a and b`: whichever operand decides."""
    wanted = isinstance(node.op, ast.Or)
    parts: list[Value] = []
    with it.branch() as layer:
        for index, operand_node in enumerate(node.values):
            verdict = test(it, operand_node) if index < len(node.values) - 1 else None
            value = verdict.as_value() if verdict else it.spread(operand_node)
            parts.append(value if verdict is None else tuple(a for a in value if can_be(a, wanted)))
            if verdict is not None:
                guards, narrow = (
                    (verdict.false, verdict.narrow_false) if wanted else (verdict.true, verdict.narrow_true)
                )
                it.guards = merge_guards(it.guards, hard(guards))
                for key, inner in narrow.items():
                    it.env.set(key, inner)
    del layer
    return join(*parts)


def branch_value(it: Interp, node: ast.expr, guards: tuple[c.Guard, ...], narrow: Narrowing) -> Value:
    """The value of one arm of a conditional expression."""
    with it.branch(*guards):
        for key, value in narrow.items():
            it.env.set(key, value)
        return guarded(it.spread(node), hard(guards))
