"""`check --confirm`: real objects beside predictions; what they contradict is withdrawn and told."""

from __future__ import annotations

import sys
import textwrap
import venv
from pathlib import Path

import pytest

from apidrift.errors import SourceError, UsageError
from apidrift.model.finding import Confidence, Outcome, Verdict
from apidrift.pipeline import Overrides, _confirm, open_session

LIB = """
    import abc, enum, functools, dataclasses
    import pydantic
    def f(a): ...
    def two(a, b, *, c): ...
    class A:
        limit = 1
        def __init__(self, x, z, y=1): self.seen = x
        def run(self) -> "B": ...
        def swapped(self): ...
    class B:
        def go(self): ...
    class Bare: ...
    class Colour(enum.Enum):
        RED = 1
    class Todo(abc.ABC):
        @abc.abstractmethod
        def more(self): ...
    class Model(pydantic.BaseModel):
        a: int
        b: str
    @pydantic.dataclasses.dataclass(config=pydantic.ConfigDict(extra="forbid"))
    class Data:
        a: int
        b: str = ""
    def deco(function):
        @functools.wraps(function)
        def inner(*args, **kwargs): return function(*args, **kwargs)
        return inner
    @deco
    def wrapped(a, b, *, c): ...
"""
APP = """
    import lib
    from lib import A, Bare, Colour, Data, Model, Todo, f, two, wrapped, gone
    import lib.nothing
    f(1, 2)
    two(1)
    wrapped(1, c=2)
    a = A(1)
    a.run(3)
    a.run().go()
    a.run().went()
    a.seen
    Bare(1)
    Colour.BLUE
    Model(a=1)
    Data(a=1, c=2)
    lib.other
    A.limit
    class Mine(Todo): ...
    Mine()
    f(1)
"""


@pytest.fixture(scope="module")
def env(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment that has `lib` and sees this one's packages, and a consumer beside it."""
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
    (root / "app.py").write_text(textwrap.dedent(APP))
    return root


@pytest.fixture
def session(env: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("APIDRIFT_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.chdir(env)
    with open_session(None, Overrides(provider="lib", consumer=str(env / "app.py"), offline=True)) as made:
        yield made


def test_every_break_is_confirmed_with_its_text(session, env: Path) -> None:
    report = session.check("", f"env:{env / 'venv'}")
    told = report.confirmation
    assert told is not None
    assert told.contradictions == ()
    breaks = [each for each in report.findings if each.verdict is Verdict.BREAKS]
    assert {each.confidence for each in breaks} == {Confidence.CONFIRMED}
    assert len(breaks) >= 12
    assert told.confirmed >= len(breaks)
    assert told.worked > 5
    assert all(each.witness.startswith(each.exception) for each in breaks)
    assert report.funnel.breaking == len(breaks)


def test_what_the_interpreter_does_not_show_is_withdrawn(session, env: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Were `f(1)` thought to break, and `f(1, 2)` to work, both would be told."""

    def wrong(session, contract, surface) -> tuple[Outcome, ...]:
        outcomes = list(judged(session, contract, surface))
        lines = {use.place.line: number for number, use in enumerate(contract.uses)}
        good, bad = lines[21], lines[5]
        outcomes[good], outcomes[bad] = outcomes[bad], outcomes[good]
        return tuple(outcomes)

    judged = _confirm.judged
    before = session.check("", f"env:{env / 'venv'}")
    monkeypatch.setattr(_confirm, "judged", wrong)
    after = session.check("", f"env:{env / 'venv'}")
    told = after.confirmation
    assert told is not None
    assert {
        (each.line, each.static.partition(":")[0], each.runtime.partition(":")[0]) for each in told.contradictions
    } == {
        (5, "ok", "TypeError"),
        (21, "TypeError", "ok"),
    }
    assert before.confirmation is not None


def test_another_version_is_refused(session, env: Path, tmp_path: Path) -> None:
    other = tmp_path / "lib"
    other.mkdir()
    (other / "__init__.py").write_text('__version__ = "3.0"\n')
    with pytest.raises(UsageError, match="is no environment"):
        session.check("", str(tmp_path))
    with pytest.raises(SourceError, match="has no package lib"):
        session.check("", "env:")
