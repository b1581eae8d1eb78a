"""Where every call of a function hands its unknown keywords on to, as they are."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from apidrift.surfaces._text import dotted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.surfaces._binding import FunctionNode
    from apidrift.surfaces._bodies import Facts
    from apidrift.surfaces._scope import Scope

_BY_NAME = frozenset({"pop", "get", "setdefault"})
"""Methods of a dictionary that touch one key, if it is constant."""
_READING = frozenset({"items", "keys", "values", "copy"})
_STRAIGHT = (ast.Expr, ast.Assign, ast.AnnAssign, ast.Return, ast.With)


def handed_on(node: FunctionNode, facts: Facts, scope: Scope) -> str:
    """The callee that gets `**kwargs` on every call, keywords that the body touches by name apart.

    Returns:
        A dotted path; `self.name`, `super().name` or `cls` for what hangs on the receiver; empty where the keywords may
        go elsewhere, be changed, or stay.
    """
    if node.args.kwarg is None or facts.yields or isinstance(node, ast.AsyncFunctionDef):
        return ""
    name = node.args.kwarg.arg
    spreading = [c for c in facts.calls if any(k.arg is None and dotted(k.value) == name for k in c.keywords)]
    if len(spreading) != 1 or not _reaches(node.body, spreading[0]) or not _left_alone(node, spreading[0], name):
        return ""
    return _target(node, spreading[0].func, facts, scope)


def _reaches(body: list[ast.stmt], call: ast.Call) -> bool:
    """Whether every call that comes to an end makes the inner call: no branch around it, no way out before it."""
    for statement in body:
        if not any(inner is call for inner in ast.walk(statement)):
            if any(isinstance(inner, ast.Return) for inner in _own(statement)):
                return False
            continue
        if isinstance(statement, ast.With):
            in_head = any(inner is call for item in statement.items for inner in ast.walk(item))
            return not in_head and not _may_suppress(statement) and _reaches(statement.body, call)
        return isinstance(statement, _STRAIGHT) and not _on_a_condition(statement, call)
    return False


def _may_suppress(statement: ast.With) -> bool:
    return any("suppress" in ast.unparse(item.context_expr) for item in statement.items)


def _on_a_condition(statement: ast.stmt, call: ast.Call) -> bool:
    kinds = (ast.IfExp, ast.BoolOp, ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
    return any(
        isinstance(outer, kinds) and any(inner is call for inner in ast.walk(outer)) for outer in ast.walk(statement)
    )


def _own(statement: ast.stmt) -> Iterator[ast.AST]:
    """The nodes of a statement, nested functions left out."""
    stack: list[ast.AST] = [statement]
    while stack:
        current = stack.pop()
        if isinstance(current, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef):
            continue
        yield current
        stack.extend(ast.iter_child_nodes(current))


def _left_alone(node: FunctionNode, call: ast.Call, name: str) -> bool:
    """Whether the mapping itself is neither changed nor given away, single keys by constant names apart."""
    fine = {id(keyword.value) for keyword in call.keywords if keyword.arg is None}
    for inner in (n for statement in node.body for n in ast.walk(statement)):
        match inner:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=owner) as use, attr=method), args=args) if owner == name:
                constant = bool(args) and isinstance(args[0], ast.Constant)
                if method in _READING or (method in _BY_NAME and constant):
                    fine.add(id(use))
            case ast.Subscript(value=ast.Name(id=owner) as use, slice=ast.Constant()) if owner == name:
                fine.add(id(use))
            case ast.Compare(
                left=ast.Constant(), ops=[ast.In() | ast.NotIn()], comparators=[ast.Name(id=owner) as use]
            ) if owner == name:
                fine.add(id(use))
    return all(
        id(inner) in fine
        for statement in node.body
        for inner in ast.walk(statement)
        if isinstance(inner, ast.Name) and inner.id == name
    )


def _target(node: FunctionNode, func: ast.expr, facts: Facts, scope: Scope) -> str:
    plain = [*node.args.posonlyargs, *node.args.args]
    receiver = plain[0].arg if plain else ""
    match func:
        case ast.Attribute(value=ast.Call(func=ast.Name(id="super")), attr=attr):
            return f"super().{attr}"
        case ast.Name(id="cls") if receiver == "cls":
            return "cls"
        case ast.Attribute(value=ast.Name(id="self" | "cls" as owner), attr=attr) if owner == receiver:
            return f"self.{attr}"
        case _:
            name = dotted(func)
            return scope.node_path(func) if name and not _local(node, name.partition(".")[0], facts) else ""


def _local(node: FunctionNode, name: str, facts: Facts) -> bool:
    """Whether a name is bound in the function itself, as far as its assignments, loops and definitions tell."""
    args = node.args
    every = [*args.posonlyargs, *args.args, *args.kwonlyargs, *(a for a in (args.vararg, args.kwarg) if a)]
    bound = {each.arg for each in every} | {each.name for each in facts.inner}
    targets = [t for t, *_ in facts.assigns] + [t for t, _ in facts.loops] + [t for t, _ in facts.withs]
    bound |= {n.id for target in targets for n in ast.walk(target) if isinstance(n, ast.Name)}
    bound |= {(a.asname or a.name).partition(".")[0] for i in facts.imports for a in i.names}
    return name in bound
