"""Which versions a question looks at, and what each says of every use."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from packaging.specifiers import InvalidSpecifier, SpecifierSet
from packaging.version import InvalidVersion, Version

from apidrift.errors import SourceError, UsageError
from apidrift.impact import JudgeOptions, KnownBase, judge
from apidrift.model.value import Value
from apidrift.pipeline._fallback import FallbackSurface
from apidrift.sources import LatestRef, RangeRef, SeriesRef, VersionRef, parse_ref, versions

if TYPE_CHECKING:
    from collections.abc import Iterable

    from apidrift.config import Profile
    from apidrift.model.contract import Contract
    from apidrift.model.finding import Outcome
    from apidrift.model.surface import Surface
    from apidrift.pipeline._session import Session
    from apidrift.pipeline._sides import Side


class Baseline(Value, frozen=True):
    """The version a consumer was written for."""

    version: str | None
    source: str
    """`option`, `metadata`, `old side`, or empty where there is none."""
    requirement: str = ""
    """What the consumer declares, whether or not it decided (`vllm==0.11.0`)."""


def find_baseline(session: Session, contract: Contract) -> Baseline:
    """The baseline: the option, else the oldest release that the consumer's metadata admits, else none."""
    admitted = declared(session, contract)
    text = str(admitted) if admitted is not None else ""
    spelled = f"{session.distribution}{text}" if text else ""
    if session.baseline_option:
        return Baseline(_named(session), "option", spelled)
    if admitted is None or not text:
        return Baseline(None, "", spelled)
    version = _oldest(session, admitted)
    return Baseline(version, "metadata" if version else "", spelled)


def _named(session: Session) -> str:
    """The version that the option or the settings name."""
    text = session.baseline_option
    ref = parse_ref(text, session.distribution)
    names = {_normal(name) for name in (*session.profile.distributions, session.distribution)}
    if isinstance(ref, VersionRef | SeriesRef | LatestRef | RangeRef) and ref.project not in names:
        raise UsageError(f"the baseline {text} is no version of {session.provider}", hint="for example 0.11.0")
    return session.sides.exact(ref)


_REQUIREMENT = re.compile(r"\s*([A-Za-z0-9._-]+)\s*(?:\[[^\]]*\])?\s*\(?([^;()]*)\)?\s*(?:;|\Z)")
"""Name and versions of a `Requires-Dist` line. `packaging.requirements` reads markers too, at 8 ms of every start."""


def declared(session: Session, contract: Contract) -> SpecifierSet | None:
    """The versions of the provider that the consumer's metadata admits, extras included; None where it says nothing.

    Of several lines the first that bounds the versions.
    """
    names = {_normal(name) for name in (*session.profile.distributions, session.distribution)}
    found: SpecifierSet | None = None
    for line in contract.requires:
        match = _REQUIREMENT.match(line)
        if match is None or _normal(match[1]) not in names or (found is not None and str(found)):
            continue
        try:
            found = SpecifierSet(match[2].strip())
        except InvalidSpecifier:
            continue
    return found


def _normal(name: str) -> str:
    """A distribution's name as PEP 503 compares it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def _oldest(session: Session, specifier: SpecifierSet) -> str | None:
    pins = [each.version for each in specifier if each.operator == "==" and not each.version.endswith(".*")]
    if len(pins) == 1:
        return pins[0]
    at_hand = [version for version in session.store.versions if version in specifier]
    # With a lower bound, what is at hand may start later than the range does; the index knows.
    bounded = any(each.operator in {">=", ">", "~=", "=="} for each in specifier)
    if at_hand and (not bounded or _reaches_down(session, at_hand[0])):
        return at_hand[0]
    try:
        admitted = [version for version in versions(session.distribution, session.options) if version in specifier]
    except SourceError:
        admitted = at_hand
    return admitted[0] if admitted else None


def _reaches_down(session: Session, version: str) -> bool:
    """Whether a release older than this one is at hand too, so that nothing between was left out."""
    return session.store.versions.index(version) > 0


class Moment(Value, frozen=True):
    """A version and what it says of every use."""

    side: Side
    outcomes: tuple[Outcome, ...]


def judged(session: Session, contract: Contract, surface: Surface) -> tuple[Outcome, ...]:
    """The verdict of every use on one surface.

    Raises:
        NotCoveredError: the surface is a bare snapshot that does not hold something the contract needs.
    """
    names = (session.distribution, *session.profile.distributions)
    partial = isinstance(surface, FallbackSurface)  # it had its chance to read more
    options = JudgeOptions(
        python=session.settings.python,
        distributions=names,
        hints=session.profile.hints,
        bases=_bases(session.profile),
        partial=partial,
    )
    return judge(contract, surface, options)


def _bases(profile: Profile) -> dict[str, KnownBase]:
    known = {name: profile.base(name) for name in profile.bases}
    return {name: KnownBase(frozenset(base.members.split()), base.call, base.serves) for name, base in known.items()}


def look(session: Session, contract: Contract, side: Side) -> Moment:
    """Judge every use on one version."""
    return Moment(side, judged(session, contract, side.surface))


def between(session: Session, ends: Iterable[str]) -> tuple[str, ...]:
    """The versions at hand strictly between the oldest and the newest of some versions, oldest first."""
    parsed = [Version(end) for end in ends if is_version(end)]
    if len(parsed) < 2:  # noqa: PLR2004 -- a span has two ends
        return ()
    low, high = min(parsed), max(parsed)
    return tuple(version for version in session.store.versions if low < Version(version) < high)


def is_version(text: str) -> bool:
    """Whether a label is a version (PEP 440), and not that of a folder or git ref."""
    try:
        Version(text)
    except InvalidVersion:
        return False
    return True
