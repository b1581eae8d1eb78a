"""Failures that nothing but a new annotation tells of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.impact._attributes import OF_A_MEMBER, SERVED
from apidrift.model.change import Failure
from apidrift.model.finding import Confidence, Verdict

if TYPE_CHECKING:
    from apidrift.model.change import Change
    from apidrift.model.finding import Outcome

ONLY_TOLD_NOW = "the type is declared only now, and what it is declared as would fail"
_EXACT = ("module ", "'function' ")
"""How messages begin of failures that no declaration decides."""


def only_told_now(before: Outcome, now: Outcome, change: Change | None) -> bool:
    """Whether nothing but a declaration says that it fails, of a value about which nothing was known before.

    A type that begins to be declared changes nothing at run time, and a derived class fits it too.
    """
    if before.verdict is not Verdict.UNKNOWN or before.reason in {SERVED, OF_A_MEMBER}:
        return False
    if now.failure is not Failure.MISSING_ATTRIBUTE or not now.symbol:
        return change is None and now.confidence is Confidence.LIKELY
    said = change is not None and now.subject in {change.subject, change.symbol.rpartition(".")[2]}
    return not said and not now.message.startswith(_EXACT)
