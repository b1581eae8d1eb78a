"""The provider's sources as a world of names: modules parsed on demand, names followed to where they are defined."""

from __future__ import annotations

import ast
import codecs
import contextlib
import gc
import hashlib
import io
import re
import sys
import tokenize
import warnings
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from apidrift.errors import SourceError
from apidrift.surfaces._binding import Binding, Entry
from apidrift.surfaces._flow import Flow
from apidrift.surfaces._layout import Form, Layout, Spot
from apidrift.surfaces._text import dotted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from apidrift.model.tree import Tree

_HOPS = 40
_BINARY = 4 << 20
"""Bytes of a compiled module that may be read to see whether it mentions a name."""
_ROUNDS = 4
"""Packages that re-export from packages that re-export: deeper chains are followed one by one."""


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
    gathered: bool = False
    """All that type checkers see imported whole was read."""


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
        self._expanded: set[str] = set()
        self._hopped: set[str] = set()
        self._targets: dict[str, Target] = {}
        self._canonical: dict[str, str] = {}
        self._plain: dict[str, bool] = {}
        self._texts: dict[str, bytes] = {}

    # Reading ---------------------------------------------------------------------------------------------------------

    def prefetch(self, modules: Iterable[str]) -> None:
        """Read the files of modules, and of the packages they lie in, in one go."""
        wanted: dict[str, None] = {}
        for module in modules:
            spot = self.layout.spots.get(module)
            if spot is not None and spot.path:
                wanted[spot.path] = None
            wanted.update(dict.fromkeys(self.layout.parents(module)))
        fresh = [path for path in wanted if path not in self._fetched]
        if fresh:
            self._fetched.update(fresh)
            self.tree.prefetch(fresh)

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

    def unit(self, name: str) -> Unit | None:
        """The module by its dotted name, parsed; None where there is none."""
        if name not in self._units:
            spot = self.layout.spots.get(name)
            self._units[name] = None if spot is None else self._load(name, spot)
        return self._units[name]

    @property
    def is_remote(self) -> bool:
        """Whether reading another file may cost a request."""
        return self.tree.origin not in {"folder", "file", "git", "memory", "sdist"}

    def is_held(self, module: str) -> bool:
        """Whether a module's file was read or asked for already."""
        return self.layout.spots[module].path in self._fetched

    def text(self, module: str) -> bytes:
        """A module's bytes; empty when they cannot be read."""
        try:
            return self._bytes(self.layout.spots[module], module)
        except (SourceError, KeyError):
            return b""

    def loaded(self) -> list[Unit]:
        """The modules parsed so far, by name."""
        return [unit for _, unit in sorted(self._units.items()) if unit is not None]

    def _load(self, name: str, spot: Spot, key: str = "") -> Unit:
        unit = Unit(name, spot)
        if spot.form is Form.COMPILED:
            unit.dynamic = "it is a compiled module"
            return unit
        if not spot.path:
            return unit
        try:
            data = self._bytes(spot, key or name)
            unit.digest = hashlib.sha256(data).hexdigest()[:12]
            unit.body = parse(data)
        except (SyntaxError, ValueError, SourceError, KeyError, RecursionError, MemoryError) as error:
            unit.problem = _problem(error)
            return unit
        self._walk(unit, key or name)
        return unit

    def _bytes(self, spot: Spot, name: str) -> bytes:
        if name not in self._texts:
            if spot.path not in self._fetched:
                self.prefetch([name])
                self._fetched.add(spot.path)
            self._texts[name] = self.tree.read(spot.path)
        return self._texts[name]

    def _walk(self, unit: Unit, key: str) -> None:
        self._open.add(key)
        self._units[key] = unit
        flow = unit.flow = Flow(
            unit.name, package=unit.spot.package, star=self.star_names, stub=unit.spot.form is Form.STUB
        )
        unit.entries = flow.entries
        stars = [n for n in unit.body if isinstance(n, ast.ImportFrom) and n.names[0].name == "*"]
        self.prefetch(flow.absolute(n.module or "", n.level) for n in stars)
        flow.run(unit.body)
        unit.entries, unit.dynamic = flow.entries, flow.dynamic
        if flow.opaque_stars and not unit.dynamic:
            unit.dynamic = f"it imports everything from {flow.opaque_stars[0]}"
        self._open.discard(key)

    def star_names(self, module: str) -> tuple[list[str], bool]:
        """The names that `from module import *` binds, and whether these are all."""
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
        bound = [n for n in names if (entry := unit.entries.get(n)) is None or entry.runtime]
        return bound, complete

    def exports(self, unit: Unit) -> tuple[str, ...] | None:
        """A module's `__all__`, when it is set and the source tells its value."""
        from apidrift.surfaces._exports import read_exports  # noqa: PLC0415 -- the two need one another

        return read_exports(self, unit)

    # Following -------------------------------------------------------------------------------------------------------

    def entry(self, module: str, name: str) -> Entry | None:
        """All definitions of a module's name: its own, a lazy table's, its stub's."""
        unit = self.unit(module)
        if unit is None:
            return None
        found = self.own_entry(unit, name)
        if (found is not None and found.runtime) or not unit.dynamic:
            return found
        return self._served(unit, name, found)

    def _served(self, unit: Unit, name: str, found: Entry | None) -> Entry | None:
        """A name of a module that may have more than its statements tell: by its stub, or as a type checker sees it."""
        stub = self.stub(unit)
        if stub is not None and (entry := stub.entries.get(name)) and entry.runtime:
            return entry
        if found is not None and found.typing is not None:
            binding = found.typing
            return Entry((replace(binding, lazy="served"),), binding)
        if unit.flow is not None and unit.flow.typing_stars:
            from apidrift.surfaces._typing_stars import search  # noqa: PLC0415 -- the two need one another

            return search(self, unit, name)
        return None

    def lacks(self, unit: Unit, name: str, depth: int = 0) -> bool:
        """Whether a module certainly has no such name, although not all its names are known.

        A compiled module that binds a name holds it as text: without the text there is no such name.
        """
        if unit.spot.form is Form.COMPILED:
            return self._is_silent(unit.spot, name)
        if depth > _ROUNDS or unit.problem or unit.flow is None or unit.flow.dynamic or unit.flow.typing_stars:
            return False
        if self.own_entry(unit, name) is not None or unit.dynamic.startswith("its __getattr__"):
            return False
        inner = [self.unit(star) for star in unit.flow.opaque_stars]
        return all(one is not None and self.lacks(one, name, depth + 1) for one in inner)

    def _is_silent(self, spot: Spot, name: str) -> bool:
        measure = getattr(self.tree, "size", None)
        if (measure is None and self.is_remote) or (measure is not None and measure(spot.path) > _BINARY):
            return False
        try:
            data = self._bytes(spot, spot.path)
        except (SourceError, KeyError):
            return False
        word = rb"(?<![A-Za-z0-9_])" + re.escape(name.encode()) + rb"(?![A-Za-z0-9_])"
        return re.search(word, data) is None

    def stub(self, unit: Unit) -> Unit | None:
        """The `.pyi` beside a module that is not complete without it."""
        spot = self.layout.stubs.get(unit.name)
        if spot is None or unit.spot.form is not Form.SOURCE:
            return None
        key = f"{unit.name}.pyi"
        if key not in self._units:
            self._units[key] = self._load(unit.name, spot, key)
        return self._units[key]

    def own_entry(self, unit: Unit, name: str) -> Entry | None:
        """A name by a module's statements and its `__getattr__` alone."""
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
        if path not in self._canonical:
            target = self._targets.get(path) or self._follow(path, _HOPS, quick=True)
            self._canonical[path] = ".".join([target.path, *target.rest])
        return self._canonical[path]

    def is_class(self, path: str) -> bool:
        """Whether a canonical path is a class of the provider."""
        if self.is_plain_class(path):
            return True
        target = self.follow(path)
        return target.binding is not None and not target.rest and isinstance(target.binding.node, ast.ClassDef)

    def is_plain_class(self, path: str) -> bool:
        """Whether a module's text has just one definition of a name, and it is a class statement.

        Most names in annotations are such classes: the text tells without parsing the module.
        """
        module, _, name = path.rpartition(".")
        spot = self.layout.spots.get(module)
        if spot is None or spot.form is not Form.SOURCE:
            return False
        if path not in self._plain:
            self._plain[path] = self._is_plain_class(module, spot, name)
        return self._plain[path]

    def _is_plain_class(self, module: str, spot: Spot, name: str) -> bool:
        unit = self._units.get(module)
        if unit is not None:
            entry = unit.entries.get(name)
            return entry is not None and len(entry.runtime) == 1 and isinstance(entry.runtime[0].node, ast.ClassDef)
        try:
            text = self._bytes(spot, module)
        except (SourceError, KeyError):
            return False
        word = re.escape(name.encode())
        found = re.findall(
            rb"^(?:class|def|async def|del|from .* import)?[ \t]*" + word + rb"\b.*$", text, re.MULTILINE
        )
        return len(found) == 1 and found[0].startswith(b"class ")

    def _follow(self, path: str, hops: int, *, quick: bool = False) -> Target:
        if quick and self.is_plain_class(path):
            return Target(path)
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
        return self._follow_name(unit, names, hops, quick=quick)

    def _follow_name(self, unit: Unit, names: list[str], hops: int, *, quick: bool) -> Target:
        path = f"{unit.name}.{names[0]}"
        entry = self.entry(unit.name, names[0])
        binding = entry.best if entry else None
        if binding is None or binding.target == path:
            if path in self.layout.spots:
                return self._follow_module(path, names[1:], hops, quick=quick)
            return Target(
                ".".join([unit.name, *names]), reason=unit.problem or unit.dynamic or f"{unit.name} has no {names[0]}"
            )
        if binding.target:
            return self._follow(".".join([binding.target, *names[1:]]), hops - 1, quick=quick)
        if (other := dotted(binding.value)) and (further := self._assigned(unit, other, names, hops, quick=quick)):
            return further
        return Target(path, unit, binding, tuple(names[1:]))

    def _follow_module(self, module: str, names: list[str], hops: int, *, quick: bool) -> Target:
        unit = self.unit(module)
        if unit is None or not names:
            return Target(module, unit=unit)
        return self._follow_name(unit, names, hops - 1, quick=quick)

    def _assigned(self, unit: Unit, other: str, names: list[str], hops: int, *, quick: bool) -> Target | None:
        """`a = b`: where `b` leads, if it is a name of the module and not a value read from an object."""
        first, _, more = other.partition(".")
        entry = unit.entries.get(first)
        if entry is None or entry.best is None or first == names[0]:
            return None
        if more and not (entry.best.target or isinstance(entry.best.node, ast.ClassDef)):
            return None
        if hops <= 1:
            return None
        return self._follow(".".join([unit.name, other, *names[1:]]), hops - 1, quick=quick)


def parse(data: bytes) -> list[ast.stmt]:
    """A file's statements.

    Raises:
        SyntaxError: it is not Python, or its encoding is unknown.
        ValueError: it holds null bytes or bytes its encoding does not allow.
    """
    encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
    text = data.removeprefix(codecs.BOM_UTF8).decode("utf-8" if encoding == "utf-8-sig" else encoding)
    with warnings.catch_warnings(), _without_collection():
        warnings.simplefilter("ignore")
        return ast.parse(text).body


@contextlib.contextmanager
def _without_collection() -> Iterator[None]:
    """Garbage collection paused: a syntax tree is all new objects and no garbage, and scanning it again and again
    takes as long as building it."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


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
