"""The provider's sources as a world of names: modules parsed on demand, names followed to where they are defined."""

from __future__ import annotations

import ast
import codecs
import hashlib
import io
import sys
import tokenize
import warnings
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from apidrift.errors import SourceError
from apidrift.surfaces._flow import Binding, Entry, Flow
from apidrift.surfaces._layout import Form, Layout, Spot
from apidrift.surfaces._text import dotted

if TYPE_CHECKING:
    from collections.abc import Iterable

    from apidrift.model.tree import Tree

_HOPS = 40
_BATCH = 60
"""At most so many files of one folder are asked for together with a module."""


@dataclass(slots=True)
class Unit:
    """One module, parsed and walked."""

    name: str
    spot: Spot
    entries: dict[str, Entry] = field(default_factory=dict)
    dynamic: str = ""
    problem: str = ""
    digest: str = ""
    flow: Flow | None = None
    body: list[ast.stmt] = field(default_factory=list)
    exports: tuple[tuple[str, ...] | None] | None = None
    """`__all__` once it was asked for, in a tuple of one."""
    lazy: dict[str, Entry] | None = None
    """What `__getattr__` serves, once it was asked for."""


@dataclass(frozen=True, slots=True)
class Target:
    """Where a dotted path leads.

    One of: a definition (`binding`, in `unit`), a module (`unit` alone), or nothing (`unit` None, with a `reason`).
    """

    path: str
    """The canonical path as far as it could be followed."""
    unit: Unit | None = None
    binding: Binding | None = None
    rest: tuple[str, ...] = ()
    """Names still to be looked up on the definition (members of a class)."""
    reason: str = ""
    external: bool = False


