"""Two signatures side by side: which parameters came, went, moved or changed."""

from __future__ import annotations

import enum
from apidrift.model.value import Value
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


class Mark(enum.StrEnum):
    """What became of a parameter."""

    SAME = "same"
    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"
    MOVED = "moved"


class Piece(Value, frozen=True):
    """One parameter, a lone `/` or `*`, or the result, as its parts are spelled."""

    name: str
    """With its stars; `->` for the result."""
    annotation: str = ""
    default: str | None = None

    def __str__(self) -> str:
        if self.name == RESULT:
            return f"{RESULT} {self.annotation}"
        annotation = f": {self.annotation}" if self.annotation else ""
        if self.default is None:
            return self.name + annotation
        return f"{self.name}{annotation} = {self.default}" if annotation else f"{self.name}={self.default}"


RESULT = "->"


class Row(Value, frozen=True):
    """One parameter in both versions; the side that lacks it is None."""

    mark: Mark
    old: Piece | None
    new: Piece | None

    @property
    def name(self) -> str:
        """The parameter's name."""
        piece = self.new or self.old
        assert piece is not None
        return piece.name


def compare_signatures(old: str, new: str) -> tuple[Row, ...]:
    """All parameters of both signatures in order, each with what became of it.

    The texts are signatures as `render_signature` spells them; anything before the first `(` does not count. An empty
    text is a version without the callable: every parameter of the other one stands as it is.
    """
    before, after = read_signature(old), read_signature(new)
    if not (old and new):
        return tuple(Row(Mark.SAME, piece, piece) for piece in before or after)
    names = ({piece.name for piece in before}, {piece.name for piece in after})
    return tuple(_rows(before, after, names[0] & names[1]))


def _rows(before: tuple[Piece, ...], after: tuple[Piece, ...], common: set[str]) -> Iterator[Row]:
    by_name = {piece.name: piece for piece in before}
    matcher = SequenceMatcher(None, [p.name for p in before], [p.name for p in after], autojunk=False)
    for tag, old_from, old_to, new_from, new_to in matcher.get_opcodes():
        if tag == "equal":
            for old, new in zip(before[old_from:old_to], after[new_from:new_to], strict=True):
                yield Row(Mark.SAME if old == new else Mark.CHANGED, old, new)
            continue
        yield from (Row(Mark.REMOVED, p, None) for p in before[old_from:old_to] if p.name not in common)
        for piece in after[new_from:new_to]:
            old_piece = by_name.get(piece.name)
            yield Row(Mark.MOVED if old_piece else Mark.ADDED, old_piece, piece)


def read_signature(text: str) -> tuple[Piece, ...]:
    """The parameters of a signature's text, its result last; an unreadable text is one piece."""
    begin = text.find("(")
    if begin < 0:
        return (Piece(text),) if text else ()
    end = _closing(text, begin)
    pieces = [_piece(part) for part in _split(text[begin + 1 : end], ",")]
    result = text[end + 1 :].strip()
    if result.startswith(RESULT):
        pieces.append(Piece(RESULT, result.removeprefix(RESULT).strip()))
    return tuple(pieces)


def _piece(text: str) -> Piece:
    head, *default = _split(text, "=", limit=1)
    name, *annotation = _split(head, ":", limit=1)
    return Piece(name, annotation[0] if annotation else "", default[0] if default else None)


def _closing(text: str, begin: int) -> int:
    depth = 0
    for position, character in _outside_strings(text):
        if position < begin:
            continue
        depth += (character in "([{") - (character in ")]}")
        if depth == 0:
            return position
    return len(text)


def _split(text: str, separator: str, limit: int = -1) -> list[str]:
    parts: list[str] = []
    start = depth = 0
    for position, character in _outside_strings(text):
        depth += (character in "([{") - (character in ")]}")
        if character == separator and depth == 0 and len(parts) != limit:
            parts.append(text[start:position].strip())
            start = position + 1
    return [part for part in (*parts, text[start:].strip()) if part]


def _outside_strings(text: str) -> Iterator[tuple[int, str]]:
    quote = ""
    escaped = False
    for position, character in enumerate(text):
        if not quote:
            yield position, character
            quote = character if character in "'\"" else ""
        elif escaped or character == "\\":
            escaped = not escaped
        elif character == quote:
            quote = ""
