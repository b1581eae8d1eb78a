"""Installed environments: their snapshots, by the sources, by the interpreter, or by both and compared."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from apidrift.model.surface import Release
from apidrift.pipeline._snapshot import record
from apidrift.sources import open_tree
from apidrift.surfaces import compare_surfaces, runtime_surface, static_surface

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from apidrift.model.contract import Contract
    from apidrift.model.snapshot import Snapshot
    from apidrift.pipeline._session import Session
    from apidrift.sources import EnvRef
    from apidrift.surfaces._runtime import RuntimeSurface


def installed_release(session: Session, ref: EnvRef) -> Release:
    """What an environment has of the provider.

    Raises:
        SourceError: it has none, or its interpreter does not run.
    """
    tree = open_tree(ref, session.options, import_name=session.provider)
    told = tree.metadata
    name = "" if told.name == session.provider else told.name
    return Release(session.provider, told.version, name, tree.origin, tree.digest)


def open_runtime(session: Session, ref: EnvRef) -> RuntimeSurface:
    """The provider as the environment's interpreter sees it; to be closed.

    Raises:
        SourceError: the environment has no such package, or its interpreter does not run.
    """
    return runtime_surface(ref.path, installed_release(session, ref))


def take_installed(
    session: Session, refs: Sequence[EnvRef], contracts: Sequence[Contract], agent: str
) -> Iterator[tuple[str, Snapshot]]:
    """The snapshots of environments, each with the name of its file."""
    for ref in refs:
        tree = open_tree(ref, session.options, import_name=session.provider)
        release = installed_release(session, ref)
        version = release.version or "0"
        if agent == "static":
            surface = static_surface(tree, session.provider, release, session.profile.drivers)
            yield f"{version}-env", record(session, surface, contracts)
            continue
        with runtime_surface(ref.path, release) as runtime:
            if agent == "runtime":
                snapshot = record(session, runtime, contracts)
                yield f"{version}-runtime", msgspec.structs.replace(snapshot, agent="runtime")
                continue
            static = static_surface(tree, session.provider, release, session.profile.drivers)
            snapshot = record(session, static, contracts)
            agreement = compare_surfaces(static, runtime, asked_for(snapshot))
            yield f"{version}-env", msgspec.structs.replace(snapshot, agreement=agreement)


def asked_for(snapshot: Snapshot) -> tuple[str, ...]:
    """Every name that a snapshot holds, by its dotted path."""
    return tuple(
        f"{module}.{name}" for module, held in sorted(snapshot.modules.items()) for name in sorted(held.members)
    )
