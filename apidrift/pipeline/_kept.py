"""Remedies that are worked out once: the same consumer, provider, recipes and snapshots give the same edits."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import msgspec

from apidrift.config import load_recipes
from apidrift.model.edit import Remedy
from apidrift.pipeline._stamp import digest, stamp
from apidrift.sources import LatestRef, RangeRef, SeriesRef, SnapshotRef, VersionRef, cache_of, open_tree, parse_ref

if TYPE_CHECKING:
    from apidrift.model.report import Report
    from apidrift.pipeline._session import Session

_KIND = "remedy"
_ROOMS = (
    *("config", "contracts", "diff", "impact", "model", "pipeline", "remedies", "remedies/kinds", "rules"),
    *("sources", "surfaces"),
)


class Kept(msgspec.Struct, frozen=True):
    """What mends a consumer for one version, as far as a shim needs to know."""

    remedy: Remedy
    left: tuple[str, ...] = ()
    """What breaks and no edit mends, in words."""


def kept_remedy(session: Session, ref: str) -> Kept:
    """A remedy from an earlier run, or worked out and kept for the next one.

    It is taken from an earlier run only where the contents of everything that decides it are the same: the consumer,
    the provider, every snapshot at hand, the profile, the recipes, and apidrift itself.

    Raises:
        ApidriftError: as `Session.remedy`.
    """
    cache, key = cache_of(session.options), _key(session, ref)
    content = None if session.options.refresh else cache.get(_KIND, key)
    try:
        if content:
            return msgspec.json.decode(content, type=Kept)
    except msgspec.DecodeError:
        pass
    mended = session.remedy(ref)
    left = tuple(f"{each.path}:{each.line} {each.use}: {each.message}" for each in mended.left)
    made = Kept(mended.remedy, left)
    if _is_whole(mended.report):
        cache.put(_KIND, key, msgspec.json.encode(made))
    return made


def _is_whole(report: Report) -> bool:
    """Whether nothing was out of reach that may be there the next time."""
    return report.baseline is not None or not report.consumer.requirement


def _key(session: Session, ref: str) -> str:
    settings, store = session.settings, session.store
    recipes = load_recipes(session.provider, settings.path(settings.recipes) if settings.recipes else None)
    parts = (
        _consumer(session),
        session.provider,
        session.distribution,
        _provider(session, ref),
        session.baseline_option,
        *(f"{version} {store.digest(version)}" for version in store.versions),
        digest(session.profile),
        digest(recipes),
        settings.python,
        session.options.index_url,
        str(session.options.offline),
        stamp(_ROOMS),
    )
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def _consumer(session: Session) -> str:
    """The consumer's content; a release never changes, so that its name says as much."""
    ref = parse_ref(session.consumer, "")
    return f"{ref.project}=={ref.version}" if isinstance(ref, VersionRef) else open_tree(ref, session.options).digest


def _provider(session: Session, text: str) -> str:
    ref = parse_ref(text, session.distribution)
    match ref:
        case VersionRef() | SeriesRef() | LatestRef() | RangeRef():
            return session.sides.exact(text)
        case SnapshotRef(path):
            return hashlib.sha256(path.read_bytes()).hexdigest()
        case _:
            return open_tree(ref, session.options, import_name=session.provider).digest
