"""Metaclasses that put something else in the place of what a class body defines."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING

from apidrift.surfaces._text import dotted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.surfaces._classinfo import ClassInfo, ClassReader
    from apidrift.surfaces._scope import Scope

_NAMESPACE = 3
"""Position of the class's names among the parameters of `__new__(mcs, name, bases, namespace)`."""


@dataclass(frozen=True, slots=True)
class Rewrite:
    """A member that a metaclass replaces as the class is made."""

    by: str
    """Path of the metaclass."""
    scope: Scope
    """Where its `maker` is read."""
    maker: ast.expr | None = None
    """What the class body's own is handed to, as a decorator would be; None: something else takes its place."""


def rewritten_by(classes: ClassReader, path: str) -> dict[str, Rewrite]:
    """The members that the metaclasses of a class replace when it is made."""
    found: dict[str, Rewrite] = {}
    for info in classes.chain(path):
        for keyword in info.node.keywords:
            if keyword.arg == "metaclass":
                for meta in classes.chain(info.outer.node_path(keyword.value)):
                    found = dict(_written(meta)) | found
    return found


def set_by_metaclass(classes: ClassReader, metaclass: str) -> Iterator[tuple[str, int]]:
    """Attributes that a metaclass sets on every class it makes (`cls.name = …`), each with its line."""
    for meta in classes.chain(metaclass):
        for method in ("__new__", "__init__"):
            entry = meta.entries.get(method)
            node = entry.best.node if entry and entry.best else None
            if isinstance(node, ast.FunctionDef):
                made = _made(node, method)
                for each in ast.walk(node):
                    if (
                        isinstance(each, ast.Attribute)
                        and isinstance(each.ctx, ast.Store)
                        and dotted(each.value) in made
                    ):
                        yield each.attr, each.lineno


def _made(node: ast.FunctionDef, method: str) -> set[str]:
    """The names that the class being made goes by."""
    if method == "__init__":
        return {node.args.args[0].arg} if node.args.args else set()
    returned = {dotted(each.value) for each in ast.walk(node) if isinstance(each, ast.Return) and each.value}
    return returned - {""}


def _written(meta: ClassInfo) -> Iterator[tuple[str, Rewrite]]:
    """Names that the metaclass's `__new__` assigns in the namespace it was given (`d["name"] = …`)."""
    entry = meta.entries.get("__new__")
    node = entry.best.node if entry and entry.best else None
    if not isinstance(node, ast.FunctionDef) or len(node.args.args) <= _NAMESPACE:
        return
    namespace = node.args.args[_NAMESPACE].arg
    for each in ast.walk(node):
        if isinstance(each, ast.Assign):
            for name in (_item(target, namespace) for target in each.targets):
                if name:
                    yield name, Rewrite(meta.path, meta.scope, _maker(each.value, namespace, name))


def _item(node: ast.expr, namespace: str) -> str:
    """The name in `namespace["name"]`."""
    match node:
        case ast.Subscript(value=ast.Name(id=owner), slice=ast.Constant(value=str(name))) if owner == namespace:
            return name
        case _:
            return ""


def _maker(value: ast.expr, namespace: str, name: str) -> ast.expr | None:
    """`f` where `f(namespace["name"])` takes the member's place."""
    match value:
        case ast.Call(func=func, args=[argument], keywords=[]) if dotted(func) and _item(argument, namespace) == name:
            return func
        case _:
            return None
