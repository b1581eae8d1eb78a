"""Binding: names, attributes, items, and unpacking."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from apidrift.contracts import _containers as containers
from apidrift.contracts import _patches as patches
from apidrift.contracts import _texts as texts
from apidrift.contracts._atoms import UNKNOWN, ClassAtom, Instance, ModuleAtom, Prov, Value, Version
from apidrift.contracts._env import reference
from apidrift.contracts._items import known_items, mapping_key
from apidrift.contracts._values import Entry, Mapping, Seq, guarded, join, providers
from apidrift.model import contract as c
from apidrift.model.paths import Unpacked

if TYPE_CHECKING:
    from apidrift.contracts._interp import Interp


def assign(it: Interp, target: ast.expr, value: Value, source: ast.expr) -> None:
    """Bind a target to a value; `source` is the expression it came from, for the place of an unpacking."""
    match target:
        case ast.Name(id=name):
            it.bind(name, value)
        case ast.Attribute():
            set_attribute(it, target, value)
        case ast.Subscript():
            _set_item(it, target, value)
        case ast.Starred(value=inner):
            assign(it, inner, (Seq("list", None, value),), source)
        case ast.Tuple(elts=targets) | ast.List(elts=targets):
            _unpack(it, targets, value, source)
        case _:
            pass


def set_attribute(it: Interp, target: ast.Attribute, value: Value) -> None:
    """`owner.name = value`."""
    owner = it.eval(target.value)
    patches.write(it, owner, target.attr, value, target)
    kept = guarded(value or UNKNOWN, it.hard)
    for atom in owner:
        if isinstance(atom, Instance | ClassAtom):
            it.contribute(atom.info.attribute(target.attr), kept)
        elif isinstance(atom, ModuleAtom):
            it.contribute(atom.info.fact(target.attr), kept)
    key = reference(target)
    if key:
        it.env.set(key, kept)


def _set_item(it: Interp, target: ast.Subscript, value: Value) -> None:
    owner = it.eval(target.value)
    key = it.spread(target.slice)
    texts.variable(it, mapping_key(key), target.slice)
    it.emit(c.Operate("__setitem__"), tuple(a for a in owner if isinstance(a, Prov)), target.value)
    mappings = [atom for atom in owner if isinstance(atom, Mapping)]
    sequences = [atom for atom in owner if isinstance(atom, Seq)]
    if len(owner) == 1 and mappings:
        constant = mapping_key(key)
        if constant is None:
            changed = Mapping(mappings[0].entries, more=True, element=join(mappings[0].element, value))
        else:
            changed = containers.set_entry(mappings[0], constant, value, it.guards)
        containers.store(it, target.value, (changed,))
    elif len(owner) == 1 and sequences:
        containers.store(it, target.value, (Seq(sequences[0].kind, None, join(sequences[0].element, value)),))


def _unpack(it: Interp, targets: list[ast.expr], value: Value, source: ast.expr) -> None:
    starred = any(isinstance(target, ast.Starred) for target in targets)
    if providers(value):
        it.emit(c.Unpack(len(targets) - starred, starred), value, source)
    items = known_items(value)
    for index, target in enumerate(targets):
        if items is not None and len(items) == len(targets) and not starred:
            assign(it, target, items[index], source)
            continue
        parts: list[Value] = []
        for atom in value:
            if isinstance(atom, Prov) and not starred:
                parts.append(it.step((atom,), Unpacked(index, len(targets))))
            elif isinstance(atom, Seq):
                exact = atom.items is not None and len(atom.items) == len(targets) and not starred
                parts.append(atom.items[index] if exact and atom.items is not None else _nth(atom.element, index))
            elif isinstance(atom, Version):
                parts.append(_nth((atom,), index))
        assign(it, target, join(*parts) or UNKNOWN, source)


def _nth(element: Value, index: int) -> Value:
    """What an element is at its place: `major, minor = version.split(".")[:2]` tells which number is which."""
    return tuple(
        Version(atom.distribution, 0, f"[{index}]") if isinstance(atom, Version) and not atom.parts else atom
        for atom in element
    )


__all__ = ["Entry", "assign", "set_attribute"]
