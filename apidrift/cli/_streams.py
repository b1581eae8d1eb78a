"""Standard streams that never end in a traceback: closed, broken, full, or of an encoding that lacks a character."""

from __future__ import annotations

import codecs
import io
import os
import sys
from typing import Any, TextIO

from apidrift.errors import OutputError

_PLAIN = str.maketrans(
    {"→": "->", "←": "<-", "…": "...", "✗": "x", "✓": "ok", "≥": ">=", "≤": "<=", "≠": "!="}
    | dict.fromkeys("─━\u2013\u2014·", "-")
    | dict.fromkeys("“”", '"')
    | {"\u2019": "'", "\u00d7": "x", "●": "*", "│": "|"}
)
_HANDLER = "apidrift.plain"


def guard_streams() -> None:
    """Put guards around standard output and standard error, for the rest of the process.

    A reader that went away (`| head -1`) is no error: what it no longer wants is dropped. A full disk behind standard
    output is an `OutputError`; behind standard error there is nobody left to tell. A stream that was closed from the
    start swallows everything. Characters that an encoding lacks are replaced by the nearest plain ones.
    """
    codecs.register_error(_HANDLER, _plain)
    sys.stdout = _guarded(sys.stdout, quiet=False)
    sys.stderr = _guarded(sys.stderr, quiet=True)


def _guarded(stream: TextIO | None, *, quiet: bool) -> TextIO:
    if stream is None:
        # The file takes the number that the closed stream left free, so no later file can be mistaken for it.
        return open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123 -- for the rest of the process
    try:
        number = stream.fileno()
        stream.flush()
    except (OSError, ValueError, AttributeError):
        return stream
    if os.name == "nt" and stream.isatty():
        return stream  # a Windows console is written to in UTF-16, by Python's own raw stream
    return io.TextIOWrapper(
        io.BufferedWriter(_Guard(number, quiet=quiet)),
        encoding=stream.encoding,
        errors=_HANDLER,
        line_buffering=quiet or stream.isatty(),
    )


class _Guard(io.RawIOBase):
    """The bytes of a standard stream, by its number."""

    def __init__(self, number: int, *, quiet: bool) -> None:
        self._number = number
        self._quiet = quiet
        self._gone = False

    def fileno(self) -> int:
        """The stream's number."""
        return self._number

    def isatty(self) -> bool:
        """Whether a person reads it."""
        return os.isatty(self._number)

    def writable(self) -> bool:
        """That is all it is."""
        return True

    def write(self, data: Any, /) -> int:
        """Write some bytes, or drop them once the other end is gone."""
        size = memoryview(data).nbytes
        if self._gone:
            return size
        try:
            return os.write(self._number, data)
        except BrokenPipeError:
            self._gone = True
        except OSError as error:
            self._gone = True
            if not self._quiet:
                raise OutputError(f"cannot write to standard output: {error.strerror}") from error
        return size


def _plain(error: UnicodeError) -> tuple[str | bytes, int]:
    """The nearest ASCII text for what an encoding lacks."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    import unicodedata  # noqa: PLC0415 -- start-up time

    text = error.object[error.start : error.end].translate(_PLAIN)
    known = "".join(unicodedata.normalize("NFKD", c).encode("ascii", "ignore").decode() or "?" for c in text)
    return known, error.end
