"""A snapshot with its source behind it: the source is asked for what the snapshot lacks, and for nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from apidrift.model.surface import NotCoveredError, Release
from apidrift.pipeline._fallback import FallbackSurface
from apidrift.sources import MemoryTree
from apidrift.surfaces import Recorder, snapshot_surface, static_surface

if TYPE_CHECKING:
    from apidrift.model.surface import Module, Surface
    from apidrift.model.symbols import Symbol

FILES = {
    "prov/__init__.py": "",
    "prov/a.py": "def f(a): ...\ndef g(b): ...\n",
    "prov/b.py": "def h(): ...\n",
}
RELEASE = Release("prov", "1.0")


class Counting:
    """A surface that notes what it is asked."""

    def __init__(self, surface: Surface) -> None:
        self._surface = surface
        self.release = surface.release
        self.asked: list[str] = []

    def module(self, name: str) -> Module | None:
        self.asked.append(name)
        return self._surface.module(name)

    def member(self, module: str, name: str) -> Symbol | None:
        self.asked.append(f"{module}.{name}")
        return self._surface.member(module, name)

    def __getattr__(self, name: str) -> object:
        return getattr(self._surface, name)


@pytest.fixture
def both() -> tuple[FallbackSurface, Counting, list[str]]:
    """A snapshot that knows `prov.a.f` alone, the source behind it, and how often that was opened."""
    source = static_surface(MemoryTree(FILES), "prov", RELEASE)
    taken = Recorder(source)
    taken.member("prov.a", "f")
    counting, opened = Counting(source), []

    def reopen() -> Surface:
        opened.append("")
        return counting

    return FallbackSurface(snapshot_surface(taken.snapshot(())), reopen), counting, opened


def test_what_the_snapshot_knows_opens_nothing(both: tuple[FallbackSurface, Counting, list[str]]) -> None:
    surface, source, opened = both
    assert surface.member("prov.a", "f") is not None
    assert surface.member("prov.a", "nothing") is None
    assert (opened, source.asked) == ([], [])


def test_once_open_the_source_is_asked_for_the_rest_alone(both: tuple[FallbackSurface, Counting, list[str]]) -> None:
    surface, source, opened = both
    assert surface.member("prov.a", "g") is not None
    assert surface.member("prov.b", "h") is not None
    assert surface.member("prov.a", "f") is not None
    assert surface.known is surface
    assert opened == [""]
    assert "prov.a.f" not in source.asked
    assert {"prov.a.g", "prov.b.h"} <= set(source.asked)


def test_what_a_snapshot_says_nothing_of_the_open_source_tells(
    both: tuple[FallbackSurface, Counting, list[str]],
) -> None:
    surface, _, _ = both
    assert surface.body("prov.b.h") is None
    surface.member("prov.b", "h")
    assert surface.body("prov.b.h") is not None


def test_out_of_reach_it_says_what_is_missing_and_why() -> None:
    taken = Recorder(static_surface(MemoryTree(FILES), "prov", RELEASE))
    taken.member("prov.a", "f")
    surface = FallbackSurface(snapshot_surface(taken.snapshot(())), lambda: None, "--offline forbids it")
    for _ in range(2):
        with pytest.raises(NotCoveredError, match=r"prov\.a\.g; --offline forbids it"):
            surface.member("prov.a", "g")
    assert surface.member("prov.a", "f") is not None
