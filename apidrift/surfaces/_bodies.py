"""What a function's body gives away: returns, raises, calls on its receiver, forwarding."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from apidrift.surfaces._text import dotted

if TYPE_CHECKING:
    from apidrift.surfaces._flow import FunctionNode

_NESTED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)


@dataclass(slots=True)
class Facts:
    """One walk over a body, nested functions left out."""

    returns: list[ast.Return] = field(default_factory=list)
    yields: list[ast.Yield | ast.YieldFrom] = field(default_factory=list)
    raises: list[ast.expr] = field(default_factory=list)
    calls: list[ast.Call] = field(default_factory=list)
    assigns: list[tuple[ast.expr, ast.expr | None, ast.expr | None, int]] = field(default_factory=list)
    """(target, annotation, value, line)."""
    loops: list[tuple[ast.expr, ast.expr]] = field(default_factory=list)
    """(target, iterable)."""
    withs: list[tuple[ast.expr, ast.expr]] = field(default_factory=list)
    imports: list[ast.Import | ast.ImportFrom] = field(default_factory=list)
    inner: list[FunctionNode | ast.ClassDef] = field(default_factory=list)


def gather(node: FunctionNode) -> Facts:
    """The facts of a body in source order."""
    facts = Facts()
    for statement in node.body:
        _visit(statement, facts)
    return facts


def _visit(node: ast.AST, facts: Facts) -> None:  # noqa: C901, PLR0912 -- one arm per syntax
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            facts.inner.append(node)
            return
        case ast.Lambda():
            return
        case ast.Return():
            facts.returns.append(node)
        case ast.Yield() | ast.YieldFrom():
            facts.yields.append(node)
        case ast.Raise(exc=ast.expr() as raised):
            facts.raises.append(raised)
        case ast.Call():
            facts.calls.append(node)
        case ast.Assign(targets=targets, value=value):
            for target in targets:
                _targets(target, None, value, node.lineno, facts)
        case ast.AnnAssign(target=target, annotation=annotation, value=value):
            facts.assigns.append((target, annotation, value, node.lineno))
        case ast.AugAssign(target=target):
            facts.assigns.append((target, None, None, node.lineno))
        case ast.NamedExpr(target=target, value=value):
            facts.assigns.append((target, None, value, node.lineno))
        case ast.For(target=target, iter=iterable) | ast.AsyncFor(target=target, iter=iterable):
            facts.loops.append((target, iterable))
        case ast.With(items=items) | ast.AsyncWith(items=items):
            facts.withs.extend((i.optional_vars, i.context_expr) for i in items if i.optional_vars is not None)
        case ast.Import() | ast.ImportFrom():
            facts.imports.append(node)
    for child in ast.iter_child_nodes(node):
        _visit(child, facts)


def _targets(target: ast.expr, annotation: ast.expr | None, value: ast.expr | None, line: int, facts: Facts) -> None:
    match target:
        case ast.Tuple(elts=elts) | ast.List(elts=elts):
            parts: list[ast.expr | None] = [None] * len(elts)
            if isinstance(value, ast.Tuple | ast.List) and len(value.elts) == len(elts):
                parts = list(value.elts)
            for element, part in zip(elts, parts, strict=True):
                _targets(element, None, part, line, facts)
        case ast.Starred(value=inner):
            _targets(inner, None, None, line, facts)
        case _:
            facts.assigns.append((target, annotation, value, line))


def own_calls(facts: Facts, receiver: str) -> tuple[str, ...]:
    """Methods of its own receiver that a body calls, sorted."""
    names = {
        call.func.attr
        for call in facts.calls
        if isinstance(call.func, ast.Attribute) and dotted(call.func.value) == receiver
    }
    return tuple(sorted(names))


def falls_through(body: list[ast.stmt]) -> bool:
    """Whether control can reach the end of a body."""
    return not body or _continues(body[-1])


def _continues(node: ast.stmt) -> bool:  # noqa: PLR0911 -- one arm per statement
    match node:
        case ast.Return() | ast.Raise():
            return False
        case ast.If(body=body, orelse=orelse):
            return falls_through(body) or falls_through(orelse)
        case ast.With(body=body) | ast.AsyncWith(body=body):
            return falls_through(body)
        case ast.Try(body=body, handlers=handlers, orelse=orelse, finalbody=last):
            if last and not falls_through(last):
                return False
            main = falls_through([*body, *orelse]) if orelse else falls_through(body)
            return main or any(falls_through(h.body) for h in handlers)
        case ast.While(test=ast.Constant(value=value), body=body) if value:
            return any(isinstance(n, ast.Break) for s in body for n in ast.walk(s))
        case ast.Match(cases=cases):
            whole = any(
                isinstance(c.pattern, ast.MatchAs) and c.pattern.pattern is None and c.guard is None for c in cases
            )
            return not whole or any(falls_through(c.body) for c in cases)
        case ast.Expr(value=ast.Call(func=func)):
            return dotted(func) not in {"sys.exit", "os._exit", "assert_never", "typing.assert_never", "exit", "quit"}
        case ast.Assert(test=ast.Constant(value=False)):
            return False
        case _:
            return True


def is_placeholder(body: list[ast.stmt]) -> bool:
    """Whether a body only stands for one: `...`, `pass`, `raise NotImplementedError`."""
    match body:
        case [] | [ast.Pass()] | [ast.Expr(value=ast.Constant())]:
            return True
        case [ast.Raise(exc=ast.Call(func=ast.Name(id="NotImplementedError")) | ast.Name(id="NotImplementedError"))]:
            return True
        case _:
            return False
