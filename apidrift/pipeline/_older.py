"""The versions before another one, in the order in which values are looked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from packaging.version import Version

from apidrift.errors import SourceError
from apidrift.pipeline._timeline import is_version
from apidrift.surfaces import snapshot_surface

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.surface import Surface
    from apidrift.pipeline._session import Session
    from apidrift.pipeline._sides import Side


class Older:
    """The releases at hand before a version, newest first, then what a report counts from; each loaded when wanted.

    Args:
        session: where they are.
        side: the version.
        baseline: the version a report counts from; empty: none.
        old: the ref of the version that the user comes from; empty: none.
    """

    def __init__(self, session: Session, side: Side, baseline: str, old: str) -> None:
        self._session = session
        self._side = side
        self._refs = tuple(filter(None, (old, baseline if is_version(baseline) else "")))
        self._known: dict[str, Surface | None] = {}

    def __iter__(self) -> Iterator[Surface]:
        seen = {self._side.version, self._side.label}
        for version in self._versions():
            seen.add(version)
            surface = self._at_hand(version)
            if surface is not None:
                yield surface
        for ref in self._refs:
            surface = self._named(ref)
            if surface is not None and surface.release.version not in seen:
                seen.add(surface.release.version)
                yield surface

    def _versions(self) -> list[str]:
        return before(self._session, self._side.version, len(self._session.store.versions))

    def _at_hand(self, version: str) -> Surface | None:
        if version not in self._known:
            snapshot = self._session.store.load(version)
            self._known[version] = snapshot_surface(snapshot) if snapshot is not None else None
        return self._known[version]

    def _named(self, ref: str) -> Surface | None:
        try:
            return self._session.side(ref).surface
        except SourceError:
            return None


def before(session: Session, version: str, count: int) -> list[str]:
    """The last releases at hand before a version, newest first; none where it is no release."""
    if not is_version(version):
        return []
    limit = Version(version)
    return [each for each in reversed(session.store.versions) if Version(each) < limit][:count]
