from __future__ import annotations

import dataclasses
import json

import pytest
from sources_support import big_wheel, make_wheel

from apidrift.errors import SourceError
from apidrift.sources import (
    LatestRef,
    VersionRef,
    _index,
    open_tree,
    versions,
)
from apidrift.sources._pages import IndexFile, parse_page

JSON = "application/vnd.pypi.simple.v1+json"


# Pages ---------------------------------------------------------------------------------------------------------------


def test_a_page_is_asked_for_once(releases, options, fresh):
    versions("demo", options)
    versions("demo", options)
    versions("demo", fresh())
    assert releases.page_requests() == ["/simple/demo/"]
    versions("demo", fresh(refresh=True))
    assert len(releases.page_requests()) == 2


def test_an_old_page_is_asked_for_again_with_its_tag(releases, options, fresh, monkeypatch):
    releases.etag = '"1"'
    first = versions("demo", options)
    monkeypatch.setattr(_index, "_FRESH_S", 0.0)
    assert versions("demo", fresh()) == first
    assert releases.headers[-1]["If-None-Match"] == '"1"'
    assert len(releases.page_requests()) == 2
    releases.etag = '"2"'
    releases.add(b"", version="5.0")
    assert versions("demo", fresh())[-1] == "5.0"


def test_an_exact_version_is_content_with_an_old_page(index, options, fresh, monkeypatch):
    index.add(make_wheel(), version="1.0")
    open_tree(VersionRef("demo", "1.0"), options)
    monkeypatch.setattr(_index, "_FRESH_S", 0.0)
    again = fresh()
    open_tree(VersionRef("demo", "1.0"), again)
    assert again.stats.requests == 0
    index.add(make_wheel(version="2.0"), version="2.0")
    assert open_tree(VersionRef("demo", "2.0"), again).metadata.version == "2.0"


def test_offline_takes_a_page_of_any_age(index, options, fresh, monkeypatch):
    with pytest.raises(SourceError, match="--offline"):
        versions("demo", fresh(offline=True))
    index.add(b"", version="1.0")
    versions("demo", options)
    monkeypatch.setattr(_index, "_FRESH_S", 0.0)
    assert versions("demo", fresh(offline=True)) == ("1.0",)


def test_a_damaged_page_in_the_cache_is_asked_for_again(index, options, fresh, tmp_path):
    index.add(b"", version="1.0")
    versions("demo", options)
    [path] = [one for one in (tmp_path / "cache/v1/page").rglob("*") if one.is_file()]
    path.write_bytes(path.read_bytes()[:-9])
    assert versions("demo", fresh()) == ("1.0",)
    assert len(index.page_requests()) == 2


@pytest.mark.parametrize(
    ("kind", "body", "message"),
    [
        (JSON, b"{", "the index page is damaged"),
        (JSON, b'{"files": 3}', "the index page is damaged"),
        ("image/png", b"", "is no index page"),
        ("application/json", b"[]", "is no index page"),
        ("text/html", b'<a href="http://[bad/x-1.0.tar.gz">x</a>', "the index page is damaged"),
    ],
)
def test_a_page_that_is_none(index, options, kind, body, message):
    index.projects["demo"] = []
    index.page = (kind, body)
    with pytest.raises(SourceError, match=message):
        versions("demo", options)


def test_both_kinds_of_page_say_the_same():
    base = "https://h/simple/demo/"
    digest = "a" * 64
    files = [
        {"filename": "demo-1.0.tar.gz", "url": "../../f/demo-1.0.tar.gz", "hashes": {"sha256": digest}, "yanked": ""},
        {"filename": "demo-2.0.tar.gz", "url": "https://o/demo-2.0.tar.gz", "hashes": {"md5": "b"}, "yanked": "why"},
        {"filename": "demo-3+x.tar.gz", "url": "demo-3%2Bx.tar.gz", "hashes": {}, "yanked": None, "size": None},
    ]
    as_json = parse_page(base, f"{JSON}; charset=utf-8", json.dumps({"files": files}).encode())
    page = f"""<base href="https://h/simple/demo/"><a>no link</a><a href="/"></a>
        <a href="../../f/demo-1.0.tar.gz#sha256={digest.upper()}">x</a>
        <a data-yanked href="https://o/demo-2.0.tar.gz#md5=b">x</a><a href="demo-3%2Bx.tar.gz#sha256=short">x</a>"""
    as_html = parse_page("https://elsewhere/", "", page.encode())
    assert as_json == as_html
    assert as_json == (
        IndexFile("demo-1.0.tar.gz", "https://h/f/demo-1.0.tar.gz", digest),
        IndexFile("demo-2.0.tar.gz", "https://o/demo-2.0.tar.gz", yanked=True),
        IndexFile("demo-3+x.tar.gz", "https://h/simple/demo/demo-3%2Bx.tar.gz"),
    )
    assert parse_page(base, "application/json", b'{"files": []}') == ()


# Where pip looks -----------------------------------------------------------------------------------------------------


