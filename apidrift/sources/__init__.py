"""Sources: from a ref to a read-only tree of files. HTTP, zip, tar and git stay in here.

`import apidrift.sources` is cheap: what needs HTTP or an index client is imported when a ref is really resolved.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.sources._ahead import expect_reads, files_read
from apidrift.sources._cache import Cache, CacheEntry, cache_of, default_cache_dir
from apidrift.sources._memory import MemoryTree
from apidrift.sources._open import folder_of, matching_versions, open_tree, resolve_version, versions
from apidrift.sources._options import Progress, SourceOptions, Stats, Task
from apidrift.sources._refs import (
    EnvRef,
    FileRef,
    FolderRef,
    GitRef,
    IndexRef,
    LatestRef,
    LocalRef,
    RangeRef,
    Ref,
    SdistRef,
    SeriesRef,
    SnapshotRef,
    VersionRef,
    WheelRef,
    parse_ref,
)

if TYPE_CHECKING:
    from pathlib import Path

    from apidrift.model.tree import Metadata

__all__ = [
    "Cache",
    "CacheEntry",
    "EnvRef",
    "FileRef",
    "FolderRef",
    "GitRef",
    "IndexRef",
    "LatestRef",
    "LocalRef",
    "MemoryTree",
    "Progress",
    "RangeRef",
    "Ref",
    "SdistRef",
    "SeriesRef",
    "SnapshotRef",
    "SourceOptions",
    "Stats",
    "Task",
    "VersionRef",
    "WheelRef",
    "cache_of",
    "default_cache_dir",
    "expect_reads",
    "files_read",
    "find_interpreter",
    "folder_of",
    "installed_distributions",
    "matching_versions",
    "open_tree",
    "parse_ref",
    "resolve_version",
    "versions",
]


def find_interpreter(text: str) -> Path:
    """The program that a person means: a path to it, or to the folder of a virtual environment; empty: this one.

    Raises:
        UsageError: there is no such program.
    """
    from apidrift.sources._interpreter import find_interpreter as find  # noqa: PLC0415 -- start-up time

    return find(text)


def installed_distributions(python: Path) -> dict[str, Metadata]:
    """Every distribution installed for an interpreter, by its normalised name, with what it says of itself.

    Raises:
        SourceError: the interpreter does not run.
    """
    from apidrift.sources._environment import environment  # noqa: PLC0415 -- start-up time

    return dict(environment(python).installed())
