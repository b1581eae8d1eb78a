"""Impact: a contract on surfaces → a verdict for every use, findings, and the matrix of uses and versions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.impact._judge import judge
from apidrift.impact._matrix import matrix_rows
from apidrift.impact._options import JudgeOptions, KnownBase
from apidrift.impact._shims import dead_branches, ungated, wrong_gates
from apidrift.impact._stable import stable
from apidrift.impact._timeline import Sighting, Timeline
from apidrift.impact._touched import replaced_paths, touched_paths
from apidrift.impact._traceback import recognise
from apidrift.impact._witness import witness_program

if TYPE_CHECKING:
    from apidrift.model.contract import Contract, Skipped
    from apidrift.model.finding import Finding, Outcome

__all__ = [
    "JudgeOptions",
    "KnownBase",
    "Sighting",
    "Timeline",
    "dead_branches",
    "findings",
    "judge",
    "matrix_rows",
    "recognise",
    "replaced_paths",
    "stable",
    "touched_paths",
    "ungated",
    "unknowns",
    "witness_program",
    "wrong_gates",
]


def findings(contract: Contract, timeline: Timeline) -> tuple[Finding, ...]:
    """What a version does to a consumer, ranked: breaks, risks, handled, unknown; new ones first in each.

    Args:
        contract: what the consumer relies on.
        timeline: the judged versions and what changed between them.
    """
    from apidrift.impact._findings import findings as make  # noqa: PLC0415 -- the matrix needs no rules

    return make(contract, timeline)


def unknowns(contract: Contract, outcomes: tuple[Outcome, ...]) -> tuple[Skipped, ...]:
    """The uses that could not be judged, each with its reason."""
    from apidrift.impact._findings import unknowns as gather  # noqa: PLC0415 -- as above

    return gather(contract, outcomes)
