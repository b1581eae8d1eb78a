"""Quick looks at a body before it is interpreted: which names it binds, whether it yields, what it sets on `self`."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def own_nodes(body: Sequence[ast.AST]) -> Iterator[ast.AST]:
    """Every node of a body in source order, without entering functions and classes (these come themselves)."""
    stack = list(reversed(body))
    while stack:
        node = stack.pop()
        yield node
        if not isinstance(node, SCOPES):
            stack.extend(reversed(list(ast.iter_child_nodes(node))))


def bound_names(body: Sequence[ast.AST]) -> set[str]:
    """Names a body binds, whatever the way."""
    names: set[str] = set()
    for node in own_nodes(body):
        match node:
            case ast.Name(id=name, ctx=ast.Store()):
                names.add(name)
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                names.add(name)
            case ast.Import(names=aliases):
                names.update(a.asname or a.name.partition(".")[0] for a in aliases)
            case ast.ImportFrom(names=aliases):
                names.update(a.asname or a.name for a in aliases)
            case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                names.add(name)
            case _:
                pass
    return names


def contains_yield(body: Sequence[ast.AST]) -> bool:
    """Whether a function's body makes it a generator."""
    return any(isinstance(node, ast.Yield | ast.YieldFrom) for node in own_nodes(body))


def returns_value(body: Sequence[ast.AST]) -> bool:
    """Whether there is a `return` with a value other than None."""
    return any(
        isinstance(node, ast.Return)
        and node.value is not None
        and not (isinstance(node.value, ast.Constant) and node.value.value is None)
        for node in own_nodes(body)
    )


def self_attributes(node: ast.ClassDef) -> dict[str, list[str]]:
    """Attributes assigned on the first parameter of each method, with the methods' names."""
    found: dict[str, list[str]] = {}
    for method in node.body:
        if not isinstance(method, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        leading = [*method.args.posonlyargs, *method.args.args]
        if not leading:
            continue
        for inner in ast.walk(method):
            if (
                isinstance(inner, ast.Attribute)
                and isinstance(inner.ctx, ast.Store)
                and isinstance(inner.value, ast.Name)
                and inner.value.id == leading[0].arg
            ):
                methods = found.setdefault(inner.attr, [])
                if method.name not in methods:
                    methods.append(method.name)
    return found


def always_raises(body: Sequence[ast.stmt]) -> bool:
    """Whether every path through a handler's body ends in an exception."""
    for statement in body:
        match statement:
            case ast.Raise():
                return True
            case ast.If(body=then, orelse=other) if other and always_raises(then) and always_raises(other):
                return True
            case ast.With(body=inner) | ast.AsyncWith(body=inner) if always_raises(inner):
                return True
            case _:
                pass
    return False


def names_of(node: ast.expr) -> str:
    """The names in a test, for a person: never the expression itself."""
    found: list[str] = []
    for inner in ast.walk(node):
        name = inner.id if isinstance(inner, ast.Name) else inner.attr if isinstance(inner, ast.Attribute) else ""
        if name and name not in found and len(found) < 4:  # noqa: PLR2004 -- a hint, not a transcript
            found.append(name)
    return ", ".join(found)


def always_exits(statement: ast.stmt) -> bool:
    """Whether a statement is a call that does not come back (`sys.exit`, `pytest.skip`)."""
    if not (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call)):
        return False
    func = statement.value.func
    if isinstance(func, ast.Name):
        return func.id in {"exit", "quit"}
    return isinstance(func, ast.Attribute) and isinstance(func.value, ast.Name) and (func.value.id, func.attr) in EXITS


EXITS = {("sys", "exit"), ("os", "_exit"), ("pytest", "skip"), ("pytest", "fail"), ("pytest", "exit")}


def place_of(node: ast.expr) -> tuple[int, int, int, int]:
    """Line, column and end of the name a use is known by: a callee's, an attribute's, else the expression's start."""
    while True:
        match node:
            case ast.Call(func=inner) | ast.Subscript(value=inner) | ast.Await(value=inner) | ast.Starred(value=inner):
                node = inner
            case ast.NamedExpr(value=inner):
                node = inner
            case _:
                break
    end_line, end_column = node.end_lineno or node.lineno, node.end_col_offset or node.col_offset
    if isinstance(node, ast.Attribute):
        return end_line, end_column - len(node.attr.encode()), end_line, end_column
    return node.lineno, node.col_offset, end_line, end_column
