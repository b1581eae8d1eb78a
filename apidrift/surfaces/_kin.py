"""Classes of one folder that have certain members, found without reading more of the folder than its text tells."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

import msgspec

from apidrift.model.surface import TRANSPARENT_BASES, Trait
from apidrift.model.symbols import Attribute, Function
from apidrift.surfaces._layout import Form

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.symbols import Symbol
    from apidrift.surfaces._agent import Agent
    from apidrift.surfaces._classinfo import ClassInfo

_PROTOCOLS = frozenset({"typing.Protocol", "typing_extensions.Protocol"})


def find_family(agent: Agent, scope: str, needs: tuple[str, ...]) -> tuple[str, ...]:
    """The classes below a module or package that have all of some members, as canonical paths, sorted.

    A class has what its body binds, what its methods set on their receiver, and what its ancestors within the provider
    have. Protocols are no members of a family: they say what it is.
    """
    return tuple(sorted(_Search(agent, scope).carriers(needs))) if needs else ()


class _Search:
    """One search. Only modules whose text can matter are parsed."""

    def __init__(self, agent: Agent, scope: str) -> None:
        self.agent = agent
        self.world = agent.world
        inside = f"{scope}."
        spots = self.world.layout.spots
        self.modules = [
            name
            for name in sorted(spots)
            if (name == scope or name.startswith(inside)) and spots[name].form is Form.SOURCE
        ]
        self.world.prefetch(self.modules)
        self.texts = {name: self.world.text(name) for name in self.modules}

    def carriers(self, needs: tuple[str, ...]) -> set[str]:
        """The classes that have all the members: first those that have the rarest, then of these the ones with all.

        A member that the folder never spells comes from bases outside it, and only decides in the end.
        """
        spelled = {name: count for name in needs if (count := len(self._mentioning({name}, set())))}
        rarest = min(spelled or {needs[0]: 0}, key=lambda name: (spelled.get(name, 0), name))
        found: set[str] = set()
        words, seen = {rarest}, set[str]()
        while words:
            fresh: set[str] = set()
            for module in self._mentioning(words, seen):
                seen.add(module)
                fresh |= {info.path for info in self._classes(module) if self._has(info, rarest)}
            words = {path.rpartition(".")[2] for path in fresh - found}
            found |= fresh
        return {path for path in found if self._is_member(path, needs)}

    def _mentioning(self, words: set[str], seen: set[str]) -> list[str]:
        wanted = [word.encode() for word in sorted(words)]
        pattern = re.compile(rb"\b(?:" + b"|".join(map(re.escape, wanted)) + rb")\b")
        # Finding bytes is a hundred times faster than matching them, and most files hold none of the words.
        return [
            name
            for name in self.modules
            if name not in seen
            and any(word in self.texts[name] for word in wanted)
            and pattern.search(self.texts[name])
        ]

    def _classes(self, module: str) -> Iterator[ClassInfo]:
        unit = self.world.unit(module)
        for name, entry in unit.entries.items() if unit is not None else ():
            if entry.best is not None and isinstance(entry.best.node, ast.ClassDef):
                info = self.agent.classes.info(f"{module}.{name}")
                if info is not None:
                    yield info

    def _has(self, info: ClassInfo, name: str) -> bool:
        return any(has_own(self.agent, owner, name) for owner in self.agent.classes.chain(info.path))

    def _is_member(self, path: str, needs: tuple[str, ...]) -> bool:
        info = self.agent.classes.info(path)
        if info is None or any(base.path in _PROTOCOLS for base in info.bases):
            return False
        return all(self._has(info, name) for name in needs)


def has_own(agent: Agent, info: ClassInfo, name: str) -> bool:
    """Whether a class's own body or methods bind a member."""
    entry = info.entries.get(name)
    if entry is not None and entry.best is not None:
        return True
    # Most classes stand in files that never spell the name: their methods need not be walked.
    spelled = name.encode() in agent.world.text(info.unit.name)
    return spelled and name in agent.instance(info).attributes


def find_trait(agent: Agent, path: str, name: str) -> Trait:
    """One member of a class: the nearest in its ancestors within the provider."""
    from apidrift.surfaces._members import one_member  # noqa: PLC0415 -- the two need one another

    chain = agent.classes.chain(path)
    for info in chain:
        if has_own(agent, info, name):
            return Trait(info.path, _lean(one_member(agent, info, name)))
    order = agent.classes.order(path)
    outside = tuple(base for base in order if base not in TRANSPARENT_BASES and agent.classes.info(base) is None)
    return Trait(outside=outside, dynamic=next((why for info in chain if (why := _dynamic(agent, info))), ""))


def _dynamic(agent: Agent, info: ClassInfo) -> str:
    hook = next((name for name in ("__getattr__", "__getattribute__") if name in info.entries), "")
    return f"{info.path} defines {hook}" if hook else info.dynamic or agent.instance(info).dynamic


def _lean(symbol: Symbol) -> Symbol:
    """What using a member needs to know of it, without what only comparing versions does."""
    match symbol:
        case Function():
            empty = {"body": "", "calls": (), "raises": (), "line": 0}
            return msgspec.structs.replace(symbol, **empty)
        case Attribute(type=type_, value=value, instance=instance):
            return Attribute(type=type_, value=value, instance=instance)
        case _:
            return symbol
