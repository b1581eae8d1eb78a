"""Functions whose bodies are put aside as text until somebody looks into them.

Most functions of the modules that a contract leads through are never looked into, and their bodies are nine tenths of
what a syntax tree takes in memory. A body that was asked for stays, so that its nodes keep their identity.
"""

from __future__ import annotations

import ast
import warnings
from typing import cast

_LINES = 4
"""Shorter functions are kept as they are."""
_TEXT = "folded"


def _body(node: ast.AST, name: str) -> list[ast.stmt]:
    """What an attribute that is not there yet is: the body, made when it is asked for."""
    if name != "body" or not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        raise AttributeError(name)
    return _unfold(node)


class _Function(ast.FunctionDef):
    __slots__ = ()
    __getattr__ = _body


class _AsyncFunction(ast.AsyncFunctionDef):
    __slots__ = ()
    __getattr__ = _body


# Visitors choose their method by the name of the class.
_Function.__name__ = "FunctionDef"
_AsyncFunction.__name__ = "AsyncFunctionDef"


def fold(body: list[ast.stmt], text: str) -> None:
    """Put the bodies of a module's functions and of its classes' methods aside.

    Args:
        body: the module's statements.
        text: what they were parsed from.
    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    stack: list[ast.AST] = list(body)
    while stack:
        node = stack.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            _fold(node, lines)
            continue
        for name in ("body", "orelse", "handlers", "finalbody", "cases"):
            stack.extend(getattr(node, name, ()))


def _fold(node: ast.FunctionDef | ast.AsyncFunctionDef, lines: list[str]) -> None:
    end = node.end_lineno or node.lineno
    if end - node.lineno < _LINES:
        return
    vars(node)[_TEXT] = "\n".join(lines[node.lineno - 1 : end])
    del node.body
    # Only the class can make an attribute when it is asked for; it is given back with the body.
    node.__class__ = _Function if isinstance(node, ast.FunctionDef) else _AsyncFunction


def _unfold(node: ast.FunctionDef | ast.AsyncFunctionDef) -> list[ast.stmt]:
    source = vars(node).pop(_TEXT)
    # An indented function stands under a condition of its own, in the line before it; positions stay what they are.
    head = "\n" * (node.lineno - 2) + "if 1:\n" if node.col_offset else "\n" * (node.lineno - 1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        made = ast.parse(head + source).body[0]
    function = cast("ast.FunctionDef", made.body[0] if isinstance(made, ast.If) else made)
    node.__class__ = ast.FunctionDef if isinstance(node, ast.FunctionDef) else ast.AsyncFunctionDef
    node.body = function.body
    return node.body
