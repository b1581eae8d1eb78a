"""What a function's body gives away: returns, raises, calls on its receiver, forwarding."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from apidrift.surfaces._text import dotted

if TYPE_CHECKING:
    from collections.abc import Callable

    from apidrift.surfaces._binding import FunctionNode


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
    stack: list[ast.AST] = list(reversed(node.body))
    while stack:
        current = stack.pop()
        handler = _HANDLERS.get(type(current))
        if handler is not None and not handler(current, facts):
            continue
        for name in reversed(current._fields):
            part = getattr(current, name, None)
            if isinstance(part, list):
                stack.extend([p for p in reversed(part) if isinstance(p, ast.AST)])
            elif isinstance(part, ast.AST) and type(part) not in _LEAVES:
                stack.append(part)
    return facts


def _inner(node: FunctionNode | ast.ClassDef, facts: Facts) -> bool:
    facts.inner.append(node)
    return False


def _return(node: ast.Return, facts: Facts) -> bool:
    facts.returns.append(node)
    return True


def _yield(node: ast.Yield | ast.YieldFrom, facts: Facts) -> bool:
    facts.yields.append(node)
    return True


def _raise(node: ast.Raise, facts: Facts) -> bool:
    if node.exc is not None:
        facts.raises.append(node.exc)
    return True


def _call(node: ast.Call, facts: Facts) -> bool:
    facts.calls.append(node)
    return True


def _assign(node: ast.Assign, facts: Facts) -> bool:
    for target in node.targets:
        _targets(target, None, node.value, node.lineno, facts)
    return True


def _annotated(node: ast.AnnAssign, facts: Facts) -> bool:
    facts.assigns.append((node.target, node.annotation, node.value, node.lineno))
    return True


def _augmented(node: ast.AugAssign, facts: Facts) -> bool:
    facts.assigns.append((node.target, None, None, node.lineno))
    return True


def _walrus(node: ast.NamedExpr, facts: Facts) -> bool:
    facts.assigns.append((node.target, None, node.value, node.lineno))
    return True


def _loop(node: ast.For | ast.AsyncFor, facts: Facts) -> bool:
    facts.loops.append((node.target, node.iter))
    return True


def _with(node: ast.With | ast.AsyncWith, facts: Facts) -> bool:
    facts.withs.extend((i.optional_vars, i.context_expr) for i in node.items if i.optional_vars is not None)
    return True


def _import(node: ast.Import | ast.ImportFrom, facts: Facts) -> bool:
    facts.imports.append(node)
    return False


def _stop(_: ast.AST, __: Facts) -> bool:
    return False


_HANDLERS: dict[type[ast.AST], Callable[[Any, Facts], bool]] = {
    ast.FunctionDef: _inner,
    ast.AsyncFunctionDef: _inner,
    ast.ClassDef: _inner,
    ast.Lambda: _stop,
    ast.Name: _stop,
    ast.Constant: _stop,
    ast.Return: _return,
    ast.Yield: _yield,
    ast.YieldFrom: _yield,
    ast.Raise: _raise,
    ast.Call: _call,
    ast.Assign: _assign,
    ast.AnnAssign: _annotated,
    ast.AugAssign: _augmented,
    ast.NamedExpr: _walrus,
    ast.For: _loop,
    ast.AsyncFor: _loop,
    ast.With: _with,
    ast.AsyncWith: _with,
    ast.Import: _import,
    ast.ImportFrom: _import,
}
"""What each syntax adds to the facts; a handler says whether to look inside."""

_LEAVES = frozenset({ast.Name, ast.Constant, ast.Load, ast.Store, ast.Del, ast.Lambda, ast.Pass})
"""Syntax with nothing of interest inside; not even looked at."""


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
