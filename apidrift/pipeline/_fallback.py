"""A snapshot backed by the source it was taken from, for what it was never asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from apidrift.model.surface import NotCoveredError

if TYPE_CHECKING:
    from collections.abc import Callable

    from apidrift.model.body import Body, Callers
    from apidrift.model.surface import Module, Move, Release, Surface, Trait
    from apidrift.model.symbols import Symbol

T = TypeVar("T")


class FallbackSurface:
    """Answers from the snapshot, and opens the source at the first question the snapshot does not cover.

    Args:
        snapshot: what is known.
        reopen: opens the source; None where it is out of reach.
        absence: why it would be, for the `NotCoveredError` that a question then meets.
    """

    def __init__(self, snapshot: Surface, reopen: Callable[[], Surface | None], absence: str = "") -> None:
        self._snapshot = snapshot
        self._reopen = reopen
        self._absence = absence
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
        return self._ask(lambda surface: surface.module(name))

    def member(self, module: str, name: str) -> Symbol | None:
        """See `Surface.member`."""
        return self._ask(lambda surface: surface.member(module, name))

    def moves(self, path: str) -> tuple[Move, ...]:
        """See `Surface.moves`."""
        return self._ask(lambda surface: surface.moves(path))

    def body(self, path: str) -> Body | None:
        """See `Surface.body`; nothing is opened for it."""
        return self.known.body(path)

    def callers(self, path: str) -> Callers | None:
        """See `Surface.callers`; nothing is opened for it."""
        return self.known.callers(path)

    def family(self, scope: str, needs: tuple[str, ...]) -> tuple[str, ...]:
        """See `Surface.family`."""
        return self._ask(lambda surface: surface.family(scope, needs))

    def word(self, scope: str, text: str) -> bool | None:
        """See `Surface.word`."""
        return self._ask(lambda surface: surface.word(scope, text))

    def trait(self, path: str, name: str) -> Trait:
        """See `Surface.trait`."""
        return self._ask(lambda surface: surface.trait(path, name))

    def _ask(self, question: Callable[[Surface], T]) -> T:
        if self._source is None:
            try:
                return question(self._snapshot)
            except NotCoveredError as error:
                self._source = self._reopen()
                if self._source is None:
                    raise NotCoveredError(f"{error}; {self._absence}" if self._absence else str(error)) from error
        return question(self._source)
