"""Tests: the facts a condition gives for its two outcomes, and how it narrows what is tested."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from apidrift.contracts import _versions as versions
from apidrift.contracts._env import reference
from apidrift.contracts._expressions import OPERATORS, operand, spread
from apidrift.contracts._interp import Interp
from apidrift.contracts._scan import names_of
from apidrift.contracts._values import (
    ClassAtom,
    Ext,
    FuncAtom,
    Instance,
    Lit,
    Mapping,
    ModuleAtom,
    Parameters,
    Prov,
    Seq,
    TypeForm,
    Unknown,
    Value,
    guarded,
    join,
    literal,
    merge_guards,
    providers,
    text,
)
from apidrift.model import contract as c

if TYPE_CHECKING:
    from collections.abc import Callable

    from apidrift.contracts._values import Atom

Narrowing = dict[str, Value]


@dataclass(slots=True)
class Verdict:
    """What follows where a test holds, and where it does not."""

    true: tuple[c.Guard, ...] = ()
    false: tuple[c.Guard, ...] = ()
    narrow_true: Narrowing = field(default_factory=dict)
    narrow_false: Narrowing = field(default_factory=dict)
    value: Value = ()
    """The value of the tested expression itself, where it is not plain true or false."""
    static: bool | None = None
    """The outcome, where it is always the same."""

    def inverted(self) -> Verdict:
        """The verdict of `not test`."""
        flipped = None if self.static is None else not self.static
        return Verdict(self.false, self.true, self.narrow_false, self.narrow_true, (), flipped)

    def as_value(self) -> Value:
        """The test's result as a value: true and false, each under its facts."""
        if self.value:
            return self.value
        if self.static is not None:
            return (Lit(self.static),)
        hard_true = tuple(g for g in self.true if not isinstance(g, c.Condition))
        hard_false = tuple(g for g in self.false if not isinstance(g, c.Condition))
        if not hard_true and not hard_false:
            return (Unknown("bool"),)
        return (Lit(True, hard_true), Lit(False, hard_false))


def test(it: Interp, node: ast.expr) -> Verdict:
    """Evaluate a condition."""
    match node:
        case ast.UnaryOp(op=ast.Not(), operand=inner):
            return test(it, inner).inverted()
        case ast.BoolOp(op=ast.And(), values=values):
            return _all(it, values, test)
        case ast.BoolOp(op=ast.Or(), values=values):
            return _all(it, values, lambda i, n: test(i, n).inverted()).inverted()
        case ast.Compare():
            return _compare(it, node)
        case ast.NamedExpr(target=ast.Name(id=name), value=inner):
            value = it.eval(inner)
            it.bind(name, value)
            return _truth(it, value, inner, name)
        case ast.Call(func=func, args=[subject, *_]) if _is_builtin(it, func, "isinstance"):
            return _isinstance(it, node, subject)
        case _:
            return _truth(it, it.eval(node), node, reference(node))


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


def hard(guards: tuple[c.Guard, ...]) -> tuple[c.Guard, ...]:
    """The guards that are facts."""
    return tuple(guard for guard in guards if not isinstance(guard, c.Condition))


def condition(it: Interp, node: ast.expr) -> c.Guard:
    """A guard for a test that is not understood."""
    return it.world.guard(c.Condition(names_of(node)))


def _truth(it: Interp, value: Value, node: ast.expr, key: str) -> Verdict:
    if any(atom.node.parent is not None for atom in providers(value)):
        it.emit(c.Truth(), value, node)
    if _is_type_checking(value):
        guard = it.world.guard(c.TypeChecking())
        return Verdict((guard,), (), static=None)
    truthy = tuple(atom for atom in value if _can_be(atom, True))
    falsy = tuple(atom for atom in value if _can_be(atom, False))
    return _partition(it, value, truthy, falsy, node, key)


def _is_type_checking(value: Value) -> bool:
    return any(isinstance(atom, Ext) and atom.name.rpartition(".")[2] == "TYPE_CHECKING" for atom in value)


def _partition(it: Interp, value: Value, yes: Value, no: Value, node: ast.expr, key: str) -> Verdict:
    """The facts of a test that tells alternatives apart."""
    true, false = _facts(yes, value), _facts(no, value)
    verdict = Verdict(true, false, value=value)
    if key and yes and no:
        verdict.narrow_true = {key: yes} if len(yes) < len(value) else {}
        verdict.narrow_false = {key: no} if len(no) < len(value) else {}
    if value and not no and all(isinstance(a, Lit) for a in yes):
        verdict.static = True
    if value and not yes:
        verdict.static = False
    if not true and not false and verdict.static is None:
        guard = condition(it, node)
        verdict.true = verdict.false = (guard,)
    return verdict


