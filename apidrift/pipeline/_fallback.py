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
    """Answers from the snapshot, and from the source, opened when first needed, what the snapshot does not cover.

    What the snapshot covers is not asked of the source again: it was recorded from there, and reading it costs a
    hundred times as much.

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
        """What can be asked without opening anything: the snapshot, with the source behind it once it was opened."""
        return self._snapshot if self._source is None else self

    def module(self, name: str) -> Module | None:
        """See `Surface.module`."""
        return self._ask(lambda surface: surface.module(name))

    def member(self, module: str, name: str) -> Symbol | None:
        """See `Surface.member`."""
        return self._ask(lambda surface: surface.member(module, name))

    def moves(self, path: str) -> tuple[Move, ...]:
        """See `Surface.moves`; nothing is opened for it."""
        found = self._snapshot.moves(path)
        return self._source.moves(path) if not found and self._source is not None else found

    def body(self, path: str) -> Body | None:
        """See `Surface.body`; nothing is opened for it."""
        found = self._snapshot.body(path)
        return self._source.body(path) if found is None and self._source is not None else found

    def callers(self, path: str) -> Callers | None:
        """See `Surface.callers`; nothing is opened for it."""
        found = self._snapshot.callers(path)
        return self._source.callers(path) if found is None and self._source is not None else found

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
        try:
            return question(self._snapshot)
        except NotCoveredError as error:
            if self._source is None:
                self._source = self._reopen()
            if self._source is None:
                raise NotCoveredError(f"{error}; {self._absence}" if self._absence else str(error)) from error
        return question(self._source)
