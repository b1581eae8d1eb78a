"""The funnel's first two figures: how much changed, and how much of that is touched."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from apidrift.model.surface import NotCoveredError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from apidrift.diff._pairs import Side
    from apidrift.model.surface import Module, Surface

Name = tuple[str, str]
"""A module and a top-level name in it."""


@dataclass(slots=True)
class Funnel:
    """Collects the modules and names that the paths lead through."""

    modules: set[str] = field(default_factory=set)
    names: set[Name] = field(default_factory=set)

    def see(self, side: Side) -> None:
        """Take note of one side's answer for a path."""
        if side.home is None:
            return
        self.modules.add(side.home.name)
        found, missing = side.found, side.missing
        if found is not None:
            self._name(found.path, side.home.name)
            for alias in found.through:
                self.names.add((alias.rpartition(".")[0], alias.rpartition(".")[2]))
                self.modules.add(alias.rpartition(".")[0])
        if missing is not None:
            self._name(f"{missing.at}.{missing.name}", side.home.name)

    def _name(self, path: str, module: str) -> None:
        top = path.removeprefix(f"{module}.").partition(".")[0]
        self.names.add((module, top))

    def count(self, old: Surface, new: Surface) -> tuple[int, int]:
        """How many top-level names of the modules seen differ, and how many of those are touched."""
        changed = set(_changed(old, new, self.modules))
        return len(changed), len(changed & self.names)


def _changed(old: Surface, new: Surface, modules: Iterable[str]) -> Iterator[Name]:
    for name in sorted(modules):
        before, after = _module(old, name), _module(new, name)
        one, two = before.index if before else {}, after.index if after else {}
        yield from ((name, each) for each in {*one, *two} if one.get(each) != two.get(each))


def _module(surface: Surface, name: str) -> Module | None:
    """A module, where this surface was asked about it before: counting must not make it read more."""
    try:
        return surface.module(name)
    except NotCoveredError:
        return None
