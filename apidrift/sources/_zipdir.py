"""The directory of a zip archive, parsed from its last bytes and trusted with nothing.

`zipfile` wants a seekable file; a wheel read by ranges is only ever seen in pieces. The checks are also stricter:
an archive whose names leave it, whose members overlap, or whose names clash is refused as a whole.
"""

from __future__ import annotations

import re
import struct
from dataclasses import dataclass

from apidrift.errors import SourceError

MAX_DIRECTORY = 64 << 20
"""Bytes of directory beyond which an archive is refused."""
MAX_MEMBERS = 200_000

_END = struct.Struct("<4s4H2LH")
_END_SIGNATURE = b"PK\x05\x06"
_LOCATOR = struct.Struct("<4sLQL")
_END64 = struct.Struct("<4sQ2H2L4Q")
_ENTRY = struct.Struct("<4s6H3L5H2L")
_ENTRY_SIGNATURE = b"PK\x01\x02"
_LOCAL_SIZE = 30
_UTF8 = 0x800
_ENCRYPTED = 0x1
_FULL32 = 0xFFFFFFFF
_UNSAFE = re.compile(r"[\\\x00-\x1f]|\A/|\A[A-Za-z]:|(?:\A|/)\.{1,2}(?:/|\Z)|//")
MAX_TAIL = _END.size + 0xFFFF + _LOCATOR.size
"""The end record lies within this many last bytes."""


@dataclass(frozen=True, slots=True)
class Member:
    """One file of an archive."""

    name: str
    method: int
    encrypted: bool
    crc: int
    packed: int
    """Compressed size in bytes."""
    size: int
    """Size in bytes once inflated, as declared."""
    start: int
    """Offset of its local header."""
    end: int
    """Offset of what follows it."""


@dataclass(frozen=True, slots=True)
class DirectoryPlace:
    """Where the directory lies."""

    start: int
    end: int
    count: int
    shift: int
    """Bytes before the archive's own first byte (a self-extracting prefix)."""


def find_directory(tail: bytes, size: int, label: str) -> DirectoryPlace:
    """Find the directory from the archive's last bytes.

    Args:
        tail: the last bytes of the file, at least `MAX_TAIL` of them or the whole file.
        size: the file's size.
        label: how to call the archive in an error.

    Raises:
        SourceError: this is no zip archive, or it was cut off.
    """
    at = _end_record(tail)
    if at < 0:
        raise SourceError(f"{label} is not a zip archive, or it was cut off", hint="fetch it again")
    _, disk, start_disk, here, count, length, start, _ = _END.unpack_from(tail, at)
    if disk or start_disk or here != count:
        raise SourceError(f"{label}: the end of the zip archive is damaged", hint="fetch it again")
    end = size - len(tail) + at
    count, length, start, end = _zip64(tail, size, at, label) or (count, length, start, end)
    shift = end - length - start
    if shift < 0 or length > MAX_DIRECTORY or count > MAX_MEMBERS:
        raise SourceError(f"{label}: the zip directory is damaged or absurdly large", hint="nothing was read of it")
    return DirectoryPlace(end - length, end, count, shift)


def _end_record(tail: bytes) -> int:
    """Where the end record begins; -1 where there is none. A comment may hold its signature too."""
    at = tail.rfind(_END_SIGNATURE)
    while at >= 0:
        if at + _END.size <= len(tail) == at + _END.size + _END.unpack_from(tail, at)[7]:
            return at
        at = tail.rfind(_END_SIGNATURE, 0, at)
    return -1


def _zip64(tail: bytes, size: int, at: int, label: str) -> tuple[int, int, int, int] | None:
    spot = at - _LOCATOR.size
    if spot < 0 or tail[spot : spot + 4] != b"PK\x06\x07":
        return None
    position = _LOCATOR.unpack_from(tail, spot)[2] - (size - len(tail))
    if position + _END64.size > spot or tail[position : position + 4] != b"PK\x06\x06" or position < 0:
        position = spot - _END64.size  # the recorded offset is off by a prefix, or the record is out of the tail
    if position < 0 or tail[position : position + 4] != b"PK\x06\x06":
        raise SourceError(f"{label}: the zip64 end record is damaged", hint="fetch it again")
    record = _END64.unpack_from(tail, position)
    return record[7], record[8], record[9], size - len(tail) + position


