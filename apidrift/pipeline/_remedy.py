"""Remedies: what a report found, mended in the consumer's own source."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from apidrift.config import load_recipes
from apidrift.contracts import extract
from apidrift.errors import NothingToCheckError
from apidrift.model.surface import Release
from apidrift.pipeline._cases import (
    breaks,
    cases_of,
    consumer_of,
    does_more,
    is_echo,
    patched,
    same_spot,
    sign_of,
    unsettled,
    without,
)
from apidrift.pipeline._compare import check, compare
from apidrift.pipeline._older import Older, before
from apidrift.pipeline._overlay import OverlayTree
from apidrift.pipeline._timeline import judged
from apidrift.remedies import (
    Case,
    Planned,
    Provider,
    composed,
    names_of,
    original_place,
    over_range,
    planned,
    unified_diff,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from apidrift.model.contract import Contract
    from apidrift.model.edit import Remedy
    from apidrift.model.finding import Finding
    from apidrift.model.report import Report
    from apidrift.model.tree import Tree
    from apidrift.pipeline._cases import Judged, Sign
    from apidrift.pipeline._session import Session
    from apidrift.pipeline._sides import Side
    from apidrift.remedies import Mend

_ROUNDS = 4
_LOOKS = 3
"""Versions before the one asked about that are looked at for where a name went."""
_GONE = frozenset({"AttributeError", "ImportError", "ModuleNotFoundError"})


@dataclass(frozen=True, slots=True)
class Mended:
    """A remedy, with the report it mends, the source it was computed on, and what is left after it."""

    remedy: Remedy
    report: Report
    tree: Tree
    left: tuple[Finding, ...]
    """What still breaks where the edits are applied, judged anew; lines are those of the edited files."""
    plan: Planned
    """What was to be done."""
    compose: Callable[[Planned], Remedy]
    """Puts a part of the plan down."""

    def parts(self) -> tuple[tuple[Mend, ...], ...]:
        """The plan's mends in the groups that stand or fall together: those of a recipe, else each alone."""
        groups: dict[object, list[Mend]] = {}
        for number, each in enumerate(self.plan.mends):
            groups.setdefault(each.recipe or number, []).append(each)
        return tuple(map(tuple, groups.values()))

    def only(self, parts: Sequence[Sequence[Mend]]) -> Remedy:
        """The remedy of some parts alone."""
        kept = tuple(each for part in parts for each in part)
        names = {each.recipe for each in kept}
        texts = " ".join(text for each in kept for text in each.what.values())
        recipes = tuple(recipe for recipe in self.plan.recipes if recipe.name in names)
        asked = tuple(one for one in self.plan.asked if f"{one.name}()" in texts)
        return self.compose(Planned(kept, recipes, asked))

    def as_diff(self, remedy: Remedy | None = None) -> bytes:
        """The edits as a unified diff; those of another remedy of the same plan where one is given."""
        remedy = remedy or self.remedy
        added = {remedy.stub_path: remedy.stub_source.encode()} if remedy.stub_path else {}
        return unified_diff(remedy.files, self.tree.read, added)

    def as_json(self, remedy: Remedy | None = None) -> bytes:
        """The remedy as JSON, or another one of the same plan; the same remedy gives the same bytes."""
        return msgspec.json.format(msgspec.json.encode(remedy or self.remedy), indent=1) + b"\n"


def mend(session: Session, new: str, old: str = "") -> Mended:
    """What mends the consumer for one version.

    The edited source is judged anew: what an edit uncovers (the calls of a function that moved) is mended too.

    Args:
        session: provider and consumer.
        new: the version to mend for.
        old: the version to come from; empty: the consumer's baseline.
    """
    return _Work(session).mended(new, old)


def mend_range(session: Session, versions: Sequence[str]) -> Mended:
    """One remedy that serves several versions: edits that only some need ask for the version that is installed.

    Args:
        session: provider and consumer.
        versions: exact ones, oldest first.
    """
    work = _Work(session)
    plans = []
    for version in versions:
        work.mended(version, "")
        plans.append((version, work.plan))
    plan = over_range(plans, session.provider)
    label = f">={versions[0]},<={versions[-1]}"
    release = Release(session.provider, label, session.distribution)
    compose = partial(composed, consumer=work.consumer, release=release, distributions=work.distributions)
    made = compose(plan)
    contract = work.contract_after(made)
    left = [one for version in versions for one in work.left_on(version, contract, plan)]
    report = check(session, versions[-1])
    return Mended(made, report, work.tree, tuple(left), plan, compose)


