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
    returns = ast.unparse(tree.returns) if tree.returns is not None else ""
    return Signature(tuple(_positional(tree.args) + _keyword_only(tree.args)), returns)


def _positional(args: ast.arguments) -> list[Parameter]:
    every = [(arg, ParameterKind.POSITIONAL_ONLY) for arg in args.posonlyargs]
    every += [(arg, ParameterKind.POSITIONAL_OR_KEYWORD) for arg in args.args]
    defaults: list[ast.expr | None] = [None] * (len(every) - len(args.defaults))
    found = [_one(arg, kind, value) for (arg, kind), value in zip(every, defaults + list(args.defaults), strict=True)]
    return found + ([_one(args.vararg, ParameterKind.VAR_POSITIONAL, None)] if args.vararg else [])


def _keyword_only(args: ast.arguments) -> list[Parameter]:
    pairs = zip(args.kwonlyargs, args.kw_defaults, strict=True)
    found = [_one(arg, ParameterKind.KEYWORD_ONLY, value) for arg, value in pairs]
    return found + ([_one(args.kwarg, ParameterKind.VAR_KEYWORD, None)] if args.kwarg else [])


def _one(arg: ast.arg, kind: ParameterKind, default: ast.expr | None) -> Parameter:
    annotation = ast.unparse(arg.annotation) if arg.annotation is not None else ""
    return Parameter(arg.arg, kind, annotation, default=ast.unparse(default) if default is not None else None)
