"""A release's surface whose answers are kept: a release never changes, so it is read and worked out once.

What a question cost (modules parsed, classes put together) is paid by the first run; later ones, in this process or
another, find the answers by the release's digest in the cache folder, one file for each module asked about.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import TYPE_CHECKING, TypeVar

import msgspec

from apidrift.model.body import Body, Callers
from apidrift.model.surface import Module, Move, Release, Trait
from apidrift.model.symbols import Alias, Attribute, Class, Function, Raising, Variants

if TYPE_CHECKING:
    from collections.abc import Callable

    from apidrift.model.surface import Surface
    from apidrift.model.symbols import Symbol
    from apidrift.sources import Cache

T = TypeVar("T")

_KIND = "answers"
_HELD = 4
"""Releases that one thread keeps at hand between runs: two of a comparison, and two more."""
_SYMBOL = msgspec.json.Decoder(Function | Attribute | Alias | Raising | Class | Variants | None)
_ENCODER = msgspec.json.Encoder()


class Known(msgspec.Struct, frozen=True):
    """What was learnt of a release when it was first opened, so that the index need not be asked again."""

    release: Release
    notes: tuple[str, ...] = ()
    """What a person was told then, and is told again."""


class _Record(msgspec.Struct):
    """What is known of one module or class, by its path."""

    asked: bool = False
    """Whether anybody asked for the module itself."""
    module: Module | None = None
    members: dict[str, msgspec.Raw] = {}
    """Read only where they are wanted: a class may be long."""
    moves: dict[str, tuple[Move, ...]] = {}
    bodies: dict[str, Body | None] = {}
    callers: dict[str, Callers | None] = {}
    families: dict[str, tuple[str, ...]] = {}
    """By the members shared, separated by commas."""
    traits: dict[str, Trait] = {}
    words: dict[str, bool | None] = {}


_RECORD = msgspec.json.Decoder(_Record)


class RememberedSurface:
    """Answers from what was kept, and opens the release at the first question that nobody asked before.

    Args:
        release: what the surface says of itself.
        read: opens the release.
        cache: where answers are kept.
        key: what they depend on: the release's digest and the state of the rooms that answer.
    """

    def __init__(self, release: Release, read: Callable[[], Surface], cache: Cache, key: str) -> None:
        self.release = release
        self._read = read
        self._cache = cache
        self._key = key
        self._source: Surface | None = None
        self._records: dict[str, _Record] = {}
        self._members: dict[tuple[str, str], Symbol | None] = {}
        self._news: set[str] = set()

    def module(self, name: str) -> Module | None:
        """See `Surface.module`."""
        record = self._record(name)
        if not record.asked:
            record.asked, record.module = True, self._live().module(name)
            self._news.add(name)
        return record.module

    def member(self, module: str, name: str) -> Symbol | None:
        """See `Surface.member`."""
        key = (module, name)
        if key not in self._members:
            record = self._record(module)
            if name in record.members:
                self._members[key] = _SYMBOL.decode(record.members[name])
            else:
                answer = self._members[key] = self._live().member(module, name)
                record.members[name] = msgspec.Raw(_ENCODER.encode(answer))
                self._renew(module, record)
        return self._members[key]

    def _renew(self, name: str, record: _Record) -> None:
        """Looking for a name may have made the module's own description more complete."""
        self._news.add(name)
        known, now = self.module(name), self._live().module(name)
        if known is not None and now is not None:
            record.module = msgspec.structs.replace(now, absent=tuple(sorted({*now.absent, *known.absent})))

    def moves(self, path: str) -> tuple[Move, ...]:
        """See `Surface.moves`."""
        owner = path.rpartition(".")[0]
        return self._answer(owner, path, lambda record: record.moves, lambda source: source.moves(path))

    def body(self, path: str) -> Body | None:
        """See `Surface.body`."""
        owner = path.rpartition(".")[0]
        return self._answer(owner, path, lambda record: record.bodies, lambda source: source.body(path))

    def callers(self, path: str) -> Callers | None:
        """See `Surface.callers`."""
        owner = path.rpartition(".")[0]
        return self._answer(owner, path, lambda record: record.callers, lambda source: source.callers(path))

    def family(self, scope: str, needs: tuple[str, ...]) -> tuple[str, ...]:
        """See `Surface.family`."""
        key = ",".join(sorted(needs))
        return self._answer(scope, key, lambda record: record.families, lambda source: source.family(scope, needs))

    def word(self, scope: str, text: str) -> bool | None:
        """See `Surface.word`."""
        return self._answer(scope, text, lambda record: record.words, lambda source: source.word(scope, text))

    def trait(self, path: str, name: str) -> Trait:
        """See `Surface.trait`."""
        return self._answer(path, name, lambda record: record.traits, lambda source: source.trait(path, name))

    def _answer(self, owner: str, key: str, among: Callable[[_Record], dict[str, T]], ask: Callable[[Surface], T]) -> T:
        answers = among(self._record(owner))
        if key not in answers:
            answers[key] = ask(self._live())
            self._news.add(owner)
        return answers[key]

    def _record(self, name: str) -> _Record:
        if name not in self._records:
            self._records[name] = self._kept(name)
        return self._records[name]

    def _kept(self, name: str) -> _Record:
        content = self._cache.get(_KIND, f"{self._key}/{name}")
        try:
            return _RECORD.decode(content) if content else _Record()
        except msgspec.DecodeError:
            return _Record()

    def _live(self) -> Surface:
        if self._source is None:
            self._source = self._read()
        return self._source

    def keep(self) -> None:
        """Write down what is new, for later runs."""
        for name in sorted(self._news):
            mine, theirs = self._records[name], self._kept(name)  # another run may have asked other things meanwhile
            both = _Record(
                mine.asked or theirs.asked,
                mine.module if mine.asked else theirs.module,
                {**theirs.members, **mine.members},
                {**theirs.moves, **mine.moves},
                {**theirs.bodies, **mine.bodies},
                {**theirs.callers, **mine.callers},
                {**theirs.families, **mine.families},
                {**theirs.traits, **mine.traits},
                {**theirs.words, **mine.words},
            )
            if not self._cache.put(_KIND, f"{self._key}/{name}", _ENCODER.encode(both)):
                break
        self._news.clear()


class _Pool(threading.local):
    """The surfaces of one thread: a surface is not made for two at once."""

    def __init__(self) -> None:
        self.held: OrderedDict[str, RememberedSurface] = OrderedDict()


_POOL = _Pool()


def remembered(release: Release, read: Callable[[], Surface], cache: Cache, state: str) -> RememberedSurface:
    """The surface of a release, the same one while this thread still has it at hand.

    Args:
        release: what the surface says of itself.
        read: opens the release.
        cache: where answers are kept.
        state: a mark of the rooms that answer.
    """
    key = f"{release.name}-{release.digest}-{state}"
    place = f"{cache.folder}|{key}|{release}"
    surface = _POOL.held.pop(place, None) or RememberedSurface(release, read, cache, key)
    _POOL.held[place] = surface
    while len(_POOL.held) > _HELD:
        _POOL.held.popitem(last=False)
    return surface