def _facts(side: Value, value: Value) -> tuple[c.Guard, ...]:
    """What is certain when one of these alternatives arrived: the guards they share."""
    if not side or len(side) == len(value):
        shared = side[0].guards if len(side) == 1 else ()
        return shared if len(value) == 1 and isinstance(side[:1] and side[0], Lit) else ()
    shared = side[0].guards
    for atom in side[1:]:
        shared = tuple(guard for guard in shared if any(guard is other for other in atom.guards))
    return shared


def _can_be(atom: Atom, truth: bool) -> bool:  # noqa: FBT001 -- which of the two outcomes
    match atom:
        case Lit(value=value):
            return bool(value) is truth
        case ClassAtom() | FuncAtom() | ModuleAtom():
            return truth
        case Prov(node=node) if node.parent is None:
            return truth
        case Prov():
            return True
        case Seq(items=items) if items is not None:
            return bool(items) is truth
        case Mapping(entries=entries, more=False) if all(entry.certain for entry in entries.values()):
            return bool(entries) is truth
        case _:
            return True


def _compare(it: Interp, node: ast.Compare) -> Verdict:
    if len(node.ops) > 1:
        for part in (node.left, *node.comparators):
            spread(part, it)
        return Verdict((condition(it, node),), (condition(it, node),))
    op, right_node = node.ops[0], node.comparators[0]
    left, right = spread(node.left, it), spread(right_node, it)
    if isinstance(op, ast.Is | ast.IsNot | ast.Eq | ast.NotEq) and (found := literal(right)) and _identity(found, op):
        verdict = _is(it, left, found, node)
        return verdict.inverted() if isinstance(op, ast.IsNot | ast.NotEq) else verdict
    gate = versions.gate(it, op, left, right)
    if gate is not None:
        return Verdict(*gate)
    member = _membership(it, op, left, right)
    if member is not None:
        return member
    _emit_comparison(it, node, left, right)
    guard = condition(it, node)
    return Verdict((guard,), (guard,), value=(Unknown("bool"),))


def _identity(found: Lit, op: ast.cmpop) -> bool:
    return found.value is None or (isinstance(found.value, bool) and isinstance(op, ast.Is | ast.IsNot | ast.Eq | ast.NotEq))


def _is(it: Interp, value: Value, found: Lit, node: ast.Compare) -> Verdict:
    if found.value is not None and providers(value):
        it.emit(c.Operate("__eq__", repr(found.value)), value, node.left)
    key = reference(node.left) if not isinstance(node.left, ast.NamedExpr) else _walrus_name(node.left)
    same = tuple(a for a in value if (isinstance(a, Lit) and a.value is found.value) or isinstance(a, Unknown) or _may_be(a))
    other = tuple(a for a in value if not (isinstance(a, Lit) and a.value is found.value))
    verdict = _partition(it, value, same, other, node.left, key)
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
            path = atom.node.path()
            kind = c.HasName if atom.kind == "names" else c.HasParameter
            yes, no = it.world.guard(kind(path, name)), it.world.guard(kind(path, name, negated=True))
            verdict = Verdict((yes,), (no,))
            return verdict.inverted() if isinstance(op, ast.NotIn) else verdict
    return None


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


def _isinstance(it: Interp, node: ast.expr, subject: ast.expr) -> Verdict:
    assert isinstance(node, ast.Call)
    from apidrift.contracts._annotations import instances  # noqa: PLC0415 -- rare enough
    from apidrift.contracts._externals import check_classes  # noqa: PLC0415

    value = it.eval(subject)
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
        verdict.narrow_false = {key: tuple(a for a in value if a not in exact)} if exact and len(exact) < len(value) else {}
    elif all(isinstance(atom, Ext) for atom in wanted):
        kept = tuple(atom for atom in value if isinstance(atom, Seq | Mapping | Lit | Instance))
        verdict.narrow_true = {key: kept or (Unknown(),)}
    return verdict


def boolean_value(it: Interp, node: ast.BoolOp) -> Value:
    """The value of `a or b`, `a and b`: whichever operand decides."""
    wanted = isinstance(node.op, ast.Or)
    parts: list[Value] = []
    with it.branch() as layer:
        for index, operand_node in enumerate(node.values):
            verdict = test(it, operand_node) if index < len(node.values) - 1 else None
            value = verdict.as_value() if verdict else spread(operand_node, it)
            parts.append(value if verdict is None else tuple(a for a in value if _can_be(a, wanted)))
            if verdict is not None:
                guards, narrow = (verdict.false, verdict.narrow_false) if wanted else (verdict.true, verdict.narrow_true)
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
        return guarded(spread(node, it), hard(guards))
