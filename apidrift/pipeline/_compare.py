"""`compare` and `check`: from two or more judged versions to a report."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import msgspec
from packaging.version import InvalidVersion, Version

from apidrift.diff import Difference
from apidrift.errors import NothingToCheckError, SourceError
from apidrift.impact import Sighting, Timeline, findings, unknowns
from apidrift.model.describe import describe_use
from apidrift.model.finding import Status, Verdict
from apidrift.model.report import SCHEMA_VERSION, ConsumerSide, Funnel, ProviderSide, Report
from apidrift.model.surface import NotCoveredError
from apidrift.pipeline._between import Between, difference, known
from apidrift.pipeline._notes import notes
from apidrift.pipeline._timeline import Baseline, Moment, declared, find_baseline, is_version, look

if TYPE_CHECKING:
    from collections.abc import Sequence

    from apidrift.model.contract import Contract, Place
    from apidrift.model.finding import Finding
    from apidrift.pipeline._session import Session
    from apidrift.pipeline._sides import Side


def compare(session: Session, old: str, new: str, contract: Contract | None = None, *, brief: bool = False) -> Report:
    """What the step from OLD to NEW does to the consumer; to `contract` where one is given. `brief` as for `check`."""
    contract = contract or session.contract()
    old_side, new_side = session.side(old), session.side(new)
    baseline = find_baseline(session, contract)
    if baseline.source != "option" and (baseline.version is None or _admits(session, contract, old_side)):
        baseline = Baseline(None, "old side", baseline.requirement)
    return _Inquiry(session, contract, new_side, baseline, old_side, brief).report("compare")


def check(session: Session, ref: str, contract: Contract | None = None, *, brief: bool = False) -> Report:
    """Whether the consumer works on one version; without a ref, on the one its metadata requires.

    Args:
        session: provider and consumer.
        ref: the version.
        contract: what is judged; None for what the session's consumer relies on.
        brief: look at no version between, which is what takes time for a contract that was never judged before;
            since when something holds is then not known, and nothing is noted.
    """
    contract = contract or session.contract()
    baseline = find_baseline(session, contract)
    if not ref and baseline.version is None:
        who = f"{contract.consumer} {contract.version}".strip()
        hint = "name a version: apidrift check REF"
        raise SourceError(f"{who} does not say which {session.distribution} it needs", hint=hint)
    side = session.side(ref) if ref else session.sides.release(baseline.version or "")
    return _Inquiry(session, contract, side, baseline, None, brief).report("check")


def _admits(session: Session, contract: Contract, side: Side) -> bool:
    """Whether the consumer's own requirement admits the old version: then it was written for that one too."""
    admitted = declared(session, contract)
    try:
        return admitted is not None and admitted.contains(Version(side.version), prereleases=True)
    except InvalidVersion:
        return False


