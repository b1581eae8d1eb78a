"""The judge: one verdict per use, on one version alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from apidrift.impact._assess import Assessor
from apidrift.impact._exceptions import caught
from apidrift.impact._guards import reach
from apidrift.impact._options import JudgeOptions
from apidrift.impact._paths import home
from apidrift.impact._world import World
from apidrift.model import contract as c
from apidrift.model.change import Failure
from apidrift.model.finding import Confidence, Outcome, Verdict
from apidrift.model.surface import Gap, Missing, NotCoveredError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from apidrift.model.contract import Contract, Use
    from apidrift.model.surface import Surface


def judge(contract: Contract, surface: Surface, options: JudgeOptions | None = None) -> tuple[Outcome, ...]:
    """Say of every use whether it works on a provider version, seen by itself.

    Args:
        contract: what the consumer relies on.
        surface: the version.
        options: assumptions about the machine the consumer runs on.

    Returns:
        One outcome per use, in the contract's order. Uses of other providers come back `ok` and `blocked`.

    Raises:
        NotCoveredError: the surface is a snapshot that does not hold something the contract needs, and the options do
            not allow for that.
    """
    return Bench(contract, World(surface, options or JudgeOptions())).outcomes()


BODY_WORKS = "the try body works"
NOT_REACHED = "not reached: "


class Tried(msgspec.Struct):
    """What happened in the body of one `try` statement so far."""

    exceptions: list[str] = []
    """Exceptions that leave the body's uses, in order."""
    line: int = 0
    """Line of the first failing use; the body's uses after it do not run."""


class Bench:
    """Judges one contract on one surface, use by use, keeping count of what `try` statements met."""

    def __init__(self, contract: Contract, world: World) -> None:
        self.contract = contract
        self.world = world
        self.assessor = Assessor(contract, world)
        self.tries: dict[tuple[str, int], Tried] = {}

    def outcomes(self) -> tuple[Outcome, ...]:
        """The outcomes of all uses."""
        done = [self._covered(use) for use in self.contract.uses]
        return tuple(done)

    def _covered(self, use: Use) -> Outcome:
        try:
            return self._judge(use)
        except NotCoveredError as error:
            if not self.world.options.partial:
                raise
            return Outcome(Verdict.UNKNOWN, reason=str(error))

    def _judge(self, use: Use) -> Outcome:
        if not self._ours(use):
            return Outcome(Verdict.OK, reason="of another provider", blocked=True)
        reached = reach(self.world, use.guards)
        if reached.runs is False:
            return Outcome(Verdict.OK, reason=NOT_REACHED + reached.why)
        away = self._not_tried(use)
        if away:
            return Outcome(Verdict.OK, reason=NOT_REACHED + away)
        outcome = self.assessor.assess(use)
        if outcome.verdict is not Verdict.BREAKS:
            return outcome
        if reached.runs is None:
            return msgspec.structs.replace(outcome, verdict=Verdict.UNKNOWN, reason=reached.why)
        outcome = self._under_try(use, outcome)
        self.assessor.remember(use, outcome)
        return outcome

    def _ours(self, use: Use) -> bool:
        if isinstance(use.operation, c.Import):
            return self.world.owns(use.operation.module)
        if isinstance(use.operation, c.Named) and not use.receivers:
            return True
        homes = {home(receiver) for receiver in use.receivers}
        return self.world.top in homes or not any(homes)

    # try statements ---------------------------------------------------------------------------------------------------

    def _not_tried(self, use: Use) -> str:
        """Why code in a `try` statement's parts does not run; empty: it does."""
        for guard in use.guards:
            if isinstance(guard, c.Attempt):
                tried = self.tries.get((use.place.path, guard.block))
                away = _skipped(guard, tried, use.place.line, self.world.exceptions)
                if away:
                    return away
        return ""

    def _under_try(self, use: Use, outcome: Outcome) -> Outcome:
        """Follow the predicted exception outwards through the `try` statements around the use."""
        exception = outcome.exception
        for guard in reversed(use.guards):
            if not isinstance(guard, c.Attempt) or guard.part != "body":
                continue
            tried = self.tries.setdefault((use.place.path, guard.block), Tried())
            tried.exceptions.append(exception)
            tried.line = tried.line or use.place.line
            handler = caught(exception, guard.catches, self.world.exceptions)
            if not handler:
                outcome = self._at_handlers(outcome, guard)
                exception = outcome.exception
                continue
            if handler not in guard.reraises:
                reason = f"the consumer catches {handler.rpartition('.')[2]}"
                return msgspec.structs.replace(outcome, verdict=Verdict.HANDLED, reason=reason)
            outcome = msgspec.structs.replace(outcome, confidence=Confidence.LIKELY)
            if outcome.blocked:
                break
        return self._under_callers(use, outcome)

    def _under_callers(self, use: Use, outcome: Outcome) -> Outcome:
        """Follow an exception that leaves the function to the places where the consumer calls it."""
        exception = outcome.exception
        sites = [site for guard in use.guards if isinstance(guard, c.Sheltered) for site in guard.sites]
        open_ = [site for site in sites if not self._stopped(exception, site)]
        if open_ or not sites:
            return outcome
        reason = f"the consumer catches {exception} wherever it calls {use.scope}"
        return msgspec.structs.replace(outcome, verdict=Verdict.HANDLED, reason=reason)

    def _stopped(self, exception: str, site: c.Site) -> bool:
        """Whether an exception that a call raises is caught there, or on every way further up, and not raised again."""
        for guard in site.attempts:
            self.tries.setdefault((site.path, guard.block), Tried()).exceptions.append(exception)
            handler = caught(exception, guard.catches, self.world.exceptions)
            if handler:
                return handler not in guard.reraises
        open_ = [above for above in site.above if not self._stopped(exception, above)]
        return bool(site.above) and not open_

    def _at_handlers(self, outcome: Outcome, guard: c.Attempt) -> Outcome:
        """An exception that no handler catches, or the one met when a handler names what is not there."""
        for name in guard.catches:
            found = self.world.resolve(name) if self.world.owns(name) else None
            if isinstance(found, Missing) and found.gap is Gap.NAME and outcome.failure is Failure.ALWAYS_RAISES:
                text = f"module {found.at!r} has no attribute {found.name!r}"
                return msgspec.structs.replace(outcome, exception="AttributeError", message=text)
        return outcome


def _skipped(guard: c.Attempt, tried: Tried | None, line: int, known: Mapping[str, tuple[str, ...]]) -> str:
    failed = tried is not None and bool(tried.exceptions)
    match guard.part:
        case "body":
            return "an earlier line of the try body fails" if tried and failed and 0 < tried.line < line else ""
        case "handler":
            ran = tried is not None and any(caught(each, guard.catches, known) for each in tried.exceptions[:1])
            return "" if ran else BODY_WORKS
        case "else":
            return "the try body fails" if failed else ""
        case _:
            return ""