def test_the_index_of_pips_configuration(index, fresh, monkeypatch):
    index.add(b"", version="1.0")
    monkeypatch.setenv("PIP_INDEX_URL", index.url.rstrip("/"))
    assert versions("demo", fresh(index_url="")) == ("1.0",)


def test_extra_indexes_and_links_on_disk(index, fresh, monkeypatch, tmp_path):
    index.add(make_wheel(), version="1.0")
    extra = tmp_path / "extra/simple/demo"
    extra.mkdir(parents=True)
    (extra / "demo-2.0-py3-none-any.whl").write_bytes(make_wheel(version="2.0"))
    (extra / "index.html").write_text(
        '<a href="demo-2.0-py3-none-any.whl">x</a><a href="demo-1.0-py3-none-any.whl">x</a>'
    )
    links = tmp_path / "links and spaces"
    links.mkdir()
    (links / "demo-3.0-py3-none-any.whl").write_bytes(make_wheel(version="3.0"))
    (links / "other-9.0-py3-none-any.whl").write_bytes(b"")
    (tmp_path / "page.html").write_text('<a href="demo-4.0-py3-none-any.whl">x</a>')
    monkeypatch.setenv("PIP_INDEX_URL", index.url)
    monkeypatch.setenv("PIP_EXTRA_INDEX_URL", f"{(tmp_path / 'extra/simple').as_uri()} {tmp_path / 'gone'}")
    monkeypatch.setenv(
        "PIP_FIND_LINKS", f"{links.as_uri()} {tmp_path / 'page.html'} {tmp_path / 'missing'} {index.url}nope"
    )
    options = fresh(index_url="")
    assert versions("demo", options) == ("1.0", "2.0", "3.0", "4.0")
    assert open_tree(VersionRef("demo", "3.0"), options).metadata.version == "3.0"
    assert open_tree(VersionRef("demo", "1.0"), options).digest.startswith("sha256:")
    assert any("find-links" in note for note in options.stats.notes)
    with pytest.raises(SourceError, match="cannot read"):
        open_tree(VersionRef("demo", "4.0"), options).files()


def test_an_extra_index_that_is_down_is_noted(index, fresh, monkeypatch):
    index.add(b"", version="1.0")
    options = fresh(extra_index_urls=("http://user:secret@127.0.0.1:9/simple/",))
    assert versions("demo", options) == ("1.0",)
    [note] = options.stats.notes
    assert "an extra index was left out" in note
    assert "secret" not in note


def test_no_index(index, fresh, monkeypatch, tmp_path):
    index.add(b"", version="1.0")
    monkeypatch.setenv("PIP_INDEX_URL", index.url)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path))
    (tmp_path / "demo-3.0.tar.gz").touch()
    assert versions("demo", fresh(index_url="")) == ("3.0",)
    assert index.log == []


def test_links_on_a_page_far_away(index, fresh, monkeypatch):
    index.add(b"", version="1.0")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", f"{index.url}demo/")
    assert versions("demo", fresh(index_url="")) == ("1.0",)


def test_a_local_folder_as_index(tmp_path, fresh):
    (tmp_path / "demo").mkdir()
    (tmp_path / "demo/index.html").write_text('<a href="demo-1.0.tar.gz">x</a>')
    assert versions("demo", fresh(index_url=str(tmp_path))) == ("1.0",)


def test_the_default_index_is_the_clients_own():
    assert _index.default_index().startswith("https://")


# Which file ----------------------------------------------------------------------------------------------------------


def test_the_wheel_to_read(index, options):
    names = [
        "demo-1.0-cp311-cp311-win_amd64.whl",
        "demo-1.0-cp311-cp311-manylinux_2_28_aarch64.whl",
        "demo-1.0-cp311-cp311-musllinux_1_1_x86_64.whl",
        "demo-1.0-cp312-cp312-manylinux_2_28_x86_64.whl",
        "demo-1.0-cp311-cp311-manylinux_2_28_x86_64.whl",
        "demo-1.0-py3-none-any.whl",
        "demo-1.0.tar.gz",
    ]
    while names:
        index.projects.clear()
        options.session.pages.clear()
        for name in names:
            index.add(make_wheel(more=f"X-File: {name}\n"), name)
        wanted = names.pop(-2) if len(names) > 1 else names.pop()
        if wanted.endswith(".whl"):
            open_tree(VersionRef("demo", "1.0"), dataclasses.replace(options, refresh=True))
            assert index.file_requests()[-1][0] == f"/files/{wanted}"


def test_a_yanked_file_of_a_release_is_passed_over(index, options):
    index.add(b"bad", "demo-1.0-py2.py3-none-any.whl", yanked=True)
    index.add(make_wheel(), "demo-1.0-py3-none-any.whl")
    assert open_tree(LatestRef("demo"), options).metadata.version == "1.0"


def test_a_release_without_a_readable_file(index, options):
    index.add(b"", "demo-1.0-py3-none-any.whl.metadata")
    with pytest.raises(SourceError, match="none that can be read"):
        open_tree(LatestRef("demo"), options)


def test_the_page_and_the_file_of_a_project_with_a_big_wheel(index, options):
    index.add(big_wheel())
    assert open_tree(LatestRef("demo"), options).label == "demo 1.0"
