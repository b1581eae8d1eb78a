from __future__ import annotations

import multiprocessing
import os
from pathlib import Path

import pytest

from apidrift.sources import Cache, CacheEntry, SourceOptions, cache_of, default_cache_dir


@pytest.fixture
def cache(tmp_path):
    return Cache(tmp_path / "cache")


def test_what_is_put_can_be_got(cache):
    assert cache.get("contract", "k") is None
    assert cache.put("contract", "k", b"data")
    assert cache.put("contract", "k", b"newer")
    assert cache.get("contract", "k") == b"newer"
    assert cache.put("contract", "empty", b"")
    assert cache.get("contract", "empty") == b""
    cache.drop("contract", "k")
    cache.drop("contract", "k")
    assert cache.get("contract", "k") is None


@pytest.mark.parametrize(
    "key", ["sha256:abc|vllm|1", "../../evil", "/etc/passwd", "a" * 300, "CON", "ümlaut", "a//b", ""]
)
def test_any_key_stays_in_the_folder(cache, key):
    assert cache.put("contract", key, b"x")
    assert cache.get("contract", key) == b"x"
    for path in cache.folder.rglob("*"):
        assert cache.folder in path.resolve().parents


@pytest.mark.parametrize(
    "damage", [lambda b: b[:-1], lambda b: b + b"x", lambda b: b"", lambda b: b[:20] + b"?" + b[21:]]
)
def test_a_damaged_blob_is_dropped(cache, damage):
    cache.put("run", "a/b", b"some data")
    [path] = [one for one in cache.folder.rglob("*") if one.is_file()]
    path.write_bytes(damage(path.read_bytes()))
    assert cache.get("run", "a/b") is None
    assert not path.exists()


def test_listing_and_clearing(cache):
    cache.put("run", "digest/0-10", b"0123456789")
    cache.put("run", "digest/10-12", b"ab")
    cache.put("page", "p", b"page")
    (cache.folder / "v1/run/.tmp-left").write_bytes(b"x")
    assert cache.keys("run", "digest/") == ("digest/0-10", "digest/10-12")
    assert cache.keys("run", "other/") == ()
    assert cache.keys("page") == ("p",)
    entries = cache.entries()
    assert [(one.kind, one.key) for one in entries] == [("page", "p"), ("run", "digest/0-10"), ("run", "digest/10-12")]
    assert entries[0] == CacheEntry("page", "p", 4 + 24)
    assert cache.size() == sum(one.size for one in entries)
    assert cache.clear() == sum(one.size for one in entries)
    assert cache.entries() == ()
    assert cache.clear() == 0


def test_an_unwritable_folder_is_no_failure(tmp_path):
    (tmp_path / "file").write_text("in the way")
    cache = Cache(tmp_path / "file" / "cache")
    assert not cache.put("run", "k", b"x")
    assert "file" in cache.problem
    assert cache.get("run", "k") is None
    assert cache.entries() == ()


def test_a_write_that_fails_leaves_nothing(cache):
    def fail():
        with cache.writing("file", "k") as path:
            path.write_bytes(b"half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fail()
    assert cache.file("k") is None
    assert [path for path in cache.folder.rglob("*") if path.is_file()] == []


def test_whole_files(cache):
    with cache.writing("file", "d/n.whl") as path:
        path.write_bytes(b"whole")
    found = cache.file("d/n.whl")
    assert found is not None
    assert found.read_bytes() == b"whole"
    assert found.name == "n.whl"


def test_where_it_lies(monkeypatch, tmp_path):
    monkeypatch.setenv("APIDRIFT_CACHE_DIR", str(tmp_path / "chosen"))
    assert default_cache_dir() == tmp_path / "chosen"
    assert cache_of(SourceOptions()).folder == tmp_path / "chosen"
    assert cache_of(SourceOptions(cache_dir=tmp_path)).folder == tmp_path
    monkeypatch.delenv("APIDRIFT_CACHE_DIR")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert default_cache_dir().name == "apidrift"


def _hammer(folder, number):
    cache = Cache(folder)
    for turn in range(60):
        cache.put("run", f"k{turn % 5}", bytes([turn % 5]) * 5000)
        got = cache.get("run", f"k{(turn + number) % 5}")
        if got is not None and got != bytes([(turn + number) % 5]) * 5000:
            os._exit(1)


def test_two_processes_at_once(tmp_path):
    context = multiprocessing.get_context("spawn")
    running = [context.Process(target=_hammer, args=(tmp_path, number)) for number in (1, 2)]
    for one in running:
        one.start()
    for one in running:
        one.join(60)
        assert one.exitcode == 0
    assert not list(Path(tmp_path).rglob(".tmp-*"))
