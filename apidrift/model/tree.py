"""A read-only tree of files: what a source hands to a surface agent or to the contract analysis."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from apidrift.model._base import Model

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


class Metadata(Model, frozen=True):
    """The facts a distribution states about itself (core metadata 2.x), as far as apidrift needs them."""

    name: str = ""
    """The distribution's name, normalised (PEP 503); empty for a bare folder or file."""
    version: str = ""
    """The version, or empty when the source has none."""
    requires_dist: tuple[str, ...] = ()
    """`Requires-Dist` lines as written, markers and extras included."""
    requires_python: str = ""
    """`Requires-Python`, or empty."""
    entry_points: tuple[tuple[str, str, str], ...] = ()
    """(group, name, value) of every entry point."""
    top_level: tuple[str, ...] = ()
    """The import names the distribution provides, in alphabetical order."""


class Tree(Protocol):
    """Files by POSIX path relative to the root that holds the top package (`vllm/config/__init__.py`).

    Implementations live in `sources/`; nothing is executed and nothing is written through a tree.
    """

    @property
    def label(self) -> str:
        """How a person names this tree: `vllm 0.16.0`, `folder ../vllm`, `git main`."""

    @property
    def origin(self) -> str:
        """Which kind of source answered: `wheel`, `sdist`, `folder`, `file`, `git`, `memory`."""

    @property
    def digest(self) -> str:
        """`sha256:…` of the archive, or of the sorted (path, content) pairs where there is no archive."""

    @property
    def metadata(self) -> Metadata:
        """What the distribution says about itself."""

    def files(self) -> Sequence[str]:
        """Every path in the tree that can be read, sorted."""

    def read(self, path: str) -> bytes:
        """The bytes of one file.

        Raises:
            KeyError: the tree has no such file.
            SourceError: the file cannot be read whole and unharmed.
        """

    def prefetch(self, paths: Iterable[str]) -> None:
        """Say that these files are about to be read, so that a remote tree fetches them together."""
