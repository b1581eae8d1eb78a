"""A tree that lives in memory: for tests, and for callers that have sources of their own."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from apidrift.model.tree import Metadata

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence


class MemoryTree:
    """Files given as a mapping from POSIX path to text or bytes.

    Args:
        files: path → content.
        label: how a person names it.
        metadata: what it says about itself; by default only the import names its files provide.
    """

    origin = "memory"

    def __init__(
        self, files: Mapping[str, str | bytes], *, label: str = "memory", metadata: Metadata | None = None
    ) -> None:
        self._files = {path: text.encode() if isinstance(text, str) else text for path, text in files.items()}
        self._label = label
        self._metadata = metadata

    @property
    def label(self) -> str:
        """How a person names it."""
        return self._label

    @property
    def digest(self) -> str:
        """`sha256:…` of the sorted (path, content) pairs."""
        return digest_of(self._files)

    @property
    def metadata(self) -> Metadata:
        """What was given, else the import names."""
        from apidrift.sources._metadata import top_level  # noqa: PLC0415 -- start-up time

        return self._metadata or Metadata(top_level=top_level(self._files))

    def files(self) -> Sequence[str]:
        """Every path, sorted."""
        return sorted(self._files)

    def read(self, path: str) -> bytes:
        """One file.

        Raises:
            KeyError: there is no such file.
        """
        return self._files[path]

    def prefetch(self, paths: Iterable[str]) -> None:
        """Nothing to do."""


def digest_of(files: Mapping[str, bytes]) -> str:
    """`sha256:…` of files by path, independent of where they came from."""
    total = hashlib.sha256()
    for path in sorted(files):
        total.update(f"{path}\0{hashlib.sha256(files[path]).hexdigest()}\n".encode())
    return f"sha256:{total.hexdigest()}"
