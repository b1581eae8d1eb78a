"""What functions and classes of a module do to the module itself: `global` names, and another put in its place."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from apidrift.surfaces._binding import Binding, Entry

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.surfaces._unit import Unit


def bind_globals(unit: Unit) -> None:
    """Add the names that functions declare `global` and no statement of the module binds.

    Whether the function has run cannot be told, so that such a name is taken to be there.
    """
    for statement in unit.body:
        for node in ast.walk(statement):
            if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                continue
            for inner in node.body:
                if isinstance(inner, ast.Global):
                    for name in inner.names:
                        condition = f"{node.name}() has run"
                        unit.entries.setdefault(name, Entry((Binding(inner, condition=condition),)))


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
