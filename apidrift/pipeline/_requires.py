"""What a provider's release and its consumer ask of others, and whether both can be had at once."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from packaging.specifiers import InvalidSpecifier, SpecifierSet
from packaging.version import InvalidVersion, Version

from apidrift.model.surface import Release

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from apidrift.model.tree import Tree

_LINE = re.compile(r"\s*([A-Za-z0-9._-]+)\s*(?:\[[^\]]*\])?\s*\(?([^;()]*)\)?\s*(?:;(.*))?\Z", re.DOTALL)
"""Name, versions and marker of a `Requires-Dist` line. `packaging.requirements` costs 8 ms of every start."""


def release_of(tree: Tree, name: str, version: str, distribution: str = "") -> Release:
    """The release that a provider's tree holds, with what it requires."""
    metadata = tree.metadata
    requires = tuple(sorted(line for line in metadata.requires_dist if not re.search(r";.*\bextra\b", line)))
    return Release(name, version, distribution, tree.origin, tree.digest, requires, metadata.requires_python)


def at_odds(one: Iterable[str], other: Iterable[str]) -> Iterator[tuple[str, str, str]]:
    """What two distributions require so that no version of it suits both: (name, versions of one, of the other).

    Lines under a marker count where the marker only names an extra.
    """
    ours = _bounds(one)
    for name, specifier in _bounds(other).items():
        if name in ours and not _meet(ours[name], specifier):
            yield name, str(ours[name]), str(specifier)


def pythons_lost(consumer: str, provider: str) -> tuple[str, ...]:
    """The Python minors that a consumer admits and a provider's release does not; none where one says nothing."""
    if not consumer or not provider:
        return ()
    try:
        ours, theirs = SpecifierSet(consumer), SpecifierSet(provider)
    except InvalidSpecifier:
        return ()
    minors = [f"3.{minor}" for minor in range(8, 20)]
    latest = [minor for minor in minors if f"{minor}.99" in ours]
    kept = [minor for minor in latest if f"{minor}.99" in theirs]
    # Upper ends are seldom declared and no news; a lower end that was raised is.
    return tuple(minor for minor in latest if kept and Version(minor) < Version(kept[0]))


def requirements(lines: Iterable[str]) -> dict[str, str]:
    """The distributions that `Requires-Dist` lines name, normalised, with their versions; no marker but an extra."""
    found: dict[str, str] = {}
    for name, specifier in _parsed(lines):
        found[name] = found.get(name) or str(specifier)
    return found


def _bounds(lines: Iterable[str]) -> dict[str, SpecifierSet]:
    found: dict[str, SpecifierSet] = {}
    for name, specifier in _parsed(lines):
        found[name] = found[name] & specifier if name in found else specifier
    return {name: specifier for name, specifier in found.items() if str(specifier)}


def _parsed(lines: Iterable[str]) -> Iterator[tuple[str, SpecifierSet]]:
    for line in lines:
        match = _LINE.match(line)
        if match is None or (match[3] and not re.fullmatch(r"\s*\(?\s*extra\s*==\s*\S+\s*", match[3])):
            continue
        try:
            specifier = SpecifierSet(match[2].strip())
        except InvalidSpecifier:
            continue
        yield re.sub(r"[-_.]+", "-", match[1]).lower(), specifier


def _meet(one: SpecifierSet, other: SpecifierSet) -> bool:
    """Whether any version suits both: an interval that is not empty holds a bound, or a version just beside one."""
    candidates = {beside for each in (*one, *other) for beside in _beside(each.version)}
    return not candidates or any(version in one and version in other for version in candidates)


def _beside(text: str) -> Iterator[str]:
    text = text.removesuffix(".*")
    try:
        parts = list(Version(text).release)
    except InvalidVersion:
        return
    yield from (text, f"{'.'.join(map(str, parts))}.0.0.1", f"{'.'.join(map(str, parts))}.9999")
    for index in range(len(parts)):
        higher = [*parts[:index], parts[index] + 1]
        yield ".".join(map(str, higher))
        if parts[index]:
            yield ".".join(map(str, [*parts[:index], parts[index] - 1, 9999, 9999]))
