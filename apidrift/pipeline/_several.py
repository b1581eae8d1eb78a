"""Several providers at once: what the settings name and what the consumer's metadata requires."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import msgspec

from apidrift.config import ProviderSettings
from apidrift.errors import ApidriftError, NothingToCheckError, SourceError
from apidrift.model.contract import Skipped
from apidrift.pipeline._requires import requirements
from apidrift.pipeline._session import Overrides, Session
from apidrift.sources import LatestRef, VersionRef, open_tree, parse_ref

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.report import Report
    from apidrift.model.tree import Tree

_IMPORT = re.compile(rb"^[ \t]*(?:from[ \t]+([A-Za-z_]\w*)|import[ \t]+([A-Za-z_][\w., \t]*))", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Wanted:
    """A provider to check, and which version of it."""

    name: str
    """Its import name."""
    distribution: str
    ref: str
    """The versions that the consumer admits (`>=4.0`), of which the newest is meant; else `latest`."""


@dataclass(frozen=True, slots=True)
class Several:
    """What came of several providers."""

    consumer: str
    reports: tuple[Report, ...]
    skipped: tuple[Skipped, ...] = ()
    """Providers that could not be checked, each with the reason."""


def wanted(session: Session) -> tuple[Wanted, ...]:
    """The providers that a check without a version is about: the session's, those of the settings, those required.

    Of what the metadata requires only what the consumer imports counts. The session's own provider comes first.

    Raises:
        NothingToCheckError: no provider is named, and the consumer imports nothing of what it requires.
        SourceError: the consumer cannot be read.
    """
    tree = open_tree(parse_ref(session.consumer, ""), session.options) if session.consumer else None
    required = requirements(tree.metadata.requires_dist) if tree is not None else {}
    found: dict[str, Wanted] = {}
    for name in dict.fromkeys(filter(None, (session.provider, *session.settings.providers))):
        distribution = _of(session, name).distribution
        found[name] = Wanted(name, distribution, required.pop(_normal(distribution), "") or "latest")
    if tree is not None:
        for name, distribution in _imported(session, tree, required):
            found.setdefault(name, Wanted(name, distribution, required[distribution] or "latest"))
    if not found:
        raise NothingToCheckError(f"{session.consumer} imports nothing that it requires", hint="--provider NAME")
    return tuple(found.values())


def check_several(session: Session, providers: tuple[Wanted, ...]) -> Several:
    """Check every provider at the newest version that the consumer admits.

    Raises:
        SourceError: not one of them could be checked.
    """
    reports: list[Report] = []
    skipped: list[Skipped] = []
    for each in providers:
        one = _of(session, each.name, each.distribution)
        try:
            reports.append(one.check(each.ref))
        except NothingToCheckError as error:
            if each.name == session.provider:
                skipped.append(Skipped(each.name, str(error)))
        except ApidriftError as error:
            skipped.append(Skipped(each.name, str(error)))
        finally:
            one.keep()
    if not reports:
        reason = f": {skipped[0].what}: {skipped[0].reason}" if skipped else ""
        raise SourceError(f"none of {len(providers)} providers could be checked{reason}")
    who = reports[0].consumer
    return Several(f"{who.name} {who.version}".strip(), tuple(reports), tuple(skipped))


def session_for(session: Session, one: Wanted) -> Session:
    """The same session, asked about one provider."""
    return _of(session, one.name, one.distribution)


def _of(session: Session, name: str, distribution: str = "") -> Session:
    """A session for another provider with the same settings, connection and cache."""
    if name == session.provider:
        return session
    settings = session.settings
    if distribution and distribution != name:
        own = msgspec.structs.replace(settings.providers.get(name, ProviderSettings()), distribution=distribution)
        settings = msgspec.structs.replace(settings, providers={**settings.providers, name: own})
    return Session(settings, name, Overrides(consumer=session.consumer), replace(session.options))


def _imported(session: Session, tree: Tree, required: dict[str, str]) -> Iterator[tuple[str, str]]:
    """The required distributions that the consumer imports: (import name, distribution)."""
    names = _imports(tree)
    open_names = set(names)
    rest = []
    for distribution in required:
        spelled = distribution.replace("-", "_")
        if spelled in names:
            open_names.discard(spelled)
            yield spelled, distribution
        else:
            rest.append(distribution)
    for distribution in rest:
        # The import name is another (`pyyaml` is `yaml`): the distribution itself says which.
        if not open_names:
            return
        for name in _top_level(session, distribution):
            if name in open_names:
                open_names.discard(name)
                yield name, distribution


def _imports(tree: Tree) -> set[str]:
    """The top-level names that the consumer imports, its own and the standard library's left out."""
    import sys  # noqa: PLC0415 -- only this list is wanted

    files = [path for path in tree.files() if path.endswith(".py")]
    tree.prefetch(files)
    own = {path.partition("/")[0].removesuffix(".py") for path in files} | set(tree.metadata.top_level)
    found: set[str] = set()
    for path in files:
        try:
            found.update(_imported_in(tree.read(path)))
        except (SourceError, OSError):
            continue
    return found - own - set(sys.stdlib_module_names) - {"__future__"}


def _imported_in(source: bytes) -> Iterator[str]:
    """The top-level names of `from a.b import c` and of `import a.b, c as d`."""
    for one, several in _IMPORT.findall(source):
        for part in (one or several).split(b","):
            if name := part.split(b".")[0].split():
                yield name[0].decode()


def _top_level(session: Session, distribution: str) -> tuple[str, ...]:
    try:
        alone = Session(session.settings, distribution, Overrides(), session.options)
        version = alone.sides.exact(LatestRef(distribution))
        return open_tree(VersionRef(distribution, version), session.options).metadata.top_level
    except ApidriftError:
        return ()


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
