"""A file of the consumer as a concrete syntax tree whose nodes know their bytes."""

from __future__ import annotations

import codecs
from functools import cached_property, lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING, TypeVar

import libcst as cst
from libcst.metadata import ByteSpanPositionProvider, MetadataWrapper, ParentNodeProvider

from apidrift.remedies._errors import CannotMendError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

N = TypeVar("N", bound=cst.CSTNode)


class Source:
    """One file: its bytes, its tree, and where every node stands.

    Offsets count from the file's first byte, a byte order mark included.

    Raises:
        CannotMendError: the file does not parse or is not UTF-8.
    """

    def __init__(self, path: str, data: bytes) -> None:
        self.path = path
        self.data = data
        self._base = len(codecs.BOM_UTF8) if data.startswith(codecs.BOM_UTF8) else 0
        try:
            text = data[self._base :].decode("utf-8")
            self.module = cst.parse_module(text)
        except UnicodeDecodeError as error:
            raise CannotMendError(f"{path} is not UTF-8") from error
        except cst.ParserSyntaxError as error:
            raise CannotMendError(f"{path} does not parse: line {error.raw_line}") from error
        wrapper = MetadataWrapper(self.module, unsafe_skip_copy=True)
        self._spans = wrapper.resolve(ByteSpanPositionProvider)
        self._parents: Mapping[cst.CSTNode, cst.CSTNode] = wrapper.resolve(ParentNodeProvider)

    @property
    def newline(self) -> str:
        """How the file ends its lines."""
        return self.module.default_newline

    @cached_property
    def _starts(self) -> list[int]:
        lines = self.data[self._base :].splitlines(keepends=True)
        return [self._base, *accumulate(map(len, lines), initial=self._base)][1:]

    # Places -------------------------------------------------------------------------------------------------------

    def offset(self, line: int, column: int) -> int:
        """The byte at a line (from 1) and column (in bytes, from 0)."""
        starts = self._starts
        return starts[min(line - 1, len(starts) - 1)] + column

    def line_of(self, offset: int) -> int:
        """The line (from 1) that a byte stands in."""
        return self.data.count(b"\n", 0, offset) + 1

    def line_start(self, offset: int) -> int:
        """The first byte of the line that a byte stands in."""
        return max(self.data.rfind(b"\n", 0, offset) + 1, self._base)

    def line_end(self, offset: int) -> int:
        """The byte behind the line that a byte stands in, its newline included."""
        found = self.data.find(b"\n", offset)
        return len(self.data) if found < 0 else found + 1

    def indent(self, offset: int) -> str:
        """The blanks that the line of a byte begins with."""
        line = self.text(self.line_start(offset), self.line_end(offset))
        return line[: len(line) - len(line.lstrip(" \t\f"))]

    def text(self, start: int, end: int) -> str:
        """The text between two bytes."""
        return self.data[start:end].decode("utf-8")

    # Nodes --------------------------------------------------------------------------------------------------------

    def span(self, node: cst.CSTNode) -> tuple[int, int]:
        """First byte of a node and the byte behind it."""
        span = self._spans[node]
        return self._base + span.start, self._base + span.start + span.length

    def code(self, node: cst.CSTNode) -> str:
        """A node as it stands in the file."""
        return self.text(*self.span(node))

    def parent(self, node: cst.CSTNode) -> cst.CSTNode | None:
        """The node around a node; None for the module."""
        return self._parents.get(node)

    def within(self, node: cst.CSTNode, kind: type[N]) -> N | None:
        """The nearest node of a kind around a node."""
        current = self.parent(node)
        while current is not None and not isinstance(current, kind):
            current = self.parent(current)
        return current

    def nodes(self, kind: type[N]) -> Iterator[N]:
        """All nodes of a kind."""
        return (node for node in self._spans if isinstance(node, kind))


@lru_cache(maxsize=16)
def source_of(path: str, data: bytes) -> Source:
    """A file read once however often it is worked on; a source never changes.

    Raises:
        CannotMendError: as `Source`.
    """
    return Source(path, data)
