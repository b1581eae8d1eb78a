"""What can go wrong, each with the exit code that DESIGN and the README promise for it.

An `ApidriftError` is a problem the *user* can act on: its text is one line saying what, where and what to do.
Everything else that escapes is a fault of ours and shows a traceback.
"""

from __future__ import annotations

import enum


class ExitCode(enum.IntEnum):
    """The process exit codes; scripts rely on them."""

    CLEAN = 0
    """Nothing breaks."""
    FOUND = 1
    """Findings at or above `--fail-on`."""
    USAGE = 2
    """The command line or a configuration file is wrong."""
    COULD_NOT_CHECK = 3
    """Network, unreadable source, missing version."""
    NOTHING_TO_CHECK = 4
    """The consumer uses nothing of the provider, or nothing could be read."""


class ApidriftError(Exception):
    """A problem the user can act on, told in one line.

    Args:
        message: what happened and where.
        hint: what to do about it; printed after the message.
    """

    exit_code = ExitCode.COULD_NOT_CHECK

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message} ({self.hint})" if self.hint else self.message


class UsageError(ApidriftError):
    """The command line, a ref's spelling or a configuration file is wrong."""

    exit_code = ExitCode.USAGE


class SourceError(ApidriftError):
    """A ref could not be turned into sources: network, missing version, broken archive, failed hash."""


class UnreadableFileError(SourceError):
    """One file of a source cannot be read, for a reason that says nothing of the others: it is skipped, and said so.

    Everything else that fails while reading (a lost connection, a member that fails its hash, a bomb) ends the run:
    what cannot be trusted in part is not judged in part.
    """


class SnapshotError(ApidriftError):
    """A snapshot file is damaged or of another schema."""


class OutputError(ApidriftError):
    """An output could not be written (read-only folder, full disk); nothing was left half-written."""


class NothingToCheckError(ApidriftError):
    """There is no use of the provider in the consumer."""

    exit_code = ExitCode.NOTHING_TO_CHECK
