"""Which symbols a contract touches on a surface: what is worth comparing with another version."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from apidrift.impact._attributes import attribute
from apidrift.impact._calls import beyond
from apidrift.impact._forwards import handed_on
from apidrift.impact._hooks import replaced
from apidrift.impact._links import named
from apidrift.impact._lookups import looked_up
from apidrift.impact._options import JudgeOptions
from apidrift.impact._paths import home, walk
from apidrift.impact._strings import words
from apidrift.impact._values import ClassValue, Either, FunctionValue, InstanceValue, Value
from apidrift.impact._world import World
from apidrift.model import contract as c
from apidrift.model.paths import Attr, Imported, Path
from apidrift.model.surface import NotCoveredError
from apidrift.model.symbols import Flavour

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.contract import Contract, Use
    from apidrift.model.surface import Surface


def touched_paths(contract: Contract, surface: Surface) -> tuple[str, ...]:
    """Every symbol the contract meets on a surface, as the consumer names it and where it is defined.

    Modules, classes, functions, methods (`pkg.mod.Class.method`), attributes, and the classes of the values that
    flow on the way; each once, in alphabetical order. Where a snapshot ends, a use leads no further.
    """
    world = World(surface, JudgeOptions())
    found: dict[str, None] = {}
    for use in contract.uses:
        with contextlib.suppress(NotCoveredError):
            found |= dict.fromkeys(_of_use(world, use))
    return tuple(sorted(path for path in found if world.owns(path.partition("[")[0])))


def replaced_paths(contract: Contract, surface: Surface) -> tuple[str, ...]:
    """Canonical paths of the functions and methods in whose place the consumer puts its own, in alphabetical order."""
    world = World(surface, JudgeOptions())
    found: set[str] = set()
    for use in contract.uses:
        if isinstance(use.operation, c.Replace):
            with contextlib.suppress(NotCoveredError):
                found |= {replaced(world, walk(world, each)[0], use.operation.name) for each in use.receivers}
    return tuple(sorted(found - {""}))


def _of_use(world: World, use: Use) -> Iterator[str]:
    yield from named(use)
    yield from words(world, use)
    if isinstance(use.operation, c.Import):
        yield from _canonical(world, Path(Imported(use.operation.module, use.operation.name)))
        return
    for receiver in use.receivers:
        if home(receiver) in {world.top, ""}:
            for length in range(len(receiver.steps) + 1):
                yield from _canonical(world, Path(receiver.root, receiver.steps[:length]))
            yield from _members(world, walk(world, receiver)[0], use)


def _canonical(world: World, path: Path) -> Iterator[str]:
    value, _ = walk(world, path)
    yield from _paths(value)
    if path.steps and isinstance(path.steps[-1], Attr):
        owner, _ = walk(world, Path(path.root, path.steps[:-1]))
        yield from _member(owner, path.steps[-1].name)


def _paths(value: Value) -> Iterator[str]:
    match value:
        case ClassValue(path=path) | InstanceValue(path=path) | FunctionValue(path=path):
            yield path
        case Either(options):
            for option in options:
                yield from _paths(option)
        case _:
            return


def _members(world: World, value: Value, use: Use) -> Iterator[str]:
    match use.operation:
        case c.Read(name) | c.Write(name) | c.Delete(name) | c.Replace(name):
            yield from _member(value, name)
            yield from _paths(attribute(world, value, name))
        case c.Subclass(members=members):
            for member in members:
                yield from _member(value, member.name)
                yield from _paths(attribute(world, value, member.name))
        case c.Check() if isinstance(value, ClassValue) and value.symbol.flavour is Flavour.PROTOCOL:
            yield from (f"{value.path}.{name}" for name in value.symbol.members)
        case c.Call(shape):
            if isinstance(value, FunctionValue) and beyond(value, shape):
                yield value.symbol.forwards
            yield from (path for end in handed_on(world, value, shape) for path in end.chain)
            yield from looked_up(world, value, shape)
        case c.Named("mixed", members=names):
            for name in names:
                yield from _member(value, name)
        case c.Named("rpc", text):
            yield from _paths(attribute(world, value, text))
        case _:
            return


def _member(value: Value, name: str) -> Iterator[str]:
    for path in _paths(value):
        if not isinstance(value, FunctionValue):
            yield f"{path}.{name}"
