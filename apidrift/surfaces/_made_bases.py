"""Bases that a call makes: `with_metaclass(Meta, A)`, and class methods that give `type(name, (cls, …), …)`."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from apidrift.surfaces._text import dotted

if TYPE_CHECKING:
    from collections.abc import Callable

    from apidrift.surfaces._binding import Entry


def spread_bases(node: ast.ClassDef, method: Callable[[str, str], Entry | None]) -> ast.ClassDef:
    """A class whose bases are the classes that the calls among its bases build on.

    A call to a class method stays behind the class it is called on: what else it brings is not known.

    Args:
        node: the class statement.
        method: finds a member of a class by the class's name, as spelled, and the member's.
    """
    bases: list[ast.expr] = []
    keywords = list(node.keywords)
    for base in node.bases:
        match base:
            case ast.Call(func=func, args=[meta, *real]) if dotted(func).rpartition(".")[2] == "with_metaclass":
                bases += real
                keywords.append(ast.keyword("metaclass", meta))
            case ast.Call(func=ast.Attribute(value=owner, attr=name)) if _derives(method(dotted(owner), name)):
                bases += [owner, base]
            case _:
                bases.append(base)
    if len(bases) == len(node.bases) and len(keywords) == len(node.keywords):
        return node
    return ast.copy_location(ast.ClassDef(node.name, bases, keywords, node.body, node.decorator_list), node)


def _derives(entry: Entry | None) -> bool:
    """Whether a member is a class method that always gives a class derived from its own."""
    node = entry.best.node if entry is not None and entry.best is not None else None
    if not isinstance(node, ast.FunctionDef) or "classmethod" not in map(dotted, node.decorator_list):
        return False
    receiver = node.args.args[0].arg if node.args.args else ""
    returns = [each.value for each in ast.walk(node) if isinstance(each, ast.Return)]
    return bool(returns) and all(_is_type_call(value, receiver) for value in returns)


def _is_type_call(value: ast.expr | None, receiver: str) -> bool:
    match value:
        case ast.Call(func=ast.Name(id="type"), args=[_, ast.Tuple(elts=[ast.Name(id=first), *_]), _]):
            return first == receiver
        case _:
            return False
