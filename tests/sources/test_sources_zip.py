from __future__ import annotations

import io
import struct
import warnings
import zipfile
import zlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sources_support import make_wheel

from apidrift.errors import SourceError
from apidrift.sources import WheelRef, _member, _wheel, _zipdir, open_tree
from apidrift.sources._blob import FileBlob
from apidrift.sources._member import content
from apidrift.sources._wheel import read_directory


def zipped(members, method=zipfile.ZIP_DEFLATED, comment=b""):
    out = io.BytesIO()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with zipfile.ZipFile(out, "w", method) as archive:
            for name, data in members:
                archive.writestr(zipfile.ZipInfo(name), data, method)
            archive.comment = comment
    return out.getvalue()


@pytest.fixture
def read(tmp_path):
    """The files of a zip archive, as this house reads them."""

    def read_all(data):
        path = tmp_path / "a.zip"
        path.write_bytes(data)
        blob = FileBlob(path)
        members = read_directory(blob, "a.zip")
        return {name: content(one, blob.read(one.start, one.end), "a.zip") for name, one in members.items()}

    return read_all


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_what_zipfile_writes_can_be_read(read, method):
    members = {"a.py": b"x = 1\n" * 100, "b/c.py": b"", "ü/é.py": "ä".encode()}
    assert read(zipped([*members.items(), ("b/", b"")], method)) == members
    assert read(zipped(members.items(), method, comment=b"PK\x05\x06 a comment")) == members
    assert read(b"#!/bin/sh\n" + zipped(members.items(), method)) == members
    assert read(zipped([])) == {}


def test_zip64(read, monkeypatch):
    monkeypatch.setattr(zipfile, "ZIP64_LIMIT", 3)
    monkeypatch.setattr(zipfile, "ZIP_FILECOUNT_LIMIT", 1)
    members = {"a.py": b"x = 1\n" * 9, "b.py": b"y = 2\n" * 9}
    data = zipped(members.items())
    assert b"PK\x06\x06" in data
    assert read(data) == members
    assert read(b"prefix" + data) == members
    broken = data.replace(b"PK\x06\x06", b"PK\x06\x00")
    with pytest.raises(SourceError, match="zip64"):
        read(broken)
    assert read(zipped(members.items(), zipfile.ZIP_STORED)) == members


@pytest.mark.parametrize(
    "name",
    [
        "../evil.py",
        "/etc/passwd",
        "a/../../evil.py",
        "C:/evil.py",
        "a\\..\\evil.py",
        "a//b.py",
        "./a.py",
        "a/./b.py",
        "a/..",
        "n\x01.py",
    ],
)
def test_names_that_leave_the_archive(read, name, monkeypatch):
    entry = zipped([("X" * len(name), b"boo")]).replace(b"X" * len(name), name.encode())
    with pytest.raises(SourceError, match="leaves the archive") as caught:
        read(entry)
    assert "\n" not in str(caught.value)


def test_an_empty_name(read):
    data = bytearray(zipped([("a", b"")], zipfile.ZIP_STORED))
    at = data.find(b"PK\x01\x02")
    data[at + 28 : at + 30] = b"\0\0"
    data[at + 30 : at + 32] = b"\1\0"
    with pytest.raises(SourceError, match="leaves the archive"):
        read(bytes(data))


def test_names_that_are_no_text(read):
    data = zipped([("ü.py", b"x")]).replace("ü".encode(), b"\xff\xfe")
    assert list(read(data)) == ["\ufffd\ufffd.py"]


def test_two_files_of_one_name(read):
    assert read(zipped([("a.py", b"same"), ("a.py", b"same")])) == {"a.py": b"same"}
    with pytest.raises(SourceError, match=r"two different files called a\.py"):
        read(zipped([("a.py", b"one"), ("a.py", b"two")]))


def test_overlapping_members(read):
    data = bytearray(zipped([("a.py", b"x" * 50), ("b.py", b"y" * 50)], zipfile.ZIP_STORED))
    second = data.rfind(b"PK\x01\x02")
    data[second + 42 : second + 46] = struct.pack("<L", 4)
    with pytest.raises(SourceError, match="overlap"):
        read(bytes(data))


def test_cut_off_or_no_archive(read):
    data = zipped([("a.py", b"x" * 500)])
    for length in range(0, len(data), 7):
        with pytest.raises(SourceError):
            read(data[:length])
    with pytest.raises(SourceError, match="not a zip archive"):
        read(b"<html>not found</html>")


def test_a_flipped_bit_is_noticed(read):
    data = bytearray(zipped([("a.py", b"x = 1\n" * 50)], zipfile.ZIP_STORED))
    data[60] ^= 1
    with pytest.raises(SourceError, match="CRC-32"):
        read(bytes(data))