@dataclass
class _Inquiry:
    """One question on its way to a report."""

    session: Session
    contract: Contract
    new_side: Side
    baseline: Baseline
    old_side: Side | None
    brief: bool
    notes: list[str] = field(default_factory=list)

    def report(self, kind: str) -> Report:
        """Judge, compare, and put it all together."""
        base_side = self._base_side()
        moments = {
            side: look(self.session, self.contract, side)
            for side in (base_side, self.old_side, self.new_side)
            if side is not None
        }
        new = moments[self.new_side]
        self._refuse_blindness(new)
        base = moments[base_side] if base_side else None
        before = moments[self.old_side] if self.old_side else base
        whole = self._difference(base, new, residue=kind == "compare" and base is before)
        step = whole if base is before else self._difference(before, new, residue=kind == "compare")
        timeline = self._timeline(moments, base, before, whole, step)
        sides = [side for side in moments if side is not self.new_side]
        if not self.brief:
            self.notes += notes(self.session, self.contract, timeline, (*sides, self.new_side))
        found = self._linked(findings(self.contract, timeline), base or before, new)
        return self._assemble(kind, found, new, base_side, step)

    def _refuse_blindness(self, new: Moment) -> None:
        """Not being able to check anything is no result."""
        if any(outcome.verdict is not Verdict.UNKNOWN for outcome in new.outcomes):
            return
        where = f"{self.session.provider} {new.side.label}"
        reason = new.outcomes[0].reason if new.outcomes else "there is none"
        raise NothingToCheckError(f"none of {len(new.outcomes)} uses could be judged on {where}: {reason}")

    # Versions -----------------------------------------------------------------------------------------------------

    def _base_side(self) -> Side | None:
        if self.baseline.source == "old side":
            return self.old_side
        if self.baseline.version is None:
            return None
        for side in (self.old_side, self.new_side):
            if side is not None and side.version == self.baseline.version:
                return side
        try:
            return self.session.sides.release(self.baseline.version)
        except SourceError as error:
            self.notes.append(f"The baseline {self.baseline.version} could not be read, so nothing is a risk: {error}")
            return None

    # Drift --------------------------------------------------------------------------------------------------------

    def _timeline(
        self, moments: dict[Side, Moment], base: Moment | None, old: Moment | None, whole: Difference, step: Difference
    ) -> Timeline:
        """All versions at hand, oldest first, those without an order of their own at the end."""
        past = Between(self.session, self.contract, base.side if base else None)
        new = moments[self.new_side]
        seen = [
            Sighting(
                moment.side.label,
                moment.outcomes,
                whole.changes if moment is new else self._difference(base, moment, residue=False).changes,
            )
            for moment in moments.values()
        ]
        ends = dict(zip(map(id, moments.values()), seen, strict=True))
        seen += [] if self.brief else past.sightings(moments)
        if past.silent:
            self.notes.append(
                f"{past.silent} snapshots between were not taken for this consumer; “since” may be earlier."
            )
        seen.sort(key=lambda sighting: _order(sighting.version))
        place = {id(sighting): position for position, sighting in enumerate(seen)}
        return Timeline(
            sightings=tuple(seen),
            new=place[id(ends[id(new)])],
            old=place[id(ends[id(old)])] if old else None,
            baseline=place[id(ends[id(base)])] if base else None,
            modules=self._folders(base),
            drift=step.changes,
        )

    def _folders(self, base: Moment | None) -> frozenset[str]:
        """The modules of the folders that the profile's families lie in, on the baseline."""
        found: set[str] = set()
        for family in self.session.profile.hints.families if base is not None else ():
            with contextlib.suppress(NotCoveredError):
                package = known(base.side.surface).module(family.scope) if base is not None else None
                found |= {f"{family.scope}.{name}" for name in package.submodules} if package is not None else set()
        return frozenset(found)

    def _difference(self, old: Moment | None, new: Moment, *, residue: bool) -> Difference:
        if old is None or old is new:
            return Difference()
        two = old.side.surface, new.side.surface
        return difference(self.contract, *two, residue=residue, former=old.outcomes, outcomes=new.outcomes)

    # The report ---------------------------------------------------------------------------------------------------

    def _linked(self, found: Sequence[Finding], old: Moment | None, new: Moment) -> tuple[Finding, ...]:
        """The findings, with links to the provider's source at its tag."""
        numbers = {(use.place.path, use.place.line, describe_use(use)): n for n, use in enumerate(self.contract.uses)}
        return tuple(
            msgspec.structs.replace(
                finding,
                since=finding.since if finding.since and is_version(finding.since) and not self.brief else None,
                old_link=self._link(old, finding.change.old_place if finding.change else None, number),
                new_link=self._link(new, finding.change.new_place if finding.change else None, number),
            )
            for finding in found
            for number in [numbers.get((finding.path, finding.line, finding.use))]
        )

    def _link(self, moment: Moment | None, changed: Place | None, number: int | None) -> str:
        """The change's place, else where the use's symbol is defined; no link for what has no tag."""
        if moment is None or not moment.side.version:
            return ""
        place = changed or (moment.outcomes[number].place if number is not None else None)
        return self.session.profile.link(moment.side.version, place.path, place.line) if place else ""

    def _assemble(
        self, kind: str, found: tuple[Finding, ...], new: Moment, base: Side | None, step: Difference
    ) -> Report:
        breaks = [each for each in found if each.verdict is Verdict.BREAKS and each.status is not Status.FIXED]
        counted = [each for each in breaks if kind == "check" or each.status is Status.NEW]
        contract = self.contract
        return Report(
            schema_version=SCHEMA_VERSION,
            kind=kind,
            provider=ProviderSide(
                self.session.provider, self.old_side.label if self.old_side else None, self.new_side.label
            ),
            consumer=ConsumerSide(
                contract.consumer,
                contract.version,
                len(contract.uses),
                len({use.place.path for use in contract.uses}),
                self.baseline.requirement,
            ),
            baseline=base.label if base else None,
            baseline_source=self.baseline.source if base else "",
            funnel=Funnel(step.provider_changes, step.touched, len(counted)),
            findings=found,
            unclassified=step.residue,
            unknown=(*unknowns(contract, new.outcomes), *contract.unknown),
            skipped=(*contract.skipped, *step.skipped),
            notes=tuple(self.notes),
        )


def _order(version: str) -> tuple[int, Version]:
    try:
        return 0, Version(version)
    except InvalidVersion:
        return 1, Version("0")
