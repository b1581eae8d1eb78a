"""Releases on an index: the wheel by ranges, else the sdist, else the whole wheel."""

from __future__ import annotations

import hashlib
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from apidrift.errors import SourceError
from apidrift.sources._ahead import ReadHistory
from apidrift.sources._blob import FileBlob, RemoteBlob
from apidrift.sources._cache import cache_of
from apidrift.sources._choose import sdists, wheels
from apidrift.sources._net import NoRangesError, NotFoundError, http_of, shown
from apidrift.sources._pages import file_path
from apidrift.sources._releases import find_release
from apidrift.sources._sdist import open_sdist
from apidrift.sources._wheel import WheelTree, open_wheel

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.tree import Tree
    from apidrift.sources._options import SourceOptions
    from apidrift.sources._pages import IndexFile
    from apidrift.sources._refs import IndexRef

SMALL = 4 << 20
"""Bytes up to which a file is simply downloaded: one request, and its sha256 can be checked."""


def open_release(ref: IndexRef, options: SourceOptions, import_name: str) -> Tree:
    """The tree of the newest release that a ref admits.

    Raises:
        SourceError: none of its files can be read.
    """
    release = find_release(ref, options)
    label = f"{ref.project} {release.version}"
    built, source = wheels(release.files, options.python), sdists(release.files)
    if built and (0 < built[0].size <= SMALL or _is_local(built[0]) or _have(built[0], options)):
        return _whole_wheel(built[0], label, options)
    if built:
        try:
            return _ranged_wheel(built[0], label, options)
        except NoRangesError:
            instead = "its sdist" if source else "the whole wheel"
            options.stats.note(f"{label}: the index does not answer byte ranges, so {instead} is read")
    if source:
        path = fetch_file(source[0], label, options)
        return open_sdist(path, label, import_name, source[0].sha256 and f"sha256:{source[0].sha256}")
    if built:
        return _whole_wheel(built[0], label, options)
    raise SourceError(f"{label} has neither a wheel nor an sdist that can be read")


def _ranged_wheel(file: IndexFile, label: str, options: SourceOptions) -> Tree:
    blob = RemoteBlob(file, options, label, lambda: FileBlob(fetch_file(file, label, options)))
    digest = f"sha256:{file.sha256}" if file.sha256 else f"sha256:{hashlib.sha256(file.url.encode()).hexdigest()}"
    return WheelTree(blob, label, lambda: digest, ReadHistory(label.partition(" ")[0], options))


def _whole_wheel(file: IndexFile, label: str, options: SourceOptions) -> Tree:
    return open_wheel(fetch_file(file, label, options), label, file.sha256 and f"sha256:{file.sha256}")


def _is_local(file: IndexFile) -> bool:
    return file.url.startswith("file:")


def _have(file: IndexFile, options: SourceOptions) -> bool:
    return bool(file.sha256) and cache_of(options).file(_key(file)) is not None


def _key(file: IndexFile) -> str:
    return f"{file.sha256}/{file.name}"


def fetch_file(file: IndexFile, label: str, options: SourceOptions) -> Path:
    """A whole file, from the cache or downloaded into it, checked against the index's sha256.

    Raises:
        SourceError: it cannot be had, or its sha256 is another.
    """
    if _is_local(file):
        return file_path(file.url)
    cache = cache_of(options)
    kept = cache.file(_key(file)) if file.sha256 else None
    if kept is not None and (options.offline or kept.stat().st_size == file.size or not file.size):
        return kept
    if file.sha256:
        try:
            with cache.writing("file", _key(file)) as temporary:
                _download(file, label, options, temporary)
        except OSError as error:
            options.stats.note(f"nothing is cached: {cache.folder}: {error.strerror or error}")
        else:
            return cache.file(_key(file)) or temporary
    path = Path(tempfile.mkdtemp(prefix="apidrift-")) / file.name
    _download(file, label, options, path)
    return path


def _download(file: IndexFile, label: str, options: SourceOptions, path: Path) -> None:
    total = hashlib.sha256()
    try:
        with http_of(options).download(file.url) as (size, chunks), path.open("wb") as out:
            for chunk in _shown(chunks, label, size or file.size or None, options):
                total.update(chunk)
                out.write(chunk)
    except NotFoundError as error:
        raise SourceError(f"{shown(file.url)} is listed by the index but not there") from error
    if file.sha256 and total.hexdigest() != file.sha256:
        raise SourceError(f"{file.name} does not have the sha256 that the index states", hint="it was not kept")


def _shown(chunks: Iterator[bytes], label: str, size: int | None, options: SourceOptions) -> Iterator[bytes]:
    task = options.progress.start(label, size)
    try:
        for chunk in chunks:
            task.advance(len(chunk))
            yield chunk
    finally:
        task.done()
