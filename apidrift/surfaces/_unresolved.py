"""Annotations that nothing can evaluate at run time: they name what is imported for type checkers alone."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.surfaces._agent import Agent
    from apidrift.surfaces._classinfo import ClassInfo


def unresolved(agent: Agent, info: ClassInfo) -> tuple[str, ...]:
    """Names in a class's annotated fields, and in its ancestors', that have no value at run time, sorted."""
    chain = (info, *(agent.classes.info(name) for name in agent.classes.order_of(info)))
    return tuple(sorted({name for base in chain if base is not None for name in _own(base)}))


def _own(info: ClassInfo) -> Iterator[str]:
    for line in info.node.body:
        if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name) and not _is_shared(line.annotation):
            for node in ast.walk(line.annotation):
                entry = info.unit.entries.get(node.id) if isinstance(node, ast.Name) else None
                if entry is not None and entry.typing is not None and not entry.runtime:
                    yield node.id  # type: ignore[attr-defined]


def _is_shared(annotation: ast.expr) -> bool:
    """Whether it is a class variable, no field."""
    return ast.unparse(annotation).partition("[")[0].rpartition(".")[2] == "ClassVar"
