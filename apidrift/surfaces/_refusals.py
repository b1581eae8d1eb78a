"""Exceptions a body may raise by name: its own, and those of the helpers it calls on its way."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from apidrift.model.body import Refusal
from apidrift.surfaces._text import dotted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.surfaces._agent import Agent
    from apidrift.surfaces._binding import FunctionNode
    from apidrift.surfaces._frames import Frame
    from apidrift.surfaces._scope import Scope

_LONGEST = 120
_PLACEHOLDERS = frozenset({"NotImplementedError", "AssertionError"})
"""Raised by what is to be overridden, or where the author made a mistake."""

_EVERY = frozenset({"Exception", "BaseException"})


def refusals(agent: Agent, node: FunctionNode, frame: Frame) -> tuple[Refusal, ...]:
    """In the order of the source; placeholders left out, and what a handler of the body itself catches."""
    found = dict.fromkeys(_own(agent, node, frame.scope, ""))
    for call in plain_calls(node.body):
        helper = agent.inference.definition(call.func, frame)
        if helper is not None and helper[0] is not node:
            found |= dict.fromkeys(_own(agent, *helper, path_of(*helper)))
    return tuple(found)


def path_of(node: FunctionNode, scope: Scope) -> str:
    """The dotted path of a definition."""
    return f"{scope.owner or scope.unit.name}.{node.name}"


def _own(agent: Agent, node: FunctionNode, scope: Scope, via: str) -> Iterator[Refusal]:
    for raised in _raised(node.body):
        head = raised.func if isinstance(raised, ast.Call) else raised
        name = dotted(head)
        if name.rpartition(".")[2][:1].isupper() and name not in _PLACEHOLDERS:
            path = scope.path(name) or name
            kinds = tuple(each for each in agent.classes.order(path) if each not in _EVERY) if "." in path else ()
            yield Refusal(path, message(raised), via, kinds)


def _raised(body: list[ast.stmt]) -> Iterator[ast.expr]:
    """Exceptions that leave a block; those raised in a `try` with handlers may be caught and do not count."""
    for node in body:
        match node:
            case ast.Raise(exc=raised) if raised is not None:
                yield raised
            case ast.Try(body=inner, handlers=handlers, orelse=orelse, finalbody=last):
                yield from _raised([*orelse, *last] if handlers else [*inner, *orelse, *last])
            case (
                ast.If(body=inner, orelse=orelse)
                | ast.For(body=inner, orelse=orelse)
                | ast.While(body=inner, orelse=orelse)
            ):
                yield from _raised([*inner, *orelse])
            case ast.With(body=inner) | ast.AsyncWith(body=inner):
                yield from _raised(inner)
            case ast.Match(cases=cases):
                for case in cases:
                    yield from _raised(case.body)


def plain_calls(body: list[ast.stmt]) -> Iterator[ast.Call]:
    """Calls on a body's way through: not those in branches, loops or handlers."""
    for node in body:
        match node:
            case ast.If(test=test):
                yield from _calls(test)
            case ast.For(iter=iterable):
                yield from _calls(iterable)
            case ast.With(items=items, body=inner):
                for item in items:
                    yield from _calls(item.context_expr)
                yield from plain_calls(inner)
            case ast.Expr(value=value) | ast.Return(value=value) | ast.Assign(value=value) | ast.AnnAssign(value=value):
                yield from _calls(value)
            case _:
                continue


def _calls(node: ast.AST | None) -> Iterator[ast.Call]:
    """Calls that evaluating an expression makes for certain, in order."""
    match node:
        case None | ast.Lambda() | ast.GeneratorExp():
            return
        case ast.IfExp(test=test):
            yield from _calls(test)
        case ast.BoolOp(values=[first, *_]):
            yield from _calls(first)
        case (
            ast.ListComp(generators=[first, *_])
            | ast.SetComp(generators=[first, *_])
            | ast.DictComp(generators=[first, *_])
        ):
            yield from _calls(first.iter)
        case _:
            for part in ast.iter_child_nodes(node):
                yield from _calls(part)
            if isinstance(node, ast.Call):
                yield node


def message(raised: ast.expr) -> str:
    """The text an exception is made with, as far as it is constant."""
    first = next(iter(raised.args), None) if isinstance(raised, ast.Call) else None
    text = "".join(_text(first)) if first is not None else ""
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def _text(node: ast.expr) -> Iterator[str]:
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.JoinedStr(values=values):
            for value in values:
                yield from _text(value)
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            yield from _text(left)
            yield from _text(right)
        case ast.BinOp(left=ast.Constant(value=str(text)), op=ast.Mod()):
            yield text.partition("%")[0] + "…"
        case _:
            yield "…"
