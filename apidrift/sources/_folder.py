"""Folders and single files: read in place, links and rubbish passed over."""

from __future__ import annotations

import functools
import hashlib
import os
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from apidrift.errors import SourceError, UnreadableFileError
from apidrift.model.tree import Metadata
from apidrift.sources._layout import KINDS, PASSED_OVER, SOURCE_ROOTS
from apidrift.sources._metadata import from_dist_info, from_project, project_names, stated_version, top_level

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

_TOLD = ("METADATA", "PKG-INFO", "entry_points.txt", "top_level.txt", "RECORD", "SOURCES.txt")


class FolderTree:
    """The files of a folder. It is listed once, at the first question.

    Args:
        folder: as the person named it.
        import_name: the top package looked for; empty: whatever is there.
    """

    origin = "folder"

    def __init__(self, folder: Path, import_name: str = "") -> None:
        self._root, self._home = find_root(folder, import_name)
        self._folder = folder
        self._import_name = import_name
        self._listing: tuple[str, ...] | None = None

    @property
    def root(self) -> Path:
        """The folder that its paths start at."""
        return self._root

    @property
    def label(self) -> str:
        """How a person names it."""
        return f"folder {self._folder}"

    @property
    def digest(self) -> str:
        """`sha256:…` of the sorted (path, content) pairs of its Python files and scripts."""
        total = hashlib.sha256()
        for path in self.files():
            if path.endswith((".py", ".pyi", ".sh", ".yaml", ".yml", "Dockerfile")):
                total.update(f"{path}\0{self._fingerprint(path)}\n".encode())
        return f"sha256:{total.hexdigest()}"

    def _fingerprint(self, path: str) -> str:
        try:
            return hashlib.sha256(self.read(path)).hexdigest()
        except UnreadableFileError:
            return "unreadable"

    @property
    def metadata(self) -> Metadata:
        """What its `pyproject.toml` or the metadata installed beside it says, and the import names of its files."""
        names = (self._import_name,) if self._import_name else project_names(self.files())
        try:
            project = (self._home / "pyproject.toml").read_bytes()
        except OSError:
            return self._installed(names) or stated_version(Metadata(top_level=names), self)
        return stated_version(from_project(project, names), self)

    def _installed(self, names: tuple[str, ...]) -> Metadata | None:
        """What a `.dist-info` or `.egg-info` folder beside the package says, if one speaks of it."""
        for folder in sorted([*self._root.glob("*.dist-info"), *self._root.glob("*.egg-info")]):
            texts = {name: (folder / name).read_bytes() for name in _TOLD if (folder / name).is_file()}
            told = from_dist_info(texts, _recorded(texts))
            if set(names) & set(told.top_level):
                return msgspec.structs.replace(told, top_level=names)
        return None

    def files(self) -> Sequence[str]:
        """Every path, sorted."""
        if self._listing is None:
            only = self._root / self._import_name if self._import_name else self._root
            self._listing = tuple(sorted(walk(self._root, only if only.is_dir() else self._root)))
        return self._listing

    @functools.cached_property
    def _present(self) -> frozenset[str]:
        return frozenset(self.files())

    def read(self, path: str) -> bytes:
        """One file.

        Raises:
            KeyError: the folder has no such file.
            UnreadableFileError: it cannot be read.
        """
        if path not in self._present:
            raise KeyError(path)
        return read_file(self._root / path)

    def prefetch(self, paths: Iterable[str]) -> None:
        """Nothing to do."""


class FileTree:
    """A tree of one file, called by its name."""

    origin = "file"

    def __init__(self, path: Path) -> None:
        self._path = path

    @property
    def root(self) -> Path:
        """The folder that the file lies in."""
        return self._path.parent

    @property
    def label(self) -> str:
        """How a person names it."""
        return f"file {self._path}"

    @property
    def digest(self) -> str:
        """`sha256:…` of the file and its name: what is kept of a tree holds the paths of its files."""
        content = hashlib.sha256(read_file(self._path)).hexdigest()
        return f"sha256:{hashlib.sha256(f'{self._path.name} {content}'.encode()).hexdigest()}"

    @property
    def metadata(self) -> Metadata:
        """A file says nothing but its own name."""
        return Metadata(top_level=top_level([self._path.name]))

    def files(self) -> Sequence[str]:
        """The one name."""
        return (self._path.name,)

    def read(self, path: str) -> bytes:
        """The file.

        Raises:
            KeyError: another file is asked for.
            UnreadableFileError: it cannot be read.
        """
        if path != self._path.name:
            raise KeyError(path)
        return read_file(self._path)

    def prefetch(self, paths: Iterable[str]) -> None:
        """Nothing to do."""


def find_root(folder: Path, import_name: str) -> tuple[Path, Path]:
    """The folder that holds the top package, and the one that holds the project's own files.

    Raises:
        SourceError: there is no such package.
    """
    folder = folder.absolute()
    if (folder / "__init__.py").is_file():  # the package itself, or a folder inside one
        top = folder
        while (top.parent / "__init__.py").is_file():
            top = top.parent
        if import_name in {"", top.name}:
            home = top.parent.parent if top.parent.name == "src" else top.parent
            return top.parent, home
    for root in (folder / name for name in SOURCE_ROOTS):
        if import_name and ((root / import_name).is_dir() or (root / f"{import_name}.py").is_file()):
            return root, folder
    if import_name:
        raise SourceError(
            f"{folder} holds no package {import_name}", hint="name the folder above the package, or itself"
        )
    source = folder / "src"
    bare = source.is_dir() and not any(folder.glob("*.py")) and not any(folder.glob("*/__init__.py"))
    return (source if bare or _has_package(source) else folder), folder


def _has_package(folder: Path) -> bool:
    return any(folder.glob("*/__init__.py")) and not (folder / "__init__.py").is_file()


def read_file(path: Path) -> bytes:
    """The bytes of a file.

    Raises:
        UnreadableFileError: it cannot be read.
    """
    try:
        return path.read_bytes()
    except OSError as error:
        raise UnreadableFileError(f"cannot read {path}: {error.strerror}") from error


def walk(root: Path, start: Path) -> Iterable[str]:
    """Files by path relative to the root. Linked folders are not entered, so there are no loops."""
    for here, folders, names in os.walk(start, followlinks=False):
        folder = Path(here)
        folders[:] = sorted(name for name in folders if _worth(folder / name))
        for name in names:
            if name.endswith(KINDS) and (folder / name).is_file():
                yield (folder / name).relative_to(root).as_posix()


def _worth(folder: Path) -> bool:
    """Whether a folder may hold sources: no hidden ones, no environments, no left-overs of builds."""
    name = folder.name
    if name.startswith(".") or name == "__pycache__" or name.endswith((".egg-info", ".dist-info")):
        return False
    left_over = name in PASSED_OVER and not (folder / "__init__.py").is_file()
    return not left_over and not (folder / "pyvenv.cfg").is_file()


def _recorded(texts: Mapping[str, bytes]) -> tuple[str, ...]:
    """The paths that an installed distribution's RECORD (or an older one's SOURCES.txt) lists."""
    listed = texts.get("RECORD") or texts.get("SOURCES.txt") or b""
    return tuple(line.split(",")[0].strip('"') for line in listed.decode("utf-8", "replace").splitlines())
