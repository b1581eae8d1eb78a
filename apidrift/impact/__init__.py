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

if TYPE_CHECKING:
    from collections.abc import Sequence

    from apidrift.model.contract import Contract, Skipped, Use
    from apidrift.model.diagnosis import Recognised
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


def recognise(text: str, contract: Contract, findings: Sequence[Finding]) -> Recognised | None:
    """Say which finding a traceback is, and what comes after it; None where the text is no traceback."""
    from apidrift.impact._traceback import recognise as read  # noqa: PLC0415 -- the doctor alone wants it

    return read(text, contract, findings)


def witness_program(use: Use, finding: Finding, old: str, new: str, *, on_instances: bool = False) -> str:
    """A program that runs to its end on the old version and raises on the new one; empty where none can be made.

    Args:
        use: the use of the finding.
        finding: what is to be shown.
        old: the version that works; empty where none is known.
        new: the version that fails.
        on_instances: what the finding's symbol names is set on instances only, so that the class does not show it.
    """
    from apidrift.impact._witness import witness_program as make  # noqa: PLC0415 -- `witness` alone wants it

    return make(use, finding, old, new, on_instances=on_instances)
