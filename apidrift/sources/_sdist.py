"""Source distributions, read in one pass and never unpacked to disk."""

from __future__ import annotations

import bz2
import contextlib
import functools
import gzip
import lzma
import tarfile
import zlib
from typing import IO, TYPE_CHECKING, Protocol, cast

from apidrift.errors import SourceError
from apidrift.model.contract import Skipped
from apidrift.sources._blob import FileBlob, file_digest
from apidrift.sources._layout import find_prefix, worth_reading
from apidrift.sources._member import MAX_MEMBER, content
from apidrift.sources._metadata import from_dist_info, from_project, project_names
from apidrift.sources._wheel import read_directory
from apidrift.sources._zipdir import check_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from apidrift.model.tree import Metadata

MAX_TOTAL = 2 << 30
"""Bytes that one archive may unpack to."""
MAX_KEPT = 256 << 20
"""Bytes of sources that one archive may hold."""
_BLOCK = 512
_TOLD = ("PKG-INFO", "pyproject.toml")
_BROKEN = (tarfile.TarError, OSError, EOFError, zlib.error, lzma.LZMAError, ValueError)


class SdistTree:
    """The files of a source distribution, its top folder and `src/` taken off.

    Args:
        path: the archive.
        label: how a person names it.
        import_name: the top package looked for; empty: whatever is there.
        digest: `sha256:…` where it is known already.

    Raises:
        SourceError: it is damaged, hostile, or does not hold the package.
    """

    origin = "sdist"

    def __init__(self, path: Path, label: str, import_name: str = "", digest: str = "") -> None:
        self._path = path
        self._label = label
        self._known_digest = digest
        self.skipped: tuple[Skipped, ...] = ()
        """Links and devices, which are not followed."""
        everything = self._load()
        self._prefix = find_prefix(everything.keys(), import_name, label)
        self._told = {name: everything[name] for name in everything if _is_told(name)}
        listed = worth_reading(everything)
        self._files = {
            name.removeprefix(self._prefix): everything[name] for name in listed if name.startswith(self._prefix)
        }

    @property
    def label(self) -> str:
        """How a person names it."""
        return self._label

    @functools.cached_property
    def digest(self) -> str:
        """`sha256:…` of the archive."""
        return self._known_digest or file_digest(self._path)

    @functools.cached_property
    def metadata(self) -> Metadata:
        """What its `PKG-INFO` says, and for older ones its `pyproject.toml`."""
        texts = {name.rpartition("/")[2]: data for name, data in sorted(self._told.items(), reverse=True)}
        told = from_dist_info(texts, self._files, project_names)
        if told.requires_dist or "pyproject.toml" not in self._told:
            return told
        project = from_project(self._told["pyproject.toml"], told.top_level)
        return type(told)(
            name=told.name or project.name,
            version=told.version or project.version,
            requires_dist=project.requires_dist,
            requires_python=told.requires_python or project.requires_python,
            entry_points=told.entry_points or project.entry_points,
            top_level=told.top_level,
        )

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
        """Nothing to do: everything is at hand."""

    def _load(self) -> dict[str, bytes]:
        if self._path.name.lower().endswith(".zip"):
            found = _zip_files(self._path, self._label)
        else:
            found, self.skipped = _tar_files(self._path, self._label)
        tops = {name.partition("/")[0] for name in found}
        if len(tops) == 1 and (top := tops.pop()) + "/__init__.py" not in found:
            return {name.removeprefix(f"{top}/"): data for name, data in found.items()}
        return found


def open_sdist(path: Path, label: str, import_name: str, digest: str = "") -> SdistTree:
    """The tree of a source distribution on disk; see `SdistTree`."""
    return SdistTree(path, label, import_name, digest)


def _is_told(name: str) -> bool:
    folder, _, base = name.rpartition("/")
    return name in _TOLD or (folder.endswith(".egg-info") and base in {"entry_points.txt", "top_level.txt"})


