"""Taking snapshots: judge every configured contract on a version's source, and keep what was asked."""

from __future__ import annotations

import gc
from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec
from packaging.specifiers import InvalidSpecifier, SpecifierSet

from apidrift.diff import touch
from apidrift.errors import UsageError
from apidrift.impact import JudgeOptions, judge, ungated
from apidrift.pipeline._requires import release_of
from apidrift.pipeline._write import write_whole
from apidrift.sources import EnvRef, RangeRef, VersionRef, files_read, open_tree, parse_ref, versions
from apidrift.surfaces import Recorder, encode_snapshot, static_surface

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from apidrift.model.agreement import Agreement
    from apidrift.model.contract import Contract
    from apidrift.model.snapshot import Snapshot
    from apidrift.model.surface import Surface
    from apidrift.pipeline._session import Session


@dataclass(frozen=True, slots=True)
class Taken:
    """A snapshot that was written, or found unchanged."""

    version: str
    path: Path
    size: int
    """Bytes on disk."""
    changed: bool
    requests: int
    """HTTP requests it cost."""
    received: int
    """Bytes received for it."""
    agreement: Agreement | None = None
    """Where both agents looked: how far they agree."""


def take_snapshots(
    session: Session, refs: Sequence[str] = (), folder: Path | None = None, agent: str = "static"
) -> Iterator[Taken]:
    """Write the snapshots of the given versions, one by one.

    What is installed in an environment is written as `VERSION-env.json`, by the runtime agent as
    `VERSION-runtime.json`: neither takes the place of a release's own snapshot.

    Args:
        session: names the provider and the contracts to cover.
        refs: versions or ranges; empty for the configured range.
        folder: where to write `VERSION.json`; default: the project's snapshots of the provider.
        agent: who looks at an environment: `static`, `runtime` or `both`.

    Raises:
        UsageError: a ref is no release.
        SourceError: a version cannot be read.
        OutputError: a file cannot be written.
    """
    contracts = covered_contracts(session)
    target = folder or session.settings.path(session.settings.snapshots) / session.provider
    installed = [ref for ref in (parse_ref(text, session.distribution) for text in refs) if isinstance(ref, EnvRef)]
    if installed:
        from apidrift.pipeline._installed import take_installed  # noqa: PLC0415 -- the two need one another

        if len(installed) < len(refs):
            raise UsageError("environments and releases are taken one at a time")
        for name, snapshot in take_installed(session, installed, contracts, agent):
            content = encode_snapshot(snapshot)
            path = target / f"{name}.json"
            yield Taken(
                snapshot.release.version, path, len(content), write_whole(path, content), 0, 0, snapshot.agreement
            )
        return
    if agent != "static":
        raise UsageError(f"--agent {agent} looks at environments alone", hint="name one: env:, env:/path/to/python")
    for version in wanted_versions(session, refs):
        stats = session.options.stats
        before = (stats.requests, stats.received)
        content = encode_snapshot(take(session, version, contracts))
        gc.collect()  # a release that was read is full of cycles; the command line collects too seldom for dozens
        path = target / f"{version}.json"
        changed = write_whole(path, content)
        yield Taken(version, path, len(content), changed, stats.requests - before[0], stats.received - before[1])


def covered_contracts(session: Session) -> tuple[Contract, ...]:
    """The contracts that snapshots are taken for: the session's consumer and the settings' further ones."""
    further = session.settings.also if session.provider == session.settings.provider else ()
    return (session.contract(), *(session.contract(each) for each in further))


def wanted_versions(session: Session, refs: Sequence[str]) -> tuple[str, ...]:
    """The exact versions that refs mean, oldest first where a range is expanded."""
    if not refs:
        configured = session.settings.of(session.provider).snapshots
        if not configured:
            raise UsageError(
                "no version named", hint=f'name one, or snapshots = ">=…" under [providers.{session.provider}]'
            )
        refs = [configured]
    found: list[str] = []
    for text in refs:
        ref = parse_ref(text, session.distribution)
        found += _expand(session, ref) if isinstance(ref, RangeRef) else [session.sides.exact(ref)]
    return tuple(dict.fromkeys(found))


def _expand(session: Session, ref: RangeRef) -> list[str]:
    try:
        admitted = SpecifierSet(ref.specifier)
    except InvalidSpecifier as error:
        raise UsageError(f"not a version specifier: {ref.specifier}") from error
    at_hand = session.store.versions if session.options.offline and ref.project == session.distribution else ()
    if found := [version for version in at_hand if version in admitted]:
        return found
    return [version for version in versions(ref.project, session.options) if version in admitted]


def take(session: Session, version: str, contracts: Sequence[Contract]) -> Snapshot:
    """The snapshot of one version: all that judging these contracts asks of its source."""
    session.sides.expect(version)
    tree = open_tree(VersionRef(session.distribution, version), session.options, import_name=session.provider)
    distribution = "" if session.distribution == session.provider else session.distribution
    release = release_of(tree, session.provider, version, distribution)
    snapshot = record(session, static_surface(tree, session.provider, release, session.profile.drivers), contracts)
    return msgspec.structs.replace(snapshot, read=files_read(session.options, session.distribution))


def record(session: Session, surface: Surface, contracts: Sequence[Contract]) -> Snapshot:
    """Everything that judging some contracts asks of a surface."""
    recorder = Recorder(surface)
    bare = [stripped for contract in contracts if (stripped := ungated(contract)) is not None]
    options = JudgeOptions(hints=session.profile.hints)
    for contract in (*contracts, *bare):
        touch(recorder, [outcome.symbol for outcome in judge(contract, recorder, options) if outcome.symbol])
    return recorder.snapshot(tuple(sorted(f"{c.consumer} {c.version}".strip() for c in contracts)))
