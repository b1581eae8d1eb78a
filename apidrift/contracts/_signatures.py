"""Signatures of the consumer's own functions, for overrides and replacements."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from apidrift.contracts._atoms import ClassAtom, Ext, Lit, Prov, Value
from apidrift.contracts._scan import own_nodes, returns_value
from apidrift.contracts._values import TypeForm
from apidrift.model.contract import Override
from apidrift.model.signature import Parameter, ParameterKind, Signature

if TYPE_CHECKING:
    from apidrift.contracts._infos import FuncInfo
    from apidrift.contracts._interp import Interp


def signature(info: FuncInfo, it: Interp, *, drop_first: bool) -> Signature:
    """The signature a caller meets; `drop_first` leaves out the parameter that is already bound."""
    args = info.node.args
    leading = [*((a, ParameterKind.POSITIONAL_ONLY) for a in args.posonlyargs)]
    leading += [(a, ParameterKind.POSITIONAL_OR_KEYWORD) for a in args.args]
    defaults: list[ast.expr | None] = [None] * (len(leading) - len(args.defaults))
    parameters = [
        _parameter(a, kind, default, info, it)
        for (a, kind), default in zip(leading, [*defaults, *args.defaults], strict=True)
    ][1 if drop_first and leading else 0 :]
    if args.vararg:
        parameters.append(_parameter(args.vararg, ParameterKind.VAR_POSITIONAL, None, info, it))
    parameters += [
        _parameter(a, ParameterKind.KEYWORD_ONLY, default, info, it)
        for a, default in zip(args.kwonlyargs, args.kw_defaults, strict=True)
    ]
    if args.kwarg:
        parameters.append(_parameter(args.kwarg, ParameterKind.VAR_KEYWORD, None, info, it))
    returns = None if isinstance(info.node, ast.Lambda) else info.node.returns
    spelled = ast.unparse(returns) if returns is not None else ""
    return Signature(tuple(parameters), spelled, _type(returns, info, it) if returns is not None else "")


def bare(info: FuncInfo, *, drop_first: bool) -> Signature:
    """The names and kinds of a function's parameters, without annotations."""
    args = info.node.args
    leading = [*((a, ParameterKind.POSITIONAL_ONLY) for a in args.posonlyargs)]
    leading += [(a, ParameterKind.POSITIONAL_OR_KEYWORD) for a in args.args]
    required = len(leading) - len(args.defaults)
    found = [Parameter(a.arg, kind, default="…" if at >= required else None) for at, (a, kind) in enumerate(leading)][
        1 if drop_first and leading else 0 :
    ]
    if args.vararg:
        found.append(Parameter(args.vararg.arg, ParameterKind.VAR_POSITIONAL))
    found += [
        Parameter(a.arg, ParameterKind.KEYWORD_ONLY, default=None if default is None else "…")
        for a, default in zip(args.kwonlyargs, args.kw_defaults, strict=True)
    ]
    if args.kwarg:
        found.append(Parameter(args.kwarg.arg, ParameterKind.VAR_KEYWORD))
    return Signature(tuple(found))


def _parameter(node: ast.arg, kind: ParameterKind, default: ast.expr | None, info: FuncInfo, it: Interp) -> Parameter:
    annotation = ast.unparse(node.annotation) if node.annotation is not None else ""
    type_ = _type(node.annotation, info, it) if node.annotation is not None else ""
    spelled = ast.unparse(default) if default is not None else None
    return Parameter(node.arg, kind, annotation, "" if type_ == annotation else type_, spelled)


def _type(node: ast.expr, info: FuncInfo, it: Interp) -> str:
    """A simple annotation with its provider names qualified; empty where it is not simple."""
    from apidrift.contracts._annotations import evaluate  # noqa: PLC0415

    with it.silence():
        value = evaluate(it, node)
    del info
    return type_text(value)


def type_text(value: Value) -> str:
    """A type as a type expression; empty where it is not simple."""
    if len(value) != 1:
        return ""
    match value[0]:
        case Prov(node=node):
            return node.dotted()
        case Ext(name=name) if name.startswith("builtins."):
            return name.removeprefix("builtins.")
        case Lit(value=None):
            return "None"
        case TypeForm() | ClassAtom():
            return ""
        case _:
            return ""


def override(name: str, info: FuncInfo, it: Interp) -> Override:
    """A method of a consumer's class as what it may override."""
    body = [] if isinstance(info.node, ast.Lambda) else info.node.body
    return Override(
        name,
        signature(info, it, drop_first=info.binding != "static"),
        info.node.lineno,
        is_async=info.is_async,
        binding=info.binding,
        returns_none=not returns_value(body) and not info.is_generator,
        calls_super=_calls_super(name, body),
    )


def _calls_super(name: str, body: list[ast.stmt]) -> bool:
    return any(
        isinstance(node, ast.Attribute)
        and node.attr == name
        and isinstance(node.value, ast.Call)
        and isinstance(node.value.func, ast.Name)
        and node.value.func.id == "super"
        for node in own_nodes(body)
    )
