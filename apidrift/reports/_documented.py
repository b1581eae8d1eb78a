"""What the model says about its fields: the text literals that stand below them."""

from __future__ import annotations

import ast
import inspect
from itertools import pairwise

from apidrift.model import change, contract, finding, report


def field_notes() -> dict[str, dict[str, str]]:
    """By class name and field name, the literal that documents the field, on one line."""
    notes: dict[str, dict[str, str]] = {}
    for module in (change, contract, finding, report):
        for node in ast.parse(inspect.getsource(module)).body:
            if isinstance(node, ast.ClassDef):
                notes[node.name] = dict(_documented_fields(node))
    return notes


def _documented_fields(node: ast.ClassDef) -> list[tuple[str, str]]:
    return [
        (field.target.id, " ".join(note.value.value.split()))
        for field, note in pairwise(node.body)
        if isinstance(field, ast.AnnAssign)
        and isinstance(field.target, ast.Name)
        and isinstance(note, ast.Expr)
        and isinstance(note.value, ast.Constant)
        and isinstance(note.value.value, str)
    ]
