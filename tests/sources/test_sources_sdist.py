from __future__ import annotations

import contextlib
import hashlib
import io
import tarfile
import zipfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sources_support import make_sdist

from apidrift.errors import SourceError
from apidrift.sources import LatestRef, SdistRef, _sdist, open_tree

FILES = {
    "src/demo/__init__.py": "x = 1\n",
    "src/demo/sub/mod.py": "y = 2\n",
    "tests/test_demo.py": "",
    "setup.py": "raise SystemExit\n",
    "docs/logo.png": b"\x89PNG",
    "pyproject.toml": '[project]\nname = "Demo"\ndependencies = ["torch"]\n',
}


@pytest.fixture
def opened(tmp_path):
    def make(data, name="demo-1.0.tar.gz", import_name="demo"):
        path = tmp_path / name
        path.write_bytes(data)
        return open_tree(SdistRef(path), None, import_name=import_name)

    return make


@pytest.mark.parametrize(
    ("kind", "end"), [("gz", "tar.gz"), ("gz", "tgz"), ("bz2", "tar.bz2"), ("xz", "tar.xz"), ("", "tar")]
)
def test_a_tar_archive(opened, kind, end):
    data = make_sdist(files=FILES, kind=kind)
    tree = opened(data, f"demo-1.0.{end}")
    assert tree.origin == "sdist"
    assert tree.label == f"sdist demo-1.0.{end}"
    assert tree.files() == ["demo/__init__.py", "demo/sub/mod.py"]
    assert tree.read("demo/sub/mod.py") == b"y = 2\n"
    assert tree.digest == f"sha256:{hashlib.sha256(data).hexdigest()}"
    tree.prefetch(tree.files())
    with pytest.raises(KeyError):
        tree.read("setup.py")


def test_a_zip_archive(opened):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in FILES.items():
            archive.writestr(f"demo-1.0/{name}", data)
        archive.writestr("demo-1.0/PKG-INFO", "Name: demo\nVersion: 1.0\n")
    tree = opened(out.getvalue(), "demo-1.0.zip")
    assert tree.files() == ["demo/__init__.py", "demo/sub/mod.py"]
    assert tree.metadata.version == "1.0"


def test_metadata_of_pkg_info_first_and_of_the_project_file_where_it_says_nothing(opened):
    told = opened(make_sdist(files=FILES)).metadata
    assert (told.name, told.version, told.requires_dist, told.top_level) == ("demo", "1.0", ("torch",), ("demo",))
    told = opened(make_sdist(files=FILES, more="Requires-Dist: numpy\n")).metadata
    assert told.requires_dist == ("numpy",)
    told = opened(make_sdist(files=FILES, tell=False)).metadata
    assert (told.name, told.version) == ("demo", "")
    egg = {"src/demo.egg-info/entry_points.txt": "[g]\nn = v\n", "src/demo.egg-info/top_level.txt": "demo\n"}
    assert opened(make_sdist(files=FILES | egg)).metadata.entry_points == (("g", "n", "v"),)


@pytest.mark.parametrize(
    ("files", "import_name", "listed"),
    [
        ({"demo/__init__.py": "", "tests/t.py": ""}, "demo", ["demo/__init__.py", "tests/t.py"]),
        ({"demo/__init__.py": "", "tests/t.py": ""}, "", ["demo/__init__.py", "tests/t.py"]),
        ({"src/demo/__init__.py": "", "tests/t.py": ""}, "", ["demo/__init__.py"]),
        ({"lib/demo/__init__.py": ""}, "demo", ["demo/__init__.py"]),
        ({"demo.py": "", "setup.py": ""}, "demo", ["demo.py", "setup.py"]),
        ({"src/ns/demo/mod.py": ""}, "ns", ["ns/demo/mod.py"]),
        (
            {"demo/__init__.py": "", "demo/build/__init__.py": "", "build/x.py": "", ".git/y.py": ""},
            "demo",
            ["demo/__init__.py", "demo/build/__init__.py"],
        ),
    ],
)
def test_layouts(opened, files, import_name, listed):
    assert opened(make_sdist(files=files), import_name=import_name).files() == listed


