"""Names that a lazy package shows to type checkers by `from .sub import *`, looked up one by one.

Such packages have hundreds of submodules: only those are read whose name the wanted name begins with.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.surfaces._binding import Binding, Entry
from apidrift.surfaces._lazy_packages import listed

if TYPE_CHECKING:
    from apidrift.surfaces._unit import Unit
    from apidrift.surfaces._world import World

_DEPTH = 4
_MANY = 12


def search(world: World, unit: Unit, name: str) -> Entry | None:
    """The entry for a name among the modules a type checker sees imported whole; None if not found.

    When the likely places do not have it, all are read once, and the module's names are known from then on.
    """
    found = _search(world, unit, name, 0)
    if found is not None or unit.lazy is None or unit.gathered:
        return found
    unit.gathered = True
    names: dict[str, Entry] = {}
    if _gather(world, unit, names, 0):
        unit.lazy = {**names, **unit.lazy}
        unit.dynamic = ""
    return unit.lazy.get(name)


def _gather(world: World, unit: Unit, names: dict[str, Entry], depth: int) -> bool:
    """All names of the modules imported whole; False when one of them cannot be known."""
    if depth > _DEPTH or unit.flow is None or not unit.body:
        return False
    modules = [m for m in unit.flow.typing_stars if m in world.layout.spots]
    world.prefetch(modules)
    inner = [u for m in modules if world.layout.spots[m].package and (u := world.unit(m)) is not None]
    world.prefetch(s for u in inner if u.flow is not None for s in u.flow.typing_stars if s in world.layout.spots)
    for module in modules:
        if not world.layout.spots[module].package:
            names.update({n: _served(unit, module, n) for n in listed(world, module)})
    for part in inner:
        world.lazy(part)
        own = {n for n, e in {**part.entries, **(part.lazy or {})}.items() if not n.startswith("_") and e.best}
        names.update({n: _served(unit, part.name, n) for n in own})
        _gather(world, part, names, depth + 1)
    return True


def _served(unit: Unit, module: str, name: str) -> Entry:
    return Entry((Binding(unit.body[0], target=f"{module}.{name}", lazy="served"),))


def _search(world: World, unit: Unit, name: str, depth: int) -> Entry | None:
    if depth > _DEPTH or unit.flow is None or not unit.body:
        return None
    for module in _likely(unit.flow.typing_stars, name):
        spot = world.layout.spots.get(module)
        if spot is None:
            continue
        if not spot.package:
            if name in listed(world, module):
                return _served(unit, module, name)
            continue
        inner = world.unit(module)
        if inner is None:
            continue
        own = world.own_entry(inner, name)
        if own is not None and own.runtime:
            return _served(unit, module, name)
        found = _search(world, inner, name, depth + 1)
        if found is not None:
            return found
    return None


def _likely(modules: list[str], name: str) -> list[str]:
    """All modules when they are few; else those whose name the wanted name begins with, longest first."""
    if len(modules) <= _MANY:
        return modules
    wanted = name.lower().replace("_", "")
    short = {m: m.rpartition(".")[2].lower().replace("_", "") for m in modules}
    return sorted((m for m in modules if wanted.startswith(short[m])), key=lambda m: (-len(short[m]), m))
