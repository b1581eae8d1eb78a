"""How a rendering is wished for."""

from __future__ import annotations

from apidrift.model.value import Value


class RenderOptions(Value, frozen=True):
    """Wishes of the reader. A format takes those that make sense for it and passes over the rest."""

    width: int = 100
    """Columns of a text rendering; paths are never broken, so a long one may go beyond."""
    color: bool = False
    """Whether text carries ANSI colours."""
    verbose: int = 0
    """From 1: handled and unknown uses, and everything that was skipped, one by one."""
    quiet: bool = False
    """Text: the one line that matters."""
    title: str = ""
    """Title of a page; empty: made from the value."""
