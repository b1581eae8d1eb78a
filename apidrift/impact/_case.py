"""A use on a version beside what it was on the baseline: what relevance is decided on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from apidrift.impact._explain import Symbols
from apidrift.impact._links import Links
from apidrift.impact._reparse import reparse
from apidrift.model import contract as c
from apidrift.model.finding import Outcome, Verdict

if TYPE_CHECKING:
    from apidrift.model.change import Change
    from apidrift.model.paths import Shape
    from apidrift.model.signature import Signature


class Case(msgspec.Struct, frozen=True):
    """A use on a version, and what it was on the baseline."""

    links: Links
    number: int
    symbols: Symbols
    base: Outcome
    new: Outcome
    outcomes: tuple[Outcome, ...]
    """All uses' outcomes on the version."""

    @property
    def use(self) -> c.Use:
        """The use itself."""
        return self.links.uses[self.number]

    @property
    def shape(self) -> Shape | None:
        """The call's shape, if it is a call."""
        return self.use.operation.shape if isinstance(self.use.operation, c.Call | c.Decorate) else None

    def signatures(self) -> tuple[Signature, Signature] | None:
        """What the call was bound to on the baseline and on the version."""
        old, new = reparse(self.base.signature), reparse(self.new.signature)
        return (old, new) if old is not None and new is not None else None


def concerns(case: Case, change: Change) -> bool:
    """Whether the change is about the symbol that the use itself meets."""
    if change.symbol in case.symbols.own:
        return True
    return bool(change.subject) and f"{change.symbol}.{change.subject}" in case.symbols.own


def works(case: Case) -> bool:
    """Whether the use is reached and does not fail for certain."""
    return case.new.verdict in {Verdict.OK, Verdict.UNKNOWN} and not case.new.blocked and reached(case.new)


def reached(outcome: Outcome) -> bool:
    """Whether no guard keeps the use from running."""
    return not outcome.reason.startswith("not reached")
