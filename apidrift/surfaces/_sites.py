"""The calls of one function inside another: their shape, what becomes of the result, and what is called next."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from apidrift.model.body import Site
from apidrift.surfaces._refusals import path_of
from apidrift.surfaces._text import dotted
from apidrift.surfaces._types import split_union

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.surfaces._agent import Agent
    from apidrift.surfaces._binding import FunctionNode
    from apidrift.surfaces._frames import Frame
    from apidrift.surfaces._scope import Scope

_BRANCHES = (ast.If, ast.For, ast.AsyncFor, ast.While, ast.ExceptHandler, ast.IfExp, ast.BoolOp, ast.Match)
_LAMBDAS = (ast.Lambda, ast.FunctionDef, ast.AsyncFunctionDef)


def sites_in(agent: Agent, node: FunctionNode, scope: Scope, path: str, *, of_class: bool) -> Iterator[Site]:
    """The calls of a function or method inside one definition.

    Args:
        agent: the readers.
        node: the definition that may hold calls.
        scope: where it stands.
        path: canonical path of what is called.
        of_class: the path is a method's.
    """
    owner, _, name = path.rpartition(".")
    calls = [each for each in ast.walk(node) if isinstance(each, ast.Call) and _last(each.func) == name]
    if not calls:
        return
    frame = agent.inference.frame(node, scope)
    inside = Inside(node)
    for call in calls:
        if of_class:
            on = _receiver(agent, call.func, frame, owner)
        else:
            on = "" if agent.inference.path(call.func, frame) == path else None
        if on is not None:
            yield _site(call, path_of(node, scope), on, inside)


def _last(func: ast.expr) -> str:
    match func:
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name
        case _:
            return ""


# Whether it is the one ------------------------------------------------------------------------------------------------


def _receiver(agent: Agent, func: ast.expr, frame: Frame, owner: str) -> str | None:
    """The class that a method is called on, where it is the owner or one related; None where it is not."""
    if not isinstance(func, ast.Attribute):
        return None
    match func.value:
        case ast.Call(func=ast.Name(id="super")):
            return None  # the override's own way up
    types = [each for each in split_union(agent.inference.type(func.value, frame)) if each != "None"]
    heads = [_class_of(each, frame) for each in types]
    if not heads or not all(_related(agent, head, owner) for head in heads):
        return None
    return heads[0]


def _class_of(type_: str, frame: Frame) -> str:
    head = type_.removeprefix("type[").partition("[")[0].removesuffix("]")
    return frame.scope.owner if head == "Self" else head


def _related(agent: Agent, one: str, other: str) -> bool:
    """Whether one class is the other or one of its ancestors or descendants."""
    return one == other or one in agent.classes.order(other) or other in agent.classes.order(one)


# What is done ---------------------------------------------------------------------------------------------------------


class Inside:
    """A definition's nodes with their parents.

    Args:
        node: the definition.
    """

    def __init__(self, node: FunctionNode) -> None:
        self.node = node
        self.parents: dict[ast.AST, ast.AST] = {
            child: parent for parent in ast.walk(node) for child in ast.iter_child_nodes(parent)
        }

    def around(self, node: ast.AST) -> list[ast.AST]:
        """What a node lies in, innermost first."""
        found: list[ast.AST] = []
        while node in self.parents:
            node = self.parents[node]
            found.append(node)
        return found


def _site(call: ast.Call, caller: str, on: str, inside: Inside) -> Site:
    plain = [argument for argument in call.args if not isinstance(argument, ast.Starred)]
    return Site(
        caller=caller,
        on=on,
        positional=len(plain),
        keywords=tuple(keyword.arg for keyword in call.keywords if keyword.arg is not None),
        star=len(plain) < len(call.args),
        double_star=any(keyword.arg is None for keyword in call.keywords),
        used=_used(call, inside),
        then=tuple(_then(call, inside)),
    )


def _used(call: ast.expr, inside: Inside) -> str:  # noqa: C901, PLR0911 -- one arm per syntax
    """What becomes of a call's result."""
    match inside.parents.get(call):
        case ast.Expr():
            return ""
        case ast.Return():
            return "returned"
        case ast.Await():
            return "awaited"
        case ast.Assign(targets=[ast.Tuple(elts=elts) | ast.List(elts=elts)]):
            starred = any(isinstance(element, ast.Starred) for element in elts)
            return "unpacked" if starred else f"unpacked {len(elts)}"
        case ast.For(iter=iterable) | ast.comprehension(iter=iterable) if iterable is call:
            return "iterated"
        case ast.Attribute() | ast.Subscript():
            return "read"
        case ast.BinOp() | ast.AugAssign():
            return "operated"
        case ast.Compare(ops=ops):
            plain = all(isinstance(op, ast.Is | ast.IsNot | ast.Eq | ast.NotEq) for op in ops)
            return "tested" if plain else "operated"
        case ast.If() | ast.While() | ast.BoolOp() | ast.UnaryOp() | ast.Assert() | ast.IfExp():
            return "tested"
        case ast.Starred():
            return "iterated"
        case ast.Call() | ast.keyword():
            return "passed"
        case _:
            return "kept"


