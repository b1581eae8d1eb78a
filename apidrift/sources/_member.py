"""One member of a zip archive, from its raw bytes to verified content."""

from __future__ import annotations

import base64
import csv
import hashlib
import struct
import zlib
from typing import TYPE_CHECKING

from apidrift.errors import SourceError

if TYPE_CHECKING:
    from apidrift.sources._zipdir import Member

MAX_MEMBER = 64 << 20
"""Bytes that one file may have."""
MAX_RATIO = 400
"""How often larger than its packed form a file over a megabyte may be (source text stays under 20)."""
_RATIO_FROM = 1 << 20
_LOCAL = struct.Struct("<4s5H3L2H")
_STRONG = frozenset({"sha256", "sha384", "sha512"})
_STORED = 0
_DEFLATED = 8


def content(member: Member, raw: bytes, label: str) -> bytes:
    """The content of a member, its size and CRC-32 checked.

    Args:
        member: the directory's entry.
        raw: the bytes from `member.start` to `member.end`.
        label: how to call the archive in an error.

    Raises:
        SourceError: it is damaged, encrypted, too large, or packed in an unknown way.
    """
    where = f"{member.name} in {label}"
    check_size(where, member.size, member.packed)
    if member.encrypted or member.method not in {_STORED, _DEFLATED}:
        what = "encrypted" if member.encrypted else f"packed by method {member.method}"
        raise SourceError(f"{where} is {what}", hint="only stored and deflated files can be read")
    if len(raw) < _LOCAL.size or raw[:4] != b"PK\x03\x04":
        raise SourceError(f"{where}: its header is damaged", hint="fetch it again")
    header = _LOCAL.unpack_from(raw)
    begin = _LOCAL.size + header[9] + header[10]
    packed = raw[begin : begin + member.packed]
    data = _inflate(packed, member.size, where) if member.method == _DEFLATED else packed
    if len(data) != member.size or zlib.crc32(data) != member.crc:
        raise SourceError(f"{where} is damaged: its CRC-32 or size does not match", hint="fetch it again")
    return data


def check_size(where: str, size: int, packed: int) -> None:
    """Refuse what would blow up.

    Raises:
        SourceError: the file is too large, or grows out of proportion.
    """
    if size > MAX_MEMBER or (size > _RATIO_FROM and size > packed * MAX_RATIO):
        raise SourceError(f"{where} would unpack to {size} bytes from {packed}", hint="refused as a bomb")


def _inflate(packed: bytes, size: int, where: str) -> bytes:
    machine = zlib.decompressobj(-15)
    try:
        data = machine.decompress(packed, size + 1)
    except zlib.error as error:
        raise SourceError(f"{where} is damaged: {error}", hint="fetch it again") from error
    if len(data) > size:
        raise SourceError(f"{where} unpacks to more than it declares", hint="refused as a bomb")
    return data


def parse_record(data: bytes) -> dict[str, str]:
    """The hash of every file that a wheel's RECORD states, as it spells it: `sha256=` and URL-safe base64."""
    rows = csv.reader(data.decode("utf-8", "replace").splitlines())
    return {row[0]: row[1].rstrip("=") for row in rows if len(row) > 1 and row[1]}


def check_record(name: str, data: bytes, record: dict[str, str], label: str) -> None:
    """Check a member against the wheel's RECORD.

    Raises:
        SourceError: RECORD has another hash for it, a weak one, or none.
    """
    algorithm, _, stated = record.get(name, "").partition("=")
    if algorithm not in _STRONG:
        raise SourceError(f"{name} in {label} has no sha256 in the wheel's RECORD", hint="no installer would accept it")
    actual = base64.urlsafe_b64encode(hashlib.new(algorithm, data).digest()).rstrip(b"=").decode()
    if stated != actual:
        raise SourceError(f"{name} in {label} does not match its hash in RECORD", hint="it was changed after the build")
