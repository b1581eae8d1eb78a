"""Provider versions opened by their refs: snapshots first, then the index, then what is kept of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import msgspec

from apidrift.errors import SourceError, UsageError
from apidrift.pipeline._fallback import FallbackSurface
from apidrift.pipeline._remembered import Known, RememberedSurface, remembered
from apidrift.pipeline._requires import release_of
from apidrift.pipeline._stamp import stamp
from apidrift.pipeline._store import SnapshotStore, read_snapshot
from apidrift.sources import (
    EnvRef,
    LatestRef,
    RangeRef,
    SeriesRef,
    SnapshotRef,
    VersionRef,
    cache_of,
    expect_reads,
    open_tree,
    parse_ref,
    resolve_version,
)
from apidrift.surfaces import snapshot_surface, static_surface

if TYPE_CHECKING:
    from apidrift.model.surface import Surface
    from apidrift.model.tree import Tree
    from apidrift.sources import Ref, SourceOptions


@dataclass(frozen=True, slots=True)
class Side:
    """A provider version: how a person calls it, and its surface."""

    label: str
    surface: Surface = field(repr=False)
    version: str = ""
    """The exact version where the ref names a release of the provider; empty for folders, git refs and files."""


class Sides:
    """Opens versions of one provider. Every one that was opened is kept.

    Args:
        provider: import name.
        distribution: the distribution that a bare version belongs to.
        drivers: functions that run what they are handed; the profile names them.
        options: how the index is asked.
        store: the snapshots at hand.
    """

    def __init__(
        self, provider: str, distribution: str, drivers: tuple[str, ...], options: SourceOptions, store: SnapshotStore
    ) -> None:
        self.provider = provider
        self.distribution = distribution
        self.drivers = drivers
        self.options = options
        self.store = store
        self._sides: dict[str, Side] = {}
        self._remembered: list[RememberedSurface] = []

    def keep(self) -> None:
        """Keep what was worked out for later runs."""
        for surface in self._remembered:
            surface.keep()

    def _parsed(self, text: str) -> Ref:
        """A ref of the provider; who writes its import name before the version means its distribution."""
        ref = parse_ref(text, self.distribution)
        if isinstance(ref, VersionRef | SeriesRef | LatestRef | RangeRef) and ref.project == self.provider.lower():
            return msgspec.structs.replace(ref, project=self.distribution)
        return ref

    def side(self, text: str) -> Side:
        """A version of the provider by its ref.

        Raises:
            UsageError: the text is no ref.
            SourceError: the version does not exist or cannot be read.
        """
        if text not in self._sides:
            self._sides[text] = self._open(self._parsed(text))
        return self._sides[text]

    def _open(self, ref: Ref) -> Side:
        match ref:
            case VersionRef() | SeriesRef() | LatestRef() | RangeRef():
                return self.release(self.exact(ref), ref.project)
            case SnapshotRef(path):
                snapshot = read_snapshot(path)
                alone = FallbackSurface(snapshot_surface(snapshot), lambda: None)
                return Side(snapshot.release.version, alone, snapshot.release.version)
            case EnvRef():
                tree = open_tree(ref, self.options, import_name=self.provider)
                told = tree.metadata
                release = release_of(tree, self.provider, told.version, _other_name(told.name, self.provider))
                surface = static_surface(tree, self.provider, release, self.drivers)
                return Side(told.version or tree.label, surface, told.version)
            case _:
                tree = open_tree(ref, self.options, import_name=self.provider)
                version = tree.metadata.version
                return Side(version or tree.label, self._live(tree, version or tree.label))

    def exact(self, ref: Ref | str) -> str:
        """The exact version a ref means: what is at hand answers first, then the index.

        Raises:
            UsageError: the ref is no release (a folder, a file, a git ref).
            SourceError: there is no such release, or the index cannot be asked.
        """
        parsed = self._parsed(ref) if isinstance(ref, str) else ref
        if not isinstance(parsed, VersionRef | SeriesRef | LatestRef | RangeRef):
            raise UsageError(
                f"{parsed.path} is no release of {self.provider}", hint="name a version: 0.16.0, 0.15, latest"
            )
        at_hand = self.store.versions if parsed.project == self.distribution else ()
        if isinstance(parsed, VersionRef) and parsed.version not in at_hand and (known := self._known(parsed)):
            return known.release.version
        return resolve_version(parsed, self.options, at_hand)

    def release(self, version: str, project: str = "") -> Side:
        """A release of the provider: its snapshot where there is one, with the source behind it."""
        project = project or self.distribution
        own = project == self.distribution
        snapshot = self.store.load(version) if own and not self.options.refresh else None

        def read() -> Surface:
            return self._read(VersionRef(project, version))

        def reread() -> Surface | None:
            try:
                return self._opened(VersionRef(project, version)) if self.options.offline else read()
            except SourceError:
                if not self.options.offline:
                    raise
                return None

        if snapshot is None:
            return Side(version, read(), version)
        known = FallbackSurface(snapshot_surface(snapshot), reread, "--offline forbids reading its source")
        return Side(version, known, version)

    def _read(self, ref: VersionRef) -> Surface:
        """A release by its source, as far as answers about it were not kept from an earlier run."""
        known = self._known(ref)
        source: list[Surface] = []
        if known is None:
            before = len(self.options.stats.notes)
            source.append(self._opened(ref))
            known = Known(source[0].release, tuple(self.options.stats.notes[before:]))
            cache_of(self.options).put("release", self._known_key(ref), msgspec.json.encode(known))
        for note in known.notes:
            self.options.stats.note(note)
        state = stamp(("surfaces", "model"))
        surface = remembered(
            known.release, lambda: source[0] if source else self._opened(ref), cache_of(self.options), state
        )
        self._remembered.append(surface)
        return surface

    def _opened(self, ref: VersionRef) -> Surface:
        self.expect(ref.version)
        tree = open_tree(ref, self.options, import_name=self.provider)
        return self._live(tree, ref.version, "" if ref.project == self.provider else ref.project)

    def _known(self, ref: VersionRef) -> Known | None:
        content = None if self.options.refresh else cache_of(self.options).get("release", self._known_key(ref))
        try:
            return msgspec.json.decode(content, type=Known) if content else None
        except msgspec.DecodeError:
            return None

    def _known_key(self, ref: VersionRef) -> str:
        where = f"{self.options.index_url}|{self.options.python}|{stamp(('sources',))}"
        return f"{ref.project}=={ref.version}|{self.provider}|{where}"

    def expect(self, version: str) -> None:
        """Tell the sources what the nearest snapshot at hand needed, before a version is read from the index."""
        nearest = self.store.nearest(version)
        snapshot = self.store.load(nearest) if nearest else None
        if snapshot is not None and snapshot.read:
            expect_reads(self.options, self.distribution, snapshot.read)

    def _live(self, tree: Tree, version: str, distribution: str = "") -> Surface:
        release = release_of(tree, self.provider, version, distribution)
        return static_surface(tree, self.provider, release, self.drivers)


def _other_name(distribution: str, import_name: str) -> str:
    """The distribution's name where it is not the import name."""
    return "" if distribution == import_name else distribution
