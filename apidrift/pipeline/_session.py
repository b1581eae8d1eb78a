"""A session: one provider, one consumer, the snapshots at hand and the index behind them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Self

import msgspec

from apidrift.config import Profile, Settings, find_project, find_settings, import_name_of, load_profile, load_settings
from apidrift.errors import UsageError
from apidrift.pipeline._contracts import contract_of
from apidrift.pipeline._sides import Sides
from apidrift.pipeline._store import SnapshotStore, open_store
from apidrift.sources import (
    SourceOptions,
    open_tree,
    parse_ref,
)

if TYPE_CHECKING:
    from apidrift.model.contract import Contract
    from apidrift.model.report import Matrix, Report
    from apidrift.model.tree import Tree
    from apidrift.pipeline._nightly import Night
    from apidrift.pipeline._remedy import Mended
    from apidrift.pipeline._sides import Side
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


def open_session(
    config: Path | None, overrides: Overrides, progress: Progress | None = None, *, any_provider: bool = False
) -> Session:
    """Find the settings and put the command line's words over them.

    Where nobody names a consumer, it is the project whose folder is worked in.

    Args:
        config: the settings file; None: the nearest one.
        overrides: the command line's words.
        progress: told what is being read.
        any_provider: no provider need be named: the consumer's requirements say which.

    Raises:
        UsageError: the settings cannot be read, or name no provider.
    """
    settings = load_settings(config or find_settings(Path.cwd()))
    if not settings.consumer and (project := find_project(Path.cwd())):
        settings = msgspec.structs.replace(settings, consumer=str(project))
    provider = import_name_of(overrides.provider or settings.provider)
    if not provider and any_provider and (overrides.consumer or settings.consumer):
        provider = ""
    elif not provider:
        raise UsageError("no provider named", hint='--provider NAME, or provider = "…" in apidrift.toml')
    elif not all(part.isidentifier() for part in provider.split(".")):
        raise UsageError(f"{provider} is no import name", hint="what `import` says, for example my_lib for my-lib")
    if overrides.provider and overrides.provider != settings.provider and settings.provider and not overrides.consumer:
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
        if "sides" in self.__dict__:
            self.sides.keep()

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

    @cached_property
    def store(self) -> SnapshotStore:
        """The snapshots at hand."""
        return open_store(self.settings.path(self.settings.snapshots), self.provider)

    @cached_property
    def sides(self) -> Sides:
        """The provider's versions."""
        return Sides(self.provider, self.distribution, self.profile.drivers, self.options, self.store)

    def side(self, text: str) -> Side:
        """A version of the provider by its ref.

        Raises:
            UsageError: the text is no ref.
            SourceError: the version does not exist or cannot be read.
        """
        return self.sides.side(text)

    def contract(self, consumer: str = "") -> Contract:
        """What a consumer relies on of the provider.

        Args:
            consumer: a ref; empty for the one the session was opened for.

        Raises:
            UsageError: no consumer is named.
            NothingToCheckError: the consumer uses nothing of the provider.
            SourceError: the consumer cannot be read.
        """
        return contract_of(self._consumer_ref(consumer), self.provider, self.profile.hints, self.options)

    def consumer_tree(self) -> Tree:
        """The consumer's source.

        Raises:
            UsageError: no consumer is named.
            SourceError: the consumer cannot be read.
        """
        return open_tree(self._consumer_ref(), self.options)

    def _consumer_ref(self, consumer: str = "") -> Ref:
        text = consumer or self.consumer
        if not text:
            raise UsageError("no consumer named", hint="--consumer NAME==VERSION, a folder or a file")
        return parse_ref(text, "")

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
