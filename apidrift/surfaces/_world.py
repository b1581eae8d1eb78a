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
    from apidrift.surfaces._binding import Binding
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
        self._settled: dict[tuple[str, str], Entry] = {}
        self._settling: set[tuple[str, str]] = set()
        """Names being followed to see whether they lead anywhere; meanwhile nothing that is found is kept."""

    def follow(self, path: str) -> Target:
        """Where a dotted path leads, imports and plain aliases followed."""
        found = self._targets.get(path)
        if found is None:
            found = self._follow(path, _HOPS)
            if not self._settling:
                self._targets[path] = found
        return found

    def canonical(self, path: str) -> str:
        """The path of the definition a path leads to; the path itself where it cannot be followed."""
        found = self._canonical.get(path, "")
        if not found:
            target = self._targets.get(path) or self._follow(path, _HOPS, quick=True)
            found = ".".join([target.path, *target.rest])
            if not self._settling:
                self._canonical[path] = found
        return found

    def shown(self, path: str) -> str:
        """Like `canonical`, for a type: what modules on the way show type checkers alone comes first."""
        for _ in range(_HOPS):
            module, names = self.layout.split(path)
            unit = self.unit(module) if module and names else None
            entry = unit.entries.get(names[0]) if unit is not None else None
            typing = entry.typing if entry is not None and entry.runtime else None
            onward = typing or (entry.best if entry is not None else None)
            if onward is None or not onward.target.startswith(f"{self.name}.") or onward.target == path:
                break
            if typing is not None:
                return self.canonical(".".join([typing.target, *names[1:]]))
            path = ".".join([onward.target, *names[1:]])
        return self.canonical(path)

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
            declared = self._declared(unit, names[0])
            if declared is not None and declared.best is not None and not declared.best.target:
                return Target(path, self.home(unit, names[0], declared), declared.best, tuple(names[1:]))
            return Target(
                ".".join([unit.name, *names]), reason=unit.problem or unit.dynamic or f"{unit.name} has no {names[0]}"
            )
        if binding.target:
            return self._follow(".".join([binding.target, *names[1:]]), hops - 1, quick=quick)
        if (other := dotted(binding.value)) and (further := self._assigned(unit, other, names, hops, quick=quick)):
            return further
        return Target(path, self.home(unit, names[0], entry), binding, tuple(names[1:]))

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

    def home(self, unit: Unit, name: str, entry: Entry | None) -> Unit:
        """The file that defines a module's name: the module's own, or the stub beside it."""
        stub = self._units.get(f"{unit.name}.pyi")
        return stub if stub is not None and entry is not None and stub.entries.get(name) is entry else unit

    # What modules serve ----------------------------------------------------------------------------------------------

    def exports(self, unit: Unit) -> tuple[str, ...] | None:
        """A module's `__all__`, when it is set and the source tells its value."""
        from apidrift.surfaces._exports import read_exports  # noqa: PLC0415 -- the two need one another

        return read_exports(self, unit)

    def lazy(self, unit: Unit) -> dict[str, Entry]:
        """What a module's `__getattr__` serves, by name."""
        from apidrift.surfaces._lazy import read_lazy  # noqa: PLC0415 -- the two need one another

        return read_lazy(self, unit)

    def settled(self, unit: Unit, name: str, found: Entry) -> Entry:
        """A name that a module's statements bind: by its stub, where the sources do not tell what it is in the end.

        What a compiled module makes is often declared in the stub of the package that shows it to users, and the stub
        of the compiled module says that it is from there: in a circle.
        """
        binding = found.best
        if binding is None or not binding.target.startswith(f"{self.name}."):
            return found
        declared = self._declared(unit, name)
        if declared is None or declared.best is None or declared.best.target:
            return found
        key = (unit.name, name)
        if key in self._settling:
            return found  # asked again on the way: in a circle
        if key not in self._settled:
            self._settling.add(key)
            target = self._follow(binding.target, _HOPS)
            self._settling.discard(key)
            settled = declared if _is_obscure(target, declared.best) else found
            if self._settling:
                return settled
            self._settled[key] = settled
        return self._settled[key]

    def hidden_class(self, unit: Unit, name: str) -> Entry | None:
        """A private class that the stub beside a module has for itself, as a base of what it declares."""
        declared = self._declared(unit, name) if name.startswith("_") else None
        is_class = declared is not None and declared.best is not None and isinstance(declared.best.node, ast.ClassDef)
        return declared if is_class else None

    def _declared(self, unit: Unit, name: str) -> Entry | None:
        """What the stub beside a module has under a name, whether or not the module itself has it."""
        stub = self.stub(unit) if unit.name in self.layout.stubs else None
        return stub.entries.get(name) if stub is not None else None

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


def _is_obscure(target: Target, declared: Binding) -> bool:
    """Whether a name leads to nothing, or to the result of a call where a stub declares a class or function."""
    if target.unit is None:
        return True
    is_call = target.binding is not None and not target.rest and isinstance(target.binding.value, ast.Call)
    return is_call and isinstance(declared.node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
