"""The snapshots at hand: those of the project, else those that ship with apidrift."""

from __future__ import annotations

import hashlib
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from packaging.version import InvalidVersion, Version

from apidrift.errors import SnapshotError
from apidrift.surfaces import decode_snapshot

if TYPE_CHECKING:
    from apidrift.model.snapshot import Snapshot

_PACKAGE = Path(__file__).parent.parent
SHIPPED = (_PACKAGE / "_snapshots", _PACKAGE.parent / "snapshots")
"""In an installed package, and in a checkout."""


class SnapshotStore:
    """A folder of snapshots of one provider, one file per version."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @cached_property
    def versions(self) -> tuple[str, ...]:
        """The versions at hand, oldest first."""
        if not self.folder.is_dir():
            return ()
        names = [file.stem for file in self.folder.glob("*.json")]
        return tuple(sorted((name for name in names if _parsed(name)), key=Version))

    def nearest(self, version: str) -> str | None:
        """The version at hand that is next to another one, older ones first; None where there is none."""
        wanted = _parsed(version)
        if wanted is None:
            return self.versions[-1] if self.versions else None
        older = [each for each in self.versions if Version(each) <= wanted]
        return older[-1] if older else next(iter(self.versions), None)

    def path(self, version: str) -> Path:
        """Where the snapshot of a version lies or would lie."""
        return self.folder / f"{version}.json"

    def digest(self, version: str) -> str:
        """SHA-256 of a version's snapshot file; empty where there is none or it cannot be read."""
        try:
            return hashlib.sha256(self.path(version).read_bytes()).hexdigest() if version in self.versions else ""
        except OSError:
            return ""

    def load(self, version: str) -> Snapshot | None:
        """The snapshot of a version; None where there is none.

        Raises:
            SnapshotError: the file cannot be read, is damaged or of another schema.
        """
        if version not in self.versions:
            return None
        return read_snapshot(self.path(version))


def read_snapshot(path: Path) -> Snapshot:
    """The snapshot in a file.

    Raises:
        SnapshotError: the file cannot be read, is damaged or of another schema.
    """
    try:
        return decode_snapshot(path.read_bytes())
    except OSError as error:
        raise SnapshotError(f"cannot read {path}: {error.strerror}") from error
    except SnapshotError as error:
        raise SnapshotError(f"{path}: {error.message}", hint=error.hint) from error


def open_store(folder: Path, provider: str) -> SnapshotStore:
    """The project's snapshots of a provider; those that ship with apidrift where it has none."""
    own = SnapshotStore(folder / provider)
    if own.versions:
        return own
    shipped = (SnapshotStore(place / provider) for place in SHIPPED)
    return next((store for store in shipped if store.versions), own)


def _parsed(text: str) -> Version | None:
    try:
        return Version(text)
    except InvalidVersion:
        return None
