"""The versions that a range means, for a remedy that serves them all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from packaging.specifiers import InvalidSpecifier, SpecifierSet
from packaging.version import Version

from apidrift.errors import SourceError, UsageError
from apidrift.sources import versions

if TYPE_CHECKING:
    from apidrift.pipeline._session import Session


def versions_in(session: Session, specifier: str) -> tuple[str, ...]:
    """The releases that a specifier admits, oldest first: those at hand, else those on the index.

    Of releases that differ by a post-release or build alone the newest.

    Raises:
        UsageError: it is no specifier.
        SourceError: no release is admitted, or the index cannot be asked.
    """
    try:
        admitted = SpecifierSet(specifier)
    except InvalidSpecifier as error:
        raise UsageError(f"not a version specifier: {specifier}", hint='for example ">=0.11,<0.18"') from error
    found = [version for version in session.store.versions if version in admitted]
    found = found or [version for version in versions(session.distribution, session.options) if version in admitted]
    if not found:
        raise SourceError(f"no release of {session.distribution} is in {specifier}")
    return tuple({Version(version).release[:3]: version for version in found}.values())