class World:
    """Parses each module at most once and follows names through imports.

    Args:
        tree: the provider's files.
        name: the import name.
    """

    def __init__(self, tree: Tree, name: str) -> None:
        self.tree = tree
        self.name = name
        self.layout = Layout(tree.files(), name)
        self._units: dict[str, Unit | None] = {}
        self._open: set[str] = set()
        self._fetched: set[str] = set()
        self._targets: dict[str, Target] = {}

    # Reading ---------------------------------------------------------------------------------------------------------

    def prefetch(self, modules: Iterable[str]) -> None:
        """Read the files of modules, and small things beside them, in one go."""
        wanted: dict[str, None] = {}
        for module in modules:
            near = self.layout.neighbours(module)
            wanted.update(dict.fromkeys(near[:1] if len(near) > _BATCH else near))
            wanted.update(dict.fromkeys(self.layout.parents(module)))
        fresh = [path for path in wanted if path not in self._fetched]
        if fresh:
            self._fetched.update(fresh)
            self.tree.prefetch(fresh)

    def unit(self, name: str) -> Unit | None:
        """The module by its dotted name, parsed; None where there is none."""
        if name not in self._units:
            spot = self.layout.spots.get(name)
            self._units[name] = None if spot is None else self._load(name, spot)
        return self._units[name]

    def loaded(self) -> list[Unit]:
        """The modules parsed so far, by name."""
        return [unit for _, unit in sorted(self._units.items()) if unit is not None]

    def _load(self, name: str, spot: Spot) -> Unit:
        unit = Unit(name, spot)
        if spot.form is Form.COMPILED:
            unit.dynamic = "it is a compiled module"
            return unit
        if not spot.path:
            return unit
        if spot.path not in self._fetched:
            self.prefetch([name])
        try:
            data = self.tree.read(spot.path)
            unit.digest = hashlib.sha256(data).hexdigest()[:12]
            unit.body = parse(data)
        except (SyntaxError, ValueError, SourceError, KeyError, RecursionError, MemoryError) as error:
            unit.problem = _problem(error)
            return unit
        self._walk(unit)
        return unit

    def _walk(self, unit: Unit) -> None:
        self._open.add(unit.name)
        self._units[unit.name] = unit
        flow = unit.flow = Flow(
            unit.name, package=unit.spot.package, star=self.star_names, stub=unit.spot.form is Form.STUB
        )
        unit.entries = flow.entries
        flow.run(unit.body)
        unit.entries, unit.dynamic = flow.entries, flow.dynamic
        self._open.discard(unit.name)

    def star_names(self, module: str) -> list[str] | None:
        """The names that `from module import *` binds; None when the source cannot tell."""
        if module.partition(".")[0] != self.name:
            return None
        if module in self._open:
            return []
        unit = self.unit(module)
        if unit is None or unit.problem or unit.dynamic:
            return None
        exports = self.exports(unit)
        if exports is None and "__all__" in unit.entries:
            return None
        names = exports if exports is not None else [n for n in unit.entries if not n.startswith("_")]
        return [n for n in names if (entry := unit.entries.get(n)) is None or entry.runtime]

    def exports(self, unit: Unit) -> tuple[str, ...] | None:
        """A module's `__all__`, when it is set and the source tells its value."""
        from apidrift.surfaces._exports import read_exports  # noqa: PLC0415 -- the two need one another

        return read_exports(self, unit)

    # Following -------------------------------------------------------------------------------------------------------

    def entry(self, module: str, name: str) -> Entry | None:
        """All definitions of a module's name, a lazy table's included."""
        unit = self.unit(module)
        if unit is None:
            return None
        entry = unit.entries.get(name)
        if entry is not None and entry.runtime:
            return entry
        lazy = self.lazy(unit).get(name)
        if entry is None or lazy is None:
            return entry or lazy
        return Entry(lazy.runtime, entry.typing)

    def lazy(self, unit: Unit) -> dict[str, Entry]:
        """What a module's `__getattr__` serves, by name."""
        from apidrift.surfaces._lazy import read_lazy  # noqa: PLC0415 -- the two need one another

        return read_lazy(self, unit)

    def follow(self, path: str) -> Target:
        """Where a dotted path leads, imports and plain aliases followed."""
        if path not in self._targets:
            self._targets[path] = self._follow(path, _HOPS)
        return self._targets[path]

    def canonical(self, path: str) -> str:
        """The path of the definition a path leads to; the path itself where it cannot be followed."""
        target = self.follow(path)
        return ".".join([target.path, *target.rest])

    def _follow(self, path: str, hops: int) -> Target:
        if path.partition(".")[0] != self.name:
            return Target(path, external=True, reason=f"{path} lies outside {self.name}")
        if not hops:
            return Target(path, reason=f"aliases of {path} lead in a circle")
        module, names = self.layout.split(path)
        if not module:
            return Target(path, reason=f"there is no module {path}")
        unit = self.unit(module)
        if unit is None or not names:
            return Target(path, unit=unit)
        return self._follow_name(unit, names, hops)

    def _follow_name(self, unit: Unit, names: list[str], hops: int) -> Target:
        path = f"{unit.name}.{names[0]}"
        entry = self.entry(unit.name, names[0])
        binding = entry.best if entry else None
        if binding is None or binding.target == path:
            if path in self.layout.spots:
                return self._follow_module(path, names[1:], hops)
            return Target(
                ".".join([unit.name, *names]), reason=unit.problem or unit.dynamic or f"{unit.name} has no {names[0]}"
            )
        if binding.target:
            return self._follow(".".join([binding.target, *names[1:]]), hops - 1)
        if (other := dotted(binding.value)) and (further := self._assigned(unit, other, names, hops)):
            return further
        return Target(path, unit, binding, tuple(names[1:]))

    def _follow_module(self, module: str, names: list[str], hops: int) -> Target:
        unit = self.unit(module)
        if unit is None or not names:
            return Target(module, unit=unit)
        return self._follow_name(unit, names, hops - 1)

    def _assigned(self, unit: Unit, other: str, names: list[str], hops: int) -> Target | None:
        """`a = b`: where `b` leads, if it is a name of the module and not a value read from an object."""
        first, _, more = other.partition(".")
        entry = unit.entries.get(first)
        if entry is None or entry.best is None or first == names[0]:
            return None
        if more and not (entry.best.target or isinstance(entry.best.node, ast.ClassDef)):
            return None
        if hops <= 1:
            return None
        return self._follow(".".join([unit.name, other, *names[1:]]), hops - 1)


def parse(data: bytes) -> list[ast.stmt]:
    """A file's statements.

    Raises:
        SyntaxError: it is not Python, or its encoding is unknown.
        ValueError: it holds null bytes or bytes its encoding does not allow.
    """
    encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
    text = data.removeprefix(codecs.BOM_UTF8).decode("utf-8" if encoding == "utf-8-sig" else encoding)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(text).body


def _problem(error: BaseException) -> str:
    if isinstance(error, SyntaxError):
        at = f" (line {error.lineno})" if error.lineno else ""
        return f"syntax error{at}"
    if isinstance(error, UnicodeDecodeError):
        return f"its bytes are not {error.encoding}"
    if isinstance(error, RecursionError | MemoryError):
        return "it is too deeply nested"
    return str(error)


def is_standard_library(path: str) -> bool:
    """Whether a dotted path begins in Python's standard library."""
    return path.partition(".")[0] in sys.stdlib_module_names
