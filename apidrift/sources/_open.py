"""From a ref to an exact version or a tree. What is not needed for the ref at hand is not loaded."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from apidrift.errors import UsageError
from apidrift.sources._refs import (
    EnvRef,
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
    from collections.abc import Sequence
    from pathlib import Path

    from apidrift.model.tree import Tree
    from apidrift.sources._options import SourceOptions
    from apidrift.sources._refs import IndexRef, Ref


def open_tree(ref: Ref, options: SourceOptions, *, import_name: str = "") -> Tree:  # noqa: PLR0911 -- an arm per ref
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
            from apidrift.sources._remote import open_release  # noqa: PLC0415

            return _holding(open_release(ref, options, import_name), import_name)
        case FolderRef(path):
            from apidrift.sources._folder import FolderTree  # noqa: PLC0415

            return FolderTree(path, import_name)
        case FileRef(path):
            from apidrift.sources._folder import FileTree  # noqa: PLC0415

            return FileTree(path)
        case WheelRef(path):
            from apidrift.sources._wheel import open_wheel  # noqa: PLC0415

            return _holding(open_wheel(path, f"wheel {path.name}"), import_name)
        case SdistRef(path):
            from apidrift.sources._sdist import open_sdist  # noqa: PLC0415

            return open_sdist(path, f"sdist {path.name}", import_name)
        case GitRef(path, commit):
            from apidrift.sources._git import GitTree  # noqa: PLC0415

            return GitTree(path, commit, import_name)
        case EnvRef(path, package):
            from apidrift.sources._environment import EnvTree  # noqa: PLC0415

            if not (import_name or package):
                hint = f"say which: env:{path}#PACKAGE"
                raise UsageError(f"{path} holds many packages", hint=hint)
            return EnvTree(path, import_name or package)
        case SnapshotRef(path):
            raise UsageError(f"{path} is a snapshot: it has no sources", hint="name a version, a folder or a file here")
        case _:
            assert_never(ref)


def folder_of(tree: Tree) -> Path | None:
    """The folder on disk that a tree's paths start at; None where the tree is no folder or file on disk."""
    from apidrift.sources._folder import FileTree, FolderTree  # noqa: PLC0415

    return tree.root if isinstance(tree, FileTree | FolderTree) else None


def _holding(tree: Tree, import_name: str) -> Tree:
    """The tree, once it is sure that it holds the package looked for: a wrong name would break everything at once."""
    from apidrift.sources._layout import find_prefix  # noqa: PLC0415 -- start-up time

    find_prefix(tree.files(), import_name, tree.label, roots=("",))
    return tree


def versions(project: str, options: SourceOptions) -> tuple[str, ...]:
    """The releases a person can mean without naming them exactly, oldest first.

    Yanked ones are left out; pre-releases too, unless `options.pre`, pip's `pre` setting, or there is nothing else.

    Raises:
        SourceError: the index cannot be reached, or does not know the project.
    """
    from apidrift.sources._releases import usual_versions  # noqa: PLC0415

    return usual_versions(project, options)


def matching_versions(ref: IndexRef, options: SourceOptions) -> tuple[str, ...]:
    """Every release a ref admits, oldest first: all of a range or series, one of an exact or `latest` ref.

    Raises:
        SourceError: nothing matches, or the index cannot be asked.
    """
    from apidrift.sources._releases import all_matching  # noqa: PLC0415

    return all_matching(ref, options) if isinstance(ref, SeriesRef | RangeRef) else (resolve_version(ref, options),)


def _newest_of(ref: SeriesRef, known: Sequence[str]) -> str:
    """The newest final release of a series among known versions; empty where there is none. Asks no configuration."""
    from packaging.specifiers import SpecifierSet  # noqa: PLC0415
    from packaging.version import Version  # noqa: PLC0415

    return max(SpecifierSet(f"=={ref.prefix}.*").filter(known, prereleases=False), key=Version, default="")


def resolve_version(ref: Ref, options: SourceOptions, known: Sequence[str] = ()) -> str:
    """The exact version a ref means.

    What is at hand wins: an exact version among `known`, or the newest of `known` in a series or range, answers
    without the network, unless `options.refresh`. `latest` asks the index (offline: the newest of `known`).

    Args:
        ref: a ref that an index answers.
        options: where and how to look.
        known: versions of snapshots at hand.

    Raises:
        SourceError: no such version or project, or the index cannot be asked.
        UsageError: the ref names no version.
    """
    if not isinstance(ref, VersionRef | SeriesRef | LatestRef | RangeRef):
        raise UsageError(f"{ref.path} has no version to look up", hint="name a release instead")
    if isinstance(ref, VersionRef) and ref.version in known and not options.refresh:
        return ref.version
    if isinstance(ref, SeriesRef) and not options.refresh and not options.pre and (final := _newest_of(ref, known)):
        return final
    from apidrift.sources._releases import at_hand, find_release  # noqa: PLC0415

    answer = None if options.refresh else at_hand(ref, options, known)
    return answer if answer is not None else str(find_release(ref, options).version)
