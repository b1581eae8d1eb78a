"""What functions and classes of a module do to the module itself: `global` names, and another put in its place."""

from __future__ import annotations

import ast
from bisect import bisect_left
from typing import TYPE_CHECKING

from apidrift.surfaces._binding import Binding, Entry

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from apidrift.surfaces._binding import FunctionNode
    from apidrift.surfaces._unit import Unit


def bind_globals(unit: Unit, lines: Sequence[int]) -> None:
    """Add the names that functions declare `global` and no statement of the module binds.

    Whether the function has run cannot be told, so that such a name is taken to be there.

    Args:
        unit: the module.
        lines: the lines that such a statement may stand in, ascending; other functions are not looked into.
    """
    for function in _holding(unit.body, lines):
        for inner in function.body:
            if isinstance(inner, ast.Global):
                for name in inner.names:
                    condition = f"{function.name}() has run"
                    unit.entries.setdefault(name, Entry((Binding(inner, condition=condition),)))


def _holding(statements: Iterable[ast.AST], lines: Sequence[int]) -> Iterator[FunctionNode]:
    """The functions that hold one of some lines, outer before inner."""
    for node in statements:
        if isinstance(node, ast.stmt):
            at = bisect_left(lines, node.lineno)
            if at == len(lines) or lines[at] > (node.end_lineno or node.lineno):
                continue
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node
        if isinstance(node, ast.stmt | ast.excepthandler | ast.match_case):
            yield from _holding(ast.iter_child_nodes(node), lines)


def mark_replaced(unit: Unit) -> None:
    """Mark a module whose names are not all known, as a class or function of it is handed `__name__` to replace it.

    `_Deprecated(__name__, …)`, where the body does `sys.modules[name] = self`.
    """
    for statement in unit.body:
        match statement:
            case ast.Expr(value=ast.Call(func=ast.Name(id=maker), args=[ast.Name(id="__name__"), *_])) if any(
                _replaces(made) for made in unit.body if getattr(made, "name", "") == maker
            ):
                unit.dynamic = unit.dynamic or "it replaces itself in sys.modules"
                if unit.flow is not None:
                    unit.flow.dynamic = unit.dynamic


def _replaces(made: ast.stmt) -> bool:
    return any(
        isinstance(node, ast.Assign)
        and any(isinstance(t, ast.Subscript) and ast.unparse(t.value) == "sys.modules" for t in node.targets)
        for node in ast.walk(made)
    )


def named_sources(call: ast.Call) -> Iterator[tuple[str, str]]:
    """The names that `lazy_import(globals(), {"Name": ".module"})` serves, each with where it is from, as spelled."""
    for display in (*call.args, *(keyword.value for keyword in call.keywords)):
        for key, value in zip(display.keys, display.values, strict=True) if isinstance(display, ast.Dict) else ():
            match key, value:
                case ast.Constant(value=str(name)), ast.Constant(value=str(source)) if source.startswith("."):
                    yield name, source
