"""`check --confirm` on operators, items, loops and assignments: what the real types say, without calling them."""

from __future__ import annotations

import sys
import textwrap
import venv
from pathlib import Path

import pytest

from apidrift.model.finding import Confidence, Verdict
from apidrift.pipeline import Overrides, open_session

LIB = """
    import dataclasses, enum, typing
    import pydantic

    def never(*_): raise SystemExit("a method of the provider was called")

    class Rich:
        __slots__ = ("kept",)
        shared = 1
        __add__ = __len__ = __getitem__ = __iter__ = __enter__ = __exit__ = __contains__ = __lt__ = never
        __hash__ = None
        @property
        def fixed(self): never()
        @property
        def free(self): never()
        @free.setter
        def free(self, value): never()
        @free.deleter
        def free(self): never()
    class Poor: ...
    @dataclasses.dataclass(frozen=True)
    class Frozen:
        a: int = 0
    class Own:
        def __setattr__(self, name, value): never()
    class Point(typing.NamedTuple):
        x: int
        y: int
    class Colour(enum.Enum):
        RED = 1
    class Model(pydantic.BaseModel):
        a: int = 0
    class Still(pydantic.BaseModel, frozen=True):
        a: int = 0
    TABLE = {"a": 1}
    async def later() -> Poor: ...
"""
GOOD = """
    from lib import Colour, Frozen, Model, Own, Point, Poor, Rich, Still, TABLE, later
    rich, poor = Rich(), Poor()
    rich + 1
    len(rich)
    rich[0]
    iter(rich)
    0 in rich
    rich < 1
    rich.kept = 1
    rich.free = 1
    del rich.free
    poor.anything = 1
    Own().anything = 1
    Model().a = 2
    Colour["RED"]
    TABLE["a"]
    x, y = Point(1, 2)
    with rich:
        pass
    async def go():
        await later()
        (await later()).more = 1
"""
BAD = """
    from lib import Colour, Frozen, Model, Own, Point, Poor, Rich, Still, TABLE, later
    def go():
        rich, poor, other = Rich(), Poor(), Poor()
        poor + 1
        other += 1
        -poor
        len(poor)
        poor[0]
        poor[0] = 1
        iter(poor)
        0 in poor
        poor < 1
        hash(rich)
        Colour["BLUE"]
        x, y, z = Point(1, 2)
        with poor:
            pass
        rich.fixed = 1
        rich.other = 1
        rich.shared = 1
        Frozen().a = 1
        Point(1, 2).x = 1
        Model().b = 1
        Still().a = 1
        del rich.fixed
        del Frozen().a
        Poor()["x"]
        later().more
    async def come():
        await Poor()
        async with Poor():
            pass
"""


@pytest.fixture(scope="module")
def env(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("env")
    venv.create(root / "venv", symlinks=True)
    site = next((root / "venv/lib").glob("python*")) / "site-packages"
    here = next(Path(each) for each in sys.path if each.endswith("site-packages"))
    (site / "more.pth").write_text(f"{here}\n")
    (site / "lib").mkdir()
    (site / "lib/__init__.py").write_text(textwrap.dedent(LIB))
    info = site / "lib-2.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: lib\nVersion: 2.0\n")
    (info / "RECORD").write_text("lib/__init__.py,,\n")
    return root


def checked(env: Path, source: str, monkeypatch: pytest.MonkeyPatch):
    (env / "app.py").write_text(textwrap.dedent(source))
    monkeypatch.setenv("APIDRIFT_CACHE_DIR", str(env / "cache"))
    monkeypatch.chdir(env)
    with open_session(None, Overrides(provider="lib", consumer=str(env / "app.py"), offline=True)) as session:
        return session.check("", f"env:{env / 'venv'}")


def test_what_the_types_offer_works(env: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    report = checked(env, GOOD, monkeypatch)
    told = report.confirmation
    assert told is not None
    assert told.contradictions == ()
    assert [each for each in report.findings if each.verdict is Verdict.BREAKS] == []
    assert told.worked >= 30
    assert dict(told.unable) == {"its class assigns by a method of its own": 1}


def test_what_they_refuse_is_confirmed_in_the_interpreters_words(env: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    report = checked(env, BAD, monkeypatch)
    told = report.confirmation
    assert told is not None
    assert told.contradictions == ()
    breaks = {each.line: each for each in report.findings if each.verdict is Verdict.BREAKS}
    assert set(breaks) == {*range(5, 18), *range(19, 30), *(31, 32)}
    assert {each.confidence for each in breaks.values()} == {Confidence.CONFIRMED}
