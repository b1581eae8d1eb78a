"""The versions between two others: what their snapshots say, remembered by content.

A snapshot and a contract never change, so what one says of the other is computed once and kept in the cache.
"""

from __future__ import annotations

import hashlib
from functools import cached_property
from typing import TYPE_CHECKING

import msgspec

from apidrift.diff import Difference, compare_surfaces, touch
from apidrift.impact import Sighting, replaced_paths, touched_paths
from apidrift.model.surface import NotCoveredError
from apidrift.pipeline._fallback import FallbackSurface
from apidrift.pipeline._stamp import stamp
from apidrift.pipeline._timeline import between, judged
from apidrift.sources import cache_of
from apidrift.surfaces import snapshot_surface

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from apidrift.model.change import Change
    from apidrift.model.contract import Contract
    from apidrift.model.finding import Outcome
    from apidrift.model.surface import Surface
    from apidrift.pipeline._session import Session
    from apidrift.pipeline._sides import Side

_KIND = "sighting"
_ROOMS = ("contracts", "diff", "impact", "model", "rules", "surfaces")


class Between:
    """Sees the versions at hand that lie between some others.

    Args:
        session: where the snapshots and the cache are.
        contract: what is judged.
        base: the version that changes are counted from; None: no changes are wanted.
    """

    def __init__(self, session: Session, contract: Contract, base: Side | None) -> None:
        self._session = session
        self._contract = contract
        self._base = base
        self._about = self._key()
        self.silent = 0
        """Snapshots that could not answer: they were taken for other contracts."""

    def sightings(self, ends: Iterable[Side]) -> list[Sighting]:
        """What every version at hand strictly between the ends says, oldest first; not the ends themselves."""
        known = {side.version for side in ends}
        found = []
        for version in between(self._session, known):
            if version not in known:
                sighting = self._remembered(version) or self._seen(version)
                self.silent += sighting is None
                found += [sighting] if sighting else []
        return found

    @cached_property
    def _former(self) -> tuple[Outcome, ...]:
        """What the base says of every use."""
        return judged(self._session, self._contract, self._base.surface) if self._base is not None else ()

    def _key(self) -> str:
        """What an answer depends on besides the version; empty where the baseline has no content to go by."""
        base = "" if self._base is None else self._session.store.digest(self._base.version)
        if self._base is not None and not base:
            return ""
        contract = hashlib.sha256(msgspec.json.encode(self._contract)).hexdigest()
        profile = hashlib.sha256(msgspec.json.encode(self._session.profile)).hexdigest()
        return f"{contract}|{base}|{profile}|{self._session.settings.python}|{stamp(_ROOMS)}"

    def _place(self, version: str) -> str:
        return f"{self._about}|{self._session.store.digest(version)}"

    def _remembered(self, version: str) -> Sighting | None:
        content = cache_of(self._session.options).get(_KIND, self._place(version)) if self._about else None
        try:
            return msgspec.json.decode(content, type=Sighting) if content else None
        except msgspec.DecodeError:
            return None

    def _seen(self, version: str) -> Sighting | None:
        # Whatever the command line says of the two ends: between them only what is at hand is asked.
        snapshot = self._session.store.load(version)
        if snapshot is None:
            return None
        surface = snapshot_surface(snapshot)
        try:
            outcomes = judged(self._session, self._contract, surface)
        except NotCoveredError:
            return None
        changes: tuple[Change, ...] = ()
        if self._base is not None:
            changes = difference(
                self._contract, self._base.surface, surface, former=self._former, outcomes=outcomes
            ).changes
        sighting = Sighting(version, outcomes, changes)
        if self._about:
            cache_of(self._session.options).put(_KIND, self._place(version), msgspec.json.encode(sighting))
        return sighting


def difference(
    contract: Contract,
    old: Surface,
    new: Surface,
    *,
    residue: bool = False,
    former: Sequence[Outcome] = (),
    outcomes: Sequence[Outcome] = (),
) -> Difference:
    """What differs between two surfaces on what the contract touches, as far as it is known without opening anything.

    What a contract reaches was recorded; a path that a snapshot does not hold is one its version does not lead to.
    What judging the new version said (`outcomes`) adds members of classes that only judging finds; with what it said of
    the old one (`former`), it tells which members went with a class that moved.
    """
    before, after = known(old), known(new)
    lacking = [outcome.symbol for outcome in outcomes if outcome.kinship is not None and outcome.failure is not None]
    paths = sorted({*touched_paths(contract, before), *touched_paths(contract, after), *lacking})
    hooks = {*replaced_paths(contract, before), *replaced_paths(contract, after)}
    covered = _covered(before, _covered(after, paths))
    moved = [
        (first, second)
        for first, second in _moved(former, outcomes)
        if _covers(before, first) and _covers(after, first) and _covers(after, second)
    ]
    return compare_surfaces(before, after, covered, residue=residue, lacking=lacking, hooks=hooks, moved=moved)


def _moved(former: Sequence[Outcome], outcomes: Sequence[Outcome]) -> set[tuple[str, str]]:
    """The two symbols that one use meets on two versions, where they have one name and lie in two places."""
    pairs = {(before.symbol, after.symbol) for before, after in zip(former, outcomes, strict=False)}
    return {(old, new) for old, new in pairs if old != new and old.rpartition(".")[2] == new.rpartition(".")[2] != ""}


def known(surface: Surface) -> Surface:
    """What answers without opening anything."""
    return surface.known if isinstance(surface, FallbackSurface) else surface


def _covered(surface: Surface, paths: Sequence[str]) -> list[str]:
    return [path for path in paths if _covers(surface, path)]


def _covers(surface: Surface, path: str) -> bool:
    try:
        touch(surface, (path,))
    except NotCoveredError:
        return False
    return True
