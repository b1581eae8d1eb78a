"""Where modules lie in a tree: dotted names to files, without reading any."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


class Form(enum.Enum):
    """What kind of file answers for a module, best first."""

    SOURCE = 0
    STUB = 1
    """A `.pyi` with no `.py` beside it, usually next to a compiled module."""
    COMPILED = 2
    NAMESPACE = 3


@dataclass(frozen=True, slots=True)
class Spot:
    """One module's place."""

    form: Form
    path: str
    package: bool


_SUFFIXES = ((".py", Form.SOURCE), (".pyi", Form.STUB), (".so", Form.COMPILED), (".pyd", Form.COMPILED))


class Layout:
    """The modules of one import name in a listing of files."""

    def __init__(self, files: Iterable[str], top: str) -> None:
        self.spots: dict[str, Spot] = {}
        self.stubs: dict[str, Spot] = {}
        """`.pyi` files that stand beside a `.py`."""
        self._children: dict[str, set[str]] = {}
        for path in files:
            if path.partition("/")[0].partition(".")[0] == top:
                self._add(path)
        self._fill_namespaces()

    def _add(self, path: str) -> None:
        found = _module_of(path)
        if found is None:
            return
        name, spot = found
        if spot.form is Form.STUB:
            self.stubs[name] = spot
        old = self.spots.get(name)
        if old is None or _rank(spot) < _rank(old):
            self.spots[name] = spot

    def _fill_namespaces(self) -> None:
        for name in sorted(self.spots):
            self._climb(name)

    def _climb(self, name: str) -> None:
        while "." in name:
            parent, _, child = name.rpartition(".")
            children = self._children.setdefault(parent, set())
            if child in children and parent in self.spots:
                return
            children.add(child)
            if parent not in self.spots:
                self.spots[parent] = Spot(Form.NAMESPACE, "", package=True)
            name = parent

    def submodules(self, name: str) -> tuple[str, ...]:
        """Last components of the modules directly below a package, sorted."""
        spot = self.spots.get(name)
        if spot is None or not spot.package:
            return ()
        return tuple(sorted(self._children.get(name, ())))

    def split(self, path: str) -> tuple[str, list[str]]:
        """The longest module a dotted path starts with, and the names left; at least one name is left if any can."""
        parts = path.split(".")
        for size in range(max(1, len(parts) - 1), 0, -1):
            module = ".".join(parts[:size])
            if module in self.spots:
                return module, parts[size:]
        return "", parts

    def parents(self, name: str) -> Iterator[str]:
        """Files of the packages a module lies in."""
        while "." in name:
            name = name.rpartition(".")[0]
            spot = self.spots.get(name)
            if spot is not None and spot.path:
                yield spot.path


def _rank(spot: Spot) -> tuple[int, bool]:
    # A package beats a module of the same name, as the import system has it.
    return (spot.form.value, not spot.package)


def _module_of(path: str) -> tuple[str, Spot] | None:
    folder, _, file = path.rpartition("/")
    for suffix, form in _SUFFIXES:
        if not file.endswith(suffix):
            continue
        stem = file.partition(".")[0] if form is Form.COMPILED else file.removesuffix(suffix)
        package = stem == "__init__"
        parts = [part for part in folder.split("/") if part] + ([] if package else [stem])
        if not parts or not all(part.isidentifier() for part in parts):
            return None
        return ".".join(parts), Spot(form, path, package)
    return None