class _Work:
    """The consumer before and after its mending."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self.tree = session.consumer_tree()
        self.contract = session.contract()
        self.consumer = consumer_of(self.contract, self.tree)
        settings = session.settings
        self._recipes = load_recipes(session.provider, settings.path(settings.recipes) if settings.recipes else None)
        self.plan = Planned()
        self._looks: dict[str, tuple[Finding, ...]] = {}

    @property
    def distributions(self) -> tuple[str, ...]:
        """Those that bring the provider, the one meant by a bare version first."""
        return tuple(dict.fromkeys((self._session.distribution, *self._session.profile.distributions)))

    def mended(self, new: str, old: str) -> Mended:
        """What mends one version; `plan` then holds what was to be done."""
        side = self._session.side(new)
        report = self._report(new, old)
        uses = self._uses(self.contract, side)
        provider = Provider(side.surface, Older(self._session, side, report.baseline or "", old))
        cases = {sign_of(case, case.use.place): case for case in cases_of(report, uses)}
        cases = {sign: self._led(case, side) for sign, case in cases.items()}
        compose = partial(composed, consumer=self.consumer, release=side.surface.release)
        for _ in range(_ROUNDS):
            self.plan = planned(cases.values(), provider, self.consumer, self._recipes, uses)
            made = compose(self.plan)
            after, further = self._after(made, new, old, uses, brief=True)
            further = {sign: case for sign, case in further.items() if not is_echo(sign, case, cases)}
            uncovered = further.keys() - cases.keys()
            if uncovered:
                known = {**further, **cases}
                plan = planned(known.values(), provider, self.consumer, self._recipes, uses)
                uncovered = uncovered if does_more(plan, self.plan) else set()
                self.plan, cases = plan, known
            if uncovered or (after and breaks(after)):
                after, further = self._after(made, new, old, uses)  # what will be told needs its `since`
                cases = {**cases, **{sign: further[sign] for sign in further.keys() & uncovered}}
            if not uncovered:
                break
        if made.files:
            self.plan = without(self.plan, cases, further)
            made = compose(self.plan)
        left = unsettled(after, further.values(), self.plan) if after else ()
        return Mended(made, report, self.tree, left, self.plan, compose)

    def left_on(self, version: str, contract: Contract, plan: Planned) -> tuple[Finding, ...]:
        """What still breaks on a version where a plan is carried out, which left the consumer with this contract."""
        report = check(self._session, version, contract)
        return unsettled(report, cases_of(report, self._uses(contract, self._session.side(version))), plan)

    def _led(self, case: Case, side: Side) -> Case:
        """A missing name, with where it went on the way: a version before may still tell it."""
        finding = case.finding
        if finding.exception not in _GONE or finding.moved_to:
            return case
        name = finding.symbol.rpartition(".")[2]
        spot = (finding.path, finding.line, finding.column)
        for version in before(self._session, side.version, _LOOKS):
            for other in self._seen(version):
                if (other.path, other.line, other.column) == spot and other.symbol.rpartition(".")[2] == name:
                    return replace(case, finding=msgspec.structs.replace(finding, moved_to=other.moved_to))
        return case

    def _seen(self, version: str) -> tuple[Finding, ...]:
        """What another version says of names that went somewhere."""
        if version not in self._looks:
            report = check(self._session, version, self.contract, brief=True)
            self._looks[version] = tuple(each for each in report.findings if each.moved_to)
        return self._looks[version]

    def contract_after(self, made: Remedy) -> Contract:
        """What the edited consumer relies on."""
        return extract(OverlayTree(self.tree, patched(made, self.tree)), (self._session.provider,))

    def _report(self, new: str, old: str, contract: Contract | None = None, *, brief: bool = False) -> Report:
        if old:
            return compare(self._session, old, new, contract, brief=brief)
        return check(self._session, new, contract, brief=brief)

    def _uses(self, contract: Contract, side: Side) -> Judged:
        return tuple(zip(contract.uses, judged(self._session, contract, side.surface), strict=True))

    def _after(
        self, made: Remedy, new: str, old: str, before: Judged, *, brief: bool = False
    ) -> tuple[Report | None, dict[Sign, Case]]:
        """What the edited source comes to, and the cases in it by where they stood before."""
        if not made.files:
            return self._report(new, old, brief=brief), {}
        contract = self.contract_after(made)
        try:
            report = self._report(new, old, contract, brief=brief)
        except NothingToCheckError:
            return None, {}
        files = patched(made, self.tree)
        edits = {each.path: each for each in made.files}
        further = {}
        for case in cases_of(report, self._uses(contract, self._session.side(new))):
            path = case.use.place.path
            data = self.tree.read(path) if path in edits else b""
            place = original_place(case.use.place, data, files.get(path, b""), edits.get(path))
            if place is not None and path != made.stub_path:
                also = tuple(text for use, _ in before if same_spot(use.place, place) for text in names_of(use))
                use = msgspec.structs.replace(case.use, place=place)
                finding = msgspec.structs.replace(case.finding, line=place.line, column=place.column)
                further[sign_of(case, place)] = Case(finding, use, case.outcome, also)
        return report, further
