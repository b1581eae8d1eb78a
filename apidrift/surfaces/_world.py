"""The provider's sources as a world of names, followed to where they are defined."""

from __future__ import annotations

import ast
import re
from dataclasses import replace
from typing import TYPE_CHECKING

from apidrift.errors import UnreadableFileError
from apidrift.surfaces._binding import Entry
from apidrift.surfaces._layout import Form
from apidrift.surfaces._modules import Modules
from apidrift.surfaces._text import dotted
from apidrift.surfaces._unit import Target

if TYPE_CHECKING:
    from apidrift.model.tree import Tree
    from apidrift.surfaces._layout import Spot
    from apidrift.surfaces._unit import Unit

_HOPS = 40


class World(Modules):
    """Follows names through imports.

    Args:
        tree: the provider's files.
        name: the import name.
    """

    def __init__(self, tree: Tree, name: str) -> None:
        super().__init__(tree, name)
        self._targets: dict[str, Target] = {}
        self._canonical: dict[str, str] = {}
        self._plain: dict[str, bool] = {}

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
            text = self.content(spot, module)
        except (UnreadableFileError, KeyError):
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

    # What modules serve ----------------------------------------------------------------------------------------------

    def exports(self, unit: Unit) -> tuple[str, ...] | None:
        """A module's `__all__`, when it is set and the source tells its value."""
        from apidrift.surfaces._exports import read_exports  # noqa: PLC0415 -- the two need one another

        return read_exports(self, unit)

    def lazy(self, unit: Unit) -> dict[str, Entry]:
        """What a module's `__getattr__` serves, by name."""
        from apidrift.surfaces._lazy import read_lazy  # noqa: PLC0415 -- the two need one another

        return read_lazy(self, unit)

    def served(self, unit: Unit, name: str, found: Entry | None) -> Entry | None:
        """A name of a module that may have more than its statements tell: by its stub, or as a type checker sees it."""
        stub = self.stub(unit)
        if stub is not None and (entry := stub.entries.get(name)) and entry.runtime:
            return entry
        if found is not None and found.typing is not None:
            binding = found.typing
            if binding.target == f"{unit.name}.{name}":
                return None  # a submodule of its own
            return Entry((replace(binding, lazy="served"),), binding)
        if unit.flow is not None and unit.flow.typing_stars:
            from apidrift.surfaces._typing_stars import search  # noqa: PLC0415 -- the two need one another

            return search(self, unit, name)
        return None
