"""Quick looks at code before it is interpreted: what a scope binds, whether it yields, what it sets on `self`."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
SCOPES = (*FUNCTIONS, ast.ClassDef, ast.Lambda)


class Scope:
    """What one pass over a module tells of one of its scopes: the module, a function or a class."""

    __slots__ = ("bound", "method", "outer", "owner", "receiver", "sensitive", "setters", "size", "yields")

    def __init__(self, outer: Scope | None = None) -> None:
        self.outer = outer
        self.bound: set[str] = set()
        self.size = 0
        """Number of nodes, nested scopes included."""
        self.yields = False
        self.sensitive = False
        """A function that asks what is there, or replaces it: what it does depends on the names passed to it."""
        self.setters: dict[str, list[str]] = {}
        """For a class: attributes set on the first parameter of its methods, with the methods' names."""
        self.owner: Scope | None = None
        """In a method, and in functions nested there: the class, ..."""
        self.receiver = ""
        """... the name of the method's first parameter, ..."""
        self.method = ""
        """... and the method's name."""


def scan(tree: ast.Module) -> dict[int, Scope]:
    """Every scope of a module, by the `id` of its node."""
    scopes = {id(tree): Scope()}
    classes: set[int] = set()
    stack: list[tuple[ast.AST, Scope]] = [(statement, scopes[id(tree)]) for statement in reversed(tree.body)]
    while stack:
        node, scope = stack.pop()
        scope.size += 1
        kind = type(node)
        binder = BINDERS.get(kind)
        if binder is not None:
            binder(node, scope)
        if kind in NESTED:
            inner = scopes[id(node)] = _nested(node, scope, in_class=id(scope) in classes)
            if kind is ast.ClassDef:
                classes.add(id(inner))
            body = node.body  # type: ignore[attr-defined]  # every scope has one
            within = body if isinstance(body, list) else [body]
            stack += [(child, scope) for child in _children(node) if child not in within]
            stack += [(child, inner) for child in reversed(within)]
        else:
            stack += [(child, scope) for child in _children(node)]
    for scope in reversed(list(scopes.values())):
        if scope.outer is not None:
            scope.outer.size += scope.size
    return scopes


def _nested(node: ast.AST, outer: Scope, *, in_class: bool) -> Scope:
    inner = Scope(outer)
    if isinstance(node, ast.ClassDef):
        return inner
    if in_class and isinstance(node, FUNCTIONS):
        leading = [*node.args.posonlyargs, *node.args.args]
        inner.owner, inner.method = outer, node.name
        inner.receiver = leading[0].arg if leading else ""
    else:
        inner.owner, inner.method, inner.receiver = outer.owner, outer.method, outer.receiver
    return inner


def _children(node: ast.AST) -> list[ast.AST]:
    """The nodes directly below, last first."""
    found: list[ast.AST] = []
    for name in node._fields:
        value = getattr(node, name, None)
        if isinstance(value, ast.AST):
            found.append(value)
        elif isinstance(value, list):
            found += [item for item in value if isinstance(item, ast.AST)]
    found.reverse()
    return found


def _bind_name(node: ast.AST, scope: Scope) -> None:
    assert isinstance(node, ast.Name)
    if isinstance(node.ctx, ast.Store):
        scope.bound.add(node.id)
    elif node.id in SENSITIVE:
        scope.sensitive = True


def _bind_definition(node: ast.AST, scope: Scope) -> None:
    scope.bound.add(node.name)  # type: ignore[attr-defined]  # functions and classes have one


def _bind_optional(node: ast.AST, scope: Scope) -> None:
    name = node.name  # type: ignore[attr-defined]  # handlers and patterns may have one
    if name:
        scope.bound.add(name)


def _bind_import(node: ast.AST, scope: Scope) -> None:
    assert isinstance(node, ast.Import)
    scope.bound.update(a.asname or a.name.partition(".")[0] for a in node.names)


def _bind_from(node: ast.AST, scope: Scope) -> None:
    assert isinstance(node, ast.ImportFrom)
    scope.bound.update(a.asname or a.name for a in node.names if a.name != "*")


def _bind_attribute(node: ast.AST, scope: Scope) -> None:
    assert isinstance(node, ast.Attribute)
    scope.sensitive = scope.sensitive or node.attr in SENSITIVE
    if scope.owner is None or not isinstance(node.ctx, ast.Store):
        return
    if isinstance(node.value, ast.Name) and node.value.id == scope.receiver:
        methods = scope.owner.setters.setdefault(node.attr, [])
        if scope.method not in methods:
            methods.append(scope.method)


def _note_yield(node: ast.AST, scope: Scope) -> None:
    del node
    scope.yields = True


NESTED = frozenset(SCOPES)
SENSITIVE = frozenset(
    {"getattr", "hasattr", "setattr", "import_module", "__import__", "find_spec", "signature", "patch"}
    | {"Version", "parse", "version", "__version__"}
)
BINDERS: dict[type, Callable[[ast.AST, Scope], None]] = {
    ast.Name: _bind_name,
    ast.Attribute: _bind_attribute,
    **dict.fromkeys((*FUNCTIONS, ast.ClassDef), _bind_definition),
    ast.Import: _bind_import,
    ast.ImportFrom: _bind_from,
    **dict.fromkeys((ast.ExceptHandler, ast.MatchAs, ast.MatchStar), _bind_optional),
    **dict.fromkeys((ast.Yield, ast.YieldFrom), _note_yield),
}


def own_nodes(body: Sequence[ast.AST]) -> Iterator[ast.AST]:
    """Every node of a body in source order, without entering functions and classes (these come themselves)."""
    stack = list(reversed(body))
    while stack:
        node = stack.pop()
        yield node
        if not isinstance(node, SCOPES):
            stack.extend(_children(node))


def returns_value(body: Sequence[ast.AST]) -> bool:
    """Whether there is a `return` with a value other than None."""
    return any(
        isinstance(node, ast.Return)
        and node.value is not None
        and not (isinstance(node.value, ast.Constant) and node.value.value is None)
        for node in own_nodes(body)
    )


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


def end_of(node: ast.expr) -> tuple[int, int]:
    """Line and column where an expression ends."""
    return node.end_lineno or node.lineno, node.end_col_offset or node.col_offset


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
