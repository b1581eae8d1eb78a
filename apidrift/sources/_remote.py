"""Releases on an index: the wheel by ranges, else the sdist, else the whole wheel."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from apidrift.errors import SourceError
from apidrift.sources._ahead import ReadHistory
from apidrift.sources._blob import FileBlob, RemoteBlob
from apidrift.sources._choose import sdists, wheels
from apidrift.sources._download import fetch_file, have, is_local
from apidrift.sources._net import NoRangesError
from apidrift.sources._releases import find_release
from apidrift.sources._sdist import open_sdist
from apidrift.sources._wheel import WheelTree, open_wheel

if TYPE_CHECKING:
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
    if release.yanked:
        options.stats.note(f"{label} was withdrawn from the index (yanked)")
    built, source = wheels(release.files, options.python), sdists(release.files)
    if built and (0 < built[0].size <= SMALL or is_local(built[0]) or have(built[0], options)):
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
