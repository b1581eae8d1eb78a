"""A snapshot backed by the source it was taken from, for what it was never asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.surface import NotCoveredError

if TYPE_CHECKING:
    from collections.abc import Callable

    from apidrift.model.surface import Module, Move, Release, Surface
    from apidrift.model.symbols import Symbol


class FallbackSurface:
    """Answers from the snapshot, and opens the source at the first question the snapshot does not cover."""

    def __init__(self, snapshot: Surface, reopen: Callable[[], Surface]) -> None:
        self._snapshot = snapshot
        self._reopen = reopen
        self._source: Surface | None = None

    @property
    def release(self) -> Release:
        """The version both speak of."""
        return self._snapshot.release

    @property
    def known(self) -> Surface:
        """What can be asked without opening anything: the snapshot, or the source once it was opened."""
        return self._source or self._snapshot

    def module(self, name: str) -> Module | None:
        """See `Surface.module`."""
        if self._source is None:
            try:
                return self._snapshot.module(name)
            except NotCoveredError:
                self._source = self._reopen()
        return self._source.module(name)

    def member(self, module: str, name: str) -> Symbol | None:
        """See `Surface.member`."""
        if self._source is None:
            try:
                return self._snapshot.member(module, name)
            except NotCoveredError:
                self._source = self._reopen()
        return self._source.member(module, name)

    def moves(self, path: str) -> tuple[Move, ...]:
        """See `Surface.moves`."""
        if self._source is None:
            try:
                return self._snapshot.moves(path)
            except NotCoveredError:
                self._source = self._reopen()
        return self._source.moves(path)
