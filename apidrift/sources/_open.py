"""From a ref to a tree."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, assert_never

from apidrift.errors import SourceError, UsageError
from apidrift.sources._refs import (
    FileRef,
    FolderRef,
    GitRef,
    LatestRef,
    RangeRef,
    SdistRef,
    SeriesRef,
    SnapshotRef,
    VersionRef,
    WheelRef,
)

if TYPE_CHECKING:
    from pathlib import Path

    from apidrift.model.tree import Tree
    from apidrift.sources._options import SourceOptions
    from apidrift.sources._refs import Ref


def open_tree(ref: Ref, options: SourceOptions, *, import_name: str = "") -> Tree:
    """The sources a ref names, read as they are asked for.

    Args:
        ref: what `parse_ref` gave.
        options: where and how to look.
        import_name: the top package wanted, which decides where the root of a folder, sdist or commit is.

    Raises:
        SourceError: it cannot be found, reached or trusted.
        UsageError: the ref has no sources (a snapshot).
    """
    match ref:
        case VersionRef() | SeriesRef() | LatestRef() | RangeRef():
            from apidrift.sources._remote import open_release
            from apidrift.sources._releases import find_release

            return open_release(ref.project, find_release(ref, options), options, import_name)
        case FolderRef(path):
            from apidrift.sources._folder import FolderTree

            return FolderTree(path, import_name)
        case FileRef(path):
            from apidrift.sources._folder import FileTree

            return FileTree(path)
        case WheelRef(path):
            return open_wheel(path, f"wheel {path.name}")
        case SdistRef(path):
            from apidrift.sources._sdist import open_sdist

            return open_sdist(path, f"sdist {path.name}", import_name)
        case GitRef(path, commit):
            from apidrift.sources._git import GitTree

            return GitTree(path, commit, import_name)
        case SnapshotRef(path):
            raise UsageError(f"{path} is a snapshot: it has no sources", hint="name a version, a folder or a file here")
        case _:
            assert_never(ref)


def open_wheel(path: Path, label: str, digest: str = "") -> Tree:
    """The tree of a wheel on disk.

    Args:
        path: the file.
        label: how a person names it.
        digest: `sha256:…` where it is known already.

    Raises:
        SourceError: it is no wheel, damaged, or hostile.
    """
    from apidrift.sources._blob import FileBlob
    from apidrift.sources._wheel import WheelTree

    return WheelTree(FileBlob(path), label, lambda: digest or file_digest(path))


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
