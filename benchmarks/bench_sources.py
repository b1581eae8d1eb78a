"""Releases laid out as files on disk, for tools that need them there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.sources import SourceOptions, VersionRef, open_tree

if TYPE_CHECKING:
    from pathlib import Path


def unpack(project: str, version: str, folder: Path, names: tuple[str, ...] = ()) -> Path:
    """The Python files of a release as files on disk; what is there already is left as it is."""
    done = folder / ".complete"
    if done.exists():
        return folder
    tree = open_tree(VersionRef(project, version), SourceOptions())
    wanted = [path for path in tree.files() if path.endswith((".py", ".pyi")) and (not names or path in names)]
    tree.prefetch(wanted)
    for path in wanted:
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(tree.read(path))
    done.write_text("")
    return folder


def lines(folder: Path) -> int:
    """Lines of Python under a folder."""
    return sum(path.read_bytes().count(b"\n") for path in folder.rglob("*.py"))
