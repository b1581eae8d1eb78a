"""What a contract's own uses decide: prefixes of paths whose failure has a finding of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.impact._paths import path_key, step_key
from apidrift.model import contract as c
from apidrift.model.paths import Attr, Awaited, Called, Entered, Item, Iterated, Unpacked

if TYPE_CHECKING:
    from apidrift.model.contract import Contract, Use
    from apidrift.model.paths import Path, Step


class Index:
    """A contract's uses by the path prefixes they decide."""

    def __init__(self, contract: Contract) -> None:
        self.decided: set[object] = set()
        """Prefixes whose last step is a use of its own."""
        self.called: set[object] = set()
        """Prefixes that are called, where the call's use speaks for its last step too."""
        self.written: set[str] = set()
        """Names the consumer assigns on values of the provider."""
        self.bases: dict[str, list[Path]] = {}
        self.members: dict[object, list[frozenset[str]]] = {}
        """What each of the consumer's classes on a base defines: one may inherit from another."""
        self.setters: dict[str, list[tuple[str, str, int]]] = {}
        """Where they are assigned: file, scope and line."""
        self.sets: dict[str, list[Path]] = {}
        """Attributes set on the provider's classes and modules, by name: what they are set on."""
        self.imported: dict[tuple[str, str, str], None] = {}
        """Names imported from modules, by file."""
        for use in contract.uses:
            self._add(use)

    def precedes(self, use: Use, name: str) -> bool:
        """Whether a use runs before the consumer assigns a name: all assignments stand later in its own scope."""
        places = self.setters.get(name, ())
        here = (use.place.path, use.scope)
        return bool(places) and all((path, scope) == here and line > use.place.line for path, scope, line in places)

    def _add(self, use: Use) -> None:
        self.decided.update(decided(use))
        if isinstance(use.operation, c.Call | c.Decorate):
            self.called.update(path_key(receiver) for receiver in use.receivers if receiver.steps)
        if isinstance(use.operation, c.Write | c.Replace):
            self.written.add(use.operation.name)
            where = (use.place.path, use.scope, use.place.line)
            self.setters.setdefault(use.operation.name, []).append(where)
        if isinstance(use.operation, c.Import) and use.operation.name:
            self.imported[use.place.path, use.operation.module, use.operation.name] = None
        if isinstance(use.operation, c.Write | c.Replace):
            self.sets.setdefault(use.operation.name, []).extend(use.receivers)
        if isinstance(use.operation, c.Subclass):
            self.bases.setdefault(use.operation.name, []).extend(use.receivers)
            names = frozenset(member.name for member in use.operation.members)
            for receiver in use.receivers:
                self.members.setdefault(path_key(receiver), []).append(names)


def decided(use: Use) -> list[object]:
    """The prefixes whose last step is this use."""
    match use.operation:
        case c.Import(module, name):
            return [(module, name), *_parents(module, name)]
        case _:
            steps = taken_by(use.operation)
            return [(path_key(receiver), step_key(step)) for receiver in use.receivers for step in steps]


def keys(use: Use) -> list[object]:
    """`decided`, and for a call its receiver too: what fails there fails for the same cause."""
    found = decided(use)
    if isinstance(use.operation, c.Call | c.Decorate):
        found += [path_key(receiver) for receiver in use.receivers if receiver.steps]
    return found


def taken_by(operation: c.Operation) -> list[Step]:  # noqa: PLR0911 -- one return per kind of operation
    """The steps that paths through the operation's result take."""
    match operation:
        case c.Read(name):
            return [Attr(name)]
        case c.Call(shape):
            return [Called(shape)]
        case c.Subscript(key):
            return [Item(key)]
        case c.Iterate():
            return [Iterated()]
        case c.Await():
            return [Awaited()]
        case c.Enter(is_async):
            return [Entered(is_async)]
        case c.Unpack(count):
            return [Unpacked(index, count) for index in range(count)]
        case _:
            return []


def _parents(module: str, name: str) -> list[object]:
    """`import a.b` also decides the paths that start from `a`."""
    if name:
        return []
    top, *rest = module.split(".")
    found: list[object] = []
    key: object = (top, "")
    for part in rest:
        key = (key, step_key(Attr(part)))
        found.append(key)
    return found


_LAST: list[tuple[Contract, Index]] = []


def index_of(contract: Contract) -> Index:
    """The contract's index, made once for all the versions it is judged on."""
    if not _LAST or _LAST[0][0] is not contract:
        _LAST[:] = [(contract, Index(contract))]
    return _LAST[0][1]
