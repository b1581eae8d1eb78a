"""What every call of a function comes to, seen from its body alone: an exception, the value of a missing argument."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from apidrift.surfaces._refusals import message
from apidrift.surfaces._text import dotted, without_docstring

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.surfaces._agent import Agent
    from apidrift.surfaces._binding import FunctionNode
    from apidrift.surfaces._bodies import Facts
    from apidrift.surfaces._scope import Scope


def always(node: FunctionNode, facts: Facts, scope: Scope, *, method: bool) -> str:
    """The exception that ends every call; empty where a call may end otherwise.

    A method that is there to be overridden, by `NotImplementedError` or by `abstractmethod`, does not count.
    """
    if facts.returns or facts.yields or (method and node.decorator_list and _is_abstract(node)):
        return ""
    last = next((each for each in without_docstring(node.body) if isinstance(each, ast.Raise)), None)
    if last is None or last.exc is None:
        return ""
    name = dotted(last.exc.func if isinstance(last.exc, ast.Call) else last.exc)
    if not name.rpartition(".")[2][:1].isupper() or (method and name == "NotImplementedError"):
        return ""
    return f"{scope.path(name) or name}: {message(last.exc)}"


def _is_abstract(node: FunctionNode) -> bool:
    return any("abstract" in dotted(decorator) for decorator in node.decorator_list)


def settled(agent: Agent, node: FunctionNode, scope: Scope) -> dict[str, str]:
    """Parameters whose default None is replaced by a constant at the top of the body, with that constant."""
    names = {name for name, default in _defaults(node.args) if isinstance(default, ast.Constant) and not default.value}
    if not names:
        return {}
    found: dict[str, str] = {}
    for name, value in _replaced(without_docstring(node.body)):
        if name in names and name not in found:
            known = agent.default_value(value, scope)
            if known is not None:
                found[name] = known
    return found


def _defaults(arguments: ast.arguments) -> Iterator[tuple[str, ast.expr]]:
    plain = [*arguments.posonlyargs, *arguments.args]
    yield from (
        (a.arg, d) for a, d in zip(plain[len(plain) - len(arguments.defaults) :], arguments.defaults, strict=True)
    )
    named = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    yield from ((a.arg, d) for a, d in named if d is not None)


def _replaced(body: list[ast.stmt]) -> Iterator[tuple[str, ast.expr]]:
    """`if p is None: p = value`, `p = value if p is None else p`, `p = p if p is not None else value`."""
    for statement in body:
        match statement:
            case ast.If(
                test=ast.Compare(left=ast.Name(id=name), ops=[ast.Is()], comparators=[ast.Constant(value=None)]),
                body=[ast.Assign(targets=[ast.Name(id=target)], value=value)],
                orelse=[],
            ) if name == target:
                yield name, value
            case ast.Assign(
                targets=[ast.Name(id=target)],
                value=ast.IfExp(
                    test=ast.Compare(
                        left=ast.Name(id=name),
                        ops=[ast.Is() | ast.IsNot() as op],
                        comparators=[ast.Constant(value=None)],
                    ),
                    body=body_,
                    orelse=orelse,
                ),
            ) if name == target:
                yield name, body_ if isinstance(op, ast.Is) else orelse


def leftovers(node: FunctionNode) -> frozenset[int]:
    """Identities of the exceptions raised where `**kwargs` still holds something."""
    if node.args.kwarg is None:
        return frozenset()
    name = node.args.kwarg.arg
    return frozenset(
        id(raised.exc)
        for each in ast.walk(node)
        if isinstance(each, ast.If) and dotted(each.test) == name
        for raised in each.body
        if isinstance(raised, ast.Raise)
    )
