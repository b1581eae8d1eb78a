"""Bytes of one archive by offset: in memory, in a file, or at the far end of a connection."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Protocol

from apidrift.errors import SourceError
from apidrift.sources._cache import cache_of
from apidrift.sources._net import NoRangesError, NotFoundError, http_of, shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from apidrift.sources._options import SourceOptions, Task
    from apidrift.sources._pages import IndexFile

Span = tuple[int, int]
"""First byte and one past the last."""
_FIRST_TAIL = 256 << 10
"""What to ask for first when the index does not tell a file's size, in bytes."""


class Blob(Protocol):
    """Bytes by offset."""

    def tail(self, count: int) -> bytes:
        """The last bytes; all of them when there are fewer."""

    def size(self) -> int:
        """How many bytes there are."""

    def read(self, start: int, end: int) -> bytes:
        """The bytes from `start` up to, not including, `end`."""

    def has(self, span: Span) -> bool:
        """Whether reading this span costs nothing."""

    def fetch(self, spans: Iterable[Span]) -> None:
        """Read these spans, each in one go, and keep them at hand."""


class FileBlob:
    """Bytes of a file; it is opened for each read, so nothing is left open."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def tail(self, count: int) -> bytes:
        """See `Blob.tail`."""
        size = self.size()
        return self.read(max(0, size - count), size)

    def size(self) -> int:
        """See `Blob.size`."""
        try:
            return self._path.stat().st_size
        except OSError as error:
            raise SourceError(f"cannot read {self._path}: {error.strerror}") from error

    def read(self, start: int, end: int) -> bytes:
        """See `Blob.read`."""
        try:
            with self._path.open("rb") as file:
                file.seek(start)
                return file.read(max(0, end - start))
        except OSError as error:
            raise SourceError(f"cannot read {self._path}: {error.strerror}") from error

    def has(self, span: Span) -> bool:  # noqa: ARG002
        """See `Blob.has`."""
        return True

    def fetch(self, spans: Iterable[Span]) -> None:
        """Nothing to do."""


class RemoteBlob:
    """Bytes of a file on an index, read by HTTP ranges and kept in the cache by the file's digest.

    Args:
        file: the index's entry.
        options: connection, cache and progress.
        label: what the progress shows.
        whole: gives the whole file, for a server that stops answering ranges half-way.

    Every method raises `NoRangesError` when the server has not answered ranges even once, and `SourceError` when it
    fails.
    """

    def __init__(self, file: IndexFile, options: SourceOptions, label: str, whole: Callable[[], Blob]) -> None:
        self._file = file
        self._options = options
        self._label = label
        self._size = file.size
        self._runs: list[tuple[int, bytes]] = []
        self._kept = _kept_spans(file, options)
        self._whole = whole
        self._instead: Blob | None = None
        if not self._size and self._kept:
            self._size = max(end for _, end in self._kept)

    def size(self) -> int:
        """See `Blob.size`."""
        if not self._size:
            self._ask(-_FIRST_TAIL, None, _NoTask())
        return self._size

    def tail(self, count: int) -> bytes:
        """See `Blob.tail`."""
        if not self._size:
            self._ask(-count, None, _NoTask())
        return self.read(max(0, self._size - count), self._size)

    def read(self, start: int, end: int) -> bytes:
        """See `Blob.read`."""
        found = self._find(start, end)
        if found is None:
            self._ask(start, end, _NoTask())
            found = self._find(start, end)
        if found is None:
            raise SourceError(f"{shown(self._file.url)}: the server sent other bytes than asked for")
        return found

    def has(self, span: Span) -> bool:
        """See `Blob.has`."""
        return self._find(*span) is not None

    def fetch(self, spans: Iterable[Span]) -> None:
        """See `Blob.fetch`."""
        runs = list(spans)
        task = self._options.progress.start(self._label, sum(end - start for start, end in runs))
        try:
            for start, end in runs:
                if self._instead is None:
                    self._ask(start, end, task)
        finally:
            task.done()

    def _find(self, start: int, end: int) -> bytes | None:
        """The bytes, if one run at hand holds them all."""
        if self._instead is not None:
            return self._instead.read(start, end)
        for first, data in self._runs:
            if first <= start and end <= first + len(data):
                return data[start - first : end - first]
        for span in self._kept:
            if span[0] <= start and end <= span[1]:
                self._kept.remove(span)
                kept = cache_of(self._options).get("run", _run_key(self._file, span))
                if kept is not None and len(kept) == span[1] - span[0]:
                    self._runs.append((span[0], kept))
                return self._find(start, end)
        return None

    def _ask(self, start: int, end: int | None, task: Task) -> None:
        http = http_of(self._options, self._label)
        try:
            first, size, data = http.range(self._file.url, start, end, task.advance)
        except NoRangesError:
            if not self._runs:
                raise
            self._options.stats.note(f"{self._label}: the index stopped answering byte ranges; the whole file is read")
            self._instead = self._whole()
            return
        except NotFoundError as error:
            raise SourceError(f"{shown(self._file.url)} is listed by the index but not there") from error
        if self._size and size != self._size:
            raise SourceError(f"{shown(self._file.url)} has {size} bytes, not the {self._size} the index says")
        self._size = size
        self._keep(first, data)

    def _keep(self, start: int, data: bytes) -> None:
        """Remember a run, joined with those that touch it: what is read next may lie across the seam."""
        cache = cache_of(self._options)
        for first, other in list(self._runs):
            if first + len(other) == start or start + len(data) == first:
                self._runs.remove((first, other))
                cache.drop("run", _run_key(self._file, (first, first + len(other))))
                start, data = (first, other + data) if first < start else (start, data + other)
        self._runs.append((start, data))
        if self._file.sha256 and not cache.put("run", _run_key(self._file, (start, start + len(data))), data):
            self._options.stats.note(f"nothing is cached: {cache.problem}")


class _NoTask:
    def advance(self, n: int) -> None:
        """Draw nothing."""

    def done(self) -> None:
        """Draw nothing."""


def _run_key(file: IndexFile, span: Span) -> str:
    return f"{file.sha256}/{span[0]}-{span[1]}"


def _kept_spans(file: IndexFile, options: SourceOptions) -> list[Span]:
    """The stretches of a file that the cache has."""
    if not file.sha256:
        return []
    found = []
    for key in cache_of(options).keys("run", f"{file.sha256}/"):
        start, dash, end = key.rpartition("/")[2].partition("-")
        if dash and start.isdecimal() and end.isdecimal():
            found.append((int(start), int(end)))
    return sorted(found)


def file_digest(path: Path) -> str:
    """`sha256:…` of a file.

    Raises:
        SourceError: it cannot be read.
    """
    try:
        with path.open("rb") as file:
            return f"sha256:{hashlib.file_digest(file, 'sha256').hexdigest()}"
    except OSError as error:
        raise SourceError(f"cannot read {path}: {error.strerror}") from error
