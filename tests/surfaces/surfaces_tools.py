"""A tree in memory and short ways to ask a surface."""

from __future__ import annotations

import hashlib
import textwrap
from typing import TYPE_CHECKING

from apidrift.model.surface import Release
from apidrift.model.symbols import Class, Function
from apidrift.model.tree import Metadata
from apidrift.surfaces import static_surface

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from apidrift.model.surface import Surface
    from apidrift.model.symbols import Symbol


class MemoryTree:
    label = "memory"
    origin = "memory"
    metadata = Metadata()

    def __init__(self, files: Mapping[str, str | bytes]) -> None:
        self.contents = {k: v.encode() if isinstance(v, str) else v for k, v in files.items()}
        self.reads: list[str] = []
        self.batches: list[list[str]] = []

    @property
    def digest(self) -> str:
        return "sha256:" + hashlib.sha256(repr(sorted(self.contents.items())).encode()).hexdigest()

    def files(self) -> Sequence[str]:
        return sorted(self.contents)

    def read(self, path: str) -> bytes:
        self.reads.append(path)
        return self.contents[path]

    def prefetch(self, paths: Iterable[str]) -> None:
        self.batches.append(list(paths))


def surface_of(files: Mapping[str, str | bytes] | str, name: str = "prov") -> Surface:
    """A surface over `prov/mod.py` (a text) or over several files."""
    if isinstance(files, str):
        files = {"prov/__init__.py": "", "prov/mod.py": files}
    files = {k: textwrap.dedent(v) if isinstance(v, str) else v for k, v in files.items()}
    return static_surface(MemoryTree(files), name, Release(name, "1.0"))


def member(files: Mapping[str, str | bytes] | str, name: str, module: str = "prov.mod") -> Symbol | None:
    """The symbol a module binds to a name."""
    return surface_of(files).member(module, name)


def class_of(files: Mapping[str, str | bytes] | str, name: str = "T", module: str = "prov.mod") -> Class:
    symbol = member(files, name, module)
    assert isinstance(symbol, Class), symbol
    return symbol


def function_of(files: Mapping[str, str | bytes] | str, name: str = "f", module: str = "prov.mod") -> Function:
    symbol = member(files, name, module)
    assert isinstance(symbol, Function), symbol
    return symbol


def text_of(files: Mapping[str, str | bytes] | str, name: str = "f") -> str:
    """A function's signature as text."""
    return str(function_of(files, name).signature)
