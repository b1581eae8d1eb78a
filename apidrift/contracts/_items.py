"""Containers: displays, subscripts, iteration, and what is known of their items."""

from __future__ import annotations

import ast

from apidrift.contracts import _texts as texts
from apidrift.contracts._atoms import UNKNOWN, ClassAtom, Ext, Lit, Prov, Unknown, Value
from apidrift.contracts._atoms import Version as VersionAtom
from apidrift.contracts._env import reference
from apidrift.contracts._interp import Interp
from apidrift.contracts._values import Entry, FuncAtom, Mapping, Seq, Wrapped, join, literal, providers
from apidrift.model import contract as c
from apidrift.model.paths import Attr, Called, Item, Iterated


def _items(it: Interp, nodes: list[ast.expr]) -> tuple[tuple[Value, ...] | None, Value]:
    items: list[Value] = []
    exact = True
    element: Value = ()
    for node in nodes:
        if isinstance(node, ast.Starred):
            value = it.eval(node.value)
            known = known_items(value)
            if known is None:
                exact, element = False, join(element, iterate(it, value, node.value))
            else:
                items += known
        else:
            items.append(it.spread(node))
    return (tuple(items), ()) if exact else (None, join(element, *items))


def known_items(value: Value) -> tuple[Value, ...] | None:
    """The items, where the value is one sequence of known length."""
    if len(value) == 1 and isinstance(value[0], Seq) and value[0].kind != "set":
        return value[0].items
    return None


def _display(it: Interp, node: ast.expr) -> Value:
    assert isinstance(node, ast.Tuple | ast.List | ast.Set)
    items, element = _items(it, node.elts)
    return (Seq(type(node).__name__.lower(), items, element),)


def _dict(it: Interp, node: ast.expr) -> Value:
    assert isinstance(node, ast.Dict)
    entries: dict[object, Entry] = {}
    more = False
    element: Value = ()
    for key, item in zip(node.keys, node.values, strict=True):
        value = it.spread(item)
        if key is None:
            more = fold_mapping(entries, value) or more
            continue
        spread = it.spread(key)
        _hashed(it, spread, key)
        constant = mapping_key(spread)
        if not any(isinstance(atom, FuncAtom) for atom in value):
            texts.variable(it, constant, key)
        if constant is None:
            more, element = True, join(element, value)
        else:
            entries[constant] = Entry(value, gates=it.guards)
    return (Mapping(entries, more=more, element=element),)


def _hashed(it: Interp, value: Value, node: ast.expr) -> None:
    """An object made on the spot that serves as a key has to be hashable."""
    made = tuple(atom for atom in providers(value) if isinstance(atom.node.step, Called))
    if made:
        it.emit(c.Operate("__hash__"), made, node)


def mapping_key(value: Value) -> object:
    """The key of a dictionary as something hashable: a constant, or an enum member's path; None: not known."""
    found = literal(value)
    if found is not None:
        return found.value
    if len(value) == 1 and isinstance(value[0], Prov):
        return value[0].node
    return None


def fold_mapping(entries: dict[object, Entry], value: Value) -> bool:
    """Put a dictionary's entries over others, as `{**a}` and `update` do. Returns whether unknown keys may come."""
    mappings = [atom for atom in value if isinstance(atom, Mapping)]
    others = [
        atom for atom in value if not isinstance(atom, Mapping) and not (isinstance(atom, Lit) and not atom.value)
    ]
    for key, entry in (pair for mapping in mappings for pair in mapping.entries.items()):
        certain = entry.certain and not others and len(value) == 1
        if certain:
            entries[key] = entry
        else:
            before = entries.get(key)
            entries[key] = Entry(
                join(before.value, entry.value) if before else entry.value,
                bool(before and before.certain),
                () if before else entry.gates,
            )
    return bool(others) or not value or any(mapping.more for mapping in mappings)


