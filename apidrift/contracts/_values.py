"""Abstract values: what an expression of the consumer may be, as a tuple of alternatives.

An alternative (`Atom`) may carry guards: the facts under which it is the one that arrives. Two atoms are the same when
their `key` is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.contracts._atoms import (
    UNKNOWN,
    Atom,
    ClassAtom,
    Instance,
    Lit,
    ModuleAtom,
    Prov,
    Value,
    Version,
)

if TYPE_CHECKING:
    from apidrift.contracts._infos import FuncInfo
    from apidrift.contracts._nodes import Node
    from apidrift.model.contract import Guard

MAX_ALTERNATIVES = 10
MAX_ITEMS = 64


class FuncAtom(Atom):
    """A function of the consumer, perhaps bound to a receiver; `made_by` is a provider decorator's result."""

    __slots__ = ("info", "made_by", "receiver")

    def __init__(self, info: FuncInfo, receiver: Value | None = None, made_by: Node | None = None) -> None:
        super().__init__((info.serial, None if receiver is None else keys(receiver), id(made_by)))
        self.info = info
        self.receiver = receiver
        self.made_by = made_by


class Seq(Atom):
    """A list, tuple, set or iterator of the consumer: its items where each is known, else what any of them may be."""

    __slots__ = ("element", "items", "kind")

    def __init__(self, kind: str, items: tuple[Value, ...] | None, element: Value = ()) -> None:
        if items is not None and len(items) > MAX_ITEMS:
            element, items = join(*items[:MAX_ITEMS]), None
        super().__init__((kind, None if items is None else tuple(map(keys, items)), keys(element)))
        self.kind = kind
        self.items = items
        self.element = element if items is None else join(element, *items)


class Entry:
    """What a mapping holds under one key."""

    __slots__ = ("certain", "gates", "value")

    def __init__(self, value: Value, certain: bool = True, gates: tuple[Guard, ...] = ()) -> None:  # noqa: FBT001, FBT002 -- a field
        self.value = value
        self.certain = certain
        self.gates = gates
        """The guards under which it was put there."""


class Mapping(Atom):
    """A dictionary of the consumer: known keys, and whether there may be others."""

    __slots__ = ("element", "entries", "more")

    def __init__(self, entries: dict[object, Entry], *, more: bool = False, element: Value = ()) -> None:
        if len(entries) > MAX_ITEMS:
            element = join(element, *(entry.value for entry in list(entries.values())[:MAX_ITEMS]))
            entries, more = {}, True
        known = tuple((repr(k), keys(e.value), e.certain, *map(id, e.gates)) for k, e in entries.items())
        super().__init__((known, more, keys(element)))
        self.entries = entries
        self.more = more
        self.element = element

    def any_value(self) -> Value:
        """What any of the values may be."""
        return join(self.element, *(entry.value for entry in self.entries.values()))


class Wrapped(Atom):
    """Something that gives `value` when awaited (`await`), entered (`enter`) or called (`call`)."""

    __slots__ = ("kind", "value")

    def __init__(self, kind: str, value: Value) -> None:
        super().__init__((kind, keys(value)))
        self.kind = kind
        self.value = value


class TypeForm(Atom):
    """A type expression that is not one class (`Optional[X]`, `list[X]`): what its instances are."""

    __slots__ = ("instances",)

    def __init__(self, instances: Value) -> None:
        super().__init__(keys(instances))
        self.instances = instances


class Partial(Atom):
    """`functools.partial(callee, …)`."""

    __slots__ = ("arguments", "callee")

    def __init__(self, callee: Value, arguments: object, key: object) -> None:
        super().__init__((keys(callee), key))
        self.callee = callee
        self.arguments = arguments


def keys(value: Value) -> tuple[object, ...]:
    """The keys of all alternatives: equal for equal values."""
    return tuple([atom.key for atom in value])


def same(left: Value, right: Value) -> bool:
    """Whether two values hold the same alternatives in the same order."""
    return left is right or keys(left) == keys(right)


