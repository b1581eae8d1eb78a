"""Trees in memory, and a short way from a snippet to the uses found in it."""

from __future__ import annotations

import hashlib

from apidrift.contracts import extract
from apidrift.model.describe import describe_use
from apidrift.model.tree import Metadata


class MemoryTree:
    label = "memory"
    origin = "memory"

    def __init__(self, files: dict[str, str | bytes], metadata: Metadata | None = None) -> None:
        self._files = {path: text.encode() if isinstance(text, str) else text for path, text in files.items()}
        self.metadata = metadata or Metadata("consumer", "1.0")

    @property
    def digest(self) -> str:
        return "sha256:" + hashlib.sha256(repr(sorted(self._files.items())).encode()).hexdigest()

    def files(self):
        return sorted(self._files)

    def read(self, path: str) -> bytes:
        return self._files[path]

    def prefetch(self, paths) -> None:
        return None


def contract_of(source: str | dict[str, str | bytes], *providers: str):
    files = {"consumer.py": source} if isinstance(source, str) else source
    return extract(MemoryTree(files), providers or ("prov",))


def lines_of(source, *providers: str) -> list[str]:
    return [f"{use.place.line}: {describe_use(use)}" for use in contract_of(source, *providers).uses]
