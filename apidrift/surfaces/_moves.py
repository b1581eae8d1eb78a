"""Where a missing name may have gone: a search that widens from the place where it was.

Text is scanned before anything is parsed, and a remote tree is not read through for a guess.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from apidrift.model.surface import Move
from apidrift.surfaces._layout import Form

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from apidrift.surfaces._agent import Agent

_BUDGET = 40
"""Files of a remote tree that may be read for one search, beyond those at hand."""
_MOST = 3
_STAGES = ((1.0, "same name in the same package"), (0.9, "same name nearby"), (0.65, "same name"))


@dataclass(frozen=True, slots=True)
class _Hit:
    module: str
    kind: str


def find_moves(agent: Agent, path: str) -> tuple[Move, ...]:
    """Candidates for a missing dotted path, best first: the same name defined elsewhere."""
    module, _, name = path.rpartition(".")
    if path in agent.world.layout.spots or not name or (name.startswith("__") and name.endswith("__")):
        return ()
    owner = agent.world.layout.split(path)[0]
    if owner != module and not _is_module_like(agent, module):
        # A member of a class: where members go needs both versions at hand.
        return ()
    found: dict[str, Move] = {}
    for score, why, modules in _stages(agent, module):
        for hit in _scan(agent, modules, name):
            target = f"{hit.module}.{name}"
            if target != path and agent.world.canonical(target) == target:
                found.setdefault(target, Move(target, _weight(score, module, hit.module), why))
        if found:
            break
    return tuple(sorted(found.values(), key=lambda m: (-m.score, m.path)))[:_MOST]


def _is_module_like(agent: Agent, module: str) -> bool:
    """A dotted name whose parts could all be modules: it is gone as a whole."""
    return agent.world.follow(module).binding is None


def _weight(score: float, old: str, new: str) -> float:
    """The further apart two modules lie, the less sure the match."""
    ours, theirs = old.split("."), new.split(".")
    shared = next(
        (i for i, (a, b) in enumerate(zip(ours, theirs, strict=False)) if a != b), min(len(ours), len(theirs))
    )
    return round(max(0.3, score - 0.05 * (len(ours) - 1 - shared) if shared < len(ours) - 1 else score), 2)


def _stages(agent: Agent, module: str) -> Iterator[tuple[float, str, list[str]]]:
    layout = agent.world.layout
    package = module
    while package not in layout.spots or not layout.spots[package].package:
        if "." not in package:
            break
        package = package.rpartition(".")[0]
    loaded = [u.name for u in agent.world.loaded()]
    near = sorted(m for m in layout.spots if m.startswith(f"{package}.") or m == package)
    siblings = [m for m in near if m.count(".") <= package.count(".") + 1]
    seen: set[str] = {module} if module in layout.spots else set()
    for (score, why), modules in zip(_STAGES, (siblings, near, _everywhere(agent, loaded, package)), strict=True):
        fresh = [m for m in modules if m not in seen]
        seen.update(fresh)
        yield score, why, fresh


def _everywhere(agent: Agent, loaded: list[str], package: str) -> list[str]:
    """The rest: what is at hand, then the nearest packages first."""
    layout = agent.world.layout
    parents: list[str] = []
    while "." in package:
        package = package.rpartition(".")[0]
        parents.append(package)
    around = [m for p in parents for m in sorted(layout.spots) if m.startswith(f"{p}.")]
    return list(dict.fromkeys([*loaded, *around, *sorted(layout.spots)]))


def _scan(agent: Agent, modules: Iterable[str], name: str) -> Iterator[_Hit]:
    world = agent.world
    pattern = re.compile(
        rb"^(class|def|async def)[ \t]+"
        + re.escape(name.encode())
        + rb"\b|^"
        + re.escape(name.encode())
        + rb"[ \t]*[:=]",
        re.MULTILINE,
    )
    sources = [m for m in modules if world.layout.spots[m].form is Form.SOURCE]
    if world.is_remote:
        held = [m for m in sources if world.is_held(m)]
        more = [m for m in sources if m not in set(held)][:_BUDGET]
        world.prefetch(more)
        sources = [*held, *more]
    for module in sources:
        found = pattern.search(world.text(module))
        if found:
            yield _Hit(module, (found.group(1) or b"value").decode())
