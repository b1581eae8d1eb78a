"""`compare` and `check`: from two or more judged versions to a report."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import msgspec
from packaging.version import InvalidVersion, Version

from apidrift.diff import Difference, compare_surfaces, touch
from apidrift.errors import NothingToCheckError, SourceError
from apidrift.impact import Sighting, Timeline, findings, touched_paths, unknowns
from apidrift.model.describe import describe_use
from apidrift.model.finding import Status, Verdict
from apidrift.model.report import SCHEMA_VERSION, ConsumerSide, Funnel, ProviderSide, Report
from apidrift.model.surface import NotCoveredError
from apidrift.pipeline._fallback import FallbackSurface
from apidrift.pipeline._timeline import Baseline, Moment, between, declared, find_baseline, look

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from apidrift.model.contract import Contract, Place
    from apidrift.model.finding import Finding
    from apidrift.model.surface import Surface
    from apidrift.pipeline._session import Session, Side


def compare(session: Session, old: str, new: str) -> Report:
    """What the step from OLD to NEW does to the consumer."""
    contract = session.contract()
    old_side, new_side = session.side(old), session.side(new)
    baseline = find_baseline(session, contract)
    if baseline.source != "option" and (baseline.version is None or _admits(session, contract, old_side)):
        baseline = Baseline(None, "old side", baseline.requirement)
    return _Inquiry(session, contract, new_side, baseline, old_side).report("compare")


def check(session: Session, ref: str) -> Report:
    """Whether the consumer works on one version; without a ref, on the one its metadata requires."""
    contract = session.contract()
    baseline = find_baseline(session, contract)
    if not ref and baseline.version is None:
        who = f"{contract.consumer} {contract.version}".strip()
        hint = "name a version: apidrift check REF"
        raise SourceError(f"{who} does not say which {session.distribution} it needs", hint=hint)
    side = session.side(ref) if ref else session.release(baseline.version or "")
    return _Inquiry(session, contract, side, baseline, None).report("check")


def _admits(session: Session, contract: Contract, side: Side) -> bool:
    """Whether the consumer's own requirement admits the old version: then it was written for that one too."""
    requirement = declared(session, contract)
    try:
        return requirement is not None and requirement.specifier.contains(Version(side.version), prereleases=True)
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
    notes: list[str] = field(default_factory=list)

    def report(self, kind: str) -> Report:
        """Judge, compare, and put it all together."""
        base_side = self._base_side()
        moments = self._moments(base_side)
        labels = [moment.side for moment in moments]
        new = moments[labels.index(self.new_side)]
        self._refuse_blindness(new)
        base = moments[labels.index(base_side)] if base_side else None
        old = moments[labels.index(self.old_side)] if self.old_side else None
        before = old or base
        whole = self._difference(base, new, residue=kind == "compare" and base is before)
        step = whole if base is before else self._difference(before, new, residue=kind == "compare")
        timeline = Timeline(
            sightings=tuple(self._sighting(moment, base, new, whole) for moment in moments),
            new=moments.index(new),
            old=moments.index(before) if before else None,
            baseline=moments.index(base) if base else None,
            drift=step.changes,
        )
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
            return self.session.release(self.baseline.version)
        except SourceError as error:
            self.notes.append(f"The baseline {self.baseline.version} could not be read, so nothing is a risk: {error}")
            return None

    def _moments(self, base: Side | None) -> list[Moment]:
        """The versions of the timeline, oldest first, those without an order of their own at the end."""
        ends = [side for side in dict.fromkeys((base, self.old_side, self.new_side)) if side is not None]
        moments = [look(self.session, self.contract, side) for side in ends]
        silent = 0
        for version in between(self.session, [side.version for side in ends]):
            if all(version != side.version for side in ends):
                moment = self._at_hand(version)
                silent += moment is None
                moments += [moment] if moment else []
        if silent:
            self.notes.append(f"{silent} snapshots between were not taken for this consumer; “since” may be earlier.")
        order = {id(moment): position for position, moment in enumerate(moments)}
        return sorted(moments, key=lambda moment: (_order(moment.side.version), order[id(moment)]))

    def _at_hand(self, version: str) -> Moment | None:
        """What a snapshot says; None where it was taken for other contracts."""
        side = self.session.release(version)
        assert isinstance(side.surface, FallbackSurface)
        try:
            return look(self.session, self.contract, replace(side, surface=side.surface.known))
        except NotCoveredError:
            return None

    # Drift --------------------------------------------------------------------------------------------------------

    def _sighting(self, moment: Moment, base: Moment | None, new: Moment, whole: Difference) -> Sighting:
        """A version with what changed since the baseline, as far as it is still changed on the new version."""
        if base is None or moment is base:
            return Sighting(moment.side.label, moment.outcomes)
        if moment is new:
            return Sighting(moment.side.label, moment.outcomes, whole.changes)
        symbols = {change.symbol for change in whole.changes}
        paths = [path for path, symbol in whole.names.items() if symbol in symbols]
        before, after = _known(base.side.surface), _known(moment.side.surface)
        codes = {change.rule for change in whole.changes}
        return Sighting(moment.side.label, moment.outcomes, _compared(before, after, paths, codes=codes).changes)

    def _difference(self, old: Moment | None, new: Moment, *, residue: bool) -> Difference:
        if old is None or old is new:
            return Difference()
        before, after = _known(old.side.surface), _known(new.side.surface)
        paths = {*touched_paths(self.contract, before), *touched_paths(self.contract, after)}
        return _compared(before, after, sorted(paths), residue=residue)

    # The report ---------------------------------------------------------------------------------------------------

    def _linked(self, found: Sequence[Finding], old: Moment | None, new: Moment) -> tuple[Finding, ...]:
        """The findings, with links to the provider's source at its tag."""
        numbers = {(use.place.path, use.place.line, describe_use(use)): n for n, use in enumerate(self.contract.uses)}
        return tuple(
            msgspec.structs.replace(
                finding,
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
            notes=(*self.notes, *self.session.options.stats.notes),
        )


def _order(version: str) -> tuple[int, Version]:
    try:
        return 0, Version(version)
    except InvalidVersion:
        return 1, Version("0")


def _known(surface: Surface) -> Surface:
    """What answers without opening anything: a diff is about what the contract reaches, which was recorded."""
    return surface.known if isinstance(surface, FallbackSurface) else surface


def _compared(
    old: Surface, new: Surface, paths: Sequence[str], *, residue: bool = False, codes: Collection[str] | None = None
) -> Difference:
    """The difference on those paths that both sides can answer for without opening anything."""
    covered = [path for path in paths if _covers(old, path) and _covers(new, path)]
    return compare_surfaces(old, new, covered, residue=residue, codes=codes)


def _covers(surface: Surface, path: str) -> bool:
    try:
        touch(surface, (path,))
    except NotCoveredError:
        return False
    return True
