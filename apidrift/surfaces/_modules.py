"""The provider's modules: parsed on demand, each with all names it binds or serves."""

from __future__ import annotations

import abc
import ast
import hashlib
import re
from functools import partial
from typing import TYPE_CHECKING

from apidrift.errors import UnreadableFileError
from apidrift.surfaces._binding import Entry
from apidrift.surfaces._files import Files
from apidrift.surfaces._flow import Flow
from apidrift.surfaces._globals import bind_globals, mark_replaced
from apidrift.surfaces._layout import Form
from apidrift.surfaces._unit import Unit, lines_of, parse, problem_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from apidrift.model.tree import Tree
    from apidrift.surfaces._layout import Spot

_DECLARES = re.compile(rb"^[ \t]+global[ \t]+\w", re.MULTILINE)
_EXTENDED = re.compile(rb"__path__\s*(?:\+?=[^=]|\.(?:append|insert|extend)\()")
_ROUNDS = 4
"""Packages that re-export from packages that re-export: deeper chains are followed one by one."""


class Modules(Files, abc.ABC):
    """Modules by dotted name, each parsed at most once.

    Args:
        tree: the provider's files.
        name: the import name.
    """

    def __init__(self, tree: Tree, name: str) -> None:
        super().__init__(tree, name)
        self._units: dict[str, Unit | None] = {}
        self._open: set[str] = set()
        self._expanded: set[str] = set()
        self._hopped: set[str] = set()

    def unit(self, name: str) -> Unit | None:
        """The module by its dotted name, parsed; None where there is none."""
        if name not in self._units:
            spot = self.layout.spots.get(name)
            self._units[name] = None if spot is None else self._load(name, spot)
        return self._units[name]

    def loaded(self) -> list[Unit]:
        """The modules parsed so far, by name."""
        return [unit for _, unit in sorted(self._units.items()) if unit is not None]

    def expand(self, modules: Iterable[str]) -> None:
        """Read modules and what they import, through packages that re-export, in a few rounds.

        Every round costs a remote tree a request or more; without this each name followed would be a round.
        """
        wanted = [m for m in dict.fromkeys(modules) if m in self.layout.spots and m not in self._expanded]
        self._expanded.update(wanted)
        self.prefetch(wanted)
        paths = {t for m in wanted if (unit := self.unit(m)) is not None for t in self._targets_of(unit)}
        for _ in range(_ROUNDS):
            places = {path: self.layout.split(path) for path in sorted(paths)}
            self.prefetch(module for module, _ in places.values())
            paths = {found for path, (module, names) in places.items() if (found := self._hop(module, names, path))}

    def _targets_of(self, unit: Unit) -> Iterator[str]:
        for entry in unit.entries.values():
            if entry.best and entry.best.target.startswith(f"{self.name}."):
                yield entry.best.target

    def _hop(self, module: str, names: list[str], path: str) -> str:
        """Where a package passes a name on to; empty where the name ends."""
        spot = self.layout.spots.get(module)
        if spot is None or not spot.package or not names or path in self.layout.spots or path in self._hopped:
            return ""
        self._hopped.add(path)
        entry = self.entry(module, names[0])
        target = entry.best.target if entry and entry.best else ""
        return target if target.startswith(f"{self.name}.") else ""

    def _load(self, name: str, spot: Spot, key: str = "") -> Unit:
        unit = Unit(name, spot)
        if spot.form is Form.COMPILED:
            unit.dynamic = "it is a compiled module"
            return unit
        if not spot.path:
            return unit
        try:
            data = self.content(spot, key or name)
            unit.digest = hashlib.sha256(data).hexdigest()[:12]
            unit.body = parse(data)
            declares, replaces = lines_of(_DECLARES, data), b"sys.modules[" in data
            unit.open_path = spot.package and _EXTENDED.search(data) is not None
        except (SyntaxError, ValueError, UnreadableFileError, KeyError, RecursionError, MemoryError) as error:
            unit.problem = problem_of(error)
            return unit
        self._walk(unit, key or name)
        if declares:
            bind_globals(unit, declares)
        if replaces:
            mark_replaced(unit)
        return unit

    def _walk(self, unit: Unit, key: str) -> None:
        self._open.add(key)
        self._units[key] = unit
        flow = unit.flow = Flow(
            unit.name,
            package=unit.spot.package,
            star=partial(self.star_names, importer=unit.name),
            stub=unit.spot.form is Form.STUB,
        )
        unit.entries = flow.entries
        stars = [n for n in unit.body if isinstance(n, ast.ImportFrom) and n.names[0].name == "*"]
        self.prefetch(flow.absolute(n.module or "", n.level) for n in stars)
        flow.run(unit.body)
        unit.entries, unit.dynamic = flow.entries, flow.dynamic
        if flow.opaque_stars and not unit.dynamic:
            unit.dynamic = f"it imports everything from {flow.opaque_stars[0]}"
        self._open.discard(key)

    def star_names(self, module: str, importer: str = "") -> tuple[list[str], bool]:
        """The names that `from module import *` binds, and whether these are all.

        What the module itself has from its importer is not among them: it brings nothing new.
        """
        if module.partition(".")[0] != self.name:
            return [], False
        if module in self._open:
            return [], True
        unit = self.unit(module)
        if unit is None:
            return [], False
        exports = self.exports(unit)
        if exports is None:
            names = [n for n in unit.entries if not n.startswith("_")]
            complete = not unit.dynamic and not unit.problem and "__all__" not in unit.entries
        else:
            names = list(exports)
            complete = not unit.problem
        bound = [n for n in names if (entry := unit.entries.get(n)) is None or _is_bound(entry, f"{importer}.{n}")]
        return bound, complete

    @abc.abstractmethod
    def exports(self, unit: Unit) -> tuple[str, ...] | None:
        """A module's `__all__`, when it is set and the source tells its value."""

    def entry(self, module: str, name: str) -> Entry | None:
        """All definitions of a module's name: its own, a lazy table's, its stub's."""
        unit = self.unit(module)
        if unit is None:
            return None
        found = self.own_entry(unit, name)
        if found is not None and found.runtime:
            return self.settled(unit, name, found)
        if not unit.dynamic:
            return found
        return self.served(unit, name, found)

    def own_entry(self, unit: Unit, name: str) -> Entry | None:
        """A name by a module's statements and its `__getattr__` alone."""
        entry = unit.entries.get(name)
        if entry is not None and entry.runtime:
            return entry
        lazy = self.lazy(unit).get(name)
        if entry is None or lazy is None:
            return entry or lazy
        return Entry(lazy.runtime, entry.typing)

    @abc.abstractmethod
    def settled(self, unit: Unit, name: str, found: Entry) -> Entry:
        """A name that a module's statements bind: by its stub, where the sources do not tell what it is in the end."""

    @abc.abstractmethod
    def served(self, unit: Unit, name: str, found: Entry | None) -> Entry | None:
        """A name of a module that may have more than its statements tell: by its stub, or as a type checker sees it."""

    def stub(self, unit: Unit) -> Unit | None:
        """The `.pyi` beside a module that is not complete without it."""
        spot = self.layout.stubs.get(unit.name)
        if spot is None or unit.spot.form is not Form.SOURCE:
            return None
        key = f"{unit.name}.pyi"
        if key not in self._units:
            self._units[key] = self._load(unit.name, spot, key)
        return self._units[key]

    @abc.abstractmethod
    def lazy(self, unit: Unit) -> dict[str, Entry]:
        """What a module's `__getattr__` serves, by name."""

    def lacks(self, unit: Unit, name: str, depth: int = 0) -> bool:
        """Whether a module certainly has no such name, although not all its names are known.

        A compiled module that binds a name holds it as text: without the text there is no such name.
        """
        if unit.spot.form is Form.COMPILED:
            return self.is_silent(unit.spot, name)
        if depth > _ROUNDS or unit.problem or unit.flow is None or unit.flow.dynamic or unit.flow.typing_stars:
            return False
        if self.own_entry(unit, name) is not None or unit.dynamic.startswith("its __getattr__"):
            return False
        inner = [self.unit(star) for star in unit.flow.opaque_stars]
        return all(one is not None and self.lacks(one, name, depth + 1) for one in inner)


def _is_bound(entry: Entry, importer: str) -> bool:
    return bool(entry.runtime) and not (entry.best is not None and entry.best.target == importer)
