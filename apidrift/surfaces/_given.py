"""What a body does with its parameters: how it calls them, what it asks of them, which it cannot do without."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from apidrift.model.body import Site
from apidrift.surfaces._text import dotted, without_docstring

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.surfaces._binding import FunctionNode
    from apidrift.surfaces._frames import Frame

_MOST = 4
"""Shapes kept for one parameter."""


def gives(node: FunctionNode, frame: Frame, owner: ast.ClassDef | None = None) -> dict[str, tuple[Site, ...]]:
    """How a body calls its parameters; of a constructor also how the class calls those it keeps as attributes."""
    names = unchanged(node, frame)
    called = {name: name for name in names}
    if owner is not None and node.name == "__init__":
        called |= {f"self.{attribute}": name for attribute, name in _kept(frame, names).items()}
    found: dict[str, dict[Site, None]] = {}
    for call in ast.walk(owner if owner is not None and len(called) > len(names) else node):
        if isinstance(call, ast.Call) and (spelled := dotted(call.func)) in called:
            if spelled in names and owner is not None and not _inside(node, call):
                continue
            plain = [each for each in call.args if not isinstance(each, ast.Starred)]
            site = Site(
                positional=len(plain),
                keywords=tuple(keyword.arg for keyword in call.keywords if keyword.arg is not None),
                star=len(plain) < len(call.args),
                double_star=any(keyword.arg is None for keyword in call.keywords),
            )
            found.setdefault(called[spelled], {})[site] = None
    return {name: tuple(sites)[:_MOST] for name, sites in sorted(found.items())}


def _inside(node: FunctionNode, call: ast.Call) -> bool:
    return any(each is call for each in ast.walk(node))


def _kept(frame: Frame, names: set[str]) -> dict[str, str]:
    """Attributes that a constructor sets to a parameter, once and as it is, with that parameter."""
    targets = [(dotted(target), value) for target, _, value, _ in frame.facts.assigns]
    written = [target for target, _ in targets]
    receiver = f"{frame.receiver}."
    return {
        target.removeprefix(receiver): value.id
        for target, value in targets
        if frame.receiver == "self" and target.startswith(receiver) and target.count(".") == 1
        if isinstance(value, ast.Name) and value.id in names and written.count(target) == 1
    }


def asks(node: FunctionNode, frame: Frame) -> dict[str, tuple[str, ...]]:
    """What a body asks of parameters of which no type is declared."""
    names = {name for name in unchanged(node, frame) if not frame.known.get(name)}
    found: dict[str, set[str]] = {}
    for each in ast.walk(node):
        match each:
            case ast.Attribute(value=ast.Name(id=name), attr=attr, ctx=ast.Load()) if name in names:
                found.setdefault(name, set()).add(attr)
    return {name: tuple(sorted(attributes)) for name, attributes in sorted(found.items())}


def needs(node: FunctionNode, frame: Frame) -> tuple[str, ...]:
    """Parameters with a default of None that every call uses as if it were something."""
    optional = _optional(node.args) & unchanged(node, frame)
    found: set[str] = set()
    for statement in without_docstring(node.body):
        if isinstance(statement, ast.If | ast.Assert | ast.Try | ast.While | ast.Match):
            # From here on a condition may have told what is None.
            optional -= {each.id for each in ast.walk(statement) if isinstance(each, ast.Name)}
            if not isinstance(statement, ast.Assert):
                break
            continue
        found |= {name for name in _used(statement) if name in optional}
    return tuple(sorted(found))


def unchanged(node: FunctionNode, frame: Frame) -> set[str]:
    """Parameters that the body never assigns anew, the receiver left out."""
    arguments = node.args
    names = {each.arg for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)}
    stored = {each.id for each in ast.walk(node) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}
    return names - stored - {frame.receiver}


def _optional(arguments: ast.arguments) -> set[str]:
    plain = [*arguments.posonlyargs, *arguments.args]
    pairs = list(zip(plain[len(plain) - len(arguments.defaults) :], arguments.defaults, strict=True))
    pairs += [(a, d) for a, d in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True) if d is not None]
    return {
        parameter.arg for parameter, default in pairs if isinstance(default, ast.Constant) and default.value is None
    }


def _used(node: ast.AST) -> Iterator[str]:
    """Names that evaluating a statement uses for certain as a callable, an object with attributes or a container."""
    match node:
        case ast.Lambda() | ast.IfExp() | ast.BoolOp() | ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            return
        case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
            return
        case (
            ast.Call(func=ast.Name(id=name))
            | ast.Attribute(value=ast.Name(id=name))
            | ast.Subscript(value=ast.Name(id=name))
        ):
            yield name
        case ast.For(iter=iterable):
            if isinstance(iterable, ast.Name):
                yield iterable.id
            return
    for part in ast.iter_child_nodes(node):
        yield from _used(part)
