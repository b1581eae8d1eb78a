"""Methods of the consumer's own lists and dictionaries: what they give and how they change them."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from apidrift.contracts import _texts as texts
from apidrift.contracts._arguments import Arguments, arguments
from apidrift.contracts._atoms import NONE, Instance, Lit, Unknown, Value
from apidrift.contracts._env import reference
from apidrift.contracts._items import fold_mapping, mapping_key
from apidrift.contracts._values import Entry, Mapping, Seq, join, text

if TYPE_CHECKING:
    from collections.abc import Callable

    from apidrift.contracts._interp import Interp
    from apidrift.model.contract import Guard

ADDERS = {"append", "add", "appendleft", "put", "put_nowait"}
EXTENDERS = {"extend", "update", "union"}
TAKERS = {"pop", "popleft", "get", "get_nowait", "__next__"}
COPIES = {"copy", "__iter__"}


def method(it: Interp, owner: Value, node: ast.Call) -> Value | None:
    """The result of a container's method; None where the receiver is something else."""
    assert isinstance(node.func, ast.Attribute)
    name = node.func.attr
    containers = [atom for atom in owner if isinstance(atom, Mapping | Seq)]
    if not containers or len(containers) != len([a for a in owner if not (isinstance(a, Lit) and a.value is None)]):
        return _text_method(it, owner, node)
    found = arguments(it, node)
    texts.called(it, found, node)
    parts: list[Value] = []
    for atom in containers:
        if isinstance(atom, Mapping):
            parts.append(_mapping_method(it, atom, name, found, node.func.value))
        else:
            parts.append(_sequence_method(it, atom, name, found, node.func.value))
    return join(*parts) or (Unknown(),)


def _text_method(it: Interp, owner: Value, node: ast.Call) -> Value | None:
    assert isinstance(node.func, ast.Attribute)
    found = text(owner)
    if found is None or node.func.attr != "format":
        return None
    arguments(it, node)
    return (Unknown("str"),)


def store(it: Interp, target: ast.expr, value: Value) -> None:
    """Put a changed container back where it came from."""
    key = reference(target)
    if isinstance(target, ast.Name):
        it.bind(target.id, value)
    elif key and isinstance(target, ast.Attribute | ast.Subscript):
        it.env.set(key, value)
        if not isinstance(target, ast.Attribute):
            return
        with it.silence():
            owner = it.eval(target.value)
        for atom in owner:
            if isinstance(atom, Instance):
                it.contribute(atom.info.attribute(target.attr), value)


def _sequence_method(it: Interp, seq: Seq, name: str, found: Arguments, target: ast.expr) -> Value:  # noqa: PLR0911 -- one arm per kind
    if name in ADDERS or name == "insert":
        added = found.get(1 if name == "insert" else 0)
        if it.loops or name != "append" or seq.items is None or seq.kind != "list":
            store(it, target, (Seq(seq.kind, None, join(seq.element, added)),))
        else:
            store(it, target, (Seq(seq.kind, (*seq.items, added)),))
        return NONE
    if name in EXTENDERS:
        inner = [atom.element for value in found.positional for atom in value if isinstance(atom, Seq)]
        changed: Value = (Seq(seq.kind, None, join(seq.element, *inner)),)
        if name == "union":
            return changed
        store(it, target, changed)
        return NONE
    if name in TAKERS:
        return seq.element
    if name in COPIES:
        return (seq,)
    if name in {"clear", "remove", "sort", "reverse", "discard"}:
        store(it, target, (Seq(seq.kind, None, seq.element),))
        return NONE
    return (Unknown("int" if name in {"index", "count"} else ""),)


def _mapping_method(it: Interp, mapping: Mapping, name: str, found: Arguments, target: ast.expr) -> Value:
    handler = MAPPING.get(name)
    return handler(it, mapping, found, target) if handler else (Unknown(),)


def _get(it: Interp, mapping: Mapping, found: Arguments, target: ast.expr) -> Value:
    del it, target
    key = mapping_key(found.get(0))
    entry = mapping.entries.get(key) if key is not None else None
    default = found.get(1) or NONE
    if entry is not None:
        return entry.value if entry.certain else join(entry.value, default)
    if key is not None and not mapping.more:
        return default
    held = mapping.any_value() if key is None else mapping.element
    return join(held or ((Unknown(),) if mapping.more else ()), default)


def _pop(it: Interp, mapping: Mapping, found: Arguments, target: ast.expr) -> Value:
    value = _get(it, mapping, found, target)
    key = mapping_key(found.get(0))
    if key is not None and key in mapping.entries:
        kept = {k: e for k, e in mapping.entries.items() if k != key}
        store(it, target, (Mapping(kept, more=mapping.more, element=mapping.element),))
    return value


def _setdefault(it: Interp, mapping: Mapping, found: Arguments, target: ast.expr) -> Value:
    key = mapping_key(found.get(0))
    given = found.get(1) or NONE
    if key is None:
        store(it, target, (Mapping(mapping.entries, more=True, element=join(mapping.element, given)),))
        return join(mapping.any_value(), given)
    before = mapping.entries.get(key)
    value = join(before.value if before else (), given)
    store(it, target, (set_entry(mapping, key, value),))
    return value


def _update(it: Interp, mapping: Mapping, found: Arguments, target: ast.expr) -> Value:
    entries = dict(mapping.entries)
    more = mapping.more or found.double_star
    for value in found.positional:
        more = fold_mapping(entries, value) or more
    entries.update({name: Entry(value, gates=it.guards) for name, value in found.keywords.items()})
    for name, value in found.maybe.items():
        entries.setdefault(name, Entry(value, False))
    store(it, target, (Mapping(entries, more=more, element=mapping.element),))
    return NONE


def _values(it: Interp, mapping: Mapping, found: Arguments, target: ast.expr) -> Value:
    del it, found, target
    return (Seq("iterator", None, mapping.any_value()),)


def _items(it: Interp, mapping: Mapping, found: Arguments, target: ast.expr) -> Value:
    del it, found, target
    return (Seq("iterator", None, (Seq("tuple", (_any_key(mapping), mapping.any_value() or (Unknown(),))),)),)


def _keys(it: Interp, mapping: Mapping, found: Arguments, target: ast.expr) -> Value:
    del it, found, target
    return (Seq("iterator", None, _any_key(mapping)),)


def _any_key(mapping: Mapping) -> Value:
    known = [(Lit(key),) for key in list(mapping.entries)[:8] if isinstance(key, str | int)]
    return join(*known, (Unknown(),) if mapping.more or not known else ())


def _copy(it: Interp, mapping: Mapping, found: Arguments, target: ast.expr) -> Value:
    del it, found, target
    return (mapping,)


def _clear(it: Interp, mapping: Mapping, found: Arguments, target: ast.expr) -> Value:
    del mapping, found
    store(it, target, (Mapping({}),))
    return NONE


def set_entry(mapping: Mapping, key: object, value: Value, gates: tuple[Guard, ...] = ()) -> Mapping:
    """The dictionary after `d[key] = value` under these guards."""
    return Mapping({**mapping.entries, key: Entry(value, gates=gates)}, more=mapping.more, element=mapping.element)


MAPPING: dict[str, Callable[[Interp, Mapping, Arguments, ast.expr], Value]] = {
    "get": _get,
    "pop": _pop,
    "setdefault": _setdefault,
    "update": _update,
    "values": _values,
    "items": _items,
    "keys": _keys,
    "copy": _copy,
    "clear": _clear,
}
