"""A release's surface whose answers are kept: a release never changes, so it is read and worked out once.

What a question cost (modules parsed, classes put together) is paid by the first run; later ones, in this process or
another, find the answers by the release's digest in the cache folder, one file for each module asked about.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import TYPE_CHECKING

import msgspec

from apidrift.model.surface import Module, Move
from apidrift.model.symbols import Alias, Attribute, Class, Function, Raising, Variants

if TYPE_CHECKING:
    from collections.abc import Callable

    from apidrift.model.surface import Release, Surface
    from apidrift.model.symbols import Symbol
    from apidrift.sources import Cache

_KIND = "answers"
_HELD = 4
"""Releases that one thread keeps at hand between runs: two of a comparison, and two more."""
_SYMBOL = msgspec.json.Decoder(Function | Attribute | Alias | Raising | Class | Variants | None)
_ENCODER = msgspec.json.Encoder()


class Known(msgspec.Struct, frozen=True):
    """What was learnt of a release when it was first opened, so that the index need not be asked again."""

    version: str
    origin: str
    digest: str
    notes: tuple[str, ...] = ()
    """What a person was told then, and is told again."""


class _Record(msgspec.Struct):
    """What is known of one module."""

    module: Module | None
    members: dict[str, msgspec.Raw] = {}
    moves: dict[str, tuple[Move, ...]] = {}
    """By the names whose home the module was, the module itself included."""


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
        self._records: dict[str, _Record | None] = {}
        self._members: dict[tuple[str, str], Symbol | None] = {}
        self._news: set[str] = set()

    def module(self, name: str) -> Module | None:
        """See `Surface.module`."""
        return self._record(name).module

    def member(self, module: str, name: str) -> Symbol | None:
        """See `Surface.member`."""
        key = (module, name)
        if key not in self._members:
            record = self._record(module)
            if name not in record.members:
                answer = self._live().member(module, name)
                record.members[name] = msgspec.Raw(_ENCODER.encode(answer))
                self._renew(module, record)
                self._members[key] = answer
            else:
                self._members[key] = _SYMBOL.decode(record.members[name])
        return self._members[key]

    def moves(self, path: str) -> tuple[Move, ...]:
        """See `Surface.moves`."""
        record = self._record(self.release.name)
        if path not in record.moves:
            record.moves[path] = self._live().moves(path)
            self._news.add(self.release.name)
        return record.moves[path]

    def _record(self, name: str) -> _Record:
        record = self._records.get(name)
        if record is None:
            record = self._kept(name)
            if record is None:
                record = _Record(self._live().module(name))
                self._news.add(name)
            self._records[name] = record
        return record

    def _kept(self, name: str) -> _Record | None:
        content = self._cache.get(_KIND, f"{self._key}/{name}")
        try:
            return _RECORD.decode(content) if content else None
        except msgspec.DecodeError:
            return None

    def _renew(self, name: str, record: _Record) -> None:
        """A question may have made the module's own description more complete."""
        self._news.add(name)
        now = self._live().module(name)
        if now is not None and record.module is not None:
            absent = tuple(sorted({*now.absent, *record.module.absent}))
            record.module = msgspec.structs.replace(now, absent=absent)

    def _live(self) -> Surface:
        if self._source is None:
            self._source = self._read()
        return self._source

    def keep(self) -> None:
        """Write down what is new, for later runs."""
        for name in sorted(self._news):
            record = self._records[name]
            assert record is not None
            kept = self._kept(name)  # another run may have asked other things meanwhile
            if kept is not None:
                record.members = {**kept.members, **record.members}
                record.moves = {**kept.moves, **record.moves}
            if not self._cache.put(_KIND, f"{self._key}/{name}", _ENCODER.encode(record)):
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
