"""Classes as decorators: an object that stands in for the function it was given, and says so by `__wrapped__`."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import TYPE_CHECKING

from apidrift.surfaces._bodies import gather
from apidrift.surfaces._effects import SAME, Effect, wrapper_effect
from apidrift.surfaces._text import dotted

if TYPE_CHECKING:
    from apidrift.surfaces._binding import FunctionNode

_MAKERS = ("__new__", "__init__")


def stand_in(definition: ast.ClassDef) -> Effect | None:
    """What calling the object leaves of the function's signature.

    Returns:
        The effect of the class's `__call__`; None where the class does not declare that it wraps the function (it sets
        no `__wrapped__`, calls no `update_wrapper`), or where its `__call__` hands something else on.
    """
    if not any(_wraps(m) for m in definition.body if isinstance(m, ast.FunctionDef) and m.name in _MAKERS):
        return None
    effects = [_bound(method) for method in _called(definition)]
    first, *others = effects or [None]
    return first if all(other == first for other in others) else None


def method_of(definition: ast.ClassDef, name: str) -> ast.FunctionDef | None:
    """A method written in the class itself."""
    return next((n for n in definition.body if isinstance(n, ast.FunctionDef) and n.name == name), None)


def _wraps(maker: ast.FunctionDef) -> bool:
    """Whether the object is made to look like the function that its maker is given first."""
    plain = [*maker.args.posonlyargs, *maker.args.args]
    subject = plain[1].arg if len(plain) > 1 else ""
    facts = gather(maker)
    for target, _, value, _ in facts.assigns:
        if isinstance(target, ast.Attribute) and target.attr == "__wrapped__" and dotted(value) == subject:
            return True
    return any(
        dotted(call.func).rpartition(".")[2] == "update_wrapper" and [dotted(a) for a in call.args[1:2]] == [subject]
        for call in facts.calls
    )


def _called(definition: ast.ClassDef) -> list[FunctionNode]:
    """The methods that `__call__` may be: written so, or one of several by name (`__call__ = a if fast else b`)."""
    method = method_of(definition, "__call__")
    if method is not None:
        return [method]
    for statement in definition.body:
        match statement:
            case ast.AnnAssign(target=ast.Name(id="__call__"), value=ast.expr() as value):
                return _named(definition, value)
            case ast.Assign(targets=[ast.Name(id="__call__")], value=value):
                return _named(definition, value)
    return []


def _named(definition: ast.ClassDef, value: ast.expr) -> list[FunctionNode]:
    match value:
        case ast.IfExp(body=body, orelse=orelse):
            found = [*_named(definition, body), *_named(definition, orelse)]
            return found if len(found) > 1 else []
        case ast.Name(id=name) if method := method_of(definition, name):
            return [method]
        case _:
            return []


def _bound(method: FunctionNode) -> Effect | None:
    """The effect of a method, its receiver taken off."""
    arguments = method.args
    if len([*arguments.posonlyargs, *arguments.args]) != 1:
        return None
    effect = wrapper_effect(method)
    return replace(effect, loose=False) if effect.kind == SAME else None
