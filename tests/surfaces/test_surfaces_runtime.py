"""The runtime agent over every kind of thing, on every Python at hand: what it tells is what the static agent reads."""

from __future__ import annotations

import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from apidrift.model.surface import Found, Release, resolve
from apidrift.model.symbols import Alias, Attribute, Binding, Class, Flavour, Function, Raising
from apidrift.surfaces._runtime import Child, RuntimeSurface

SOURCE = """
    from __future__ import annotations
    import dataclasses, enum, functools, abc, typing
    from collections import OrderedDict as Order
    from typing import NamedTuple
    from . import sub
    from .sub import helper, Base as Root
    __all__ = ["f", "C"]
    LIMIT = 3
    def f(a: int, b="x", *args, c, d=(1, None), **kwargs) -> str: ...
    async def co(x): ...
    def gen(): yield 1
    partial = functools.partial(f, 1)
    @functools.lru_cache(maxsize=3)
    def cached(a): ...
    class Colour(enum.Enum):
        RED = 1
        BLUE = "b"
    def g(colour=Colour.RED, kind=Order, deep={"a": [1]}): ...
    class C(Root):
        limit = 7
        def __init__(self, a, *, b=2): self.a = a; self.total = b
        def m(self, x): ...
        @classmethod
        def k(cls, y): ...
        @staticmethod
        def s(z): ...
        @property
        def p(self): return 1
        @p.setter
        def p(self, value): ...
        class Inner: ...
        def __getattr__(self, name): raise AttributeError(name)
    class Abstract(abc.ABC):
        @abc.abstractmethod
        def todo(self): ...
    @dataclasses.dataclass
    class D:
        x: int
        y: list = dataclasses.field(default_factory=list)
    class N(NamedTuple):
        u: int
        v: str = ""
    class Bare: ...
    class Sub(Root): ...
    def __getattr__(name):
        if name == "lazy":
            return helper
        if name == "gone":
            raise ImportError("gone is gone")
        raise AttributeError(name)
"""


def pythons() -> list[str]:
    """This interpreter, and one of every other minor version at hand from 3.8 on."""
    asked = "import sys; print('%d.%d' % sys.version_info[:2] if sys.version_info >= (3, 8) else '')"
    found = {f"{sys.version_info[0]}.{sys.version_info[1]}": sys.executable}
    installed = sorted(Path.home().glob(".pyenv/versions/3.*/bin/python"))
    on_path = (shutil.which(f"python3.{minor}") for minor in range(8, 16))
    for python in (*installed, *filter(None, on_path)):
        done = subprocess.run([python, "-c", asked], check=False, capture_output=True, text=True)
        if done.returncode == 0 and done.stdout.strip():
            found.setdefault(done.stdout.strip(), str(python))
    return sorted(found.values())


@pytest.fixture(scope="module", params=pythons(), ids=lambda path: path.replace("/", "|")[-24:])
def surface(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory):
    root = tmp_path_factory.mktemp("lib")
    (root / "prov/sub").mkdir(parents=True)
    (root / "prov/__init__.py").write_text(textwrap.dedent(SOURCE))
    (root / "prov/sub/__init__.py").write_text("def helper(q): ...\nclass Base:\n    def inherited(self, w): ...\n")
    with RuntimeSurface(lambda: Child(Path(request.param), None, (str(root),)), Release("prov", "1")) as made:
        yield made


def member(surface: RuntimeSurface, name: str):
    return surface.member("prov", name)


def test_modules(surface: RuntimeSurface) -> None:
    found = surface.module("prov")
    assert found is not None
    assert (found.path, found.package, found.submodules, found.exports) == (
        "prov/__init__.py",
        True,
        ("sub",),
        ("f", "C"),
    )
    assert {"f", "C", "LIMIT", "Root"} <= set(found.index)
    assert not {"sub", "__name__"} & set(found.index)
    assert surface.module("prov.none") is None
    assert surface.module("none.at.all") is None
    assert surface.skipped == []


