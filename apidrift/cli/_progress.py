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
    """Draws what a source reports."""

    def start(self, label: str, total: int | None) -> TerminalTask:
        """Begin a transfer of `total` bytes, None when that is not known."""
        return TerminalTask(label, total)


class TerminalTask:
    """One transfer; made so that importing rich is put off until a bar is due."""

    def __init__(self, label: str, total: int | None) -> None:
        self._begun = time.monotonic()
        self._label, self._total, self._count = label, total, 0
        self._bar: Bar | None = None
        self._task: Any = None

    def advance(self, n: int) -> None:
        """So many more bytes have arrived."""
        self._count += n
        if self._bar is None and time.monotonic() - self._begun > PATIENCE_S:
            self._bar = self._draw()
        if self._bar is not None:
            self._bar.update(self._task, completed=self._count)

    def done(self) -> None:
        """The transfer is over; the bar goes away."""
        if self._bar is not None:
            self._bar.stop()
            self._bar = None

    def _draw(self) -> Bar:
        from rich.console import Console  # noqa: PLC0415 -- start-up time
        from rich.progress import (  # noqa: PLC0415
            BarColumn,
            DownloadColumn,
            Progress,
            TextColumn,
            TimeRemainingColumn,
            TransferSpeedColumn,
        )

        bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            DownloadColumn(),
            TransferSpeedColumn(),
            TimeRemainingColumn(),
            console=Console(stderr=True),
            transient=True,
        )
        self._task = bar.add_task(self._label, total=self._total, completed=self._count)
        bar.start()
        return bar
