"""Static against runtime on one package: what agrees, and to which cause a difference is put."""

from __future__ import annotations

import sys
import textwrap
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from surfaces_tools import surface_of

from apidrift.model.agreement import Agreement, Cause
from apidrift.model.surface import Release, resolve
from apidrift.surfaces import compare_surfaces, runtime_surface
from apidrift.surfaces._runtime import _agreement

if TYPE_CHECKING:
    from apidrift.model.symbols import Class, Function

Compare = "Callable[[str], Agreement]"
AGREEING = """
    from __future__ import annotations
    import dataclasses, enum, functools, os, sys, typing, abc
    import pydantic, pydantic_core
    def f(a, /, b=1, *c, d, **e): ...
    def defaults(a=(1, 2), b={"x": [None]}, c=f, d=1.0, e=b"x", f=-1): ...
    async def co(a): ...
    @functools.lru_cache
    def cached(a): ...
    def deco(function):
        @functools.wraps(function)
        def inner(*args, **kwargs): return function(*args, **kwargs)
        return inner
    def partly(function):
        @functools.wraps(function)
        def inner(self, **kwargs): return function(self, **kwargs)
        return inner
    @deco
    def decorated(a, b=2): ...
    class C:
        def __init__(self, a, *, b=1): ...
        def m(self, __private, *, __other=3): ...
        @classmethod
        def k(cls, x): ...
        @staticmethod
        def s(x=None): ...
        @partly
        def w(self, node=None): ...
    class D(C):
        def __init__(self, a, **kwargs): super().__init__(a, **kwargs)
    class New:
        def __new__(cls, a, b=1): return object.__new__(cls)
    class Meta(type):
        def __call__(cls, *args, **kwargs): return super().__call__(*args, **kwargs)
    class Made(metaclass=Meta):
        def __init__(self, q): ...
    class Protocol(typing.Protocol):
        def p(self, a): ...
    class Concrete(Protocol): ...
    class Error(Exception): ...
    @dataclasses.dataclass
    class Data:
        x: int
        y: str = "y"
        z: list = dataclasses.field(default_factory=list, kw_only=True)
    @dataclasses.dataclass
    class Marks:
        a: object = dataclasses.MISSING
        b: object = ...
        c: object = pydantic_core.PydanticUndefined
        d: object = dataclasses.field(default=...)
    class Marked(pydantic.BaseModel):
        a: object = ...
        b: object = pydantic.Field(...)
        c: object = pydantic_core.PydanticUndefined
    class Named(typing.NamedTuple):
        u: int
        v: int = 2
    class Own(typing.NamedTuple("Own", [("a", int), ("b", int)])):
        def __new__(cls, a=1, b=2): return super().__new__(cls, a, b)
    class Model(pydantic.BaseModel):
        model_config = {"extra": "allow"}
        a: int
        b: str = pydantic.Field("b", alias="in")
    class Root(pydantic.RootModel[int]): ...
    class Colour(enum.Enum):
        RED = 1
        def shade(self, by): ...
    class dispatched:
        def __new__(cls, func=None, *, name=None):
            if func is None: return functools.partial(dispatched, name=name)
            self = object.__new__(cls)
            self.__wrapped__ = func
            return self
        def plainly(self, /, *args, backend=None, **kwargs): return self.__wrapped__(*args, **kwargs)
        def cleverly(self, /, *args, backend=None, **kwargs): return self.__wrapped__(*args, **kwargs)
        __call__ = plainly if sys.flags.optimize else cleverly
    if os.environ.get("DOCUMENTED"):
        def dispatched(func=None, **kwargs):
            if func is None: return functools.partial(dispatched, **kwargs)
            return func
    @dispatched
    def paths(graph, source=None): ...
    @dispatched(name="other")
    def routes(graph, *, weight="weight"): ...
    def guessing(f):
        def guess(text): return f(text) or 0.0
        return staticmethod(guess)
    class Guessed(type):
        def __new__(mcs, name, bases, space):
            if "guess" in space: space["guess"] = guessing(space["guess"])
            return type.__new__(mcs, name, bases, space)
    class Lexer(metaclass=Guessed):
        def guess(source): ...
"""


