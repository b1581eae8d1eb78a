"""The text apidrift predicts is the text Python prints: each pair is judged, then run."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from conftest import Lab

# By kind: import, call, constructor, attribute, write, result.
BREAKS = {
    "name": ("", "from prov.mod import f"),
    "module": ("", "import prov.other"),
    "module below a module": ("", "import prov.mod.deeper"),
    "from a module": ("", "from prov.other import f"),
    "attribute of a module": ("", "import prov.mod\nprov.mod.f()"),
    "attribute of a module read": ("", "from prov import mod\nmod.X"),
    "raises on access": (
        "def __getattr__(name):\n    if name == 'f':\n        raise ImportError('f is gone')\n    raise AttributeError(name)",
        "from prov.mod import f",
    ),
    # calls
    "missing": ("def f(a, b, c): ...", "from prov.mod import f\nf()"),
    "two missing": ("def f(a, b): ...", "from prov.mod import f\nf()"),
    "keyword-only missing": ("def f(*, a, b): ...", "from prov.mod import f\nf(a=1)"),
    "unexpected": ("def f(a): ...", "from prov.mod import f\nf(1, b=2)"),
    "too many": ("def f(): ...", "from prov.mod import f\nf(1)"),
    "too many of several": ("def f(a, b=1): ...", "from prov.mod import f\nf(1, 2, 3)"),
    "too many with a keyword": ("def f(a, *, b): ...", "from prov.mod import f\nf(1, 2, b=3)"),
    "twice": ("def f(a): ...", "from prov.mod import f\nf(1, a=2)"),
    "positional-only": ("def f(a, b, /): ...", "from prov.mod import f\nf(a=1, b=2)"),
    "method": ("class C:\n    def m(self, a): ...", "from prov.mod import C\nC().m()"),
    "method too many": ("class C:\n    def m(self): ...", "from prov.mod import C\nC().m(1)"),
    "method through the class": ("class C:\n    def m(self): ...", "from prov.mod import C\nC.m()"),
    "class method": ("class C:\n    @classmethod\n    def m(cls, a): ...", "from prov.mod import C\nC.m()"),
    "static method": ("class C:\n    @staticmethod\n    def m(a): ...", "from prov.mod import C\nC.m()"),
    "inherited method": ("class A:\n    def m(self, a): ...\nclass C(A): ...", "from prov.mod import C\nC().m()"),
    "call of an instance": ("class C:\n    def __call__(self, a): ...", "from prov.mod import C\nc = C()\nc()"),
    "instance not callable": ("class C: ...", "from prov.mod import C\nc = C()\nc()"),
    "module called": ("", "from prov import mod\nmod()"),
    "None called": ("X = None", "from prov.mod import X\nX()"),
    "decorator": ("def deco(): ...", "from prov.mod import deco\n@deco\ndef g(): ..."),
    "decorator factory": ("def deco(a): ...", "from prov.mod import deco\n@deco(b=1)\ndef g(): ..."),
    # constructors
    "constructor": ("class C:\n    def __init__(self, a): ...", "from prov.mod import C\nC()"),
    "no constructor": ("class C: ...", "from prov.mod import C\nC(1)"),
    "no constructor, keyword": ("class C: ...", "from prov.mod import C\nC(a=1)"),
    "inherited constructor": (
        "class A:\n    def __init__(self, a): ...\nclass C(A): ...",
        "from prov.mod import C\nC()",
    ),
    "new": ("class C:\n    def __new__(cls, a): return object.__new__(cls)", "from prov.mod import C\nC()"),
    "dataclass": (
        "from dataclasses import dataclass\n@dataclass\nclass C:\n    a: int\n    b: int",
        "from prov.mod import C\nC(1)",
    ),
    "keyword-only dataclass": (
        "from dataclasses import dataclass\n@dataclass(kw_only=True)\nclass C:\n    a: int",
        "from prov.mod import C\nC(1)",
    ),
    "named tuple": (
        "from typing import NamedTuple\nclass C(NamedTuple):\n    a: int\n    b: int",
        "from prov.mod import C\nC(1)",
    ),
    "abstract": (
        "import abc\nclass C(abc.ABC):\n    @abc.abstractmethod\n    def m(self): ...",
        "from prov.mod import C\nC()",
    ),
    "abstract in the consumer": (
        "import abc\nclass C(abc.ABC):\n    @abc.abstractmethod\n    def m(self): ...\n    @abc.abstractmethod\n    def n(self): ...",
        "from prov.mod import C\nclass D(C): ...\nD()",
    ),
    "enum value": ("import enum\nclass E(enum.Enum):\n    A = 2", "from prov.mod import E\nE(1)"),
    "enum member": ("import enum\nclass E(enum.Enum):\n    A = 2", "from prov.mod import E\nE.B"),
    "enum key": ("import enum\nclass E(enum.Enum):\n    A = 2", "from prov.mod import E\nE['B']"),
    "msgspec missing": ("import msgspec\nclass C(msgspec.Struct):\n    a: int", "from prov.mod import C\nC()"),
    "msgspec unexpected": (
        "import msgspec\nclass C(msgspec.Struct):\n    a: int",
        "from prov.mod import C\nC(a=1, z=1)",
    ),
    "msgspec too many": ("import msgspec\nclass C(msgspec.Struct):\n    a: int", "from prov.mod import C\nC(1, 2)"),
    "msgspec twice": ("import msgspec\nclass C(msgspec.Struct):\n    a: int", "from prov.mod import C\nC(1, a=2)"),
    "attrs": ("import attrs\n@attrs.define\nclass C:\n    a: int", "from prov.mod import C\nC()"),
    # attributes
    "attribute": ("class C: ...", "from prov.mod import C\nC().x"),
    "class attribute": ("class C: ...", "from prov.mod import C\nC.x"),
    "attribute of a result": ("class R: ...\ndef f() -> R: return R()", "from prov.mod import f\nf().x"),
    "attribute of an inferred result": ("class R: ...\ndef f(): return R()", "from prov.mod import f\nf().x"),
    "attribute of None": ("def f() -> None: ...", "from prov.mod import f\nf().x"),
    "attribute of a string": ("def f() -> str: return ''", "from prov.mod import f\nf().foo"),
    "attribute of a tuple": ("class T(tuple): ...", "from prov.mod import T\nT().get"),
    "attribute of a coroutine": (
        "import warnings\nwarnings.simplefilter('ignore')\nasync def f(): ...",
        "from prov.mod import f\nx = f()\nx.close()\nx.foo",
    ),
    "method object": ("class C:\n    def m(self): ...", "from prov.mod import C\nC().m.x"),
    "property result": (
        "class C:\n    @property\n    def p(self) -> int: return 1",
        "from prov.mod import C\nC().p.foo",
    ),
    "self": (
        "from typing import Self\nclass C:\n    def m(self) -> Self: return self",
        "from prov.mod import C\nC().m().x",
    ),
    # writes
    "property": ("class C:\n    @property\n    def p(self): return 1", "from prov.mod import C\nC().p = 1"),
    "frozen": (
        "from dataclasses import dataclass\n@dataclass(frozen=True)\nclass C:\n    a: int = 1",
        "from prov.mod import C\nC().a = 2",
    ),
    "slots": ("class C:\n    __slots__ = ('a',)", "from prov.mod import C\nC().x = 2"),
    "frozen struct": (
        "import msgspec\nclass C(msgspec.Struct, frozen=True):\n    a: int",
        "from prov.mod import C\nC(1).a = 2",
    ),
    "struct": ("import msgspec\nclass C(msgspec.Struct):\n    a: int", "from prov.mod import C\nC(1).x = 2"),
    "named tuple field": (
        "from typing import NamedTuple\nclass C(NamedTuple):\n    a: int",
        "from prov.mod import C\nC(1).a = 2",
    ),
    "named tuple attribute": (
        "from typing import NamedTuple\nclass C(NamedTuple):\n    a: int",
        "from prov.mod import C\nC(1).x = 2",
    ),
    "delete a property": ("class C:\n    @property\n    def p(self): return 1", "from prov.mod import C\ndel C().p"),
    "frozen attrs": ("import attrs\n@attrs.frozen\nclass C:\n    a: int", "from prov.mod import C\nC(1).a = 2"),
    # results
    "subscript": ("class C: ...", "from prov.mod import C\nC()[0]"),
    "subscript of a generator": ("def f(): yield 1", "from prov.mod import f\nf()[0]"),
    "subscript of a function": ("def f(): ...", "from prov.mod import f\nf[0]"),
    "subscript of a method": ("class C:\n    def m(self): ...", "from prov.mod import C\nC().m[0]"),
    "subscript of None": ("def f() -> None: ...", "from prov.mod import f\nf()[0]"),
    "subscript of a class": ("class C: ...", "from prov.mod import C\nC[int]"),
    "key": ("D = {'a': 1}", "from prov.mod import D\nD['b']"),
    "index": ("T = (1, 2)", "from prov.mod import T\nT[2]"),
    "iterate": ("class C: ...", "from prov.mod import C\nlist(C())"),
    "iterate an int": ("def f() -> int: return 1", "from prov.mod import f\nfor x in f(): pass"),
    "too many values": ("def f(): return 1, 2, 3", "from prov.mod import f\na, b = f()"),
    "too few values": ("def f(): return 1, 2", "from prov.mod import f\na, b, c = f()"),
    "unpack None": ("def f() -> None: ...", "from prov.mod import f\na, b = f()"),
    "length": ("class C: ...", "from prov.mod import C\nlen(C())"),
    "contains": ("class C: ...", "from prov.mod import C\n1 in C()"),
    "add": ("class C: ...", "from prov.mod import C\nC() + 1"),
    "order": ("class C: ...", "from prov.mod import C\nC() < 1"),
    "with": ("class C: ...", "from prov.mod import C\nwith C(): pass"),
    "base is a function": ("def C(): ...", "from prov.mod import C\nclass D(C): ..."),
    "base is a module": ("", "from prov import mod\nclass D(mod): ..."),
    "base is None": ("C = None", "from prov.mod import C\nclass D(C): ..."),
    "base is an enum": ("import enum\nclass E(enum.Enum):\n    A = 1", "from prov.mod import E\nclass D(E): ..."),
    "isinstance": ("def C(): ...", "from prov.mod import C\nisinstance(1, C)"),
}


@pytest.mark.parametrize("name", BREAKS)
def test_the_exception_is_the_one_python_raises(lab: Lab, name: str) -> None:
    provider, consumer = BREAKS[name]
    real = lab.run(provider, consumer)
    predicted = lab.breaks(provider, consumer)
    assert real
    assert predicted, f"nothing predicted, Python says {real}"
    assert _without_path(predicted[0]) == _without_path(real)


def _without_path(text: str) -> str:
    """The location after an ImportError's text depends on the machine; an enum's name in a class statement is its own."""
    text = re.sub(r" \((unknown location|[^)]*\.py)\)$", "", text)
    return re.sub(r"<enum '\w+'> cannot extend", "<enum> cannot extend", text)


WORKS = {
    "call": ("def f(a, *, b=1, **k): ...", "from prov.mod import f\nf(1, b=2, c=3)"),
    "positional-only renamed": ("def f(b, /): ...", "from prov.mod import f\nf(1)"),
    "star": ("def f(a, b): ...", "from prov.mod import f\nf(*(1, 2))"),
    "method as class method": ("class C:\n    @classmethod\n    def m(cls): ...", "from prov.mod import C\nC().m()"),
    "typed dict": (
        "from typing import TypedDict\nclass T(TypedDict):\n    a: int",
        "from prov.mod import T\nT(a=1)['a']",
    ),
    "tuple subclass": ("class T(tuple): ...", "from prov.mod import T\nT().index\nlen(T())\nlist(T())"),
    "exception": (
        "class E(ValueError): ...",
        "from prov.mod import E\ntry:\n    raise E('x')\nexcept E as e:\n    e.args",
    ),
    "enum": (
        "import enum\nclass E(enum.Enum):\n    A = 1",
        "from prov.mod import E\nE.A.value\nE.A.name\nE(1)\nE['A']\nfor e in E: e.name\nlen(E.__members__)",
    ),
    "struct": ("import msgspec\nclass C(msgspec.Struct):\n    a: int = 1", "from prov.mod import C\nC(a=2).a = 3"),
    "generator": ("def f(): yield 1", "from prov.mod import f\nlist(f())\nnext(f())"),
    "context manager": (
        "import contextlib\n@contextlib.contextmanager\ndef f():\n    yield 1",
        "from prov.mod import f\nwith f() as x: pass",
    ),
    "old iteration": ("class C:\n    def __getitem__(self, i): raise IndexError", "from prov.mod import C\nlist(C())"),
    "instance attributes": ("class C:\n    def __init__(self): self.x = 1", "from prov.mod import C\nC().x\nC().y = 2"),
    "settable property": (
        "class C:\n    @property\n    def p(self): return 1\n    @p.setter\n    def p(self, v): ...",
        "from prov.mod import C\nC().p = 1",
    ),
    "abstract done": (
        "import abc\nclass C(abc.ABC):\n    @abc.abstractmethod\n    def m(self): ...",
        "from prov.mod import C\nclass D(C):\n    def m(self): ...\nD()",
    ),
    "generic": (
        "from typing import Generic, TypeVar\nT = TypeVar('T')\nclass C(Generic[T]): ...",
        "from prov.mod import C\nC[int]()",
    ),
    "any": ("from typing import Any\nclass R: ...\ndef f() -> Any: return 'a'", "from prov.mod import f\nf().upper()"),
    "getattr": ("class C:\n    def __getattr__(self, name): return 1", "from prov.mod import C\nC().anything"),
    "object's own": ("class C: ...", "from prov.mod import C\nC().__class__\nC().__dict__\nC.__name__\nC.__mro__"),
    "unpack a list": ("def f() -> list[int]: return [1, 2]", "from prov.mod import f\na, b = f()"),
    "starred": ("def f(): return 1, 2, 3", "from prov.mod import f\na, *b = f()"),
    "reflected": ("class C: ...", "from prov.mod import C\nclass D:\n    def __radd__(self, o): return 1\nC() + D()"),
    "optional": ("def f() -> str | None: return 'a'", "from prov.mod import f\nf().upper()"),
    "equality": ("class C: ...", "from prov.mod import C\nC() == 1\nif C(): pass"),
    # guards
    "fallback import": (
        "def g(): ...",
        "try:\n    from prov.mod import f\nexcept ImportError:\n    from prov.mod import g as f\nf()",
    ),
    "fallback not needed": (
        "def f(): ...",
        "try:\n    from prov.mod import f\nexcept ImportError:\n    from prov.mod import g as f\nf()",
    ),
    "caught": ("def f(a): ...", "from prov.mod import f\ntry:\n    f()\nexcept TypeError:\n    pass"),
    "caught by a base": ("", "try:\n    import prov.other\nexcept ImportError:\n    pass"),
    "suppressed": ("", "import contextlib\nwith contextlib.suppress(ImportError):\n    from prov.mod import f"),
    "hasattr": ("class C: ...", "from prov.mod import C\nif hasattr(C, 'x'):\n    C.x"),
    "getattr with a default": ("class C: ...", "from prov.mod import C\ngetattr(C, 'x', None)"),
    "type checking": ("", "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from prov.mod import T"),
    "python": ("", "import sys\nif sys.version_info < (3, 8):\n    from prov.mod import f"),
    "platform": ("", "import sys\nif sys.platform == 'no such platform':\n    from prov.mod import f"),
    "signature": (
        "def f(a): ...",
        "import inspect\nfrom prov.mod import f\nif 'b' in inspect.signature(f).parameters:\n    f(1, b=2)\nelse:\n    f(1)",
    ),
    "rest of the body": ("", "try:\n    from prov.mod import f\n    f.x\nexcept ImportError:\n    pass"),
    "else is not reached": (
        "def g(): ...",
        "try:\n    from prov.mod import f\nexcept ImportError:\n    pass\nelse:\n    from prov.mod import h",
    ),
}


@pytest.mark.parametrize("name", WORKS)
def test_no_false_alarm_where_python_runs_through(lab: Lab, name: str) -> None:
    provider, consumer = WORKS[name]
    assert lab.run(provider, consumer) == ""
    assert lab.breaks(provider, consumer) == []


LOUD = {
    "fallback gone too": "try:\n    from prov.mod import f\nexcept ImportError:\n    from prov.mod import g",
    "handler reraises": "try:\n    from prov.mod import f\nexcept ImportError as e:\n    raise RuntimeError from e",
    "wrong exception": "from prov import mod\ntry:\n    mod.f\nexcept TypeError:\n    pass",
    "else runs": "try:\n    from prov import mod\nexcept ImportError:\n    pass\nelse:\n    from prov.mod import h",
    "gate is true": "import sys\nif sys.version_info >= (3, 8):\n    from prov.mod import f",
    "finally": "try:\n    pass\nfinally:\n    from prov.mod import f",
}


@pytest.mark.parametrize("name", LOUD)
def test_a_guard_that_does_not_help_keeps_nobody_quiet(lab: Lab, name: str) -> None:
    assert lab.run("", LOUD[name])
    assert lab.breaks("", LOUD[name])
