"""Edits written into the consumer's own folder: whole or not at all, and never over what is not in version control."""

from __future__ import annotations

import shutil
import subprocess
from typing import TYPE_CHECKING

from apidrift.errors import OutputError, UsageError
from apidrift.pipeline._cases import patched
from apidrift.pipeline._write import write_together
from apidrift.sources import folder_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from apidrift.model.edit import Remedy
    from apidrift.model.tree import Tree


def apply_in_place(remedy: Remedy, tree: Tree) -> tuple[Path, ...]:
    """Write a remedy's edits into the folder that the consumer was read from.

    Returns:
        The files that changed.

    Raises:
        UsageError: the consumer is no folder or file.
        OutputError: a file has changes that are not committed, or cannot be written.
        StaleEditsError: a file has changed since it was read.
    """
    root = folder_of(tree)
    if root is None:
        raise UsageError(f"{tree.label} is no folder", hint="--consumer names one; or: apidrift patch … | patch -p1")
    dirty = _dirty(root, [each.path for each in remedy.files])
    if dirty:
        raise OutputError(f"{dirty[0]} has changes that are not committed", hint="commit or stash them first")
    files = {root / path: data for path, data in patched(remedy, tree).items()}
    write_together(files)
    return tuple(sorted(files))


def _dirty(root: Path, paths: Sequence[str]) -> list[str]:
    """Which files differ from what is committed; none where there is no repository, or no git."""
    git = shutil.which("git")
    if git is None or not paths:
        return []
    command = [git, "-C", str(root), "status", "--porcelain", "--untracked-files=no", "--", *paths]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 -- git alone
    return [line[3:] for line in done.stdout.splitlines()] if done.returncode == 0 else []
