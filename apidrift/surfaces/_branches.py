"""How branches of a block come together, and which ways out of it there are."""

from __future__ import annotations

import ast

from apidrift.surfaces._binding import Entry
from apidrift.surfaces._text import dotted


def merge(start: dict[str, Entry], ends: list[dict[str, Entry]]) -> dict[str, Entry]:
    """The names after one of several branches was taken."""
    if not ends:
        return start
    if len(ends) == 1:
        return ends[0]
    merged: dict[str, Entry] = {}
    for end in ends:
        for name, entry in end.items():
            old = merged.get(name)
            if old is None:
                merged[name] = entry
            elif old is not entry:
                extra = tuple(b for b in entry.runtime if b not in old.runtime)
                merged[name] = Entry((*old.runtime, *extra), old.typing or entry.typing)
    return merged


def caught(handler: ast.ExceptHandler) -> frozenset[str]:
    """The last components of the exception names a handler catches; empty text: anything."""
    node = handler.type
    parts = node.elts if isinstance(node, ast.Tuple) else [node]
    return frozenset(dotted(part).rpartition(".")[2] if part is not None else "" for part in parts)


def leaves(body: list[ast.stmt]) -> bool:
    """Whether a body never reaches its end."""
    return bool(body) and isinstance(body[-1], ast.Raise | ast.Return | ast.Continue | ast.Break)
