"""Releases never change: what one run worked out, the next finds, in this process or another."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from apidrift.model.surface import Release
from apidrift.pipeline import _remembered
from apidrift.pipeline._remembered import remembered
from apidrift.sources import Cache, MemoryTree
from apidrift.surfaces import static_surface

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pipeline_support import Project

    from apidrift.model.surface import Surface

FILES = {
    "prov/__init__.py": "from prov.inner import *\nfrom other import *\n\ndef f(a, b=1): ...\n",
    "prov/inner.py": "class C:\n    def m(self): ...\n",
}
RELEASE = Release("prov", "1.0", "", "wheel", "sha256:1")


@pytest.fixture(autouse=True)
def another_process(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(_remembered, "_POOL", _remembered._Pool())
    yield
    _remembered._POOL.held.clear()


def forget() -> None:
    """What a process has at hand goes with it."""
    _remembered._POOL.held.clear()


class Source:
    """Opens the release, and counts how often."""

    def __init__(self) -> None:
        self.opened = 0

    def __call__(self) -> Surface:
        self.opened += 1
        return static_surface(MemoryTree(FILES), "prov", RELEASE)


def test_answers_are_those_of_the_source(tmp_path: Path) -> None:
    source = Source()
    live = source()
    for _ in range(2):
        surface = remembered(RELEASE, source, Cache(tmp_path), "s")
        assert surface.module("prov") is not None
        assert surface.member("prov", "gone") == live.member("prov", "gone") is None
        for name in ("prov", "prov.inner", "prov.none"):
            assert surface.module(name) == live.module(name)
        assert surface.member("prov", "f") == live.member("prov", "f") is not None
        assert surface.member("prov.inner", "C") == live.member("prov.inner", "C")
        assert surface.moves("prov.D") == live.moves("prov.D")
        surface.keep()
        forget()
    assert source.opened == 2, "once by this test, once by the first round"


def test_a_question_of_its_own_opens_the_source_again(tmp_path: Path) -> None:
    source = Source()
    first = remembered(RELEASE, source, Cache(tmp_path), "s")
    first.member("prov", "f")
    first.keep()
    forget()
    second = remembered(RELEASE, source, Cache(tmp_path), "s")
    second.member("prov", "f")
    assert source.opened == 1
    second.member("prov", "C")
    second.keep()
    forget()
    third = remembered(RELEASE, source, Cache(tmp_path), "s")
    assert third.member("prov", "C")
    assert third.member("prov", "f")
    assert source.opened == 2


def test_another_state_of_the_rooms_and_a_damaged_record_count_for_nothing(tmp_path: Path) -> None:
    source = Source()
    cache = Cache(tmp_path)
    first = remembered(RELEASE, source, cache, "s")
    first.member("prov", "f")
    first.keep()
    forget()
    remembered(RELEASE, source, cache, "t").member("prov", "f")
    assert source.opened == 2
    cache.put("answers", "prov-sha256:1-s/prov", b"{")
    remembered(RELEASE, source, cache, "s").member("prov", "f")
    assert source.opened == 3


def test_one_process_keeps_a_few_at_hand(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    surfaces = [remembered(Release("prov", f"1.{n}"), Source(), cache, "s") for n in range(6)]
    assert remembered(Release("prov", "1.5"), Source(), cache, "s") is surfaces[5]
    assert remembered(Release("prov", "1.0"), Source(), cache, "s") is not surfaces[0]


def test_the_second_run_asks_the_index_for_nothing(project: Project) -> None:
    with project.session() as session:
        first = session.compare("1.0", "2.0")
    forget()
    before = len(project.index.log)
    with project.session() as session:
        assert session.compare("1.0", "2.0") == first
    assert len(project.index.log) == before
    forget()
    with project.session(refresh=True) as session:
        assert session.compare("1.0", "2.0") == first
    assert len(project.index.log) > before


def test_what_a_person_was_told_is_told_again(project: Project) -> None:
    project.provide("2.2", "def f(a): ...\n", yanked=True)
    for _ in range(2):
        with project.session() as session:
            session.compare("1.0", "prov==2.2")
            assert session.options.stats.notes == ["prov 2.2 was withdrawn from the index (yanked)"]
        forget()
