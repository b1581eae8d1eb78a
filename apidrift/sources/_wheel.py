"""Wheels: a tree over the bytes of one, wherever they are; each file checked against CRC-32 and RECORD when read."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from apidrift.errors import SourceError
from apidrift.sources._ahead import Foresight
from apidrift.sources._blob import FileBlob, file_digest
from apidrift.sources._member import check_record, content, parse_record
from apidrift.sources._metadata import from_dist_info
from apidrift.sources._zipdir import MAX_TAIL, find_directory, parse_directory

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from apidrift.model.tree import Metadata
    from apidrift.sources._ahead import ReadHistory
    from apidrift.sources._blob import Blob
    from apidrift.sources._zipdir import Member

MAX_TOTAL = 1 << 30
"""Bytes that one archive may unpack to over a run."""
_DIST_INFO = re.compile(r"[^/]+\.dist-info/(?P<name>[^/]+)\Z")
_DATA = re.compile(r"[^/]+\.data/(?:purelib|platlib)/(?P<path>.+)\Z")


class WheelTree:
    """The files of a wheel. Its directory is read when the tree is made.

    Args:
        blob: the wheel's bytes.
        label: how a person names it.
        digest: gives `sha256:…` of the whole file.
        history: what was read of the project before, for a wheel that is far away.

    Raises:
        SourceError: it is no wheel, damaged, or hostile.
    """

    origin = "wheel"

    def __init__(self, blob: Blob, label: str, digest: Callable[[], str], history: ReadHistory | None = None) -> None:
        self._blob = blob
        self._label = label
        self._digest = digest
        members = read_directory(blob, label)
        self._info = {match["name"]: one for name, one in members.items() if (match := _DIST_INFO.match(name))}
        self._members = {_installed(name): member for name, member in members.items()}
        self._foresight = Foresight(blob, self._members, history)
        self._record: dict[str, str] | None = None
        self._metadata: Metadata | None = None
        self._unpacked = 0
        if "RECORD" not in self._info:
            raise SourceError(f"{label} is not a wheel: it has no .dist-info/RECORD")

    @property
    def label(self) -> str:
        """How a person names it."""
        return self._label

    @property
    def digest(self) -> str:
        """`sha256:…` of the wheel."""
        return self._digest()

    @property
    def metadata(self) -> Metadata:
        """What the wheel says about itself."""
        if self._metadata is None:
            wanted = {
                name: self._info[name]
                for name in ("METADATA", "entry_points.txt", "top_level.txt")
                if name in self._info
            }
            self._foresight.exactly([*wanted.values(), self._info["RECORD"]])
            # What is written beside the code is held to its CRC alone: release scripts set the version anew after
            # RECORD was made (torch's do), and no installer minds.
            texts = {name: self._content(member) for name, member in wanted.items()}
            self._metadata = from_dist_info(texts, self._members)
        return self._metadata

    def files(self) -> Sequence[str]:
        """Every path, sorted."""
        return sorted(self._members)

    def size(self, path: str) -> int:
        """Bytes of one file, unpacked, as the directory states them; costs nothing.

        Raises:
            KeyError: the wheel has no such file.
        """
        return self._members[path].size

    def read(self, path: str) -> bytes:
        """One file, verified.

        Raises:
            KeyError: the wheel has no such file.
            SourceError: it cannot be read, or fails a check.
        """
        member = self._members[path]
        self._foresight.note(path)
        return self._checked(member)

    def prefetch(self, paths: Iterable[str]) -> None:
        """Read the stretches that hold these files, few and long rather than many and short."""
        self._foresight.plan([self._members[path] for path in paths if path in self._members])

    def _checked(self, member: Member) -> bytes:
        if self._record is None:
            self._foresight.exactly([self._info["RECORD"]])
            self._record = parse_record(self._content(self._info["RECORD"]))
        self._foresight.one(member)
        data = self._content(member)
        check_record(member.name, data, self._record, self._label)
        return data

    def _content(self, member: Member) -> bytes:
        self._unpacked += member.size
        if self._unpacked > MAX_TOTAL:
            raise SourceError(f"{self._label} unpacks to more than {MAX_TOTAL} bytes", hint="refused as a bomb")
        return content(member, self._blob.read(member.start, member.end), self._label)


def read_directory(blob: Blob, label: str) -> dict[str, Member]:
    """Read the directory, and with it what lies before: RECORD and METADATA as a rule. Two requests, seldom one."""
    size = blob.size()
    count = max(MAX_TAIL, min(size // 1024, 512 << 10))
    tail = blob.tail(count)
    place = find_directory(tail, size, label)
    length = place.end - place.start
    if size - place.start > len(tail):
        before = max(0, place.start - length // 2 - (16 << 10))
        tail = blob.read(before, size - len(tail)) + tail
    begin = place.start - (size - len(tail))
    return parse_directory(tail[begin : begin + length], place, label)


def _installed(name: str) -> str:
    """Where an installer would put a member: the root, also for what lies under `.data/purelib`."""
    match = _DATA.match(name)
    return match["path"] if match else name


def open_wheel(path: Path, label: str, digest: str = "") -> WheelTree:
    """The tree of a wheel on disk.

    Args:
        path: the file.
        label: how a person names it.
        digest: `sha256:…` where it is known already.

    Raises:
        SourceError: it is no wheel, damaged, or hostile.
    """
    return WheelTree(FileBlob(path), label, lambda: digest or file_digest(path))
