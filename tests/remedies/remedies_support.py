"""Before and after: a source, what is to be done to it, and what it then is."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from apidrift.model.contract import Place
from apidrift.remedies._apply import apply
from apidrift.remedies._case import Consumer
from apidrift.remedies._make import Desk, file_edits, put_down
from apidrift.remedies._mend import Mend

if TYPE_CHECKING:
    from apidrift.model.contract import Skipped
    from apidrift.model.edit import FileEdits

MARK = re.compile("‸")
"""Stands in a source where a mend's place is; taken out before the source is read."""


@dataclass(frozen=True)
class Done:
    """What became of a source."""

    text: str
    edits: FileEdits | None
    skipped: tuple[Skipped, ...]


def place(source: str, number: int = 0) -> Place:
    """The place of a mark, without the marks before it on its line."""
    found = list(MARK.finditer(source))[number]
    before = MARK.sub("", source[: found.start()])
    line = before.count("\n") + 1
    column = len(before[before.rfind("\n") + 1 :].removeprefix("\ufeff").encode())
    return Place("app.py", line, column)


def mended(source: str, *jobs: tuple[str, dict[str, str]] | tuple[str, dict[str, str], dict[str, str]]) -> Done:
    """A source after mends, the n-th at the n-th mark (the last mark serves the rest)."""
    marks = len(MARK.findall(source))
    data = MARK.sub("", source).encode()
    mends = []
    for number, (kind, what, *more) in enumerate(jobs):
        fields = more[0] if more else {}
        mends.append(Mend(kind, place(source, min(number, marks - 1)), what, reason=kind, **fields))
    return run(data, mends)


def run(data: bytes, mends: list[Mend]) -> Done:
    """The bytes of `app.py` after mends."""
    desk = Desk(Consumer("app", "1.0", "app", lambda _: data), "_stubs")
    put_down(desk, mends)
    sheet = desk.sheets.get("app.py")
    if sheet is None or not sheet.spans:
        return Done(data.decode(), None, tuple(desk.unmended))
    edits = file_edits(sheet, {})
    return Done(apply(data, edits).decode(), edits, tuple(desk.unmended))
