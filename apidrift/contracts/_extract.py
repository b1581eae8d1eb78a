"""The whole way from a consumer's tree to its contract."""

from __future__ import annotations

import gc
import hashlib
from contextlib import contextmanager
from typing import TYPE_CHECKING

import msgspec

from apidrift.contracts import (
    _calls,
    _definitions,
    _expressions,
    _imports,
    _items,
    _managers,
    _operators,
    _statements,
)
from apidrift.contracts._functions import run_unit
from apidrift.contracts._hinted import is_own
from apidrift.contracts._interp import Interp
from apidrift.contracts._order import run_order
from apidrift.contracts._project import Project
from apidrift.contracts._scripts import script_uses
from apidrift.contracts._shelter import shelter
from apidrift.contracts._taint import leads
from apidrift.contracts._world import World
from apidrift.model.contract import Call, Contract, Import, Iterate, Named, Read, Skipped, Subclass, Use
from apidrift.model.hints import NO_HINTS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.contracts._infos import ModuleInfo, Unit
    from apidrift.model.hints import Hints
    from apidrift.model.tree import Tree

HANDLERS = (_calls, _definitions, _expressions, _imports, _items, _managers, _operators, _statements)
"""Importing these teaches the interpreter its nodes."""
MAX_ROUNDS = 6
"""How many times further modules are looked for that take something of interest from those already read."""


def extract(
    tree: Tree, providers: tuple[str, ...], *, name: str = "", version: str = "", hints: Hints = NO_HINTS
) -> Contract:
    """Everything the consumer in `tree` relies on of the given providers (import names).

    Nothing is executed. `name` and `version` default to what the tree's metadata says; `hints` say what texts and
    classes handed to the providers stand for. Files that cannot be read or parsed come back in `skipped`, each with its
    reason.
    """
    metadata = tree.metadata
    project = Project(tree, providers)
    world = World(project, run, hints)
    with _undisturbed():
        _read_all(world)
        uses = (*_collect(world), *script_uses(world))
        uses = tuple(sorted(uses, key=lambda use: (use.place.path, use.place.line)))
    return Contract(
        name or metadata.name or tree.label,
        version or metadata.version,
        providers,
        uses,
        {path: digest(project.source(path)) for path in sorted({use.place.path for use in uses})},
        metadata.requires_dist,
        metadata.requires_python,
        tuple(sorted(project.skipped, key=lambda item: (item.what, item.reason))),
        tuple(Skipped(where, why) for where, why in sorted(world.lost.items())),
        tree.digest,
    )


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Without the cycle collector, which would walk all syntax trees again and again and find nothing."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def digest(source: bytes) -> str:
    """A short hash of a file's content."""
    return hashlib.sha256(source).hexdigest()[:16]


def _read_all(world: World) -> None:
    modules = [
        info
        for path in world.project.mentioning(world.texts.patterns())
        if (info := world.project.load(path)) is not None
    ]
    for info in modules:
        info.wanted = True
    for info in modules:
        world.opened(info)
    world.drain()
    seen: set[str] = set()
    for _ in range(MAX_ROUNDS):
        further = _importers(world, seen)
        for info in further:
            info.wanted = True
        for info in further:
            world.opened(info)
        world.drain()
        if not further:
            break


def _importers(world: World, seen: set[str]) -> list[ModuleInfo]:
    """Modules, not read so far, that import something of interest from those that were."""
    found: dict[str, ModuleInfo] = {}
    opened = list({unit.module.name: unit.module for unit in world.units if unit.func is None}.values())
    for module in opened:
        names = {
            name for name, fact in module.globals.items() if name in module.bound and leads(world.peek(fact.value))
        }
        fresh = {name for name in names if f"{module.name}:{name}" not in seen}
        seen.update(f"{module.name}:{name}" for name in fresh)
        if not fresh:
            continue
        for path, taken in world.project.importers(module.name):
            if not taken or "*" in taken or fresh.intersection(taken):
                info = world.project.load(path)
                if info is not None:
                    found[path] = info
    return [found[path] for path in sorted(found)]


def run(world: World, unit: Unit) -> None:
    """Interpret one body."""
    it = Interp(world, unit, unit.func)
    try:
        if unit.func is not None:
            run_unit(it, unit.func)
        else:
            _run_module(it, unit.module)
    except RecursionError:
        what = f"{unit.module.path}:{unit.func.node.lineno}" if unit.func else unit.module.path
        skipped = Skipped(what, "nested too deeply to be followed")
        if skipped not in world.project.skipped:
            world.project.skipped.append(skipped)


def _run_module(it: Interp, module: ModuleInfo) -> None:
    it.run(module.tree.body)
    for name, value in it.env.values.items():
        if "." not in name:
            it.unit.pending[module.fact(name)] = value


def _collect(world: World) -> tuple[Use, ...]:
    instantiated = {f"{info.module.name}.{info.qualname}" for info in world.classes.values() if info.instantiated}
    order = run_order(world)
    last = len(order) + 1
    unique: dict[tuple[str, int, int, int, str, str], Use] = {}
    turns: dict[tuple[str, int, int, int, str, str], int] = {}
    for unit in world.units:
        sheltered = shelter(world, unit.func) if unit.func is not None and unit.uses else None
        for each in unit.uses.values():
            use = _finished(world, each, instantiated)
            use = use if sheltered is None else msgspec.structs.replace(use, guards=(sheltered, *use.guards))
            key = _order(use)
            unique[key] = use
            turns[key] = min(turns.get(key, last), order.get(id(each), last))
    ranks = {turn: number for number, turn in enumerate(sorted(set(turns.values())), 1)}
    return tuple(_with(unique[key], order=ranks[turns[key]]) for key in sorted(unique))


def _finished(world: World, use: Use, instantiated: set[str]) -> Use:
    match use.operation:
        case Subclass() as base if base.name in instantiated:
            return _with(use, operation=msgspec.structs.replace(base, instantiated=True))
        case Iterate(is_async):
            keys: dict[str, None] = {}
            for path in use.receivers:
                keys.update(world.iterated.get(id(path), {}))
            return _with(use, operation=Iterate(is_async, tuple(keys))) if keys else use
        case Named("rpc") if is_own(world, use):
            return Use(use.place, use.operation, (), use.guards, use.scope, use.conditional, use.order)
        case _:
            return use


def _with(use: Use, *, operation: Subclass | Iterate | None = None, order: int = 0) -> Use:
    return Use(
        use.place, operation or use.operation, use.receivers, use.guards, use.scope, use.conditional, order or use.order
    )


def _order(use: Use) -> tuple[str, int, int, int, str, str]:
    place = use.place
    rank = RANKS.get(type(use.operation), len(RANKS))
    return (place.path, place.line, place.column, rank, repr(use.operation), repr((use.receivers, use.guards)))


RANKS: dict[type, int] = {Import: 0, Read: 1, Call: 2}
"""At one place, what happens first comes first."""


__all__ = ["extract"]
