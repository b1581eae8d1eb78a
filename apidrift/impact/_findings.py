"""Findings: every use that does not simply work, with its status, its first release and the change behind it."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import msgspec

from apidrift.impact._case import Case
from apidrift.impact._echoes import speaks, with_echoes
from apidrift.impact._explain import Symbols, SymbolTable, explanation, moved_to
from apidrift.impact._fewer import by_release, fewer, lacks, worded
from apidrift.impact._links import Links, named
from apidrift.impact._lookups import module_of, reads, texts
from apidrift.impact._overrides import at_override, refused_override
from apidrift.impact._ranking import ranked, weight
from apidrift.impact._relevance import relevant
from apidrift.impact._relevant_classes import overriding
from apidrift.impact._relevant_values import followers
from apidrift.impact._timeline import Sighting, Timeline, fails, same_failure
from apidrift.impact._told import ONLY_TOLD_NOW, only_told_now
from apidrift.impact._wording import wording
from apidrift.model.change import Aspect
from apidrift.model.contract import Call, Contract, Read, Skipped, Subclass, Use
from apidrift.model.describe import describe_use
from apidrift.model.finding import Confidence, Finding, Outcome, Status, Verdict
from apidrift.model.paths import Attr
from apidrift.rules import rule

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from apidrift.model.change import Change


def findings(contract: Contract, timeline: Timeline) -> tuple[Finding, ...]:
    """What a version does to a consumer, ranked: breaks as a run meets them, then risks, the heaviest first.

    Args:
        contract: what the consumer relies on.
        timeline: the judged versions and what changed.
    """
    maker = _Maker(contract, timeline.settled())
    found = [finding for number in range(len(contract.uses)) for finding in maker.of(number)]
    return ranked(with_echoes(maker.links, maker.new.outcomes, found, maker.at))


def unknowns(contract: Contract, outcomes: tuple[Outcome, ...]) -> tuple[Skipped, ...]:
    """The uses that could not be judged, each with its reason."""
    return tuple(
        Skipped(f"{use.place.path}:{use.place.line} {describe_use(use)}", outcome.reason)
        for use, outcome in zip(contract.uses, outcomes, strict=True)
        if outcome.verdict is Verdict.UNKNOWN and not outcome.blocked
    )


class _Maker:
    """Makes the findings of one contract on one timeline."""

    def __init__(self, contract: Contract, timeline: Timeline) -> None:
        self.contract = contract
        self.timeline = timeline
        self.links = Links(contract)
        self.new = timeline.sightings[timeline.new]
        self.old = None if timeline.old is None else timeline.sightings[timeline.old]
        self.base = None if timeline.baseline is None else timeline.sightings[timeline.baseline]
        self.sides = [side.outcomes for side in (self.base, self.old, self.new) if side is not None]
        self.at: dict[str, int] = {}
        """The use that each finding is about, by fingerprint."""
        self.turns: dict[object, int] = {}
        self.symbols: dict[int, Symbols] = {}
        self.table = SymbolTable(self.links, self.sides)
        self.filed: dict[str, list[Change]] = {}
        """Changes on the new version by the symbols they concern and by their owners."""
        for change in self.new.changes:
            for symbol in {change.symbol, change.symbol.rpartition(".")[0], change.subject} - {""}:
                self.filed.setdefault(symbol, []).append(change)
        self.facts = {id(sighting): _facts(sighting) for sighting in timeline.sightings}

    def of(self, number: int) -> Iterator[Finding]:
        """The findings of one use."""
        outcome = self.new.outcomes[number]
        if fails(outcome) and not outcome.blocked:
            yield self._break(number, outcome)
        elif outcome.verdict in {Verdict.HANDLED, Verdict.RISK} and not outcome.blocked:
            yield self._mild(number, outcome)
        elif self.old is not None and speaks(self.old.outcomes[number]) and not outcome.blocked:
            yield self._past(number, self.old.outcomes[number], outcome)
        yield from self._risks(number)
        yield from self._fewer(number)

    # Breaks -----------------------------------------------------------------------------------------------------------

    def _break(self, number: int, outcome: Outcome) -> Finding:
        def same(sighting: Sighting) -> bool:
            there = sighting.outcomes[number]
            return fails(there) and same_failure(there, outcome)

        status = Status.STILL if self.old is not None and same(self.old) else Status.NEW
        symbols = self._symbols(number)
        changes = (*self.timeline.drift, *self.new.changes) if status is Status.NEW else self.new.changes
        change = explanation(outcome, symbols, changes)
        before = self.old or self.base
        if status is Status.NEW and before is not None and only_told_now(before.outcomes[number], outcome, change):
            outcome = msgspec.structs.replace(outcome, verdict=Verdict.RISK, reason=ONLY_TOLD_NOW)
        finding = self._finding(number, outcome, change, status, self._since(same))
        use = self.contract.uses[number]
        finding = at_override(finding, use, refused_override(use, outcome), change.symbol if change else "")
        return msgspec.structs.replace(
            finding, moved_to=(change.moved_to if change else "") or moved_to(symbols, changes)
        )

    def _mild(self, number: int, outcome: Outcome) -> Finding:
        def same(sighting: Sighting) -> bool:
            return sighting.outcomes[number].verdict is outcome.verdict

        status = Status.STILL if self.old is not None and same(self.old) else Status.NEW
        change = explanation(outcome, self._symbols(number), self.new.changes) if outcome.failure else None
        return self._finding(number, outcome, change, status, self._since(same))

    def _past(self, number: int, before: Outcome, now: Outcome) -> Finding:
        """A use that failed and no longer does: fixed, or not known any more."""
        if now.verdict is Verdict.UNKNOWN:
            worded = msgspec.structs.replace(before, verdict=Verdict.UNKNOWN, reason=now.reason)
            return self._finding(number, worded, None, Status.STILL, None)
        return self._finding(number, before, None, Status.FIXED, None)

    # Risks ------------------------------------------------------------------------------------------------------------

    def _risks(self, number: int) -> Iterator[Finding]:
        if self.base is None or self.base is self.new:
            return
        explained = self._explained(number)
        for change in self._about(number):
            if change is not explained and self._at_risk(number, self.new, change):
                yield self._risk(number, change)

    def _about(self, number: int) -> list[Change]:
        symbols = self._symbols(number)
        found = [change for symbol in symbols.all for change in self.filed.get(symbol, ())]
        operation = self.contract.uses[number].operation
        if isinstance(operation, Call) and (texts(operation.shape) or reads(operation.shape)):
            home = module_of(self.new.outcomes[number])
            found += [change for change in self.new.changes if home and change.symbol.startswith(f"{home}.")]
        return list({id(change): change for change in found}.values())

    def _explained(self, number: int) -> Change | None:
        """The change that already explains the use's failure, so that it is not told twice."""
        outcome = self.new.outcomes[number]
        if not fails(outcome) or outcome.failure is None:
            return None
        return explanation(outcome, self._symbols(number), self.new.changes)

    def _at_risk(self, number: int, sighting: Sighting, change: Change) -> bool:
        assert self.base is not None
        case = Case(
            self.links,
            number,
            self._symbols(number),
            self.base.outcomes[number],
            sighting.outcomes[number],
            sighting.outcomes,
        )
        return relevant(case, change)

    def _risk(self, number: int, change: Change) -> Finding:
        def same(sighting: Sighting) -> bool:
            there = self._same_change(sighting, change)
            return there is not None and self._at_risk(number, sighting, there)

        status = Status.NEW
        if self.old is not None and same(self.old):
            before = self._same_change(self.old, change)
            status = Status.STILL if before is not None and before.new == change.new else Status.NEW
        outcome = msgspec.structs.replace(
            self.new.outcomes[number],
            verdict=Verdict.RISK,
            confidence=Confidence.LIKELY,
            exception="",
            message="",
            reason="",
            subject=change.subject,
        )
        finding = self._finding(number, outcome, change, status, self._since(same))
        finding = msgspec.structs.replace(finding, weight=weight(change))
        use = self.contract.uses[number]
        if isinstance(use.operation, Subclass):
            return at_override(finding, use, overriding(use, change), change.symbol)
        return self._at_result(finding, number) if rule(change.rule).aspect is Aspect.RESULT else finding

    def _at_result(self, finding: Finding, number: int) -> Finding:
        """A risk about a result stands where the result is first used."""
        later = [self.contract.uses[one] for one in followers(self.links, number)]
        place = next((use for use in later if use.place.path == finding.path), None)
        if place is None:
            return finding
        where = place.place
        return msgspec.structs.replace(finding, line=where.line, column=where.column, use=describe_use(place))

    def _fewer(self, number: int) -> Iterator[Finding]:
        """A name that some of the classes a value may be of lack: one finding for each release it began with."""
        if self.base is None or self.base is self.new:
            return
        paths = fewer(self.base, self.new, number, self.timeline.modules)
        began = by_release(paths, lambda path: self._since(lambda sighting: lacks(sighting, number, path)))
        for since in self._in_order(began):
            outcome = worded(self.new.outcomes[number], _read_name(self.contract.uses[number]), began[since])
            known = all(self._lacked(number, path) for path in began[since])
            yield self._finding(number, outcome, None, Status.STILL if known else Status.NEW, since)

    def _lacked(self, number: int, path: str) -> bool:
        return self.old is not None and lacks(self.old, number, path)

    def _in_order(self, releases: Iterable[str | None]) -> list[str | None]:
        """Releases, the first of them first; those not known last."""
        versions = [sighting.version for sighting in self.timeline.sightings]
        return sorted(releases, key=lambda one: versions.index(one) if one in versions else len(versions))

    # Parts ------------------------------------------------------------------------------------------------------------

    def _symbols(self, number: int) -> Symbols:
        if number not in self.symbols:
            self.symbols[number] = self.table.of(number)
        return self.symbols[number]

    def _same_change(self, sighting: Sighting, change: Change) -> Change | None:
        return self.facts[id(sighting)].get((change.rule, change.symbol, change.subject))

    def _since(self, holds: Callable[[Sighting], bool]) -> str | None:
        """The first release after the baseline from which something holds without a break up to the new version."""
        found: str | None = None
        first = -1 if self.timeline.baseline is None else self.timeline.baseline
        for position in range(self.timeline.new, first, -1):
            sighting = self.timeline.sightings[position]
            if not holds(sighting):
                return found
            found = sighting.version
        known = self.timeline.baseline is not None and not holds(self.timeline.sightings[first])
        return found if known else None

    def _finding(
        self, number: int, outcome: Outcome, change: Change | None, status: Status, since: str | None
    ) -> Finding:
        use = self.contract.uses[number]
        code, title = wording(self.timeline, number, outcome, change)
        before = self.base or self.old
        fingerprint = self._fingerprint(code, use, self._symbol(number, outcome), outcome.subject)
        self.at[fingerprint] = number
        return Finding(
            id=code,
            fingerprint=fingerprint,
            verdict=outcome.verdict,
            status=status,
            confidence=outcome.confidence,
            since=since,
            symbol=self._symbol(number, outcome),
            path=use.place.path,
            line=use.place.line,
            column=use.place.column,
            scope=use.scope,
            use=describe_use(use),
            exception=outcome.exception,
            message=outcome.message,
            reason=outcome.reason,
            title=title,
            change=change,
            old_signature=self._former_signature(before, number, outcome, change),
            new_signature=self.new.outcomes[number].signature,
            order=use.order,
        )

    @staticmethod
    def _former_signature(before: Sighting | None, number: int, outcome: Outcome, change: Change | None) -> str:
        """What the callee took before; empty where it failed alike then, so that no difference is to blame."""
        there = before.outcomes[number] if before is not None else None
        if there is None or (change is None and fails(there) and same_failure(there, outcome)):
            return ""
        return there.signature

    def _fingerprint(self, code: str, use: Use, symbol: str, subject: str) -> str:
        """Stable across line moves; the same use twice in a scope is told apart by its turn."""
        parts = (code, use.place.path, use.scope, describe_use(use), symbol, subject)
        turn = self.turns[parts] = self.turns.get(parts, 0) + 1
        return hashlib.sha256("\0".join(map(str, (*parts, turn) if turn > 1 else parts)).encode()).hexdigest()[:16]

    def _symbol(self, number: int, outcome: Outcome) -> str:
        """What a reader calls the symbol: as the consumer names it, else where it is defined."""
        use = self.contract.uses[number]
        through = next(iter(self._symbols(number).through), "")
        return next(iter(named(use)), "") or outcome.symbol or through


def _read_name(use: Use) -> str:
    """The name that a read, or the callee of a call, reads last."""
    if isinstance(use.operation, Read):
        return use.operation.name
    steps = use.receivers[0].steps if use.receivers else ()
    return steps[-1].name if steps and isinstance(steps[-1], Attr) else ""


def _facts(sighting: Sighting) -> dict[tuple[str, str, str], Change]:
    return {(change.rule, change.symbol, change.subject): change for change in sighting.changes}


def _spot(use: Use) -> str:
    return f"{use.place.path}:{use.place.line}"
