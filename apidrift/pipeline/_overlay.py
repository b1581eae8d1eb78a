"""A tree with some of its files replaced: the consumer as a patch leaves it."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from apidrift.model.tree import Metadata, Tree


class OverlayTree:
    """Files of a tree, some of them other than there.

    Args:
        tree: the files below.
        files: those that are replaced or added.
    """

    origin = "memory"

    def __init__(self, tree: Tree, files: Mapping[str, bytes]) -> None:
        self._tree = tree
        self._files = files

    @property
    def label(self) -> str:
        """How a person names it."""
        return f"{self._tree.label}, patched"

    @property
    def digest(self) -> str:
        """`sha256:…` of the tree's digest and the files that differ."""
        total = hashlib.sha256(self._tree.digest.encode())
        for path, data in sorted(self._files.items()):
            total.update(f"{path}\0{hashlib.sha256(data).hexdigest()}\n".encode())
        return f"sha256:{total.hexdigest()}"

    @property
    def metadata(self) -> Metadata:
        """What the tree says about itself."""
        return self._tree.metadata

    def files(self) -> Sequence[str]:
        """Every path, sorted."""
        return sorted({*self._tree.files(), *self._files})

    def read(self, path: str) -> bytes:
        """One file.

        Raises:
            KeyError: there is no such file.
            SourceError: it cannot be read.
        """
        return self._files[path] if path in self._files else self._tree.read(path)

    def prefetch(self, paths: Iterable[str]) -> None:
        """As the tree below."""
        self._tree.prefetch([path for path in paths if path not in self._files])
