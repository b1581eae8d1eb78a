"""A session: one provider, one consumer, the snapshots at hand and the index behind them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Self

import msgspec

from apidrift.config import Profile, Settings, find_settings, import_name_of, load_profile, load_settings
from apidrift.contracts import extract
from apidrift.errors import NothingToCheckError, SourceError, UsageError
from apidrift.model.contract import Contract
from apidrift.pipeline._fallback import FallbackSurface
from apidrift.pipeline._remembered import Known, RememberedSurface, remembered
from apidrift.pipeline._requires import release_of
from apidrift.pipeline._stamp import digest, stamp
from apidrift.pipeline._store import SnapshotStore, open_store, read_snapshot
from apidrift.sources import (
    Cache,
    EnvRef,
    LatestRef,
    RangeRef,
    SeriesRef,
    SnapshotRef,
    SourceOptions,
    VersionRef,
    cache_of,
    expect_reads,
    open_tree,
    parse_ref,
    resolve_version,
)
from apidrift.surfaces import snapshot_surface, static_surface

if TYPE_CHECKING:
    from apidrift.model.report import Matrix, Report
    from apidrift.model.surface import Surface
    from apidrift.model.tree import Tree
    from apidrift.pipeline._nightly import Night
    from apidrift.pipeline._remedy import Mended
    from apidrift.sources import Progress, Ref


@dataclass(frozen=True, slots=True)
class Overrides:
    """What the command line says over the settings; an empty text says nothing."""

    provider: str = ""
    consumer: str = ""
    baseline: str = ""
    index_url: str = ""
    offline: bool = False
    refresh: bool = False
    pre: bool = False


@dataclass(frozen=True, slots=True)
class Side:
    """A provider version: how a person calls it, and its surface."""

    label: str
    surface: Surface = field(repr=False)
    version: str = ""
    """The exact version where the ref names a release of the provider; empty for folders, git refs and files."""


def open_session(config: Path | None, overrides: Overrides, progress: Progress | None = None) -> Session:
    """Find the settings and put the command line's words over them.

    Raises:
        UsageError: the settings cannot be read, or name no provider.
    """
    settings = load_settings(config or find_settings(Path.cwd()))
    provider = import_name_of(overrides.provider or settings.provider)
    if not provider:
        raise UsageError("no provider named", hint='--provider NAME, or provider = "…" in apidrift.toml')
    if not all(part.isidentifier() for part in provider.split(".")):
        raise UsageError(f"{provider} is no import name", hint="what `import` says, for example my_lib for my-lib")
    if overrides.provider and overrides.provider != settings.provider and not overrides.consumer:
        raise UsageError(f"no consumer named for {provider}", hint="--consumer NAME==VERSION, a folder or a file")
    options = SourceOptions(
        index_url=overrides.index_url or settings.index_url,
        offline=overrides.offline,
        refresh=overrides.refresh,
        pre=overrides.pre,
        python=settings.python,
    )
    if progress is not None:
        options = replace(options, progress=progress)
    return Session(settings, provider, overrides, options)


class Session:
    """Turns refs into contracts and surfaces, and these into reports. Everything read is kept for the session."""

    def __init__(self, settings: Settings, provider: str, overrides: Overrides, options: SourceOptions) -> None:
        self.settings = settings
        self.provider = provider
        self.options = options
        self.baseline_option = overrides.baseline or settings.of(provider).baseline
        self.consumer = overrides.consumer or settings.consumer
        self._sides: dict[str, Side] = {}
        self._remembered_surfaces: list[RememberedSurface] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Keep what was worked out, and close the connection to the index."""
        self.keep()
        self.options.close()

    def keep(self) -> None:
        """Keep what was worked out for later runs."""
        for surface in self._remembered_surfaces:
            surface.keep()

    @cached_property
    def profile(self) -> Profile:
        """What is known of the provider beyond its sources."""
        folder = self.settings.path(self.settings.profiles) if self.settings.profiles else None
        return load_profile(self.provider, folder)

    @cached_property
    def distribution(self) -> str:
        """The distribution that a bare version belongs to."""
        named = self.settings.of(self.provider).distribution
        return named or next(iter(self.profile.distributions), self.provider)

    def _parsed(self, text: str) -> Ref:
        """A ref of the provider; who writes its import name before the version means its distribution."""
        ref = parse_ref(text, self.distribution)
        if isinstance(ref, VersionRef | SeriesRef | LatestRef | RangeRef) and ref.project == self.provider.lower():
            return msgspec.structs.replace(ref, project=self.distribution)
        return ref

    @cached_property
    def store(self) -> SnapshotStore:
        """The snapshots at hand."""
        return open_store(self.settings.path(self.settings.snapshots), self.provider)

    # Consumers ----------------------------------------------------------------------------------------------------

    def contract(self, consumer: str = "") -> Contract:
        """What a consumer relies on of the provider.

        Args:
            consumer: a ref; empty for the one the session was opened for.

        Raises:
            UsageError: no consumer is named.
            NothingToCheckError: the consumer uses nothing of the provider.
            SourceError: the consumer cannot be read.
        """
        text = consumer or self.consumer
        if not text:
            raise UsageError("no consumer named", hint="--consumer NAME==VERSION, a folder or a file")
        ref = parse_ref(text, "")
        contract = self._remembered(ref) or self._extracted(ref)
        if not contract.uses:
            where = f"{contract.consumer} {contract.version}".strip()
            lost = "; ".join(f"{one.what}: {one.reason}" for one in contract.skipped[:1])
            hint = f"skipped {len(contract.skipped)}, {lost}" if lost else "is --provider right?"
            raise NothingToCheckError(f"{where} uses nothing of {self.provider}", hint=hint)
        return contract

    def _extracted(self, ref: Ref) -> Contract:
        tree = open_tree(ref, self.options)
        key = f"{tree.digest}|{self.provider}|{stamp(('contracts', 'model'))}|{self._hinted}"
        if (known := self._cached(key)) is None:
            known = extract(tree, (self.provider,), hints=self.profile.hints)
            self._cache.put("contract", key, msgspec.json.encode(known))
        if isinstance(ref, VersionRef):
            # A release never changes, so the next run need not even ask the index for its digest.
            self._cache.put("contract", self._release_key(ref), msgspec.json.encode(known))
        return known

    def consumer_tree(self) -> Tree:
        """The consumer's source.

        Raises:
            UsageError: no consumer is named.
            SourceError: the consumer cannot be read.
        """
        if not self.consumer:
            raise UsageError("no consumer named", hint="--consumer NAME==VERSION, a folder or a file")
        return open_tree(parse_ref(self.consumer, ""), self.options)

    def _remembered(self, ref: Ref) -> Contract | None:
        if not isinstance(ref, VersionRef) or self.options.refresh:
            return None
        return self._cached(self._release_key(ref))

    def _release_key(self, ref: VersionRef) -> str:
        made = f"{self.provider}|{stamp(('contracts', 'model'))}|{self._hinted}"
        return f"{ref.project}=={ref.version}|{self.options.index_url}|{made}"

    @cached_property
    def _hinted(self) -> str:
        return digest(self.profile.hints)

    @cached_property
    def _cache(self) -> Cache:
        return cache_of(self.options)

    def _cached(self, key: str) -> Contract | None:
        content = self._cache.get("contract", key)
        if content is None:
            return None
        try:
            return msgspec.json.decode(content, type=Contract)
        except msgspec.DecodeError:
            return None

    # Providers ----------------------------------------------------------------------------------------------------

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
                surface = static_surface(tree, self.provider, release, self.profile.drivers)
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
            self._cache.put("release", self._known_key(ref), msgspec.json.encode(known))
        for note in known.notes:
            self.options.stats.note(note)
        state = stamp(("surfaces", "model"))
        surface = remembered(known.release, lambda: source[0] if source else self._opened(ref), self._cache, state)
        self._remembered_surfaces.append(surface)
        return surface

    def _opened(self, ref: VersionRef) -> Surface:
        self.expect(ref.version)
        tree = open_tree(ref, self.options, import_name=self.provider)
        return self._live(tree, ref.version, "" if ref.project == self.provider else ref.project)

    def _known(self, ref: VersionRef) -> Known | None:
        content = None if self.options.refresh else self._cache.get("release", self._known_key(ref))
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
        return static_surface(tree, self.provider, release, self.profile.drivers)

    # Results ------------------------------------------------------------------------------------------------------

    def compare(self, old: str, new: str) -> Report:
        """What the step from OLD to NEW does to the consumer."""
        from apidrift.pipeline._compare import compare  # noqa: PLC0415 -- start-up time

        return compare(self, old, new)

    def check(self, ref: str = "", confirm: str = "") -> Report:
        """Whether the consumer works on one version; without a ref, on the one its metadata requires.

        With `confirm`, an environment (`env:…`) that has the version tries every use.
        """
        if confirm:
            from apidrift.pipeline._confirm import check_confirmed  # noqa: PLC0415 -- start-up time

            return check_confirmed(self, ref, confirm)
        from apidrift.pipeline._compare import check  # noqa: PLC0415 -- start-up time

        return check(self, ref)

    def remedy(self, new: str, old: str = "") -> Mended:
        """What mends the consumer for one version."""
        from apidrift.pipeline._remedy import mend  # noqa: PLC0415 -- start-up time

        return mend(self, new, old)

    def remedied(self, report: Report, new: str = "", old: str = "") -> Report:
        """The same report, its findings saying what mends them and where each value comes from.

        Args:
            report: of a check, or of a comparison.
            new: the version's ref as it was asked for; empty: the version the report speaks of.
            old: the old side's ref, for a comparison.
        """
        from apidrift.pipeline._remedied import with_remedies  # noqa: PLC0415 -- start-up time

        return with_remedies(report, self.remedy(new or report.provider.new, old).remedy)

    def remedy_of_range(self, specifier: str) -> Mended:
        """One remedy that serves every version at hand that a specifier admits (else every one on the index)."""
        from apidrift.pipeline._remedy import mend_range  # noqa: PLC0415 -- start-up time
        from apidrift.pipeline._versions import versions_in  # noqa: PLC0415

        return mend_range(self, versions_in(self, specifier))

    def matrix(self, refs: tuple[str, ...] = (), *, everything: bool = False) -> Matrix:
        """Every use on every version."""
        from apidrift.pipeline._matrix import matrix  # noqa: PLC0415 -- start-up time

        return matrix(self, refs, everything=everything)

    def nightly(self, baseline: str = "", ref: str = "", date: str = "") -> Night:
        """Compare the newest release with the baseline, update snapshots and history."""
        from apidrift.pipeline._nightly import nightly  # noqa: PLC0415 -- start-up time

        return nightly(self, baseline, ref, date)


def _other_name(distribution: str, import_name: str) -> str:
    """The distribution's name where it is not the import name."""
    return "" if distribution == import_name else distribution
