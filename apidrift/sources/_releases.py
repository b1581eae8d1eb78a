"""Releases: which versions a project has, which of them a ref means, and which file of a version to read."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from typing import TYPE_CHECKING, assert_never

from packaging.specifiers import SpecifierSet
from packaging.version import InvalidVersion, Version

from apidrift.errors import SourceError
from apidrift.sources._choose import file_version
from apidrift.sources._index import project_files
from apidrift.sources._net import pip_of
from apidrift.sources._refs import IndexRef, LatestRef, RangeRef, SeriesRef, VersionRef

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from apidrift.sources._options import SourceOptions
    from apidrift.sources._pages import IndexFile


@dataclass(frozen=True, slots=True)
class Release:
    """One version and its files."""

    version: Version
    files: tuple[IndexFile, ...]

    @property
    def yanked(self) -> bool:
        """Every file of it was withdrawn (PEP 592)."""
        return all(file.yanked for file in self.files)


def releases(project: str, options: SourceOptions, *, any_age: bool = False) -> tuple[Release, ...]:
    """Every release that has a file which can be read, oldest first, yanked and pre-releases included."""
    by_version: dict[Version, list[IndexFile]] = {}
    for file in project_files(project, options, any_age=any_age):
        version = file_version(file.name, project)
        if version is not None:
            by_version.setdefault(version, []).append(file)
    return tuple(Release(version, tuple(by_version[version])) for version in sorted(by_version))


def usual_versions(project: str, options: SourceOptions) -> tuple[str, ...]:
    """The releases that are neither yanked nor (unless asked for) pre-releases, oldest first."""
    return tuple(str(version) for version in _usual(releases(project, options), options))


def all_matching(ref: SeriesRef | RangeRef, options: SourceOptions) -> tuple[str, ...]:
    """Every release that a range or series admits, oldest first.

    Raises:
        SourceError: none does, or the index cannot be asked.
    """
    found = releases(ref.project, options)
    chosen = _admitted(ref, found, options)
    if not chosen:
        raise _unknown(ref, found, options)
    return tuple(str(version) for version in chosen)


def find_release(ref: IndexRef, options: SourceOptions) -> Release:
    """The newest release that a ref admits.

    Raises:
        SourceError: no such version or project, or the index cannot be asked.
    """
    exact = isinstance(ref, VersionRef)
    found = releases(ref.project, options, any_age=exact)
    chosen = _admitted(ref, found, options)
    if not chosen and exact and not options.offline and not options.refresh:
        found = releases(ref.project, options)  # the page at hand may be older than the release
        chosen = _admitted(ref, found, options)
    if not chosen:
        raise _unknown(ref, found, options)
    return next(one for one in found if one.version == chosen[-1])


def _admitted(ref: IndexRef, found: Iterable[Release], options: SourceOptions) -> list[Version]:
    exact = isinstance(ref, VersionRef)
    return _chosen(ref, [one.version for one in found if exact or not one.yanked], options)


def at_hand(ref: IndexRef, options: SourceOptions, known: Sequence[str]) -> str | None:
    """The newest of the known versions that a ref admits; None where the index must be asked."""
    if isinstance(ref, LatestRef) and not options.offline:
        return None
    by_version: dict[Version, str] = {}
    for text in known:
        try:
            by_version[Version(text)] = text
        except InvalidVersion:
            continue
    chosen = _chosen(ref, sorted(by_version), options)
    return by_version[chosen[-1]] if chosen else None


def _usual(found: Iterable[Release], options: SourceOptions) -> list[Version]:
    candidates = [one.version for one in found if not one.yanked]
    return list(SpecifierSet("").filter(candidates, prereleases=_pre(options)))


def _pre(options: SourceOptions) -> bool | None:
    """True: take pre-releases; None: only where there is nothing else, or the ref names one (PEP 440)."""
    return True if options.pre or pip_of(options).pre else None


def _chosen(ref: IndexRef, candidates: list[Version], options: SourceOptions) -> list[Version]:
    """The candidates a ref admits, in their order."""
    match ref:
        case VersionRef(_, text):
            return [version for version in candidates if _equal(version, text)]
        case LatestRef():
            specifier = SpecifierSet("")
        case SeriesRef(_, prefix):
            specifier = SpecifierSet(f"=={prefix}.*")
        case RangeRef(_, text):
            specifier = SpecifierSet(text)
        case _:
            assert_never(ref)
    return list(specifier.filter(candidates, prereleases=_pre(options)))


def _equal(version: Version, text: str) -> bool:
    try:
        wanted = Version(text)
    except InvalidVersion:
        return str(version) == text
    return version == wanted or (not wanted.local and version.public == str(wanted))


def _unknown(ref: IndexRef, found: Sequence[Release], options: SourceOptions) -> SourceError:
    wanted = _wording(ref)
    usual = [str(version) for version in _usual(found, options)]
    if not usual:
        return SourceError(f"{ref.project} has no release {wanted}", hint="its index page lists none that can be read")
    close = _closest(wanted.removesuffix(".*"), usual)
    hint = f"did you mean {' or '.join(close)}? the newest is {usual[-1]}" if close else f"the newest is {usual[-1]}"
    return SourceError(f"{ref.project} has no release {wanted}", hint=hint)


def _wording(ref: IndexRef) -> str:
    match ref:
        case VersionRef(_, version):
            return version
        case SeriesRef(_, prefix):
            return f"{prefix}.*"
        case RangeRef(_, specifier):
            return specifier
        case LatestRef():
            return "that is not yanked"
        case _:
            assert_never(ref)


def _closest(text: str, usual: Sequence[str]) -> list[str]:
    """Up to two versions that may have been meant: those of the same series, else those spelt alike."""
    numbers = text.split(".")
    for length in range(len(numbers) - 1, 1, -1):
        series = ".".join(numbers[:length])
        found = [one for one in usual if one == series or one.startswith(f"{series}.")]
        if found:
            return found[-2:]
    return difflib.get_close_matches(text, usual, n=2, cutoff=0.8)
