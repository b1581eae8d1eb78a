"""Whole files of an index: downloaded into the cache, checked against the index's sha256."""

from __future__ import annotations

import atexit
import hashlib
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from apidrift.errors import SourceError
from apidrift.sources._cache import cache_of
from apidrift.sources._net import NotFoundError, http_of, shown
from apidrift.sources._pages import file_path

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.sources._options import SourceOptions
    from apidrift.sources._pages import IndexFile

_HASHED = 64 << 20
"""Bytes up to which a file from the cache is hashed again: a tenth of a second."""


def is_local(file: IndexFile) -> bool:
    """Whether the index names a file of this machine."""
    return file.url.startswith("file:")


def have(file: IndexFile, options: SourceOptions) -> bool:
    """Whether the whole file is in the cache."""
    return bool(file.sha256) and cache_of(options).file(_key(file)) is not None


def fetch_file(file: IndexFile, label: str, options: SourceOptions) -> Path:
    """A whole file, from the cache or downloaded into it.

    Without a cache that can be written it lies in a temporary folder until the process ends.

    Raises:
        SourceError: it cannot be had, or its sha256 is not the one the index states.
    """
    if is_local(file):
        return file_path(file.url)
    return _kept(file, options) or _cached(file, label, options) or _temporary(file, label, options)


def _key(file: IndexFile) -> str:
    return f"{file.sha256}/{file.name}"


def _kept(file: IndexFile, options: SourceOptions) -> Path | None:
    """The file in the cache; a damaged one is dropped."""
    cache = cache_of(options)
    path = cache.file(_key(file)) if file.sha256 else None
    if path is None:
        return None
    size = path.stat().st_size
    if size == (file.size or size) and (size > _HASHED or _sha256(path) == file.sha256):
        return path
    cache.drop("file", _key(file))
    return None


def _sha256(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _cached(file: IndexFile, label: str, options: SourceOptions) -> Path | None:
    """Download into the cache; None when that cannot be written."""
    if not file.sha256:
        return None
    cache = cache_of(options)
    try:
        with cache.writing("file", _key(file)) as temporary:
            _download(file, label, options, temporary)
    except OSError as error:
        options.stats.note(f"nothing is cached: {cache.folder}: {error.strerror or error}")
    return cache.file(_key(file))


def _temporary(file: IndexFile, label: str, options: SourceOptions) -> Path:
    try:
        folder = tempfile.mkdtemp(prefix="apidrift-")
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        path = Path(folder) / file.name
        _download(file, label, options, path)
    except OSError as error:
        raise SourceError(
            f"{file.name} cannot be stored: {error.strerror or error}", hint="is the disk full?"
        ) from error
    return path


def _download(file: IndexFile, label: str, options: SourceOptions, path: Path) -> None:
    total = hashlib.sha256()
    try:
        with http_of(options, label).download(file.url) as (size, chunks), path.open("wb") as out:
            for chunk in _drawn(chunks, label, size or file.size or None, options):
                total.update(chunk)
                out.write(chunk)
    except NotFoundError as error:
        raise SourceError(f"{shown(file.url)} is listed by the index but not there") from error
    if file.sha256 and total.hexdigest() != file.sha256:
        raise SourceError(f"{file.name} does not have the sha256 that the index states", hint="it was not kept")


def _drawn(chunks: Iterator[bytes], label: str, size: int | None, options: SourceOptions) -> Iterator[bytes]:
    task = options.progress.start(label, size)
    try:
        for chunk in chunks:
            task.advance(len(chunk))
            yield chunk
    finally:
        task.done()
