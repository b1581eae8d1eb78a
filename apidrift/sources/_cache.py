"""The cache: content-addressed blobs under the platform's cache folder, shared by all commands and processes.

A blob is written once to a temporary file and renamed into place, so another process sees all of it or nothing. Each
carries a checksum; a damaged one is dropped and counts as missing. A cache that cannot be written never fails a run.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

from apidrift.model.value import Value

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.sources._options import SourceOptions

_LAYOUT = "v1"
_MAGIC = b"apidrift"
_CHECK = 16
_FILE = "file"
"""The kind of whole archives: stored as they are, so that they can be opened in place."""
_SAFE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+=-]{0,119}\Z")


class CacheEntry(Value, frozen=True):
    """One blob, for a listing."""

    kind: str
    """`page`, `run` (a stretch of a remote archive), `file` (a whole archive), `contract` …"""
    key: str
    size: int
    """Bytes on disk."""


def default_cache_dir() -> Path:
    """The folder used when nothing else is asked for: `APIDRIFT_CACHE_DIR`, else the platform's user cache folder."""
    if chosen := os.environ.get("APIDRIFT_CACHE_DIR"):
        return Path(chosen)
    from platformdirs import user_cache_path  # noqa: PLC0415 -- start-up time

    return user_cache_path("apidrift", appauthor=False)


class Cache:
    """Blobs by kind and key.

    Args:
        folder: where they lie; it is created when the first blob is put.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.problem = ""
        """Why nothing can be kept, once a write has failed."""

    def get(self, kind: str, key: str) -> bytes | None:
        """The blob, or None where there is none or it is damaged."""
        path = self._path(kind, key)
        try:
            data = path.read_bytes()
        except OSError:
            return None
        body = memoryview(data)[len(_MAGIC) + _CHECK :]
        if data[: len(_MAGIC)] == _MAGIC and data[len(_MAGIC) : len(_MAGIC) + _CHECK] == _checksum(body):
            return bytes(body)
        self.drop(kind, key)
        return None

    def put(self, kind: str, key: str, data: bytes) -> bool:
        """Keep a blob; False when it cannot be kept (`problem` says why)."""
        try:
            with self.writing(kind, key) as temporary:
                temporary.write_bytes(b"".join((_MAGIC, _checksum(data), data)))
        except OSError as error:
            self.problem = f"{self.folder}: {error.strerror or error}"
            return False
        return True

    @contextlib.contextmanager
    def writing(self, kind: str, key: str) -> Iterator[Path]:
        """A temporary path that becomes the blob when the block ends well, and vanishes otherwise.

        Raises:
            OSError: the folder cannot be written.
        """
        path = self._path(kind, key)
        path.parent.mkdir(parents=True, exist_ok=True)
        import tempfile  # noqa: PLC0415 -- start-up time

        handle, name = tempfile.mkstemp(prefix=".tmp-", dir=path.parent)
        os.close(handle)
        temporary = Path(name)
        try:
            yield temporary
            temporary.replace(path)
        finally:
            temporary.unlink(missing_ok=True)

    def file(self, key: str) -> Path | None:
        """The path of a whole archive kept under `key`, or None."""
        path = self._path(_FILE, key)
        return path if path.is_file() else None

    def drop(self, kind: str, key: str) -> None:
        """Forget a blob, if it is there and can be removed."""
        with contextlib.suppress(OSError):
            self._path(kind, key).unlink()

    def keys(self, kind: str, prefix: str = "") -> tuple[str, ...]:
        """The keys of a kind below a prefix ending in `/`, sorted."""
        base = self._path(kind, prefix.rstrip("/")) if prefix else self.folder / _LAYOUT / kind
        names = sorted(path.name for path in base.iterdir() if path.name[0] != ".") if base.is_dir() else []
        return tuple(prefix + name for name in names)

    def entries(self) -> tuple[CacheEntry, ...]:
        """Every blob, sorted by kind and key."""
        base = self.folder / _LAYOUT
        found = []
        for path in sorted(base.rglob("*")) if base.is_dir() else ():
            with contextlib.suppress(OSError):
                if path.is_file() and path.name[0] != ".":
                    kind, *rest = path.relative_to(base).parts
                    found.append(CacheEntry(kind, "/".join(rest), path.stat().st_size))
        return tuple(found)

    def size(self) -> int:
        """Bytes on disk, all in all."""
        return sum(entry.size for entry in self.entries())

    def clear(self) -> int:
        """Remove everything this cache wrote; gives the bytes freed.

        Raises:
            OSError: something could not be removed.
        """
        freed = self.size()
        base = self.folder / _LAYOUT
        if base.is_dir():
            shutil.rmtree(base)
        return freed

    def _path(self, kind: str, key: str) -> Path:
        parts = (kind, *key.split("/"))
        return (self.folder / _LAYOUT).joinpath(*(part if _SAFE.match(part) else _digest(part) for part in parts))


def cache_of(options: SourceOptions) -> Cache:
    """The one cache of these options."""
    if options.session.cache is None:
        options.session.cache = Cache(options.cache_dir or default_cache_dir())
    return options.session.cache


def _checksum(data: bytes | memoryview) -> bytes:
    return hashlib.blake2b(data, digest_size=_CHECK).digest()


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
