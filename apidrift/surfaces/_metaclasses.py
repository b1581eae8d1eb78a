"""Metaclasses that put something else in the place of what a class body defines."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from apidrift.surfaces._classinfo import ClassInfo, ClassReader

_NAMESPACE = 3
"""Position of the class's names among the parameters of `__new__(mcs, name, bases, namespace)`."""


def rewritten_by(classes: ClassReader, path: str) -> dict[str, str]:
    """The members that the metaclasses of a class replace when it is made, each with the metaclass that does."""
    found: dict[str, str] = {}
    for info in classes.chain(path):
        for keyword in info.node.keywords:
            if keyword.arg == "metaclass":
                for meta in classes.chain(info.outer.node_path(keyword.value)):
                    found |= {name: meta.path for name in _written(meta) if name not in found}
    return found


def _written(meta: ClassInfo) -> set[str]:
    """Names that the metaclass's `__new__` assigns in the namespace it was given (`d["name"] = …`)."""
    entry = meta.entries.get("__new__")
    node = entry.best.node if entry and entry.best else None
    if not isinstance(node, ast.FunctionDef) or len(node.args.args) <= _NAMESPACE:
        return set()
    namespace = node.args.args[_NAMESPACE].arg
    targets = [target for each in ast.walk(node) if isinstance(each, ast.Assign) for target in each.targets]
    return {
        target.slice.value
        for target in targets
        if isinstance(target, ast.Subscript)
        and isinstance(target.value, ast.Name)
        and target.value.id == namespace
        and isinstance(target.slice, ast.Constant)
        and isinstance(target.slice.value, str)
    }
