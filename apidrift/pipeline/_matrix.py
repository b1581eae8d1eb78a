"""The matrix: every use on every version."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from apidrift.errors import NothingToCheckError
from apidrift.impact import Sighting, Timeline, matrix_rows
from apidrift.model.finding import Verdict
from apidrift.model.report import SCHEMA_VERSION, ConsumerSide, Matrix
from apidrift.model.surface import NotCoveredError
from apidrift.pipeline._fallback import FallbackSurface
from apidrift.pipeline._snapshot import wanted_versions
from apidrift.pipeline._timeline import find_baseline, look

if TYPE_CHECKING:
    from collections.abc import Sequence

    from apidrift.model.contract import Contract
    from apidrift.pipeline._session import Session
    from apidrift.pipeline._sides import Side
    from apidrift.pipeline._timeline import Moment


def matrix(session: Session, refs: Sequence[str], *, everything: bool) -> Matrix:
    """Every use on every version.

    Args:
        session: names provider and consumer.
        refs: versions or ranges, read from the index where no snapshot covers them; empty: all snapshots at hand.
        everything: also the uses that work on every version.

    Raises:
        NothingToCheckError: no version could be looked at.
    """
    contract = session.contract()
    wanted = wanted_versions(session, refs) if refs else session.store.versions
    moments = [moment for moment in (_moment(session, contract, v, read=bool(refs)) for v in wanted) if moment]
    if not moments:
        raise NothingToCheckError(
            f"no snapshot of {session.provider} covers {contract.consumer}", hint="name versions: apidrift matrix REF…"
        )
    labels = [moment.side.label for moment in moments]
    baseline = find_baseline(session, contract)
    timeline = Timeline(
        tuple(Sighting(moment.side.label, moment.outcomes) for moment in moments),
        new=len(moments) - 1,
        # Without the baseline among them, the first version shown is what the others are measured by.
        baseline=labels.index(baseline.version) if baseline.version in labels else 0,
    )
    rows = matrix_rows(contract, timeline, everything=everything)
    return Matrix(
        schema_version=SCHEMA_VERSION,
        provider=session.provider,
        consumer=ConsumerSide(
            contract.consumer,
            contract.version,
            len(contract.uses),
            len({use.place.path for use in contract.uses}),
            baseline.requirement,
        ),
        baseline=baseline.version,
        versions=tuple(labels),
        rows=rows,
        breaking=tuple(sum(row.cells[n].verdict is Verdict.BREAKS for row in rows) for n in range(len(labels))),
    )


def _moment(session: Session, contract: Contract, version: str, *, read: bool) -> Moment | None:
    """A version's verdicts; None where only a snapshot is to be asked and it was taken for other contracts."""
    side = session.sides.release(version)
    if read or not isinstance(side.surface, FallbackSurface):
        return look(session, contract, side)
    try:
        return look(session, contract, at_hand(side, side.surface))
    except NotCoveredError:
        return None


def at_hand(side: Side, surface: FallbackSurface) -> Side:
    """The side with nothing behind its snapshot."""
    return replace(side, surface=surface.known)