def test_damaged_deflate(read):
    data = bytearray(zipped([("a.py", bytes(range(256)) * 9)]))
    data[34:60] = b"\xff" * 26
    with pytest.raises(SourceError, match="damaged"):
        read(bytes(data))


def test_a_damaged_header(read):
    data = bytearray(zipped([("a.py", b"x")]))
    data[0] = 0
    with pytest.raises(SourceError, match="its header is damaged"):
        read(bytes(data))


def test_encrypted_and_exotic_members(read):
    data = bytearray(zipped([("a.py", b"x")]))
    at = data.find(b"PK\x01\x02")
    encrypted = bytearray(data)
    encrypted[at + 8] |= 1
    with pytest.raises(SourceError, match="encrypted"):
        read(bytes(encrypted))
    with pytest.raises(SourceError, match="packed by method 14"):
        read(zipped([("a.py", b"x" * 100)], zipfile.ZIP_LZMA))


def test_bombs(read, monkeypatch):
    with pytest.raises(SourceError, match="refused as a bomb"):
        read(zipped([("a.py", bytes(3 << 20))]))
    data = bytearray(zipped([("a.py", bytes(90_000))]))
    at = data.find(b"PK\x01\x02")
    data[at + 24 : at + 28] = struct.pack("<L", 10)
    with pytest.raises(SourceError, match="more than it declares"):
        read(bytes(data))
    monkeypatch.setattr(_member, "MAX_MEMBER", 100)
    with pytest.raises(SourceError, match="would unpack to 200 bytes"):
        read(zipped([("a.py", b"x" * 200)], zipfile.ZIP_STORED))


def test_many_files_that_are_too_much_together(tmp_path, monkeypatch):
    path = tmp_path / "demo-1.0-py3-none-any.whl"
    path.write_bytes(make_wheel(files={f"demo/{n}.py": "x" * 100 for n in range(9)}))
    monkeypatch.setattr(_wheel, "MAX_TOTAL", 1200)
    tree = open_tree(WheelRef(path), None)
    with pytest.raises(SourceError, match="unpacks to more than"):
        _ = [tree.read(name) for name in tree.files()]


def test_absurd_directories(read, monkeypatch):
    data = zipped([("a.py", b""), ("b.py", b"")])
    monkeypatch.setattr(_zipdir, "MAX_MEMBERS", 1)
    with pytest.raises(SourceError, match="absurdly large"):
        read(data)


@pytest.mark.parametrize(("offset", "value"), [(4, 1), (8, 9), (12, 0xFFFFF), (16, 0xFFFFF), (10, 9)])
def test_a_damaged_end(read, offset, value):
    data = bytearray(zipped([("a.py", b"")]))
    at = data.rfind(b"PK\x05\x06")
    data[at + offset : at + offset + 2] = struct.pack("<H", value & 0xFFFF)
    if value > 0xFFFF:
        data[at + offset + 2 : at + offset + 4] = struct.pack("<H", value >> 16)
    with pytest.raises(SourceError):
        read(bytes(data))


def test_more_entries_than_there_are(read):
    data = bytearray(zipped([("a.py", b"")]))
    at = data.rfind(b"PK\x05\x06")
    data[at + 8 : at + 12] = struct.pack("<2H", 2, 2)
    with pytest.raises(SourceError, match="directory is damaged"):
        read(bytes(data))


def test_full_sizes_without_their_wide_form(read):
    data = bytearray(zipped([("a.py", b"")]))
    at = data.find(b"PK\x01\x02")
    data[at + 24 : at + 28] = b"\xff" * 4
    with pytest.raises(SourceError, match="directory is damaged"):
        read(bytes(data))


WHEEL = make_wheel(files={"demo/__init__.py": "x = 1\n" * 30, "demo/b.py": "y = 2\n"})


@settings(max_examples=300, deadline=None)
@given(st.integers(0, len(WHEEL) - 1), st.integers(1, 255))
def test_any_flipped_byte_is_an_error_or_harmless(tmp_path_factory, at, mask):
    damaged = bytearray(WHEEL)
    damaged[at] ^= mask
    path = tmp_path_factory.getbasetemp() / "damaged-1.0-py3-none-any.whl"
    path.write_bytes(damaged)
    try:
        tree = open_tree(WheelRef(path), None)
        assert tree.read("demo/__init__.py") == b"x = 1\n" * 30
        tree.metadata  # noqa: B018
    except (SourceError, KeyError):
        pass


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=400))
def test_any_bytes_after_a_signature(tmp_path_factory, data):
    path = tmp_path_factory.getbasetemp() / "random-1.0-py3-none-any.whl"
    path.write_bytes(b"PK\x03\x04" + data + b"PK\x01\x02" + data + b"PK\x05\x06" + data[:18].ljust(18, b"\0"))
    with pytest.raises(SourceError):
        open_tree(WheelRef(path), None)


def test_crc_is_of_the_content():
    assert zlib.crc32(b"x") == 0x8CDC1683
