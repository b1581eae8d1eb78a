"""Statements: order, branches, loops and the guards they put around what they hold."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from apidrift.contracts._annotations import annotated
from apidrift.contracts._assign import assign
from apidrift.contracts._atoms import NONE, UNKNOWN, Lit, Prov, Value, merge_guards
from apidrift.contracts._env import reference
from apidrift.contracts._interp import Interp
from apidrift.contracts._items import iterate
from apidrift.contracts._operators import OPERATORS, operand
from apidrift.contracts._scan import always_exits
from apidrift.contracts._tests import test
from apidrift.contracts._values import Seq, guarded, informative, join
from apidrift.contracts._verdicts import hard
from apidrift.model import contract as c

if TYPE_CHECKING:
    from apidrift.contracts._env import Env
    from apidrift.contracts._verdicts import Narrowing

MAX_LOOP_NESTING = 2


def _expression(it: Interp, node: ast.stmt) -> bool:
    assert isinstance(node, ast.Expr)
    if not isinstance(node.value, ast.Constant):
        it.eval(node.value)
    return always_exits(node)


def _assign(it: Interp, node: ast.stmt) -> bool:
    assert isinstance(node, ast.Assign)
    value = it.spread(node.value) if any(not isinstance(t, ast.Name) for t in node.targets) else it.eval(node.value)
    for target in node.targets:
        assign(it, target, value, node.value)
    return False


def _annotated(it: Interp, node: ast.stmt) -> bool:
    assert isinstance(node, ast.AnnAssign)
    declared = annotated(it, node.annotation, it.module, it.func)
    if it.func is None and not it.module.postponed:
        it.eval(node.annotation)
    value = it.eval(node.value) if node.value is not None else ()
    if not informative(value) and informative(declared):
        value = join(declared, tuple(atom for atom in value if isinstance(atom, Lit)))
    if it.cls is not None and isinstance(node.target, ast.Name):
        _field(it, node)
    if node.value is not None or informative(declared):
        assign(it, node.target, value or UNKNOWN, node.value or node.target)
    return False


def _field(it: Interp, node: ast.AnnAssign) -> None:
    assert it.cls is not None
    assert isinstance(node.target, ast.Name)
    module, func = it.module, it.func
    it.cls.annotated[node.target.id] = (node.annotation, lambda: annotated(it, node.annotation, module, func))


def _augmented(it: Interp, node: ast.stmt) -> bool:
    assert isinstance(node, ast.AugAssign)
    value = it.spread(node.value)
    load = ast.copy_location(_as_load(node.target), node.target)
    before = it.eval(load)
    method = OPERATORS[type(node.op)]
    it.emit(c.Operate(f"__i{method[2:]}", operand(value)), before, load)
    sequences = [atom for atom in (*before, *value) if isinstance(atom, Seq)]
    after: Value = UNKNOWN
    if sequences:
        after = (Seq(sequences[0].kind, None, join(*(atom.element for atom in sequences))),)
    assign(it, node.target, after, node.value)
    return False


def _as_load(node: ast.expr) -> ast.expr:
    match node:
        case ast.Name(id=name):
            return ast.Name(name, ast.Load())
        case ast.Attribute(value=value, attr=attr):
            return ast.Attribute(value, attr, ast.Load())
        case ast.Subscript(value=value, slice=index):
            return ast.Subscript(value, index, ast.Load())
        case _:
            return node


def _delete(it: Interp, node: ast.stmt) -> bool:
    assert isinstance(node, ast.Delete)
    for target in node.targets:
        if isinstance(target, ast.Attribute):
            it.emit(c.Delete(target.attr), it.eval(target.value), target)
        elif isinstance(target, ast.Subscript):
            owner = it.eval(target.value)
            it.emit(c.Operate("__delitem__"), tuple(a for a in owner if isinstance(a, Prov)), target.value)
    return False


def _return(it: Interp, node: ast.stmt) -> bool:
    assert isinstance(node, ast.Return)
    value = it.spread(node.value) if node.value is not None else NONE
    it.returned = join(it.returned, guarded(value or UNKNOWN, it.hard))
    return True


def _raise(it: Interp, node: ast.stmt) -> bool:
    assert isinstance(node, ast.Raise)
    for part in (node.exc, node.cause):
        if part is not None:
            it.eval(part)
    return True


def _assert(it: Interp, node: ast.stmt) -> bool:
    assert isinstance(node, ast.Assert)
    verdict = test(it, node.test)
    it.guards = merge_guards(it.guards, hard(verdict.true))
    narrow(it, verdict.narrow_true)
    if node.msg is not None:
        it.eval(node.msg)
    return verdict.static is False


def narrow(it: Interp, narrowing: Narrowing) -> None:
    """Take over what a test says of the tested references."""
    for key, value in narrowing.items():
        it.env.set(key, value)


def _if(it: Interp, node: ast.stmt) -> bool:
    assert isinstance(node, ast.If)
    verdict = test(it, node.test)
    ends, layers = [], []
    for body, guards, narrowing in (
        (node.body, verdict.true, verdict.narrow_true),
        (node.orelse, verdict.false, verdict.narrow_false),
    ):
        with it.branch(*guards) as layer:
            narrow(it, narrowing)
            ends.append(it.run(body))
        layers.append(layer)
    typing_only = any(isinstance(guard, c.TypeChecking) for guard in verdict.true)
    if typing_only:
        _merge_typing(it, layers)
        return False
    survivors = [layer for layer, ended in zip(layers, ends, strict=True) if not ended]
    it.env.merge(survivors)
    if ends[0] != ends[1]:
        it.guards = merge_guards(it.guards, hard(verdict.false if ends[0] else verdict.true))
    return all(ends)


def _merge_typing(it: Interp, layers: list[Env]) -> None:
    """`if TYPE_CHECKING: … else: …`: at run time there is only the second."""
    for name, value in layers[0].values.items():
        if name not in layers[1].values:
            it.env.set(name, value)
    for name, value in layers[1].values.items():
        it.env.set(name, value)


def _for(it: Interp, node: ast.stmt) -> bool:
    assert isinstance(node, ast.For | ast.AsyncFor)
    iterable = it.eval(node.iter)
    element = iterate(it, iterable, node.iter, is_async=isinstance(node, ast.AsyncFor))

    def once() -> None:
        assign(it, node.target, element, node.iter)
        it.run(node.body)

    _loop(it, once)
    it.run(node.orelse)
    return False


def _while(it: Interp, node: ast.stmt) -> bool:
    assert isinstance(node, ast.While)

    def once() -> None:
        verdict = test(it, node.test)
        it.guards = merge_guards(it.guards, verdict.true)
        narrow(it, verdict.narrow_true)
        it.run(node.body)

    _loop(it, once)
    it.run(node.orelse)
    return isinstance(node.test, ast.Constant) and bool(node.test.value) and not _breaks(node.body)


def _breaks(body: list[ast.stmt]) -> bool:
    return any(isinstance(inner, ast.Break) for statement in body for inner in ast.walk(statement))


def _loop(it: Interp, once: object) -> None:
    assert callable(once)
    it.loops += 1
    rounds = 2 if it.loops <= MAX_LOOP_NESTING else 1
    for _ in range(rounds):
        with it.branch() as layer:
            once()
        before = {name: it.env.get(name) for name in layer.values}
        it.env.merge([_skipped(it), layer])
        if all(value is None or not informative(it.env.get(name) or ()) for name, value in before.items()):
            break
    it.loops -= 1


def _skipped(it: Interp) -> Env:
    """The environment of a path on which nothing was bound."""
    from apidrift.contracts._env import Env as Layer  # noqa: PLC0415

    return Layer(it.env)


def _with(it: Interp, node: ast.stmt) -> bool:
    assert isinstance(node, ast.With | ast.AsyncWith)
    from apidrift.contracts._managers import enter  # noqa: PLC0415

    saved = it.guards
    for item in node.items:
        value, guard = enter(it, item.context_expr, is_async=isinstance(node, ast.AsyncWith))
        if item.optional_vars is not None:
            assign(it, item.optional_vars, value, item.context_expr)
        if guard is not None:
            it.guards = (*it.guards, guard)
    ended = it.run(node.body)
    suppressed = any(isinstance(guard, c.Attempt) for guard in it.guards[len(saved) :])
    it.guards = saved
    return ended and not suppressed


def _global(it: Interp, node: ast.stmt) -> bool:
    assert isinstance(node, ast.Global)
    it.shared.update(node.names)
    return False


def _nonlocal(it: Interp, node: ast.stmt) -> bool:
    assert isinstance(node, ast.Nonlocal)
    it.outer_names.update(node.names)
    return False


def _jump(it: Interp, node: ast.stmt) -> bool:
    del it, node
    return True


Interp.EXEC.update(
    {
        ast.Expr: _expression,
        ast.Assign: _assign,
        ast.AnnAssign: _annotated,
        ast.AugAssign: _augmented,
        ast.Delete: _delete,
        ast.Return: _return,
        ast.Raise: _raise,
        ast.Assert: _assert,
        ast.If: _if,
        ast.For: _for,
        ast.AsyncFor: _for,
        ast.While: _while,
        ast.With: _with,
        ast.AsyncWith: _with,
        ast.Global: _global,
        ast.Nonlocal: _nonlocal,
        ast.Break: _jump,
        ast.Continue: _jump,
    }
)
__all__ = ["narrow", "reference"]
