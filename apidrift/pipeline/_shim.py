"""From refs to a shim on disk, and from an installed environment to the refs."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from apidrift.errors import UsageError
from apidrift.model.edit import Remedy
from apidrift.pipeline._kept import kept_remedy
from apidrift.pipeline._write import write_together
from apidrift.remedies import build_shim
from apidrift.sources import default_cache_dir, parse_ref

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from apidrift.pipeline._environment import Environment
    from apidrift.pipeline._session import Session
    from apidrift.remedies import Shim

    Opener = Callable[[str, str], Session]
    """Opens a session for a provider and a consumer; empty texts for those of the settings."""


@dataclass(frozen=True, slots=True)
class Mending:
    """What mends a consumer: a remedy for each provider, and the shim they make."""

    remedies: tuple[Remedy, ...]
    shim: Shim | None
    """None: there is nothing to mend."""
    left: tuple[str, ...] = ()
    """What breaks and no edit mends, in words."""


def mending(opener: Opener, refs: Sequence[tuple[str, str]], consumer: str = "") -> Mending:
    """The remedies for one version of each provider, and the shim they make.

    Args:
        opener: opens a session for a provider.
        refs: providers and their versions; an empty provider is the settings' one, or the one that the ref names
            (`transformers==5.5.3`).
        consumer: a ref; empty for the settings' one.

    Raises:
        ApidriftError: as for `check`, and where remedies contradict each other.
    """
    main = opener("", consumer)
    remedies: list[Remedy] = []
    known: dict[str, tuple[str, ...]] = {}
    left: list[str] = []
    for named, ref in refs:
        provider = named or provider_of(main, ref)
        session = main if provider == main.provider else opener(provider, consumer)
        kept = kept_remedy(session, ref)
        remedies.append(kept.remedy)
        known[session.provider] = distributions(session)
        left += kept.left
    return _made(remedies, known, tuple(left))


def mending_of_files(session: Session, files: Sequence[Path]) -> Mending:
    """The same from remedies written down before.

    Raises:
        UsageError: a file holds no remedy.
    """
    remedies = [_read(file) for file in files]
    known = {session.provider: distributions(session)}
    return _made(remedies, known, tuple(f"{skip.what}: {skip.reason}" for one in remedies for skip in one.unmended))


def installed_refs(opener: Opener, environment: Environment) -> tuple[str, tuple[tuple[str, str], ...]]:
    """The consumer as a ref, and the providers with theirs, as they are installed in an environment.

    Raises:
        UsageError: the consumer or every provider is missing there.
    """
    main = opener("", "")
    consumer = _installed_consumer(main, environment)
    refs = []
    for provider in dict.fromkeys([main.provider, *main.settings.providers]):
        session = main if provider == main.provider else opener(provider, consumer)
        name, version = environment.version(distributions(session))
        if name:
            refs.append((provider, _ref(session, version, environment)))
    if not refs:
        wanted = " or ".join(distributions(main))
        raise UsageError(f"{wanted} is not installed for {environment.python}", hint="--python names another Python")
    return consumer, tuple(refs)


def distributions(session: Session) -> tuple[str, ...]:
    """The distributions that may bring a session's provider."""
    return tuple(dict.fromkeys([session.distribution, *session.profile.distributions]))


def provider_of(session: Session, ref: str) -> str:
    """The provider that a ref names; the session's own where it names none."""
    parsed = parse_ref(ref, session.distribution)
    project = getattr(parsed, "project", session.distribution)
    if project in distributions(session):
        return session.provider
    return str(project).replace("-", "_")


def write_shim(shim: Shim, folder: Path) -> int:
    """Write a shim's files, whole or not at all.

    Returns:
        How many files changed.

    Raises:
        OutputError: the folder cannot be written.
    """
    return write_together({folder / path: data for path, data in shim.files.items()})


def cached_shim(shim: Shim) -> Path:
    """Write a shim to the cache where it is not there yet, and say where.

    Raises:
        OutputError: the cache cannot be written.
    """
    total = hashlib.sha256()
    for path, data in sorted(shim.files.items()):
        total.update(path.encode() + b"\0" + data)
    folder = default_cache_dir() / "shims" / f"{shim.name}-{shim.version}-{total.hexdigest()[:12]}"
    write_shim(shim, folder)
    return folder


def _made(remedies: Sequence[Remedy], known: dict[str, tuple[str, ...]], left: tuple[str, ...]) -> Mending:
    edited = [each for each in remedies if each.files]
    return Mending(tuple(remedies), build_shim(edited, known) if edited else None, left)


def _installed_consumer(session: Session, environment: Environment) -> str:
    """The session's consumer in the version that is installed; a folder or a file stays what it is."""
    ref = parse_ref(session.consumer, "")
    project = getattr(ref, "project", "")
    if not project:
        return session.consumer
    _, version = environment.version([project])
    if not version:
        raise UsageError(f"{project} is not installed for {environment.python}", hint="--python names another Python")
    return f"{project}=={version}"


def _ref(session: Session, version: str, environment: Environment) -> str:
    """An installed version as a ref: the release it belongs to where a snapshot is at hand, else what is installed.

    Local builds and post-releases change packaging, not the interface.
    """
    release = re.sub(r"(\.post\d+)?(\+.*)?\Z", "", version)
    if release in session.store.versions:
        return release
    return f"env:{environment.python}"


def _read(file: Path) -> Remedy:
    try:
        return msgspec.json.decode(file.read_bytes(), type=Remedy)
    except OSError as error:
        raise UsageError(f"cannot read {file}: {error.strerror}") from error
    except msgspec.DecodeError as error:
        raise UsageError(f"{file} holds no remedy: {error}") from error
