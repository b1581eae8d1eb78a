"""Keywords a function takes beyond its parameters: a decorator renames them, or the body reads them from `**kwargs`."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from apidrift.surfaces._text import dotted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from apidrift.surfaces._binding import FunctionNode
    from apidrift.surfaces._scope import Scope
    from apidrift.surfaces._world import World

_READS = frozenset({"pop", "get", "setdefault"})


def read_from_kwargs(node: FunctionNode) -> Iterator[str]:
    """The keywords that a body asks its `**kwargs` for by name."""
    if node.args.kwarg is None:
        return
    name = node.args.kwarg.arg
    refused = set(_refused(node, name))
    yield from (key for key in _read(node, name) if key not in refused)


def _refused(node: FunctionNode, name: str) -> Iterator[str]:
    """Keywords whose mere presence raises."""
    for inner in ast.walk(node):
        match inner:
            case ast.If(
                test=ast.Compare(
                    left=ast.Constant(value=str() as key), ops=[ast.In()], comparators=[ast.Name(id=owner)]
                ),
                body=[*_, ast.Raise()],
            ) if owner == name:
                yield key


def _read(node: FunctionNode, name: str) -> Iterator[str]:
    for inner in (n for statement in node.body for n in ast.walk(statement)):
        match inner:
            case ast.Call(
                func=ast.Attribute(value=ast.Name(id=owner), attr=method), args=[ast.Constant(value=str() as key), *_]
            ) if owner == name and method in _READS:
                yield key
            case ast.Subscript(value=ast.Name(id=owner), slice=ast.Constant(value=str() as key)) if owner == name:
                yield key
            case ast.Compare(
                left=ast.Constant(value=str() as key), ops=[ast.In() | ast.NotIn()], comparators=[ast.Name(id=owner)]
            ) if owner == name:
                yield key


def renamed_by(world: World, decorator: ast.expr, scope: Scope) -> Iterator[str]:
    """The keywords that a decorator may take from the caller: words it is given, if its wrapper looks into `**kwargs`.

    `@deprecate_kwarg("old", "new")`, `@rename_parameter(since, "old", "new")`, `@renamed(old="new")`: the wrapper asks
    whether a keyword is there, and hands it on under another name, or drops it with a warning.
    """
    if not isinstance(decorator, ast.Call):
        return
    target = world.follow(scope.node_path(decorator.func) or "")
    factory = target.binding.node if target.binding and not target.rest else None
    if not isinstance(factory, ast.FunctionDef) or not _looks_into_kwargs(factory):
        return
    own = {a.arg for a in [*factory.args.posonlyargs, *factory.args.args, *factory.args.kwonlyargs]}
    for value in decorator.args:
        yield from _words(value)
    for keyword in decorator.keywords:
        if keyword.arg is not None and keyword.arg not in own:
            yield keyword.arg
        yield from _words(keyword.value)


def _words(node: ast.expr) -> Iterator[str]:
    match node:
        case ast.Constant(value=str() as text) if text.isidentifier():
            yield text
        case ast.List(elts=elts) | ast.Tuple(elts=elts) | ast.Set(elts=elts):
            for element in elts:
                yield from _words(element)
        case ast.Dict(keys=keys):
            for key in keys:
                if key is not None:
                    yield from _words(key)


def _looks_into_kwargs(factory: FunctionNode) -> bool:
    inner = [n for n in ast.walk(factory) if isinstance(n, ast.FunctionDef) and n is not factory]
    return any(node.args.kwarg is not None and _handles(node, node.args.kwarg.arg) for node in inner)


def _handles(node: ast.FunctionDef, name: str) -> bool:
    """Whether a body does something with its `**kwargs` besides handing them on as they are."""
    spread = {id(k.value) for n in ast.walk(node) if isinstance(n, ast.Call) for k in n.keywords if k.arg is None}
    loads = [n for n in ast.walk(node) if isinstance(n, ast.Name) and n.id == name and isinstance(n.ctx, ast.Load)]
    return any(id(load) not in spread for load in loads)


def pairs_off(node: FunctionNode) -> bool:
    """Whether a wrapper gives positional arguments to parameters by name, keyword-only ones too.

    That is how a function whose parameters become keyword-only still takes them by position for a while:
    `kwargs.update(zip(signature.parameters, args))`.
    """
    if node.args.vararg is None or node.args.kwarg is None:
        return False
    name = node.args.vararg.arg
    return any(
        isinstance(n, ast.Call) and dotted(n.func) == "zip" and any(dotted(_bare(a)) == name for a in n.args)
        for n in ast.walk(node)
    )


def _bare(node: ast.expr) -> ast.expr:
    return node.value if isinstance(node, ast.Subscript) else node


def beyond(words: Iterable[str], parameters: Iterable[str]) -> tuple[str, ...]:
    """The words that are no parameters, sorted."""
    return tuple(sorted(set(words) - set(parameters)))
