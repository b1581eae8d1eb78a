"""Places of an edited file, in the file as it was."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from apidrift.model.contract import Place
    from apidrift.model.edit import FileEdits


def original_place(place: Place, old: bytes, new: bytes, edits: FileEdits | None) -> Place | None:
    """Where something that stands in the edited file stood before; None for what edits put there.

    Args:
        place: in the edited file.
        old: the file before.
        new: the file after.
        edits: what lies between; None: nothing.
    """
    if edits is None:
        return place
    start = _offset(new, place.line, place.column)
    moved = 0
    for edit in edits.edits:
        length = len(edit.replacement.encode())
        begin = edit.start + moved
        if start < begin:
            break
        if start < begin + length:
            return None
        moved += length - (edit.end - edit.start)
    line, column = _line(old, start - moved)
    ahead = line - place.line
    return msgspec.structs.replace(place, line=line, column=column, end_line=place.end_line + ahead)


def _offset(data: bytes, line: int, column: int) -> int:
    return sum(map(len, data.splitlines(keepends=True)[: line - 1])) + _mark(data, line) + column


def _line(data: bytes, offset: int) -> tuple[int, int]:
    start = 0
    for number, text in enumerate(data.splitlines(keepends=True), 1):
        if offset < start + len(text):
            return number, offset - start - _mark(data, number)
        start += len(text)
    return data.count(b"\n") + 1, offset - start


def _mark(data: bytes, line: int) -> int:
    """A byte order mark is not counted in columns."""
    return 3 if line == 1 and data.startswith(b"\xef\xbb\xbf") else 0
