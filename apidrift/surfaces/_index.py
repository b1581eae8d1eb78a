"""A module's index: every top-level name with a hash of its public shape, straight from the syntax."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from apidrift.surfaces._text import canonical, shape_hash

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.surfaces._binding import Binding, Entry
    from apidrift.surfaces._unit import Unit


def index_of(unit: Unit, lazy: dict[str, Entry]) -> dict[str, str]:
    """Names and shape hashes, sorted by name; names for type checkers only are left out."""
    entries = {
        **unit.entries,
        **{name: entry for name, entry in lazy.items() if not (old := unit.entries.get(name)) or not old.runtime},
    }
    return {
        name: shape_hash(part for binding in entry.runtime for part in _shape(binding))
        for name, entry in sorted(entries.items())
        if entry.runtime and not entry.runtime[0].declared and entry.runtime[0].target != f"{unit.name}.{name}"
    }


def _shape(binding: Binding) -> Iterator[str]:
    yield binding.condition
    if binding.lazy:
        yield binding.lazy
    if binding.target:
        yield binding.target
        return
    for overload in binding.overloads:
        yield from _definition(overload)
    yield from _definition(binding.node)


def _definition(node: ast.stmt) -> Iterator[str]:
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            yield type(node).__name__
            yield canonical(node.args)
            yield canonical(node.returns)
            yield canonical([*node.decorator_list])
        case ast.ClassDef():
            yield canonical([*node.bases, *node.keywords, *node.decorator_list])
            for statement in node.body:
                if not isinstance(statement, ast.Expr):
                    yield getattr(statement, "name", "")
                    yield from _definition(statement)
        case _:
            yield canonical(node)
