"""The funnel as a drawing: a stream that narrows from all changes to those that break you."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from apidrift.model.report import Report

WIDTH, HEIGHT = 960, 96
TOUCHED_AT, BREAKING_AT = 384, 704
"""Where the second and the third stage begin; the first begins at 0."""
LEVEL = 130
"""How far a stage runs level before it narrows."""
LEAST = 5.0
"""How thick the stream of a single change is at least, so that it can be seen."""


@dataclass(frozen=True, slots=True)
class Stream:
    """One coloured band: a path of an SVG drawing."""

    name: str
    path: str


@dataclass(frozen=True, slots=True)
class Drawing:
    """The funnel's bands in a box of `width` by `height`."""

    width: int
    height: int
    streams: tuple[Stream, ...]


def funnel_graphic(report: Report, new: int, still: int) -> Drawing:
    """Draw the funnel; thickness goes with the square root of the count, so that few among many are seen."""
    counts = (report.funnel.provider_changes, report.funnel.touched, new + still)
    changes, touched, breaking = (_thickness(count, max(*counts, 1)) for count in counts)
    streams = [
        Stream("changes", _narrowing(0, TOUCHED_AT, changes, touched)),
        Stream("touched", _narrowing(TOUCHED_AT, BREAKING_AT, touched, breaking)),
    ]
    share = breaking * new / (new + still) if new + still else 0.0
    top = (HEIGHT - breaking) / 2
    streams.append(Stream("new", _level(top, share)))
    streams.append(Stream("still", _level(top + share, breaking - share)))
    return Drawing(WIDTH, HEIGHT, tuple(stream for stream in streams if stream.path))


def _thickness(count: int, most: int) -> float:
    return max(HEIGHT * sqrt(count / most), LEAST) if count else 0.0


def _narrowing(begin: int, end: int, before: float, after: float) -> str:
    """A band around the middle that runs level and then narrows (or widens) in a curve."""
    if not before:
        return ""
    level, bend, middle = begin + LEVEL, (begin + LEVEL + end) / 2, HEIGHT / 2
    edges = [(middle + side * before / 2, middle + side * after / 2) for side in (-1, 1)]
    (top, top_after), (bottom, bottom_after) = edges
    return (
        f"M{begin},{top:.1f}H{level}C{bend:.0f},{top:.1f} {bend:.0f},{top_after:.1f} {end},{top_after:.1f}"
        f"V{bottom_after:.1f}C{bend:.0f},{bottom_after:.1f} {bend:.0f},{bottom:.1f} {level},{bottom:.1f}H{begin}Z"
    )


def _level(top: float, thickness: float) -> str:
    if not thickness:
        return ""
    return f"M{BREAKING_AT},{top:.1f}H{WIDTH}V{top + thickness:.1f}H{BREAKING_AT}Z"
