"""Pages over several reports: the index of a folder, and the history of nightly runs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from apidrift.model.finding import Verdict
from apidrift.model.report import Matrix, Report
from apidrift.reports._html_page import page
from apidrift.reports._overview import Section, overview
from apidrift.reports._text_matrix import matrix_headline, matrix_title

if TYPE_CHECKING:
    from collections.abc import Sequence

BAR = 72
"""Height of the tallest bar of the history, in pixels."""


@dataclass(frozen=True, slots=True)
class IndexEntry:
    """A report as the index shows it."""

    href: str
    """The page's name, relative to the index."""
    title: str
    headline: str
    kind: str
    """`compare`, `check` or `matrix`."""
    newly_broken: int = 0
    still_broken: int = 0
    at_risk: int = 0
    other: tuple[tuple[str, str], ...] = ()
    """Label and name of the same report in other formats (`JSON`, `0.15-0.16.json`)."""


def index_entry(value: Report | Matrix, href: str, other: tuple[tuple[str, str], ...] = ()) -> IndexEntry:
    """How a report or matrix, whose page is `href`, stands in an index."""
    if isinstance(value, Matrix):
        broken = sum(any(cell.verdict is Verdict.BREAKS for cell in row.cells) for row in value.rows)
        return IndexEntry(href, matrix_title(value), matrix_headline(value), "matrix", 0, broken, 0, other)
    told = overview(value)
    new, still, risk = (told.count(section) for section in (Section.NEW, Section.STILL, Section.RISK))
    return IndexEntry(href, told.title, told.headline, value.kind, new, still, risk, other)


def render_index(entries: Sequence[IndexEntry], title: str = "Reports", about: str = "") -> str:
    """The index page of a folder of reports, entries in the order given."""
    return page("index", ("base", "index"), ("theme",), title=title, about=about, entries=tuple(entries))


@dataclass(frozen=True, slots=True)
class Run:
    """A nightly run as the history shows it."""

    date: str
    old: str
    new: str
    newly_broken: int
    still_broken: int
    at_risk: int
    unknown: int = 0
    failure: str = ""
    """Why the night could not check anything; empty: it could."""
    href: str = ""
    """The night's own page, where it was kept."""


@dataclass(frozen=True, slots=True)
class Night:
    """A run with the bar that stands for it."""

    run: Run
    new_height: int
    still_height: int


def render_history(runs: Sequence[Run], title: str, latest: str = "") -> str:
    """The page of past nights.

    Args:
        runs: newest first.
        title: whose nights they are (`speculators 0.3.0 on vllm`).
        latest: name of the newest report's page, relative to this one; empty: none.
    """
    most = max((run.newly_broken + run.still_broken for run in runs), default=0) or 1
    nights = [Night(run, _height(run, run.newly_broken, most), _height(run, run.still_broken, most)) for run in runs]
    return page("history", ("base", "index"), ("theme",), title=title, latest=latest, nights=nights, bar=BAR, most=most)


def _height(run: Run, count: int, most: int) -> int:
    return 0 if run.failure else round(BAR * count / most)
