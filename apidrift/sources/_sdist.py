"""Source distributions: read without unpacking them to disk."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.errors import SourceError

if TYPE_CHECKING:
    from pathlib import Path

    from apidrift.model.tree import Tree


def open_sdist(path: Path, label: str, import_name: str, digest: str = "") -> Tree:
    """The tree of an sdist on disk."""
    raise SourceError(f"{label}: sdists cannot be read yet")
