"""Calls: of provider paths, of the consumer's classes and functions, of known names of the standard library."""

from __future__ import annotations

import ast
from contextlib import nullcontext
from typing import TYPE_CHECKING

import msgspec

from apidrift.contracts import _classes as classes
from apidrift.contracts import _containers as containers
from apidrift.contracts import _externals as externals
from apidrift.contracts import _handed as handed
from apidrift.contracts import _hinted as hinted
from apidrift.contracts import _patches as patches
from apidrift.contracts import _texts as texts
from apidrift.contracts import _versions as versions
from apidrift.contracts._arguments import Arguments, arguments, shape_of
from apidrift.contracts._atoms import (
    UNKNOWN,
    Atom,
    ClassAtom,
    Ext,
    Instance,
    Lit,
    ModuleAtom,
    Open,
    Prov,
    Specifier,
    Super,
    Value,
    Version,
)
from apidrift.contracts._attributes import attribute, bound
from apidrift.contracts._functions import call_function
from apidrift.contracts._gates import gated
from apidrift.contracts._interp import Interp
from apidrift.contracts._scan import end_of, place_of
from apidrift.contracts._values import FuncAtom, Partial, Wrapped, join, providers, without_none
from apidrift.model import contract as c
from apidrift.model.paths import Attr, Called

if TYPE_CHECKING:
    from apidrift.contracts._infos import ClassInfo


def _call(it: Interp, node: ast.expr) -> Value:
    assert isinstance(node, ast.Call)
    if isinstance(node.func, ast.Attribute):
        owner = it.eval(node.func.value)
        known = containers.method(it, owner, node)
        if known is not None:
            return known
        if node.func.attr == "contains" and (ranged := _contains(it, owner, node)):
            return ranged
        if node.func.attr == "result" and (made := handed.result_of(owner)):
            return made
        callee = attribute(it, owner, node.func.attr, node.func, silent=True)
        callee = _narrowed(it, node.func) or callee
    else:
        owner, callee = (), it.eval(node.func)
    special = externals.raw(it, callee, node)
    if special is not None:
        return special
    found = arguments(it, node)
    texts.called(it, found, node)
    texts.parsed(it, callee, found, node)
    if not providers(callee):
        patches.by_fixture(it, found, node)
    return call(it, callee, found, node, owner)


def _contains(it: Interp, owner: Value, node: ast.Call) -> Value:
    """`SpecifierSet(…).contains(version)`; nothing where the receiver is none."""
    specifier = owner[0] if len(owner) == 1 and isinstance(owner[0], Specifier) else None
    value = it.eval(node.args[0]) if specifier is not None and node.args else ()
    version = next((atom for atom in value if isinstance(atom, Version)), None)
    if specifier is None or version is None:
        return ()
    yes, no = versions.within(it, version, specifier)
    return (Lit(True, yes), Lit(False, no))


def _narrowed(it: Interp, node: ast.Attribute) -> Value | None:
    from apidrift.contracts._env import reference  # noqa: PLC0415

    return it.env.get(reference(node))


def call(it: Interp, callee: Value, found: Arguments, node: ast.expr, owner: Value = ()) -> Value:
    """The result of calling every alternative of the callee; provider alternatives are a use."""
    emit_call(it, callee, found, node, owner)
    with it.either() if len(without_none(callee)) > 1 else nullcontext():
        parts = [_one(it, atom, found, node) for atom in callee]
    return join(*parts) or UNKNOWN


