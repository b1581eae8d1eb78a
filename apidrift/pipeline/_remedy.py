"""Remedies: what a report found, mended in the consumer's own source."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec
from packaging.version import Version

from apidrift.config import load_recipes
from apidrift.errors import SourceError
from apidrift.model.describe import describe_use
from apidrift.model.finding import Status, Verdict
from apidrift.pipeline._timeline import is_version, judged
from apidrift.remedies import Case, Consumer, Provider, remedy, unified_diff
from apidrift.surfaces import snapshot_surface

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from apidrift.model.contract import Contract, Use
    from apidrift.model.edit import Remedy
    from apidrift.model.finding import Finding, Outcome
    from apidrift.model.report import Report
    from apidrift.model.surface import Surface
    from apidrift.model.tree import Tree
    from apidrift.pipeline._session import Session, Side

_MENDED = (Verdict.BREAKS, Verdict.RISK)


@dataclass(frozen=True, slots=True)
class Mended:
    """A remedy, with the report it mends and the source it was computed on."""

    remedy: Remedy
    report: Report
    tree: Tree

    @property
    def left(self) -> tuple[Finding, ...]:
        """The breaks that have no edit."""
        mended = {one for file in self.remedy.files for edit in file.edits for one in edit.fingerprints}
        return tuple(
            finding
            for finding in self.report.findings
            if finding.verdict is Verdict.BREAKS
            and finding.status is not Status.FIXED
            and finding.fingerprint not in mended
        )

    def as_diff(self) -> bytes:
        """The edits as a unified diff."""
        remedy = self.remedy
        added = {remedy.stub_path: remedy.stub_source.encode()} if remedy.stub_path else {}
        return unified_diff(remedy.files, self.tree.read, added)

    def as_json(self) -> bytes:
        """The remedy as JSON; the same remedy gives the same bytes."""
        return msgspec.json.format(msgspec.json.encode(self.remedy), indent=1) + b"\n"


def mend(session: Session, new: str, old: str = "") -> Mended:
    """What mends the consumer for one version.

    Args:
        session: provider and consumer.
        new: the version to mend for.
        old: the version to come from; empty: the consumer's baseline.
    """
    report = session.compare(old, new) if old else session.check(new)
    contract = session.contract()
    side = session.side(new)
    tree = session.consumer_tree()
    outcomes = judged(session, contract, side.surface)
    uses = tuple(zip(contract.uses, outcomes, strict=True))
    settings = session.settings
    recipes = load_recipes(session.provider, settings.path(settings.recipes) if settings.recipes else None)
    provider = Provider(side.surface, list(_older(session, side, report.baseline or "", old)))
    made = remedy(_cases(report, uses), provider, _consumer(contract, tree), recipes, uses)
    return Mended(made, report, tree)


def _cases(report: Report, uses: Sequence[tuple[Use, Outcome]]) -> Iterator[Case]:
    known = {_key(use): (use, outcome) for use, outcome in reversed(uses)}
    for finding in report.findings:
        found = known.get((finding.path, finding.line, finding.column, finding.use))
        if found is not None and finding.verdict in _MENDED and finding.status is not Status.FIXED:
            yield Case(finding, *found)


def _key(use: Use) -> tuple[str, int, int, str]:
    return use.place.path, use.place.line, use.place.column, describe_use(use)


def _older(session: Session, side: Side, baseline: str, old: str) -> Iterator[Surface]:
    """The releases at hand before a version, newest first, and the versions that the report counts from."""
    seen: set[str] = set()
    limit = Version(side.version) if is_version(side.version) else None
    for version in reversed(session.store.versions):
        if limit is not None and Version(version) < limit:
            snapshot = session.store.load(version)
            if snapshot is not None:
                seen.add(version)
                yield snapshot_surface(snapshot)
    for ref in filter(None, (old, baseline)):
        try:
            before = session.side(ref) if ref == old else session.release(ref)
        except SourceError:
            continue
        if before.label not in seen and before.label != side.label:
            seen.add(before.label)
            yield before.surface


def _consumer(contract: Contract, tree: Tree) -> Consumer:
    package = next((use.place.path.partition("/")[0].removesuffix(".py") for use in contract.uses), "")
    single = all("/" not in use.place.path for use in contract.uses)
    return Consumer(contract.consumer, contract.version, package, tree.read, single)