def _subscript(it: Interp, node: ast.expr) -> Value:
    assert isinstance(node, ast.Subscript)
    owner = it.eval(node.value)
    form = _type_form(it, owner, node)
    if form is not None:
        return form
    index = ":" if isinstance(node.slice, ast.Slice) else ""
    key = it.eval(node.slice) if index else it.spread(node.slice)
    index = index or (":" if key and all(isinstance(atom, Unknown) and atom.type == "slice" for atom in key) else "")
    found = literal(key)
    spelled = index or (repr(found.value) if found else "")
    it.emit(c.Subscript(spelled), owner, node.value)
    parts: list[Value] = [it.step(owner, Item(spelled))]
    parts += [_item_of(it, atom, key, spelled) for atom in owner if not isinstance(atom, Prov)]
    for atom in owner:
        if isinstance(atom, Wrapped) and atom.kind == "json" and found is not None and isinstance(found.value, str):
            it.emit(c.Named("field", found.value), atom.value, node.slice)
            parts.append((atom,))
    return it.env.get(reference(node)) or join(*parts) or UNKNOWN


def _type_form(it: Interp, owner: Value, node: ast.Subscript) -> Value | None:
    from apidrift.contracts._annotations import generic  # noqa: PLC0415 -- type expressions are rare outside annotations

    if len(owner) == 1 and isinstance(owner[0], Ext | ClassAtom):
        return generic(it, owner[0], node)
    return None


def _item_of(it: Interp, atom: object, key: Value, spelled: str) -> Value:  # noqa: PLR0911 -- one arm per kind
    match atom:
        case Seq(items=items, element=element, kind=kind):
            if spelled == ":":
                return (Seq(kind, None, element),)
            found = literal(key)
            if items is not None and found and isinstance(found.value, int) and -len(items) <= found.value < len(items):
                return items[found.value]
            return element
        case Mapping() as mapping:
            _note_dispatch(it, mapping, key)
            return _held(mapping, mapping_key(key))
        case Ext(name=name) if name == "sys.version_info":
            return (Ext(name if spelled == ":" else f"{name}[{spelled}]"),)
        case VersionAtom(distribution=name, parts=0, part=part):
            return (VersionAtom(name, 0, f"{part}[{spelled}]"),) if spelled != ":" else (VersionAtom(name, 99, part),)
        case _:
            return ()


def _held(mapping: Mapping, key: object) -> Value:
    """What lies under a key. Under a named one that was never seen put there, only what all unseen keys hold alike."""
    entry = mapping.entries.get(key) if key is not None else None
    if entry is not None:
        return entry.value
    if not isinstance(key, str):
        return mapping.any_value()
    return mapping.element if len(mapping.element) == 1 else UNKNOWN


def _note_dispatch(it: Interp, mapping: Mapping, key: Value) -> None:
    """A table indexed by each element of a provider iterable must know every element."""
    if mapping.more or not mapping.entries or it.inline_depth:
        return
    for atom in providers(key):
        node = atom.node
        if node.parent is not None and isinstance(node.step, Attr) and node.step.name in {"name", "value"}:
            node = node.parent
        if node.parent is not None and isinstance(node.step, Iterated):
            known = it.world.iterated.setdefault(id(node.parent.path()), {})
            for entry in mapping.entries:
                known[_key_name(entry)] = None


def _key_name(key: object) -> str:
    if isinstance(key, str):
        return key
    step = getattr(key, "step", None)
    return step.name if isinstance(step, Attr) else repr(key)


def iterate(it: Interp, value: Value, node: ast.expr, *, is_async: bool = False) -> Value:
    """What iterating gives, element by element; the use of it is recorded."""
    it.emit(c.Iterate(is_async), value, node)
    parts: list[Value] = [it.step(value, Iterated())]
    for atom in value:
        match atom:
            case Seq(element=element):
                parts.append(element)
            case Mapping(entries=entries):
                parts += [(Lit(key),) if not hasattr(key, "step") else UNKNOWN for key in entries]
            case Wrapped(kind="iterate", value=inner):
                parts.append(inner)
            case VersionAtom(distribution=name):
                parts.append((VersionAtom(name),))
            case Prov():
                pass
            case _:
                from apidrift.contracts._calls import special  # noqa: PLC0415 -- consumer iterators are rare

                parts.append(special(it, atom, "__aiter__" if is_async else "__iter__"))
    return join(*parts) or UNKNOWN


Interp.EVAL.update(
    {ast.Tuple: _display, ast.List: _display, ast.Set: _display, ast.Dict: _dict, ast.Subscript: _subscript}
)