def join(*values: Value) -> Value:
    """All alternatives of all values, each once; containers are merged into one."""
    values = tuple([value for value in values if value])
    if not values:
        return ()
    if len(values) == 1 or all(value is values[0] for value in values):
        return values[0]
    seen: dict[object, Atom] = {}
    for value in values:
        for atom in value:
            _add(seen, atom)
    if len(seen) > 1 and any(atom.guards for atom in seen.values()):
        seen = _without_repeats(seen)
    if len(seen) > MAX_ALTERNATIVES:
        return (*list(seen.values())[:MAX_ALTERNATIVES], *([] if "lost" in seen else UNKNOWN))
    return tuple(seen.values())


def _without_repeats(seen: dict[object, Atom]) -> dict[object, Atom]:
    """Leave out what arrives under guards where the same arrives without any."""
    plain = {id(atom.node) for atom in seen.values() if isinstance(atom, Prov) and not atom.guards}
    return {k: a for k, a in seen.items() if not (isinstance(a, Prov) and a.guards and id(a.node) in plain)}


def _add(seen: dict[object, Atom], atom: Atom) -> None:
    if atom.key in seen:
        return
    if isinstance(atom, Mapping | Seq):
        for key, other in seen.items():
            merged = _merge(other, atom)
            if merged is not None:
                seen[key] = merged
                return
    seen[atom.key] = atom


def _merge(left: Atom, right: Atom) -> Atom | None:
    if isinstance(left, Mapping) and isinstance(right, Mapping):
        return merge_mappings(left, right)
    if isinstance(left, Seq) and isinstance(right, Seq) and left.kind == right.kind:
        if left.items is not None and right.items is not None and len(left.items) == len(right.items):
            return Seq(left.kind, tuple(join(a, b) for a, b in zip(left.items, right.items, strict=True)))
        if left.kind != "tuple":
            return Seq(left.kind, None, join(left.element, right.element))
    return None


def merge_mappings(left: Mapping, right: Mapping) -> Mapping:
    """One of two dictionaries: keys of only one of them are not certain."""
    entries: dict[object, Entry] = {}
    for key in [*left.entries, *(k for k in right.entries if k not in left.entries)]:
        one, two = left.entries.get(key), right.entries.get(key)
        value = join(one.value if one else (), two.value if two else ())
        gates = one.gates if one and not two else two.gates if two and not one else ()
        entries[key] = Entry(value, bool(one and two and one.certain and two.certain), gates)
    return Mapping(entries, more=left.more or right.more, element=join(left.element, right.element))


def guarded(value: Value, guards: tuple[Guard, ...]) -> Value:
    """The value as it is when it was bound under these guards."""
    if not guards or not value:
        return value
    return tuple([atom.under(guards) for atom in value])


def providers(value: Value) -> list[Prov]:
    """The alternatives that are the provider's."""
    return [atom for atom in value if isinstance(atom, Prov)]


def without_none(value: Value) -> Value:
    """The alternatives that are not None."""
    return tuple([atom for atom in value if not (isinstance(atom, Lit) and atom.value is None)])


def literal(value: Value) -> Lit | None:
    """The constant, when it is exactly one."""
    return value[0] if len(value) == 1 and isinstance(value[0], Lit) else None


def text(value: Value) -> str | None:
    """The string, when it is exactly one."""
    found = literal(value)
    return found.value if found and isinstance(found.value, str) else None


INFORMATIVE = (Prov, Instance, ClassAtom, FuncAtom, ModuleAtom, Wrapped, Partial, Version)


def informative(value: Value, depth: int = 0) -> bool:
    """Whether the provider's values may be reached from it."""
    for atom in value:
        if isinstance(atom, INFORMATIVE):
            return True
        if depth < 3:  # noqa: PLR2004 -- containers of containers of containers are not looked into
            inner = atom.element if isinstance(atom, Seq) else atom.any_value() if isinstance(atom, Mapping) else ()
            if inner and informative(inner, depth + 1):
                return True
    return False