def emit_call(it: Interp, callee: Value, found: Arguments, node: ast.expr, owner: Value = ()) -> None:
    """Record the call of the callee's provider alternatives."""
    if not providers(callee) or it.quiet:
        return
    hinted.heed(it, callee, found, node)
    operation = c.Call(shape_of(found))
    for value in (*found.positional, *found.keywords.values()):
        for atom in value:
            if isinstance(atom, FuncAtom):
                it.hand(atom)
    unsure = tuple(
        a for a in without_none(owner) if not isinstance(a, Prov | Instance | ClassAtom | ModuleAtom | Super | Open)
    )
    value = (*callee, *unsure)
    if not it.inline_depth:
        for gates, shape in gated(it, found):
            it.emit_at(c.Call(shape), value, place_of(node), also=gates, end=end_of(node))
    elif found.spliced and it.inline_place is not None and not found.double_star and not found.star:
        if it.doubts and not found.keywords:
            return
        # Where another function may be meant, what is missing here may come with that one.
        shape = msgspec.structs.replace(operation.shape, double_star=operation.shape.double_star or it.doubts > 0)
        it.emit_at(c.Call(shape), value, it.inline_place[1])


def _one(it: Interp, atom: Atom, found: Arguments, node: ast.expr) -> Value:  # noqa: PLR0911 -- one arm per kind
    match atom:
        case Prov():
            return versions.parsed(atom, found) or it.step((atom,), Called(shape_of(found)))
        case FuncAtom():
            return call_function(it, atom, found, node)
        case ClassAtom(info=info):
            return construct(it, info, found, node)
        case Instance(info=info):
            method = classes.find_method(it, info, "__call__")
            return call_function(it, FuncAtom(method.info, (atom,)), found, node) if method else ()
        case Partial(callee=inner, arguments=Arguments() as first):
            return call(it, inner, merged(first, found), node)
        case Wrapped(kind="call", value=value):
            return value
        case Version():
            return versions.call(it, atom, found)
        case Ext(name=name):
            return externals.call(it, name, found, node)
        case _:
            return ()


def merged(first: Arguments, then: Arguments) -> Arguments:
    """The arguments of a partial and those of its call together."""
    return Arguments(
        [*first.positional, *then.positional],
        {**first.keywords, **then.keywords},
        {**first.maybe, **then.maybe},
        star=first.star or then.star,
        star_element=join(first.star_element, then.star_element),
        double_star=first.double_star or then.double_star,
        spliced=first.spliced or then.spliced,
    )


def construct(it: Interp, info: ClassInfo, found: Arguments, node: ast.expr) -> Value:
    """An instance of a consumer's class. Its `__init__` runs; without one, a provider base's constructor is called."""
    made: Value = (Instance(info),)
    info.instantiated = True
    method = classes.find_method(it, info, "__init__")
    if method is not None:
        call_function(it, FuncAtom(method.info, made), found, node)
        return made
    if classes.find_method(it, info, "__new__") is None and not _synthesised(it, info):
        bases = classes.provider_bases(it, info)
        if len(bases) == 1 and not classes.has_foreign_base(it, info):
            emit_call(it, it.step((classes.as_instance(it, bases[0]),), Attr("__init__")), found, node)
    return made


def _synthesised(it: Interp, info: ClassInfo) -> bool:
    return any(owner.annotated or owner.decorated or owner.node.keywords for owner in classes.lineage(it, info))


def special(it: Interp, atom: Atom, name: str) -> Value:
    """What a special method of a consumer's class gives when an operator or statement calls it."""
    if not isinstance(atom, Instance):
        return ()
    method = classes.find_method(it, atom.info, name)
    if method is None:
        return ()
    value = call_function(
        it,
        FuncAtom(method.info, (atom,)),
        Arguments(),
        atom.info.node.bases[0] if False else ast.Name("self", ast.Load(), lineno=0, col_offset=0),
    )
    if name in {"__iter__", "__aiter__"}:
        return join(*(inner.value for inner in value if isinstance(inner, Wrapped)), *_elements(value))
    if name in {"__enter__", "__aenter__"}:
        return join(
            *((inner.value if isinstance(inner, Wrapped) and inner.kind == "await" else (inner,)) for inner in value)
        )
    return value


def _elements(value: Value) -> list[Value]:
    from apidrift.contracts._values import Seq  # noqa: PLC0415

    return [atom.element for atom in value if isinstance(atom, Seq)]


Interp.EVAL[ast.Call] = _call
__all__ = ["bound", "call", "construct", "emit_call", "special"]
