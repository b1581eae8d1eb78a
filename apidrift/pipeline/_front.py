"""The front page of a folder of reports."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from apidrift.errors import NothingToCheckError
from apidrift.model.report import Matrix, Report
from apidrift.pipeline._write import write_whole

if TYPE_CHECKING:
    from pathlib import Path

    from apidrift.reports import IndexEntry


def write_front_page(folder: Path, title: str = "Reports") -> int:
    """Write `index.html` for the pages of a folder that have their JSON beside them, and for the nights below it.

    Returns:
        How many pages it lists.

    Raises:
        NothingToCheckError: the folder holds none.
        OutputError: the page cannot be written.
    """
    from apidrift.reports import render_index  # noqa: PLC0415 -- start-up time

    entries = [
        *(entry for file in sorted(folder.glob("*/report.json")) if (entry := _night(file)) is not None),
        *(entry for file in sorted(folder.glob("*.json")) if (entry := _entry(file)) is not None),
    ]
    if not entries:
        raise NothingToCheckError(f"no reports in {folder}", hint="pages with their JSON beside them")
    write_whole(folder / "index.html", render_index(entries, title).encode())
    return len(entries)


def _entry(file: Path) -> IndexEntry | None:
    from apidrift.reports import index_entry  # noqa: PLC0415 -- start-up time

    page = file.with_suffix(".html")
    if not page.is_file():
        return None
    others = ((".json", "JSON"), (".md", "Markdown"))
    other = tuple((label, file.stem + suffix) for suffix, label in others if file.with_suffix(suffix).is_file())
    value = _decoded(file.read_bytes())
    return None if value is None else index_entry(value, page.name, other)


def _night(file: Path) -> IndexEntry | None:
    """The newest night, where `apidrift nightly` wrote its pages into a folder below."""
    from apidrift.reports import index_entry  # noqa: PLC0415 -- start-up time

    if not all(file.with_name(name).is_file() for name in ("index.html", "history.html")):
        return None
    value = _decoded(file.read_bytes())
    below = file.parent.name
    other = (("History", f"{below}/history.html"), ("JSON", f"{below}/report.json"))
    return None if value is None else index_entry(value, f"{below}/index.html", other)


def _decoded(content: bytes) -> Report | Matrix | None:
    try:
        return msgspec.json.decode(content, type=Report)
    except msgspec.DecodeError:
        pass
    try:
        return msgspec.json.decode(content, type=Matrix)
    except msgspec.DecodeError:
        return None