def parse_directory(data: bytes, place: DirectoryPlace, label: str) -> dict[str, Member]:
    """Every file of the archive by name, folders left out.

    Args:
        data: the bytes from `place.start` to `place.end`.
        place: what `find_directory` gave.
        label: how to call the archive in an error.

    Raises:
        SourceError: the directory is damaged, or the archive is hostile.
    """
    raw = []
    at = 0
    for _ in range(place.count):
        if at + _ENTRY.size > len(data) or data[at : at + 4] != _ENTRY_SIGNATURE:
            raise SourceError(f"{label}: the zip directory is damaged", hint="fetch it again")
        entry = _ENTRY.unpack_from(data, at)
        flags, method, crc = entry[3], entry[4], entry[7]
        names, extras, comments = entry[10], entry[11], entry[12]
        name = data[at + _ENTRY.size : at + _ENTRY.size + names]
        sizes = (entry[8], entry[9], entry[16])
        if _FULL32 in sizes:
            extra = data[at + _ENTRY.size + names : at + _ENTRY.size + names + extras]
            sizes = _wide(sizes, extra, label)
        raw.append((sizes[2] + place.shift, sizes[0], sizes[1], name, flags, method, crc))
        at += _ENTRY.size + names + extras + comments
    return _members(raw, place, label)


def _wide(sizes: tuple[int, int, int], extra: bytes, label: str) -> tuple[int, int, int]:
    """The zip64 values behind packed size, size and offset, each present only where its short form is full."""
    packed, size, offset = sizes
    at = 0
    while at + 4 <= len(extra):
        tag, length = struct.unpack_from("<2H", extra, at)
        if tag == 1:
            values = iter(struct.unpack_from(f"<{min(length, len(extra) - at - 4) // 8}Q", extra, at + 4))
            size = next(values, size) if size == _FULL32 else size
            packed = next(values, packed) if packed == _FULL32 else packed
            return packed, size, next(values, offset) if offset == _FULL32 else offset
        at += 4 + length
    raise SourceError(f"{label}: the zip directory is damaged", hint="fetch it again")


def _members(
    raw: list[tuple[int, int, int, bytes, int, int, int]], place: DirectoryPlace, label: str
) -> dict[str, Member]:
    raw.sort(key=lambda one: one[0])
    ends = [one[0] for one in raw[1:]] + [place.start]
    found: dict[str, Member] = {}
    for (start, packed, size, name, flags, method, crc), end in zip(raw, ends, strict=False):
        text = _name(name, flags, label)
        if start + _LOCAL_SIZE + len(name) + packed > end:
            raise SourceError(f"{label}: members of the zip archive overlap at {text}", hint="refused as hostile")
        if text.endswith("/"):
            continue
        member = Member(text, method, bool(flags & _ENCRYPTED), crc, packed, size, start, end)
        other = found.setdefault(text, member)
        if (other.crc, other.size) != (crc, size):
            raise SourceError(f"{label} holds two different files called {text}", hint="refused as hostile")
    return found


def _name(raw: bytes, flags: int, label: str) -> str:
    try:
        name = raw.decode("utf-8" if flags & _UTF8 else "cp437")
    except UnicodeDecodeError:
        name = raw.decode("utf-8", "replace")
    check_name(name, label)
    return name


def check_name(name: str, label: str) -> None:
    """Refuse an archive in which a name is absolute, leaves the archive, or is spelt to confuse.

    Raises:
        SourceError: it is.
    """
    if not name or _UNSAFE.search(name):
        raise SourceError(f"{label}: the name {name!r} leaves the archive", hint="refused as hostile")
