"""Functions that the consumer calls only where errors are caught: their uses are caught there too."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from apidrift.contracts._infos import FuncInfo
from apidrift.contracts._values import providers
from apidrift.model.contract import Attempt, Sheltered
from apidrift.model.guards import Site

if TYPE_CHECKING:
    from apidrift.contracts._infos import ModuleInfo
    from apidrift.contracts._world import World

MAX_DEPTH = 3
"""Over how many calls an error is followed upwards."""


def shelter(world: World, info: FuncInfo) -> Sheltered | None:
    """Where a function is called, if every one of these places lies in the body of a `try` statement."""
    sites = _sites(world, info, ())
    return Sheltered(sites) if sites else None


def _sites(world: World, info: FuncInfo, active: tuple[FuncInfo, ...]) -> tuple[Site, ...]:
    """All places a function is called from; nothing where one is open, or where there may be others."""
    calls = world.sites.get(info, {})
    if not calls or info in active or len(active) >= MAX_DEPTH:
        return ()
    found: list[Site] = []
    for caller, line, guards in calls.values():
        attempts = tuple(g for g in reversed(guards) if isinstance(g, Attempt) and g.part == "body")
        above = _sites(world, caller, (*active, info)) if isinstance(caller, FuncInfo) else ()
        if not attempts and not above:
            return ()
        module = caller.module if isinstance(caller, FuncInfo) else caller
        found.append(Site(module.path, line, attempts, above))
    return tuple(sorted(found, key=lambda site: (site.path, site.line))) if _closed(world, info, set(calls)) else ()


def _closed(world: World, info: FuncInfo, calls: set[int]) -> bool:
    """Whether nothing but the calls that were seen can call a function: its name stands nowhere else."""
    if isinstance(info.node, ast.Lambda) or info.is_generator or info.node.decorator_list:
        return False
    name = info.node.name
    if name.startswith("__") or any(info in given for given in world.handed.values()):
        return False
    if info.cls is not None and providers(info.cls.bases.value):
        return False
    spelled = name.encode()
    project = world.project
    return all(
        project.loaded(path) and calls.issuperset(_mentions(world, project.load(path)).get(name, ()))
        for path in project.names
        if spelled in project.source(path)
    )


def _mentions(world: World, module: ModuleInfo | None) -> dict[str, list[int]]:
    """Where a module speaks of each name: the ids of the calls of it, -1 for anything else."""
    if module is None:
        return {}
    found = world.mentions.get(module)
    if found is None:
        found = world.mentions[module] = {}
        heads = {id(node.func): id(node) for node in ast.walk(module.tree) if isinstance(node, ast.Call)}
        for node in ast.walk(module.tree):
            match node:
                case ast.Name(id=word, ctx=ast.Load()) | ast.Attribute(attr=word, ctx=ast.Load()):
                    found.setdefault(word, []).append(heads.get(id(node), -1))
                case ast.alias(name=word, asname=str()) | ast.Constant(value=str() as word):
                    found.setdefault(word, []).append(-1)
    return found
