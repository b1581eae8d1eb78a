"""The provider's files: read once, asked for in batches."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from apidrift.errors import UnreadableFileError
from apidrift.surfaces._layout import Layout, Spot

if TYPE_CHECKING:
    from collections.abc import Iterable

    from apidrift.model.tree import Tree

_BINARY = 4 << 20
"""Bytes of a compiled module that may be read to see whether it mentions a name."""


class Files:
    """Files by module.

    Args:
        tree: the provider's files.
        name: the import name.
    """

    def __init__(self, tree: Tree, name: str) -> None:
        self.tree = tree
        self.name = name
        self.layout = Layout(tree.files(), name)
        self._fetched: set[str] = set()
        self._texts: dict[str, bytes] = {}

    def prefetch(self, modules: Iterable[str]) -> None:
        """Read the files of modules, and of the packages they lie in, in one go."""
        wanted: dict[str, None] = {}
        for module in modules:
            spot = self.layout.spots.get(module)
            if spot is not None and spot.path:
                wanted[spot.path] = None
            wanted.update(dict.fromkeys(self.layout.parents(module)))
        fresh = [path for path in wanted if path not in self._fetched]
        if fresh:
            self._fetched.update(fresh)
            self.tree.prefetch(fresh)

    @property
    def is_remote(self) -> bool:
        """Whether reading another file may cost a request."""
        return self.tree.origin not in {"folder", "file", "git", "memory", "sdist"}

    def is_held(self, module: str) -> bool:
        """Whether a module's file was read or asked for already."""
        return self.layout.spots[module].path in self._fetched

    def text(self, module: str) -> bytes:
        """A module's bytes; empty when they cannot be read."""
        try:
            return self.content(self.layout.spots[module], module)
        except (UnreadableFileError, KeyError):
            return b""

    def content(self, spot: Spot, name: str) -> bytes:
        """The bytes of one file, kept under a name.

        Raises:
            KeyError: there is no such file.
            SourceError: it cannot be read.
        """
        if name not in self._texts:
            if spot.path not in self._fetched:
                self.prefetch([name])
                self._fetched.add(spot.path)
            self._texts[name] = self.tree.read(spot.path)
        return self._texts[name]

    def is_silent(self, spot: Spot, name: str) -> bool:
        """Whether a compiled module does not hold a name as text anywhere."""
        measure = getattr(self.tree, "size", None)
        if (measure is None and self.is_remote) or (measure is not None and measure(spot.path) > _BINARY):
            return False
        try:
            data = self.content(spot, spot.path)
        except (UnreadableFileError, KeyError):
            return False
        word = rb"(?<![A-Za-z0-9_])" + re.escape(name.encode()) + rb"(?![A-Za-z0-9_])"
        return re.search(word, data) is None
