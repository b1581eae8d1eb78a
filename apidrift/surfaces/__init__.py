"""Surfaces: what one provider version offers, read from its sources or from a snapshot.

Importing this package is cheap: the static agent (and griffe with it) is loaded when a tree is first read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.surfaces._recorder import Recorder, SnapshotSurface
from apidrift.surfaces._snapshots import decode_snapshot, encode_snapshot

if TYPE_CHECKING:
    from apidrift.model.snapshot import Snapshot
    from apidrift.model.surface import Release, Surface
    from apidrift.model.tree import Tree

__all__ = ["Recorder", "decode_snapshot", "encode_snapshot", "snapshot_surface", "static_surface"]


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