def _then(call: ast.Call, inside: Inside) -> Iterator[str]:
    """Methods called later on the same receiver, marked by the condition they are called on."""
    if not isinstance(call.func, ast.Attribute) or not (receiver := dotted(call.func.value)):
        return
    ours = set(map(id, inside.around(call)))
    start = (call.end_lineno or 0, call.end_col_offset or 0)
    found: dict[str, str] = {}
    for later in ast.walk(inside.node):
        if not isinstance(later, ast.Call) or not isinstance(later.func, ast.Attribute):
            continue
        if (later.lineno, later.col_offset) < start or dotted(later.func.value) != receiver:
            continue
        mark = _mark(call, later, ours, inside)
        known = found.get(later.func.attr)
        if mark is not None and (known is None or _ORDER.index(mark) < _ORDER.index(known)):
            found[later.func.attr] = mark
    yield from sorted(f"{mark}{name}" for name, mark in found.items())


_ORDER = ("=", "", "?")
"""Marks, those that say most first."""


def _mark(call: ast.Call, later: ast.Call, ours: set[int], inside: Inside) -> str | None:
    """How a later call hangs on the first: `=` in place of its result, `?` on a condition; None: not of one run."""
    above = [node for node in inside.around(later) if id(node) not in ours]
    if any(isinstance(node, _LAMBDAS) for node in above) or _apart(call, later, inside):
        return None
    branches = [node for node in above if isinstance(node, _BRANCHES)]
    if not branches:
        return ""
    results = _results(call, later, inside)
    test = branches[0].test if isinstance(branches[0], ast.If) else None
    asked = {dotted(each) for each in ast.walk(test) if isinstance(each, ast.Name)} if test is not None else set()
    kept = next((node for node in above if isinstance(node, ast.Assign)), None)
    targets = {dotted(target) for target in kept.targets} if kept is not None else set()
    return "=" if asked & results and (targets & results or not targets) else "?"


def _apart(call: ast.Call, later: ast.Call, inside: Inside) -> bool:
    """Whether two calls lie in different branches of one statement, so that no run makes both."""
    first, second = inside.around(call), inside.around(later)
    for node in first:
        if isinstance(node, ast.If) and node in second:
            return _branch(node, first) != _branch(node, second)
    return False


def _branch(node: ast.If, above: list[ast.AST]) -> str:
    below = above[: above.index(node)]
    inner = below[-1] if below else node.test
    return "orelse" if inner in node.orelse else "body"


def _results(call: ast.Call, later: ast.Call, inside: Inside) -> set[str]:
    """Names that hold the first call's result, or what comes of it, before the later one."""
    names: set[str] = set()
    for node in ast.walk(inside.node):
        if not isinstance(node, ast.Assign) or node.lineno > later.lineno:
            continue
        inner = list(ast.walk(node.value))
        if call in inner or names & {each.id for each in inner if isinstance(each, ast.Name)}:
            names |= {dotted(target) for target in node.targets} - {""}
    return names