@pytest.fixture
def compare(tmp_path: Path):
    """Compares the module `prov.mod` of a text, or another."""

    def run(text: str, *paths: str, more: dict[str, str] | None = None) -> Agreement:
        files = {"prov/__init__.py": "", "prov/mod.py": text} | (more or {})
        files = {name: textwrap.dedent(each) for name, each in files.items()}
        for name, each in files.items():
            place = tmp_path / name
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(each)
        release = Release("prov", "1.0")
        with runtime_surface(Path(sys.executable), release, 60, (str(tmp_path),)) as runtime:
            return compare_surfaces(surface_of(files), runtime, paths or ("prov.mod",))

    return run


def test_everything_agrees(compare) -> None:
    agreement = compare(AGREEING)
    assert agreement.disagreements == ()
    assert agreement.skipped == ()
    assert agreement.agreed == agreement.compared > 20
    assert agreement.share == 1.0


DIFFERENT = {
    "decorator": (
        "def swap(f):\n    return lambda x: f\ndef make(n):\n    return globals()[n]\n@make('swap')\ndef f(a, b): ...",
        "prov.mod.f",
        Cause.DECORATOR,
    ),
    "conditional": (
        "try:\n    import nothing_like_it as n\nexcept ImportError:\n    n = None\nif n is not None:\n    def f(a): ...",
        "prov.mod.f",
        Cause.CONDITIONAL,
    ),
    "run time": ("def make(): return type('K', (), {})\nK = make()", "prov.mod.K", Cause.RUN_TIME),
    "metaclass": (
        "class M(type):\n def __new__(mcs, n, b, d):\n  d['m'] = staticmethod(lambda q: 1)\n  return type.__new__(mcs, n, b, d)\n\nclass K(metaclass=M):\n def m(self): ...",
        "prov.mod.K.m",
        Cause.RUN_TIME,
    ),
    "executed": ("exec('def f(a): ...')", "prov.mod.f", Cause.RUN_TIME),
}


@pytest.mark.parametrize("kind", DIFFERENT)
def test_a_difference_has_its_cause(compare, kind: str) -> None:
    text, path, cause = DIFFERENT[kind]
    agreement = compare(text)
    assert [(each.path, each.cause) for each in agreement.disagreements] == [(path, cause)]


def test_a_fault_of_ours_is_called_one(compare, monkeypatch: pytest.MonkeyPatch) -> None:
    """Were a default read wrongly, it would show."""
    monkeypatch.setattr(_agreement, "_equal", lambda *_: False)
    assert compare("def f(a=1): ...").disagreements[0].cause is Cause.FAULT


def test_what_does_not_import_is_skipped_with_its_reason(compare) -> None:
    agreement = compare("import nothing_like_it\ndef f(): ...")
    assert agreement.compared == 0
    assert agreement.skipped == ("prov.mod: ModuleNotFoundError: No module named 'nothing_like_it'",)


def test_one_name_alone(compare) -> None:
    assert compare("def f(): ...\ndef g(): ...", "prov.mod.f").compared == 1


# What comparing showed, mended in the static agent ------------------------------------------------------------------


def test_a_star_import_brings_nothing_that_its_source_has_from_here() -> None:
    files = {
        "prov/__init__.py": "from prov.a import *\nfrom prov.b import *\n",
        "prov/a.py": "__all__ = ['f']\ndef f(x): ...\n",
        "prov/b.py": "from prov import f\ndef g(): ...\n",
    }
    surface = surface_of(files)
    assert resolve(surface, "prov.f").path == resolve(surface, "prov.b.f").path == "prov.a.f"


def test_private_parameters_have_the_name_that_the_compiler_gives_them() -> None:
    found: Class = surface_of("class _C:\n    def m(self, __x, __y__, _z): ...\ndef f(__x): ...\n").member(
        "prov.mod", "_C"
    )
    method: Function = found.members["m"]
    assert [p.name for p in method.signature.parameters] == ["_C__x", "__y__", "_z"]
    assert str(surface_of("def f(__x): ...\n").member("prov.mod", "f").signature) == "(__x)"


def test_a_long_chain_of_calls_takes_no_time() -> None:
    chain = ".".join(["x"] + ["replace('a', 'b')"] * 40)
    begun = time.perf_counter()
    assert surface_of(f"def f(x: str): return {chain}\n").member("prov.mod", "f").result == "str"
    assert surface_of(f"def f(x): return {chain}\n").member("prov.mod", "f").result == ""
    assert time.perf_counter() - begun < 5
