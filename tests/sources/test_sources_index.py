from __future__ import annotations

import pytest

from apidrift.errors import SourceError, UsageError
from apidrift.sources import (
    FolderRef,
    LatestRef,
    RangeRef,
    SeriesRef,
    VersionRef,
    matching_versions,
    parse_ref,
    resolve_version,
    versions,
)


def test_versions_are_the_usual_ones_oldest_first(releases, options, fresh):
    usual = ("0.8", "0.9.9", "0.9.10", "0.15.0", "0.15.1", "0.16.0", "0.16.1", "0.16.1.post2")
    assert versions("demo", options) == usual
    assert versions("demo", fresh(pre=True)) == (*usual, "1.0rc1")


def test_pip_may_ask_for_prereleases(releases, options, monkeypatch):
    monkeypatch.setenv("PIP_PRE", "1")
    assert versions("demo", options)[-1] == "1.0rc1"


def test_only_prereleases_are_better_than_nothing(index, options):
    index.add(b"", version="1.0a1")
    index.add(b"", version="1.0a2")
    assert versions("demo", options) == ("1.0a1", "1.0a2")
    assert resolve_version(LatestRef("demo"), options) == "1.0a2"


@pytest.mark.parametrize(
    ("text", "version"),
    [
        ("0.15", "0.15.1"),
        ("0.16", "0.16.1.post2"),
        ("0.16.1.*", "0.16.1.post2"),
        ("0.9", "0.9.10"),
        ("0", "0.16.1.post2"),
        ("latest", "0.16.1.post2"),
        ("demo", "0.16.1.post2"),
        ("0.16.1", "0.16.1"),
        (">=0.9,<0.16", "0.15.1"),
        (">0.9,!=0.16.*", "0.15.1"),
        ("1.0rc1", "1.0rc1"),
        (">=1.0rc1", "1.0rc1"),
        ("==0.17.0", "0.17.0"),
        ("0.18.0", "0.18.0"),
        ("==0.8", "0.8"),
    ],
)
def test_resolving(releases, options, text, version):
    assert resolve_version(parse_ref(text, "demo"), options) == version


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("0.15.2", "did you mean 0.15.0 or 0.15.1? the newest is 0.16.1.post2"),
        ("0.17", "the newest is 0.16.1.post2"),
        ("0.16.1.post3", "did you mean 0.16.1 or 0.16.1.post2"),
        (">=2", "the newest is 0.16.1.post2"),
        ("0.99.0", "the newest is"),
    ],
)
def test_a_version_that_is_not_there(releases, options, text, hint):
    with pytest.raises(SourceError, match="demo has no release") as caught:
        resolve_version(parse_ref(text, "demo"), options)
    assert hint in str(caught.value)
    assert "\n" not in str(caught.value)


def test_nothing_but_yanked_releases(index, options):
    index.add(b"", version="1.0", yanked=True)
    with pytest.raises(SourceError, match="no release that is not yanked"):
        resolve_version(LatestRef("demo"), options)


def test_an_unknown_project(index, options):
    with pytest.raises(SourceError, match="no project called nope") as caught:
        versions("nope", options)
    assert "--index-url" in caught.value.hint


def test_every_version_a_ref_admits(releases, options):
    assert matching_versions(SeriesRef("demo", "0.16"), options) == ("0.16.0", "0.16.1", "0.16.1.post2")
    assert matching_versions(RangeRef("demo", ">=0.9.10,<0.16"), options) == ("0.9.10", "0.15.0", "0.15.1")
    assert matching_versions(VersionRef("demo", "0.17.0"), options) == ("0.17.0",)
    with pytest.raises(SourceError, match="no release >3"):
        matching_versions(RangeRef("demo", ">3"), options)


def test_what_is_at_hand_answers_without_the_index(index, options, fresh):
    known = ("0.15.0", "0.15.1", "0.16.0", "not a version")
    assert resolve_version(SeriesRef("demo", "0.15"), options, known) == "0.15.1"
    assert resolve_version(VersionRef("demo", "0.16.0"), options, known) == "0.16.0"
    assert resolve_version(VersionRef("demo", "0.16"), options, known) == "0.16.0"
    assert resolve_version(RangeRef("demo", "<0.16"), options, known) == "0.15.1"
    assert resolve_version(LatestRef("demo"), fresh(offline=True), known) == "0.16.0"
    assert index.log == []
    index.add(b"", version="0.15.2")
    index.add(b"", version="0.17.0")
    assert resolve_version(SeriesRef("demo", "0.15"), fresh(refresh=True), known) == "0.15.2"
    assert resolve_version(LatestRef("demo"), options, known) == "0.17.0"
    assert resolve_version(SeriesRef("demo", "0.17"), options, known) == "0.17.0"


def test_an_exact_version_may_have_a_local_label(index, options):
    index.add(b"", "demo-1.0+cpu-py3-none-any.whl")
    assert resolve_version(VersionRef("demo", "1.0"), options) == "1.0+cpu"
    with pytest.raises(SourceError):
        resolve_version(VersionRef("demo", "not a version"), options)


def test_a_folder_has_no_version(options, tmp_path):
    with pytest.raises(UsageError, match="no version to look up"):
        resolve_version(FolderRef(tmp_path), options)