def test_functions(surface: RuntimeSurface) -> None:
    assert str(member(surface, "f").signature) == "(a: int, b='x', *args, c, d=(1, None), **kwargs) -> str"
    assert str(member(surface, "g").signature) == (
        "(colour=prov.Colour.RED, kind=collections.OrderedDict, deep={'a': [1]})"
    )
    assert member(surface, "co").is_async
    assert member(surface, "gen").is_generator
    assert [p.name for p in member(surface, "partial").signature.parameters][:2] == ["b", "args"]
    assert str(member(surface, "cached").signature) == "(a)"


def test_aliases(surface: RuntimeSurface) -> None:
    assert member(surface, "helper") == Alias("prov.sub.helper")
    assert member(surface, "Root") == Alias("prov.sub.Base")
    assert member(surface, "lazy") == Alias("prov.sub.helper", "getattr")
    assert member(surface, "gone") == Raising("ImportError", "gone is gone")
    assert member(surface, "nothing") is None
    assert member(surface, "sub") is None
    assert member(surface, "enum") == Alias("enum")


def test_values_and_enums(surface: RuntimeSurface) -> None:
    assert member(surface, "LIMIT") == Attribute(type="int", value="3")
    colour = member(surface, "Colour")
    assert colour.flavour is Flavour.ENUM
    assert {n: m.value for n, m in colour.members.items() if isinstance(m, Attribute) and m.final} == {
        "RED": "1",
        "BLUE": "'b'",
    }


def test_classes(surface: RuntimeSurface) -> None:
    found = member(surface, "C")
    assert isinstance(found, Class)
    assert str(found.constructor) == "(a, *, b=2)"
    assert (found.constructor_name, found.mro, found.dynamic) == (
        "C.__init__",
        ("prov.sub.Base",),
        "defines __getattr__",
    )
    bindings = {n: m.binding for n, m in found.members.items() if isinstance(m, Function) and n[0] != "_"}
    assert bindings == {
        "m": Binding.FUNCTION,
        "k": Binding.CLASS,
        "s": Binding.STATIC,
        "p": Binding.PROPERTY,
    }
    assert all(str(found.members[n].signature) == s for n, s in {"m": "(x)", "k": "(y)", "s": "(z)"}.items())
    assert found.members["p"].settable
    assert isinstance(found.members["Inner"], Class)
    assert found.members["total"].instance
    assert member(surface, "Abstract").abstract == ("todo",)
    assert member(surface, "Bare").constructor is None
    inherited = resolve(surface, "prov.Sub.inherited")
    assert isinstance(inherited, Found)
    assert inherited.path == "prov.sub.Base.inherited"


def test_synthetic_constructors(surface: RuntimeSurface) -> None:
    data, named = member(surface, "D"), member(surface, "N")
    assert (data.flavour, named.flavour) == (Flavour.DATACLASS, Flavour.NAMEDTUPLE)
    assert [(p.name, p.required) for p in data.constructor.parameters] == [("x", True), ("y", False)]
    assert [(p.name, p.required) for p in named.constructor.parameters] == [("u", True), ("v", False)]
    assert data.constructor_name.endswith("__init__")


def test_asking_twice_gives_the_same(surface: RuntimeSurface) -> None:
    assert member(surface, "C") is member(surface, "C")


def test_operators_are_tried_in_the_interpreters_own_words(surface: RuntimeSurface) -> None:
    """On every Python: the special method that the type lacks is named as `TypeError` says it there."""
    bare = {"root": {"is": "typed", "type": "prov.Bare"}}
    told = []
    for operation in (
        {"is": "operate", "method": "__len__"},
        {"is": "subscript", "key": "0"},
        {"is": "write", "name": "anything"},
        {"is": "truth"},
    ):
        answer, problem = surface.ask("prov.Bare", {"do": "try", "operation": operation, "path": bare})
        assert not problem
        told.append((answer["raises"], answer["message"]))
    assert told == [
        ("TypeError", "object of type 'Bare' has no len()"),
        ("TypeError", "'Bare' object is not subscriptable"),
        ("", ""),
        ("", ""),
    ]