def test_without_a_top_folder(opened):
    data = make_sdist(files={"demo/__init__.py": ""}, top="", tell=False)
    assert opened(data).files() == ["demo/__init__.py"]
    data = make_sdist(files={"demo/__init__.py": ""}, top="./", tell=False)
    assert opened(data).files() == ["demo/__init__.py"]


def test_a_package_that_is_not_in_it(opened):
    with pytest.raises(SourceError, match="holds no package nope"):
        opened(make_sdist(), import_name="nope")


def test_links_and_devices_are_passed_over(opened):
    link = tarfile.TarInfo("demo-1.0/src/demo/link.py")
    link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
    fifo = tarfile.TarInfo("demo-1.0/src/demo/fifo.py")
    fifo.type = tarfile.FIFOTYPE
    folder = tarfile.TarInfo("demo-1.0/src/")
    folder.type = tarfile.DIRTYPE
    tree = opened(make_sdist(files={"src/demo/__init__.py": "", "l": link, "f": fifo, "d": folder}))
    assert tree.files() == ["demo/__init__.py"]
    assert [one.what for one in tree.skipped] == [link.name, fifo.name]


@pytest.mark.parametrize("name", ["../evil.py", "/evil.py", "demo/../../evil.py", "demo\\evil.py"])
def test_names_that_leave_the_archive(opened, name):
    with pytest.raises(SourceError, match="leaves the archive"):
        opened(make_sdist(files={"x": tarfile.TarInfo(name)}))


def test_bombs(opened, monkeypatch):
    monkeypatch.setattr(_sdist, "MAX_MEMBER", 1000)
    with pytest.raises(SourceError, match="refused as a bomb"):
        opened(make_sdist(files={"src/demo/a.py": bytes(1001)}))
    monkeypatch.setattr(_sdist, "MAX_KEPT", 1500)
    with pytest.raises(SourceError, match="refused as a bomb"):
        opened(make_sdist(files={"src/demo/a.py": bytes(900), "src/demo/b.py": bytes(900)}))
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("demo/a.py", bytes(1600))
    with pytest.raises(SourceError, match="refused as a bomb"):
        opened(out.getvalue(), "demo-1.zip")
    monkeypatch.setattr(_sdist, "MAX_TOTAL", 50_000)
    with pytest.raises(SourceError, match="unpacks to more than 50000"):
        opened(make_sdist(files={"src/demo/a.bin": bytes(60_000)}))


@pytest.mark.parametrize("kind", ["gz", "bz2", "xz", ""])
def test_cut_off(opened, kind):
    data = make_sdist(files={"src/demo/a.py": "x = 1\n" * 2000}, kind=kind)
    with pytest.raises(SourceError, match=r"damaged|cut off"):
        opened(data[: len(data) // 2 if kind else 1500], f"demo-1.0.tar{'.' + kind if kind else ''}")


def test_no_archive_at_all(opened, tmp_path):
    with pytest.raises(SourceError, match="damaged or no archive"):
        opened(b"<html>")
    with pytest.raises(SourceError):
        open_tree(SdistRef(tmp_path / "gone.tar.gz"), None)


GOOD = make_sdist(files={"src/demo/a.py": "x = 1\n" * 50}, kind="")


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 3000), st.integers(1, 255))
def test_any_flipped_byte_is_an_error_or_harmless(tmp_path_factory, at, mask):
    damaged = bytearray(GOOD)
    damaged[at] ^= mask
    path = tmp_path_factory.getbasetemp() / "flipped-1.0.tar"
    path.write_bytes(damaged)
    with contextlib.suppress(SourceError):
        open_tree(SdistRef(path), None).metadata  # noqa: B018


def test_an_sdist_on_an_index(index, options):
    index.add(make_sdist(files=FILES), "demo-1.0.tar.gz")
    tree = open_tree(LatestRef("demo"), options, import_name="demo")
    assert tree.label == "demo 1.0"
    assert tree.origin == "sdist"
    assert tree.digest == f"sha256:{index.files['demo-1.0.tar.gz'].sha256}"
