"""Modules as parsed, and where names lead."""

from __future__ import annotations

import ast
import codecs
import contextlib
import gc
import io
import tokenize
import warnings
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from apidrift.surfaces._folding import fold

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

    from apidrift.surfaces._binding import Binding, Entry
    from apidrift.surfaces._flow import Flow
    from apidrift.surfaces._layout import Spot


@dataclass(slots=True)
class Unit:
    """One module, parsed and walked."""

    name: str
    spot: Spot
    entries: dict[str, Entry] = field(default_factory=dict)
    dynamic: str = ""
    open_path: bool = False
    """It puts further folders into its `__path__`."""
    problem: str = ""
    digest: str = ""
    flow: Flow | None = None
    body: list[ast.stmt] = field(default_factory=list)
    exports: tuple[tuple[str, ...] | None] | None = None
    """`__all__` once it was asked for, in a tuple of one."""
    lazy: dict[str, Entry] | None = None
    """What `__getattr__` serves, once it was asked for."""
    gathered: bool = False
    """All that type checkers see imported whole was read."""


@dataclass(frozen=True, slots=True)
class Target:
    """Where a dotted path leads.

    One of: a definition (`binding`, in `unit`), a module (`unit` alone), or nothing (`unit` None, with a `reason`).
    """

    path: str
    """The canonical path as far as it could be followed."""
    unit: Unit | None = None
    binding: Binding | None = None
    rest: tuple[str, ...] = ()
    """Names still to be looked up on the definition (members of a class)."""
    reason: str = ""
    external: bool = False


def parse(data: bytes) -> list[ast.stmt]:
    """A file's statements.

    Raises:
        SyntaxError: it is not Python, or its encoding is unknown.
        ValueError: it holds null bytes or bytes its encoding does not allow.
    """
    encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
    text = data.removeprefix(codecs.BOM_UTF8).decode("utf-8" if encoding == "utf-8-sig" else encoding)
    with warnings.catch_warnings(), _without_collection():
        warnings.simplefilter("ignore")
        body = ast.parse(text).body
        fold(body, text)
        return body


def lines_of(pattern: re.Pattern[bytes], data: bytes) -> list[int]:
    """The lines, counted from 1, in which something that a pattern finds in a file begins, ascending."""
    if b"\r" in data:
        data = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    lines, line, last = [], 1, 0
    for match in pattern.finditer(data):
        line += data.count(b"\n", last, match.start())
        last = match.start()
        lines.append(line)
    return lines


@contextlib.contextmanager
def _without_collection() -> Iterator[None]:
    """Pause garbage collection.

    A syntax tree is all new objects and no garbage; scanning it again and again takes as long as building it.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def problem_of(error: BaseException) -> str:
    """Why a file could not be read, in a few words."""
    if isinstance(error, SyntaxError):
        at = f" (line {error.lineno})" if error.lineno else ""
        return f"syntax error{at}"
    if isinstance(error, UnicodeDecodeError):
        return f"its bytes are not {error.encoding}"
    if isinstance(error, RecursionError | MemoryError):
        return "it is too deeply nested"
    return str(error)
