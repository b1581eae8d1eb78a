"""The variables at one point of a body: layers, so that a branch costs only what it binds."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

from apidrift.contracts._values import join

if TYPE_CHECKING:
    from collections.abc import Iterable

    from apidrift.contracts._atoms import Value


INDEXED = re.compile(r"\.(\[[^\W\d]\w*\])")
"""The names that items are looked up by, in a reference."""


class Env:
    """Names and dotted references (`self.x`) with their values; a layer over an outer one.

    A dotted reference overrides what the attribute would otherwise be; an empty value lifts the override.
    """

    __slots__ = ("dotted", "outer", "values")

    def __init__(self, outer: Env | None = None) -> None:
        self.outer = outer
        self.values: dict[str, Value] = {}
        self.dotted: dict[str, set[str]] = {}

    def get(self, name: str) -> Value | None:
        """The value, or None where the name is not bound here."""
        env: Env | None = self
        while env is not None:
            found = env.values.get(name)
            if found is not None:
                return found
            env = env.outer
        return None

    def set(self, name: str, value: Value) -> None:
        """Bind a name or reference; what was known of its attributes is forgotten."""
        root, dot, _ = name.partition(".")
        env: Env | None = self
        while env is not None:
            for key in sorted(env.dotted.get(f"[{name}]", ())):
                self._put(key.partition(".")[0], key, ())
            if root in env.dotted:
                prefix = f"{name}."
                for key in sorted(env.dotted[root]):
                    if key.startswith(prefix):
                        self._put(root, key, ())
            env = env.outer
        if dot:
            self._put(root, name, value)
        else:
            self.values[name] = value

    def _put(self, root: str, key: str, value: Value) -> None:
        self.values[key] = value
        self.dotted.setdefault(root, set()).add(key)
        for index in INDEXED.findall(key) if ".[" in key else ():
            self.dotted.setdefault(index, set()).add(key)

    def merge(self, branches: Iterable[Env]) -> None:
        """Take over what several alternative layers bound: each name may have any of their values."""
        layers = list(branches)
        names: dict[str, None] = {}
        for layer in layers:
            names.update(dict.fromkeys(layer.values))
        for name in names:
            found = [layer.get(name) or () for layer in layers]
            root, dot, _ = name.partition(".")
            if not dot:
                self.values[name] = join(*found)
            else:
                self._put(root, name, join(*found) if all(found) else ())


def reference(node: ast.expr) -> str:
    """The key of a name, dotted name or item of one in an environment; empty for any other expression.

    Items are parts like attributes are (`x.[0].y`): what rebinds `x` makes them forgotten too.
    """
    names: list[str] = []
    while isinstance(node, ast.Attribute | ast.Subscript):
        part = node.attr if isinstance(node, ast.Attribute) else _index(node.slice)
        if not part:
            return ""
        names.append(part)
        node = node.value
    return ".".join([node.id, *reversed(names)]) if isinstance(node, ast.Name) else ""


def _index(node: ast.expr) -> str:
    match node:
        case ast.Constant(value=int() | str() as value):
            return f"[{value!r}]".replace(".", "\\")
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() as value)):
            return f"[-{value}]"
        case ast.Name(id=name):
            return f"[{name}]"
        case _:
            return ""
