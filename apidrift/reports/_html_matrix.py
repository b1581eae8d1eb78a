"""A matrix as a page: a heat map of uses and versions."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from apidrift.reports._html_page import page
from apidrift.reports._text_matrix import GLYPHS, LEGEND, matrix_headline, matrix_title

if TYPE_CHECKING:
    from apidrift.model.finding import Verdict
    from apidrift.model.report import Matrix, MatrixRow
    from apidrift.reports._options import RenderOptions

BAR = 44
"""Height of the tallest bar of the totals, in pixels."""


@dataclass(frozen=True, slots=True)
class Column:
    """A version."""

    version: str
    breaking: int
    bar: int
    """Height of its bar in pixels."""
    opens: bool
    """Whether a new minor series begins here."""
    baseline: bool


@dataclass(frozen=True, slots=True)
class Cell:
    """A use on a version."""

    verdict: Verdict
    glyph: str
    words: str
    """The verdict in words, with the exception's text."""
    since: bool
    """Whether this is the first release on which the use breaks."""
    opens: bool
    baseline: bool


@dataclass(frozen=True, slots=True)
class Line:
    """A use with its cells."""

    row: MatrixRow
    cells: tuple[Cell, ...]


def matrix_page(matrix: Matrix, options: RenderOptions) -> str:
    """The matrix as one self-contained page."""
    columns = _columns(matrix)
    grouped = groupby(matrix.rows, key=lambda row: row.path)
    seen = {cell.verdict for row in matrix.rows for cell in row.cells}
    return page(
        "matrix",
        ("base", "matrix"),
        ("theme", "matrix"),
        title=options.title or matrix_title(matrix),
        headline=matrix_headline(matrix),
        matrix=matrix,
        columns=columns,
        bar=BAR,
        files=[(path, [_line(row, columns) for row in rows]) for path, rows in grouped],
        legend=[(verdict, GLYPHS[verdict], LEGEND[verdict]) for verdict in GLYPHS if verdict in seen],
    )


def _columns(matrix: Matrix) -> tuple[Column, ...]:
    most = max(matrix.breaking, default=0) or 1
    series = [_series(version) for version in matrix.versions]
    return tuple(
        Column(
            version=version,
            breaking=count,
            bar=round(BAR * count / most),
            opens=position > 0 and series[position] != series[position - 1],
            baseline=version == matrix.baseline,
        )
        for position, (version, count) in enumerate(zip(matrix.versions, matrix.breaking, strict=True))
    )


def _series(version: str) -> str:
    return ".".join(version.split(".")[:2])


def _line(row: MatrixRow, columns: tuple[Column, ...]) -> Line:
    cells = tuple(
        Cell(
            verdict=cell.verdict,
            glyph=GLYPHS[cell.verdict],
            words=" · ".join(
                filter(None, (LEGEND[cell.verdict], ": ".join(filter(None, (cell.exception, cell.message)))))
            ),
            since=column.version == row.since,
            opens=column.opens,
            baseline=column.baseline,
        )
        for cell, column in zip(row.cells, columns, strict=True)
    )
    return Line(row, cells)
