"""Surfaces: what one provider version offers, read from its sources or from a snapshot.

Importing this package is cheap: the static agent (and griffe with it) is loaded when a tree is first read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.surfaces._recorder import Recorder, SnapshotSurface
from apidrift.surfaces._snapshots import decode_snapshot, encode_snapshot

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from apidrift.model.agreement import Agreement
    from apidrift.model.snapshot import Snapshot
    from apidrift.model.surface import Release, Surface
    from apidrift.model.tree import Tree
    from apidrift.surfaces._runtime import RuntimeSurface

__all__ = [
    "Recorder",
    "compare_surfaces",
    "decode_snapshot",
    "encode_snapshot",
    "runtime_surface",
    "snapshot_surface",
    "static_surface",
]


def static_surface(tree: Tree, import_name: str, release: Release, drivers: tuple[str, ...] = ()) -> Surface:
    """A surface over a provider's sources: lazy, each module parsed at most once.

    Args:
        tree: the provider's files.
        import_name: the top package.
        release: what the surface says of itself.
        drivers: modules known to call what others offer; a remote tree is searched for callers there too.
    """
    from apidrift.surfaces._static import StaticSurface  # noqa: PLC0415 -- only a reader of sources pays for it

    return StaticSurface(tree, import_name, release, drivers)


def snapshot_surface(snapshot: Snapshot) -> Surface:
    """A surface that answers from a snapshot, and raises `NotCoveredError` for what it does not hold."""
    return SnapshotSurface(snapshot)


def runtime_surface(python: Path, release: Release, seconds: float = 0, path: tuple[str, ...] = ()) -> RuntimeSurface:
    """A surface that an interpreter answers: it imports the provider's modules in a bounded child process.

    Use it in a `with` statement, so that the child ends.

    Args:
        python: the interpreter.
        release: what the surface says of itself.
        seconds: how long one import may take; 0 for the default.
        path: folders put before the interpreter's own path.
    """
    from apidrift.surfaces._runtime import Child, Limits, RuntimeSurface  # noqa: PLC0415 -- only its users pay for it

    limits = Limits(seconds=seconds) if seconds else Limits()
    return RuntimeSurface(lambda: Child(python, limits, path), release)


def compare_surfaces(static: Surface, runtime: Surface, paths: Iterable[str]) -> Agreement:
    """Compare every signature behind some paths on two surfaces of one version.

    Args:
        static: what the sources say.
        runtime: what the interpreter says.
        paths: modules and top-level names; a module stands for all its public names.
    """
    from apidrift.surfaces._runtime._agreement import compare_surfaces as compare  # noqa: PLC0415 -- as above

    return compare(static, runtime, paths)
