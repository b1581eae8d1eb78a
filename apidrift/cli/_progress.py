"""Progress on standard error, for people: nothing on a pipe, nothing for what is over in a second."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

PATIENCE_S = 1.0
"""How long a thing may take before a bar appears."""


def progress_bar(*, quiet: bool) -> TerminalProgress | None:
    """A progress bar when standard error is a terminal and the user did not ask for silence."""
    return None if quiet or not sys.stderr.isatty() else TerminalProgress()


class TerminalProgress:
    """Draws what a source or the pipeline reports; made so that importing rich is put off until a bar is due."""

    def __init__(self) -> None:
        self._begun = 0.0
        self._label = ""
        self._total: int | None = None
        self._count = 0
        self._bar: Bar | None = None
        self._task: Any = None

    def start(self, label: str, total: int | None, *, unit: str = "bytes") -> None:
        """Begin a piece of work; `total` in `unit`s, None when it is not known."""
        self.done()
        self._begun, self._label, self._total, self._count = time.monotonic(), label, total, 0
        self._unit = unit

    def advance(self, amount: int) -> None:
        """So much more is done."""
        self._count += amount
        if self._bar is None and time.monotonic() - self._begun > PATIENCE_S:
            self._bar = self._draw()
        if self._bar is not None:
            self._bar.update(self._task, completed=self._count)

    def done(self) -> None:
        """The work is over; the bar goes away."""
        if self._bar is not None:
            self._bar.stop()
            self._bar = None

    def _draw(self) -> Bar:
        from rich.console import Console  # noqa: PLC0415 -- start-up time
        from rich.progress import (  # noqa: PLC0415
            BarColumn,
            DownloadColumn,
            MofNCompleteColumn,
            Progress,
            TextColumn,
            TimeRemainingColumn,
            TransferSpeedColumn,
        )

        of_bytes = self._unit == "bytes"
        counts = (DownloadColumn(), TransferSpeedColumn()) if of_bytes else (MofNCompleteColumn(),)
        bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            *counts,
            TimeRemainingColumn(),
            console=Console(stderr=True),
            transient=True,
        )
        self._task = bar.add_task(self._label, total=self._total, completed=self._count)
        bar.start()
        return bar
