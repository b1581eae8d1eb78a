"""A sheet: the spans of one file that mends replace, kept in order and apart."""

from __future__ import annotations

from bisect import insort
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from apidrift.remedies._errors import CannotMendError

if TYPE_CHECKING:
    import libcst as cst

    from apidrift.remedies._mend import Mend
    from apidrift.remedies._source import Source


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """Bytes of the file, and what takes their place."""

    start: int
    end: int
    turn: int
    """The order in which spans were put down; insertions at one place keep it."""
    text: str = field(compare=False)
    mend: Mend = field(compare=False)


_AHEAD = 1 << 30


@dataclass(slots=True)
class Sheet:
    """What has been put down for one file so far."""

    source: Source
    spans: list[Span] = field(default_factory=list)
    dropped: set[cst.CSTNode] = field(default_factory=set)
    """Arguments that earlier mends take away."""
    added: dict[cst.CSTNode, int] = field(default_factory=dict)
    """How many arguments earlier mends add to a call."""
    passed: set[tuple[cst.CSTNode, str]] = field(default_factory=set)
    """The keywords that earlier mends add to calls."""
    moved: dict[cst.ImportFrom, list[tuple[cst.ImportAlias, Mend]]] = field(default_factory=dict)
    """The names of import statements that move, until all are known."""

    def put(self, start: int, end: int, text: str, mend: Mend, *, ahead: bool = False) -> None:
        """Replace the bytes from `start` to `end`; `ahead` of what else is inserted there.

        Raises:
            CannotMendError: an earlier mend already changes some of them.
        """
        if self.source.text(start, end) == text:
            return
        span = Span(start, end, len(self.spans) - (_AHEAD if ahead else 0), text, mend)
        for other in self.spans:
            if max(start, other.start) < min(end, other.end) or _inside(span, other) or _inside(other, span):
                raise CannotMendError(f"line {self.source.line_of(start)} is already changed: {other.mend.reason}")
        insort(self.spans, span)

    def edited(self) -> bytes:
        """The file with all that was put down so far."""
        parts, done = [], 0
        for span in self.spans:
            parts += [self.source.data[done : span.start], span.text.encode()]
            done = span.end
        return b"".join([*parts, self.source.data[done:]])

    def forget(self, mend: Mend) -> None:
        """Take back what a mend has put down, after it failed halfway."""
        self.spans = [span for span in self.spans if span.mend is not mend]


def _inside(one: Span, other: Span) -> bool:
    """An insertion strictly inside a replaced span would be lost."""
    return one.start == one.end and other.start < one.start < other.end
