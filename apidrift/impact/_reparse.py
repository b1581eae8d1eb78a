"""Signatures read back from the text they were rendered to: changes and outcomes carry them as text."""

from __future__ import annotations

import ast
from functools import lru_cache

from apidrift.model.signature import Parameter, ParameterKind, Signature


@lru_cache(maxsize=1024)
def reparse(text: str) -> Signature | None:
    """The signature a text spells (`(a, *, b=1) -> int`), or None where it is none."""
    try:
        tree = ast.parse(f"def f{text}: ...").body[0]
    except (SyntaxError, ValueError, RecursionError):
        return None
    if not isinstance(tree, ast.FunctionDef):
        return None
    spelled = _Text(f"def f{text}")
    return Signature(tuple(_positional(tree.args, spelled) + _keyword_only(tree.args, spelled)), spelled(tree.returns))


class _Text:
    """The text of expressions. It was rendered by `ast.unparse` once, so cutting it out gives the same, and faster."""

    def __init__(self, line: str) -> None:
        self.line = line.encode()  # columns count bytes

    def __call__(self, node: ast.expr | None) -> str:
        if node is None:
            return ""
        if node.end_lineno != 1 or isinstance(node, ast.NamedExpr | ast.Yield | ast.YieldFrom | ast.Await):
            return ast.unparse(node)  # their parentheses are no part of their place
        return self.line[node.col_offset : node.end_col_offset].decode()


def _positional(args: ast.arguments, spelled: _Text) -> list[Parameter]:
    every = [(arg, ParameterKind.POSITIONAL_ONLY) for arg in args.posonlyargs]
    every += [(arg, ParameterKind.POSITIONAL_OR_KEYWORD) for arg in args.args]
    defaults: list[ast.expr | None] = [None] * (len(every) - len(args.defaults))
    pairs = zip(every, defaults + list(args.defaults), strict=True)
    found = [_one(arg, kind, value, spelled) for (arg, kind), value in pairs]
    return found + ([_one(args.vararg, ParameterKind.VAR_POSITIONAL, None, spelled)] if args.vararg else [])


def _keyword_only(args: ast.arguments, spelled: _Text) -> list[Parameter]:
    pairs = zip(args.kwonlyargs, args.kw_defaults, strict=True)
    found = [_one(arg, ParameterKind.KEYWORD_ONLY, value, spelled) for arg, value in pairs]
    return found + ([_one(args.kwarg, ParameterKind.VAR_KEYWORD, None, spelled)] if args.kwarg else [])


def _one(arg: ast.arg, kind: ParameterKind, default: ast.expr | None, spelled: _Text) -> Parameter:
    return Parameter(arg.arg, kind, spelled(arg.annotation), default=spelled(default) if default is not None else None)
