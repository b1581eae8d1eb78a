"""What the profile's hints make of a call: classes named in texts, methods called by name elsewhere, mappings."""

from __future__ import annotations

import ast
import json
from typing import TYPE_CHECKING

from apidrift.contracts._arguments import Arguments, shape_of, splat
from apidrift.contracts._atoms import ClassAtom, Lit, Value
from apidrift.contracts._classes import lineage
from apidrift.contracts._items import known_items
from apidrift.contracts._scan import place_of
from apidrift.contracts._values import Entry, Mapping, literal, providers, text
from apidrift.model import contract as c
from apidrift.model.paths import Attr, Typed

if TYPE_CHECKING:
    from apidrift.contracts._infos import ClassInfo
    from apidrift.contracts._interp import Interp
    from apidrift.contracts._world import World
    from apidrift.model.hints import MixIn, RemoteCall


def heed(it: Interp, callee: Value, found: Arguments, node: ast.expr) -> None:
    """Act on the hints about one call of the provider."""
    for hint in it.world.hints.mix_ins:
        mix_in(it, _given(found, hint.parameter), hint, _argument(node, hint.parameter))
    for record in it.world.hints.records:
        _record(it, _given(found, record.parameter), record.type, _argument(node, record.parameter))
    for remote in it.world.hints.remote_calls:
        if any(isinstance(atom.node.step, Attr) and atom.node.step.name == remote.method for atom in providers(callee)):
            _remote(it, remote, found, node)


def _given(found: Arguments, name: str) -> Value:
    return found.keywords.get(name) or found.maybe.get(name) or ()


def _argument(node: ast.expr, name: str) -> ast.expr:
    keywords = node.keywords if isinstance(node, ast.Call) else []
    return next((keyword.value for keyword in keywords if keyword.arg == name), node)


# Classes named in texts -----------------------------------------------------------------------------------------------


def mix_in(it: Interp, value: Value, hint: MixIn, node: ast.expr) -> None:
    """Tell the classes of the consumer that a value names that the provider mixes them into one of its own."""
    for info in _classes(it, value):
        names = {name for owner in lineage(it, info) for name in owner.own if not name.startswith("__")}
        if hint.refuses and names and not (it.quiet or it.inline_depth):
            mixed = c.Named("mixed", f"{info.module.name}.{info.qualname}", members=tuple(sorted(names)))
            it.emit_at(mixed, (it.typed(f"type[{hint.host}]"),), place_of(node))
        it.contribute(info.hosted, (it.typed(f"type[{hint.host}]"),))
        it.world.extensions.setdefault(hint.host, {})[info] = None


def _classes(it: Interp, value: Value) -> list[ClassInfo]:
    found = [atom.info for atom in value if isinstance(atom, ClassAtom)]
    for atom in value:
        constant = literal((atom,))
        if constant is not None and isinstance(constant.value, str):
            found += [inner.info for inner in named(it, constant.value) if isinstance(inner, ClassAtom)]
    return found


def named(it: Interp, dotted: str) -> Value:
    """What of the consumer's own a dotted path names; nothing where it names nothing of it."""
    module, _, name = dotted.replace(":", ".").rpartition(".")
    info = it.world.project.module(module) if module else None
    if info is None:
        return ()
    info.wanted = True
    return it.global_name(it.world.opened(info), name)


# Methods called by their name elsewhere -------------------------------------------------------------------------------


def _remote(it: Interp, remote: RemoteCall, found: Arguments, node: ast.expr) -> None:
    name = text(found.get(remote.position, "method"))
    if name is None or it.quiet or it.inline_depth:
        return
    passed = _passed(remote, found)
    shape = None if passed is None else shape_of(passed)
    it.emit_at(c.Named("rpc", name, shape), (it.typed(remote.host),), place_of(_name_node(remote, node)))


def is_own(world: World, use: c.Use) -> bool:
    """Whether a method called by its name is the consumer's own, in a class mixed into the host."""
    if not isinstance(use.operation, c.Named) or not use.receivers:
        return False
    host = use.receivers[0].root
    mixed = world.extensions.get(host.type, {}) if isinstance(host, Typed) else {}
    name = use.operation.text
    return any(name in info.methods or info.defines(name) for info in mixed)


def _name_node(remote: RemoteCall, node: ast.expr) -> ast.expr:
    args = node.args if isinstance(node, ast.Call) else []
    return args[remote.position] if remote.position < len(args) else _argument(node, "method")


def _passed(remote: RemoteCall, found: Arguments) -> Arguments | None:
    """What the method is called with; None where that cannot be told."""
    given = Arguments()
    rest = _given(found, remote.args) or (found.get(remote.args_position) if remote.args_position >= 0 else ())
    items = known_items(rest)
    if rest and items is None and not _is_none(rest):
        return None
    given.positional += list(items or ())
    mapping = _given(found, remote.kwargs)
    if mapping and not _is_none(mapping):
        splat(given, mapping)
    return None if found.double_star or found.star else given


def _is_none(value: Value) -> bool:
    return all(isinstance(atom, Lit) and atom.value is None for atom in value)


# Mappings of another class's fields -----------------------------------------------------------------------------------


def _record(it: Interp, value: Value, type_: str, node: ast.expr) -> None:
    mappings = [found for atom in value if (found := _mapping(atom)) is not None]
    if len(value) != 1 or not mappings or not mappings[0].entries or it.quiet or it.inline_depth:
        return
    given = Arguments()
    splat(given, (mappings[0],))
    it.emit_at(c.Call(shape_of(given)), (it.typed(f"type[{type_}]"),), place_of(node))


def _mapping(atom: object) -> Mapping | None:
    if isinstance(atom, Mapping):
        return atom
    if not (isinstance(atom, Lit) and isinstance(atom.value, str) and atom.value.startswith("{")):
        return None
    try:
        loaded = json.loads(atom.value)
    except ValueError:
        return None
    return Mapping({key: Entry((Lit(item),)) for key, item in loaded.items() if isinstance(item, str | int | None)})
