"""How the uses of a contract hang together: what comes before a use on its path, and what is done with its result."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from apidrift.impact._index import decided, keys
from apidrift.impact._paths import path_key, root_key, step_key
from apidrift.model import contract as c
from apidrift.model.paths import Attr, Imported, Path
from apidrift.model.surface import word_path

if TYPE_CHECKING:
    from apidrift.model.contract import Contract, Use


class Links:
    """The uses of one contract, by the paths they lie on."""

    def __init__(self, contract: Contract) -> None:
        self.uses = contract.uses

    @cached_property
    def by_key(self) -> dict[object, list[int]]:
        """Uses by the path prefixes they decide."""
        found: dict[object, list[int]] = {}
        for number, use in enumerate(self.uses):
            for key in keys(use):
                found.setdefault(key, []).append(number)
        return found

    @cached_property
    def remote(self) -> frozenset[tuple[str, int]]:
        """Where texts stand that name methods called elsewhere."""
        return frozenset(
            (use.place.path, use.place.line)
            for use in self.uses
            if isinstance(use.operation, c.Named) and use.operation.kind == "rpc"
        )

    @cached_property
    def _followers(self) -> dict[object, list[int]]:
        found: dict[object, list[int]] = {}
        for number, use in enumerate(self.uses):
            for receiver in use.receivers:
                for key in _applied_to(receiver, use):
                    found.setdefault(key, []).append(number)
        return found

    def before(self, number: int) -> list[int]:
        """The uses that the path of this one goes through, nearest first."""
        found: list[int] = []
        for receiver in self.uses[number].receivers:
            for prefix in reversed(prefixes(receiver)):
                found += [one for one in self.by_key.get(prefix, ()) if one != number]
        return list(dict.fromkeys(found))

    def after(self, number: int) -> list[int]:
        """The uses applied to the very result of this one (awaiting it counts as one)."""
        found: list[int] = []
        for key in decided(self.uses[number]):
            found += [one for one in self._followers.get(key, ()) if one != number]
        return list(dict.fromkeys(found))


def _applied_to(receiver: Path, use: Use) -> list[object]:
    """What an operation is applied to; calling a method is also applied to the method's object."""
    found = [path_key(receiver)]
    if receiver.steps and isinstance(use.operation, c.Call) and isinstance(receiver.steps[-1], Attr):
        found.append(path_key(Path(receiver.root, receiver.steps[:-1])))
    return found


def prefixes(path: Path) -> list[object]:
    """Keys of a path's prefixes, the root's first, the path itself last."""
    key: object = root_key(path.root)
    found = [key]
    for step in path.steps:
        key = (key, step_key(step))
        found.append(key)
    return found


def spelled(path: Path) -> str:
    """The dotted path as the consumer names it, as far as it goes by names; empty where it starts from a type."""
    if not isinstance(path.root, Imported):
        return ""
    text = ".".join(filter(None, (path.root.module, path.root.name)))
    for step in path.steps:
        if not isinstance(step, Attr):
            return ""
        text += f".{step.name}"
    return text


def named(use: Use) -> tuple[str, ...]:
    """Every dotted path the use itself spells out."""
    match use.operation:
        case c.Import(module, name):
            return (f"{module}.{name}" if name and name != "*" else module,)
        case c.Named("dotted", text):
            return (text.replace(":", "."),)
        case c.Named(kind, text, scopes=scopes) if kind not in {"rpc", "mixed"}:
            return (text, *(word_path(scope, text) for scope in scopes))
        case c.Read(name) | c.Write(name) | c.Delete(name) | c.Replace(name):
            return tuple(f"{text}.{name}" for receiver in use.receivers if (text := spelled(receiver)))
        case _:
            return tuple(text for receiver in use.receivers if (text := spelled(receiver)))
