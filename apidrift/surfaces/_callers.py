"""Where a provider calls a function or method of its own: the modules that may hold a call, then the calls.

Text is looked at before anything is parsed. Of a remote tree only what was read anyway is searched, and the modules
that the provider's profile names as those that drive the others.
"""

from __future__ import annotations

import ast
import re
from bisect import bisect_left
from typing import TYPE_CHECKING

import msgspec

from apidrift.model.body import Callers, Site
from apidrift.surfaces._instance import methods
from apidrift.surfaces._layout import Form
from apidrift.surfaces._scope import Scope
from apidrift.surfaces._sites import sites_in
from apidrift.surfaces._unit import lines_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.surfaces._agent import Agent
    from apidrift.surfaces._binding import FunctionNode
    from apidrift.surfaces._unit import Unit

_SMALL = 300
"""Modules up to which a provider is searched as a whole."""
_PARSED = 16
"""Modules that may be parsed for one search."""
_MOST = 12
"""Places that are kept; of those that call alike one speaks for all."""


def find_callers(agent: Agent, path: str) -> Callers | None:
    """The calls of a function or method, in order of the calling function's path; None where the path is neither."""
    owner, _, name = path.rpartition(".")
    if not owner or agent.definition_at(path) is None:
        return None
    info = agent.classes.info(owner)
    home = info.unit.name if info is not None else owner
    modules, whole = _area(agent, home)
    words = _words(agent, owner) if info is not None else frozenset({name})
    called = re.compile(rb"\b" + re.escape(name.encode()) + rb"\s*\(")
    likely = _nearest([module for module in modules if _may_call(agent, module, called, words)], agent, home)
    whole = whole and len(likely) <= _PARSED
    found = [
        site
        for module in likely[:_PARSED]
        for function, scope in _holding(agent, module, called)
        for site in sites_in(agent, function, scope, path, of_class=info is not None)
    ]
    alike: dict[Site, Site] = {}
    for site in sorted(found, key=lambda each: (each.caller, str(each))):
        alike.setdefault(msgspec.structs.replace(site, caller=""), site)
    kept = tuple(alike.values())
    return Callers(kept[:_MOST], whole and len(kept) <= _MOST)


def _nearest(modules: list[str], agent: Agent, home: str) -> list[str]:
    """The function's own module first, then what was parsed already, then its neighbours."""
    loaded = {unit.name for unit in agent.world.loaded()}
    package = home.rpartition(".")[0]
    return sorted(modules, key=lambda each: (each != home, each not in loaded, not each.startswith(package), each))


def _area(agent: Agent, home: str) -> tuple[list[str], bool]:
    """The modules to search, and whether a call can hardly be anywhere else."""
    world = agent.world
    sources = [module for module, spot in sorted(world.layout.spots.items()) if spot.form is Form.SOURCE]
    if world.is_remote:
        drivers = [module for module in agent.drivers if module in world.layout.spots]
        world.prefetch(drivers)
        loaded = {unit.name for unit in world.loaded()}
        return [module for module in sources if module in loaded or module in drivers], False
    if len(sources) <= _SMALL:
        return sources, True
    package = home if world.layout.spots[home].package else home.rpartition(".")[0]
    around = package.rpartition(".")[0] if package.count(".") > 1 else package
    return [module for module in sources if module == around or module.startswith(f"{around}.")], False


def _words(agent: Agent, owner: str) -> frozenset[str]:
    """Names of which a module that holds an instance has to mention one: the class, its ancestors, its own file."""
    ours = [owner, *(base for base in agent.classes.order(owner) if base.startswith(f"{agent.world.name}."))]
    return frozenset(path.rpartition(".")[2] for path in ours)


def _may_call(agent: Agent, module: str, called: re.Pattern[bytes], words: frozenset[str]) -> bool:
    text = agent.world.text(module)
    return any(word.encode() in text for word in words) and called.search(text) is not None


def _holding(agent: Agent, module: str, called: re.Pattern[bytes]) -> Iterator[tuple[FunctionNode, Scope]]:
    """The functions of a module whose lines spell a call: most need not be walked."""
    lines = lines_of(called, agent.world.text(module))
    for function, scope in functions(agent, module):
        at = bisect_left(lines, function.lineno)
        if at < len(lines) and lines[at] <= (function.end_lineno or function.lineno):
            yield function, scope


def functions(agent: Agent, module: str) -> Iterator[tuple[FunctionNode, Scope]]:
    """The functions of a module and the methods of its classes; what is defined inside them belongs to them."""
    unit = agent.world.unit(module)
    if unit is None:
        return
    for node in _definitions(unit):
        if isinstance(node, ast.ClassDef):
            info = agent.classes.info(f"{module}.{node.name}")
            if info is not None and info.unit is unit:
                yield from ((method, info.scope) for method in methods(info))
        else:
            yield node, Scope(agent.world, unit)


def _definitions(unit: Unit) -> Iterator[FunctionNode | ast.ClassDef]:
    stack: list[ast.stmt] = list(reversed(unit.body))
    while stack:
        node = stack.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node
            continue
        for name in ("body", "orelse", "handlers", "finalbody"):
            stack.extend(reversed(getattr(node, name, ())))