def _wanted(name: str) -> bool:
    return _is_told(name.partition("/")[2]) or _is_told(name) or bool(worth_reading([name]))


def _zip_files(path: Path, label: str) -> dict[str, bytes]:
    blob = FileBlob(path)
    found, total = {}, 0
    for name, member in read_directory(blob, label).items():
        if _wanted(name):
            total += member.size
            if total > MAX_KEPT:
                raise SourceError(f"{label} unpacks to more than {MAX_KEPT} bytes", hint="refused as a bomb")
            found[name] = content(member, blob.read(member.start, member.end), label)
    return found


def _tar_files(path: Path, label: str) -> tuple[dict[str, bytes], tuple[Skipped, ...]]:
    found: dict[str, bytes] = {}
    skipped: list[Skipped] = []
    try:
        with _opened(path) as stream:
            limited = _Limited(stream, label)
            with tarfile.open(fileobj=cast("IO[bytes]", limited), mode="r|") as archive:
                _sort_out(archive, label, found, skipped)
            complete = limited.ends_well()
    except _BROKEN as error:
        raise SourceError(f"{label} is damaged or no archive: {error}", hint="fetch it again") from error
    if not complete:
        raise SourceError(f"{label} is cut off", hint="fetch it again")
    return found, tuple(skipped)


def _sort_out(archive: tarfile.TarFile, label: str, found: dict[str, bytes], skipped: list[Skipped]) -> None:
    kept = 0
    for member in archive:
        check_name(member.name.removeprefix("./").rstrip("/") or "top", label)
        name = member.name.removeprefix("./")
        if not member.isfile():
            if not member.isdir():
                skipped.append(Skipped(name, "a link or device in the archive"))
        elif _wanted(name):
            kept += member.size
            found[name] = _tar_content(archive, member, label, kept)


def _tar_content(archive: tarfile.TarFile, member: tarfile.TarInfo, label: str, kept: int) -> bytes:
    if member.size > MAX_MEMBER or kept > MAX_KEPT:
        raise SourceError(f"{member.name} in {label} has {member.size} bytes", hint="refused as a bomb")
    file = archive.extractfile(member)
    data = file.read() if file else b""
    if len(data) != member.size:
        raise SourceError(f"{label} is cut off in {member.name}", hint="fetch it again")
    return data


_PACKINGS: dict[str, Callable[[IO[bytes]], contextlib.AbstractContextManager[_Readable]]] = {
    "gz": lambda raw: gzip.GzipFile(fileobj=raw),
    "tgz": lambda raw: gzip.GzipFile(fileobj=raw),
    "bz2": bz2.BZ2File,
    "xz": lzma.LZMAFile,
}


@contextlib.contextmanager
def _opened(path: Path) -> Iterator[_Readable]:
    """The unpacked byte stream of a tar archive, whatever it is packed with."""
    with contextlib.ExitStack() as stack:
        raw = stack.enter_context(path.open("rb"))
        kind = _PACKINGS.get(path.name.lower().rpartition(".")[2])
        yield stack.enter_context(kind(raw)) if kind else raw


class _Readable(Protocol):
    def read(self, size: int, /) -> bytes: ...


class _Limited:
    """A stream that ends a bomb, and knows whether it ended as a tar archive does: in empty blocks."""

    def __init__(self, stream: _Readable, label: str) -> None:
        self._stream = stream
        self._left = MAX_TOTAL
        self._label = label
        self._last = b""

    def read(self, size: int) -> bytes:
        data = self._stream.read(size)
        self._left -= len(data)
        if self._left < 0:
            raise SourceError(f"{self._label} unpacks to more than {MAX_TOTAL} bytes", hint="refused as a bomb")
        self._last = (self._last + data)[-_BLOCK:]
        return data

    def ends_well(self) -> bool:
        while self.read(1 << 20):
            pass
        return self._last == bytes(_BLOCK)
