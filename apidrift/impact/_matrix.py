"""The matrix: every use on every version."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.impact._links import named
from apidrift.impact._timeline import Timeline, fails
from apidrift.model.describe import describe_use
from apidrift.model.finding import Verdict
from apidrift.model.report import MatrixCell, MatrixRow

if TYPE_CHECKING:
    from apidrift.model.contract import Contract, Use
    from apidrift.model.finding import Outcome


def matrix_rows(contract: Contract, timeline: Timeline, *, everything: bool = False) -> tuple[MatrixRow, ...]:
    """One row per use, in the contract's order.

    Args:
        contract: what the consumer relies on.
        timeline: the judged versions; its `new` is the last one, its `baseline` decides `since`.
        everything: also the uses that work on every version, or could be judged on none.
    """
    settled = timeline.settled()
    rows = []
    for number, use in enumerate(contract.uses):
        column = [sighting.outcomes[number] for sighting in settled.sightings]
        if everything or any(fails(outcome) and not outcome.blocked for outcome in column):
            rows.append(_row(use, column, settled))
    return tuple(rows)


def _row(use: Use, column: list[Outcome], timeline: Timeline) -> MatrixRow:
    symbol = next(iter(named(use)), "") or next((outcome.symbol for outcome in column if outcome.symbol), "")
    cells = tuple(MatrixCell(one.verdict, _text(one, one.exception), _text(one, one.message)) for one in column)
    return MatrixRow(describe_use(use), use.place.path, use.place.line, symbol, _since(column, timeline), cells)


def _text(outcome: Outcome, text: str) -> str:
    return text if outcome.verdict in {Verdict.BREAKS, Verdict.HANDLED} else ""


def _since(column: list[Outcome], timeline: Timeline) -> str | None:
    first = 0 if timeline.baseline is None else timeline.baseline + 1
    later = range(first, len(column))
    return next((timeline.sightings[one].version for one in later if fails(column[one])), None)
