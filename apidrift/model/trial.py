"""Trials: a use performed on the real objects of an installed version, beside what the sources predicted."""

from __future__ import annotations

from apidrift.model._base import Model


class Trial(Model, frozen=True):
    """What an interpreter said of one use."""

    raises: str = ""
    """Name of the exception; empty: none."""
    message: str = ""
    unable: str = ""
    """Why the use could not be tried; empty: it was."""


class Contradiction(Model, frozen=True):
    """A use of which the interpreter says something else than the sources: a fault of apidrift."""

    path: str
    line: int
    use: str
    static: str
    """What the sources predicted: `TypeError: …`, or `ok`."""
    runtime: str
    """What the interpreter said."""


class Confirmation(Model, frozen=True):
    """What trying every use in an environment came to."""

    python: str
    version: str
    tried: int
    """Uses that the sources give a certain verdict of and that could be tried."""
    confirmed: int
    """Breaks of these: the same exception with the same text."""
    worked: int
    """Uses that were predicted to work and do."""
    unable: tuple[tuple[str, int], ...] = ()
    """Reasons why uses could not be tried, each with how many."""
    contradictions: tuple[Contradiction, ...] = ()
