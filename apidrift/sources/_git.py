"""Commits of a local repository, read object by object, without a work tree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.errors import SourceError

if TYPE_CHECKING:
    from pathlib import Path


def GitTree(path: Path, commit: str, import_name: str):
    raise SourceError("not yet")
