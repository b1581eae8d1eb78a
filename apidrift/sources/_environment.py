"""Installed environments as trees: what an interpreter would import, read in place, nothing run."""

from __future__ import annotations

import hashlib
import re
from functools import cached_property
from typing import TYPE_CHECKING

import msgspec

from apidrift.errors import SourceError, UnreadableFileError
from apidrift.model.tree import Metadata
from apidrift.sources._folder import read_file, walk
from apidrift.sources._interpreter import ask_interpreter
from apidrift.sources._layout import KINDS
from apidrift.sources._metadata import from_dist_info, normalised, top_level

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from apidrift.sources._interpreter import Interpreter, Root

_TOLD = ("METADATA", "PKG-INFO", "entry_points.txt", "top_level.txt", "RECORD", "SOURCES.txt")


class EnvTree:
    """One package as installed in an environment.

    Args:
        python: the interpreter.
        import_name: the package.

    Raises:
        SourceError: the interpreter does not run, or finds no such package.
    """

    origin = "env"

    def __init__(self, python: Path, import_name: str) -> None:
        self._environment = environment(python)
        self._name = import_name
        found = self._environment.find(import_name)
        if found is None:
            raise SourceError(f"{python} has no package {import_name}", hint="is it installed there?")
        self._at = found

    @property
    def label(self) -> str:
        """How a person names it."""
        return f"env {self._environment.interpreter.python}"

    @cached_property
    def digest(self) -> str:
        """`sha256:…` of the sorted (path, content) pairs of its Python files."""
        total = hashlib.sha256()
        for path in self.files():
            if path.endswith((".py", ".pyi")):
                total.update(f"{path}\0{self._fingerprint(path)}\n".encode())
        return f"sha256:{total.hexdigest()}"

    def _fingerprint(self, path: str) -> str:
        try:
            return hashlib.sha256(self.read(path)).hexdigest()
        except UnreadableFileError:
            return "unreadable"

    @cached_property
    def metadata(self) -> Metadata:
        """What the installed distribution that brings the package says."""
        return self._environment.distribution(self._name, self._at)

    def files(self) -> Sequence[str]:
        """The package's files, sorted; a single module is one file, with its stub."""
        return self._listing

    @cached_property
    def _listing(self) -> tuple[str, ...]:
        folder = self._at.folder
        if (folder / self._name).is_dir():
            return tuple(sorted(walk(folder, folder / self._name)))
        return tuple(sorted(each.name for each in folder.glob(f"{self._name}.*") if each.name.endswith(KINDS)))

    @cached_property
    def _present(self) -> frozenset[str]:
        return frozenset(self._listing)

    def read(self, path: str) -> bytes:
        """One file.

        Raises:
            KeyError: the package has no such file.
            UnreadableFileError: it cannot be read.
        """
        if path not in self._present:
            raise KeyError(path)
        return read_file(self._at.folder / path)

    def prefetch(self, paths: Iterable[str]) -> None:
        """Nothing to do."""


class Environment:
    """What is installed for an interpreter."""

    def __init__(self, interpreter: Interpreter) -> None:
        self.interpreter = interpreter

    @cached_property
    def _infos(self) -> tuple[tuple[str, Path], ...]:
        """The metadata folders, by the name that their own name says."""
        found = [
            (normalised(folder.name.partition("-")[0]), folder)
            for place in self.interpreter.folders
            for folder in sorted([*place.glob("*.dist-info"), *place.glob("*.egg-info")])
        ]
        return tuple(found)

    @cached_property
    def _roots(self) -> tuple[Root, ...]:
        return self.interpreter.roots()

    def find(self, import_name: str) -> Root | None:
        """Where the package lies that an import would find; a folder without sources of its own comes last."""
        weak: Root | None = None
        for root in self._roots:
            folder = root.folder / import_name
            if (folder / "__init__.py").is_file() or any(root.folder.glob(f"{import_name}.py")):
                return root
            if any(each.name.endswith((".so", ".pyd")) for each in root.folder.glob(f"{import_name}.*")):
                return root
            if weak is None and folder.is_dir() and any(folder.glob("**/*.py")):
                weak = root
        return self.interpreter.editable(import_name) or weak

    def distribution(self, import_name: str, at: Root) -> Metadata:
        """The metadata of the distribution that brings a package; bare where no distribution claims it."""
        near = normalised(import_name)
        likely_first = sorted(self._infos, key=lambda each: not re.match(rf"{re.escape(near)}(-|\Z)", each[0]))
        for _, folder in likely_first:
            if self._claims(folder, import_name, at):
                return msgspec.structs.replace(read_info(folder), top_level=(import_name,))
        return Metadata(top_level=(import_name,))

    @staticmethod
    def _claims(folder: Path, import_name: str, at: Root) -> bool:
        record = _recorded(folder)
        if at.source:
            return at.source in record
        texts = folder / "top_level.txt"
        stated = texts.read_text("utf-8", "replace").split() if texts.is_file() else []
        return import_name in stated or import_name in top_level(record)

    def installed(self) -> tuple[tuple[str, Metadata], ...]:
        """Every distribution with its metadata, by name; of several versions the one that comes first on the path."""
        found: dict[str, Metadata] = {}
        for _, folder in self._infos:
            told = read_info(folder)
            if told.name:
                found.setdefault(told.name, told)
        return tuple(sorted(found.items()))


def read_info(folder: Path) -> Metadata:
    """What a `.dist-info` or `.egg-info` folder says."""
    texts = {name: (folder / name).read_bytes() for name in _TOLD if (folder / name).is_file()}
    return from_dist_info(texts, _recorded(folder))


def _recorded(folder: Path) -> tuple[str, ...]:
    for name in ("RECORD", "SOURCES.txt"):
        if (folder / name).is_file():
            lines = (folder / name).read_text("utf-8", "replace").splitlines()
            return tuple(line.split(",")[0].strip('"') for line in lines)
    return ()


_KNOWN: dict[Path, Environment] = {}


def environment(python: Path) -> Environment:
    """The environment of an interpreter, asked once per process.

    Raises:
        SourceError: the interpreter does not run.
    """
    if python not in _KNOWN:
        _KNOWN[python] = Environment(ask_interpreter(python))
    return _KNOWN[python]
