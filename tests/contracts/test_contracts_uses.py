"""Every kind of use, each at its place."""

from __future__ import annotations

import pytest

from apidrift.model import contract as c
from apidrift.model.describe import describe_use

USES = {
    "read": ("prov.X", ["2:5 prov.X"]),
    "compared constant": ("from prov import X\nX == 3", ["2:17 from prov import X", "3:0 prov.X", "3:0 X.__eq__(…)"]),
    "constant as argument": ("from prov import X\nprint(X)", ["2:17 from prov import X", "3:6 prov.X"]),
    "write": ("k.x = 1", ["2:2 K(…).x = …"]),
    "delete": ("del k.x", ["2:6 del K(…).x"]),
    "delete item": ("del k.x[0]", ["2:6 K(…).x", "2:6 K(…).x.__delitem__(…)"]),
    "set item": ("k.x[0] = 1", ["2:2 K(…).x", "2:2 K(…).x.__setitem__(…)"]),
    "subscript": ("k['a']", ["2:0 K(…)['a']"]),
    "slice": ("k[1:2]", ["2:0 K(…)[:]"]),
    "unpack": ("a, *b = k", ["2:8 …, *… = K(…)"]),
    "truth": ("if k: pass", ["2:3 bool(K(…))"]),
    "not": ("x = not k", ["2:8 bool(K(…))"]),
    "len": ("len(k)", ["2:4 K(…).__len__(…)"]),
    "list": ("list(k)", ["2:5 for … in K(…)"]),
    "sorted": ("sorted(k)", ["2:7 for … in K(…)", "2:7 K(…)[each].__lt__(…)"]),
    "sorted by a key": ("sorted(k, key=len)", ["2:7 for … in K(…)"]),
    "is None": ("x = k.y is None", ["2:6 K(…).y", "2:6 K(…).y is …"]),
    "contains": ("1 in k", ["2:5 K(…).__contains__(…)"]),
    "arithmetic": ("1 + k", ["2:4 K(…).__radd__(…)"]),
    "negative": ("-k", ["2:1 K(…).__neg__(…)"]),
    "augmented": ("k += 1", ["2:0 K(…).__iadd__(…)"]),
    "f-string": ("f'{k.x}'", ["2:5 K(…).x"]),
    "star": ("print(*k)", ["2:7 for … in K(…)"]),
    "yield from": ("def f():\n    yield from k", ["3:15 for … in K(…)"]),
    "await": ("async def f():\n    await k.go()", ["3:12 K(…).go()", "3:12 await K(…).go(…)"]),
    "with": ("with k.lock(): pass", ["2:7 K(…).lock()", "2:7 with K(…).lock(…)"]),
    "except": (
        "try:\n    k.go()\nexcept (ValueError, prov.E): pass",
        ["3:6 K(…).go()", "4:25 prov.E", "4:25 except prov.E"],
    ),
    "isinstance": ("isinstance(1, (int, prov.E))", ["2:25 prov.E", "2:25 isinstance(…, prov.E)"]),
    "issubclass": ("issubclass(int, prov.E)", ["2:21 prov.E", "2:21 issubclass(…, prov.E)"]),
    "match": (
        "match 1:\n    case prov.E(): pass\n    case prov.V: pass",
        ["3:14 prov.E", "3:14 match(…, prov.E)", "4:14 prov.V"],
    ),
    "match everything else": (
        "match k:\n    case [a, *b]: pass\n    case {'x': y}: pass\n    case prov.E(x=1) | prov.F(2): pass\n    case _ if k.z: pass",
        [
            "5:14 prov.E",
            "5:14 E.x",
            "5:14 match(…, prov.E)",
            "5:28 prov.F",
            "5:28 match(…, prov.F)",
            "6:16 K(…).z",
            "6:16 bool(K(…).z)",
        ],
    ),
    "decorator": ("@prov.deco\ndef f(): pass", ["2:6 prov.deco", "2:6 @prov.deco"]),
    "decorator factory": ("@prov.deco(1)\ndef f(): pass\nf.x", ["2:6 prov.deco", "2:6 @prov.deco", "4:2 deco(…)(…).x"]),
    "default": ("def f(a=prov.X): pass", ["2:13 prov.X"]),
    "annotation at run time": ("def f(a: prov.X) -> prov.Y: pass", ["2:14 prov.X", "2:25 prov.Y"]),
    "metaclass": ("class A(metaclass=prov.M): pass", ["2:23 prov.M"]),
    "dotted name": ("x = 'prov.a.b.C'", ["2:4 dotted 'prov.a.b.C'"]),
    "not a dotted name": ("x = 'prov.a'; y = 'prov.a.b is'; z = 'pro.v.a'", []),
    "docstring": ("'prov.a.b'", []),
    "enum call": ("prov.E(1)", ["2:5 prov.E(1)"]),
    "cast": ("import typing\ntyping.cast(prov.K, 1).x", ["3:17 prov.K", "3:23 K.x"]),
    "map over a provider": ("map(prov.f, [1])", ["2:9 prov.f", "2:9 prov.f(1)"]),
}


@pytest.mark.parametrize("name", USES)
def test_use(contract, name):
    source, expected = USES[name]
    found = contract("import prov; k = prov.K()\n" + source + "\n")
    assert [f"{u.place.line}:{u.place.column} {describe_use(u)}" for u in found.uses if u.place.line > 1] == expected


def ops(found, kind):
    return [u for u in found.uses if isinstance(u.operation, kind)]


def test_subclass_with_overrides(contract):
    source = """
from prov import Base
class A(Base):
    '''Doc.'''
    def run(self, x: int, *, y=2) -> str:
        return super().run(x)
    async def go(self): pass
    @property
    def p(self): return 1
    @staticmethod
    def s(a, b=1, /, *args, **kw): pass
    @classmethod
    def c(cls): yield 1
class B(A):
    def run(self): pass
B()
"""
    first, second = ops(contract(source), c.Subclass)
    assert (first.place.line, first.place.column, first.operation.name, first.operation.instantiated) == (
        3,
        8,
        "consumer.A",
        False,
    )
    assert (second.operation.name, second.operation.instantiated) == ("consumer.B", True)
    assert str(second.receivers[0]) == "prov.Base"
    assert [
        (m.name, m.line, str(m.signature), m.is_async, m.binding, m.returns_none, m.calls_super)
        for m in first.operation.members
    ] == [
        ("run", 5, "(x: int, *, y=2) -> str", False, "function", False, True),
        ("go", 7, "()", True, "function", True, False),
        ("p", 9, "()", False, "property", False, False),
        ("s", 11, "(a, b=1, /, *args, **kw)", False, "static", True, False),
        ("c", 13, "()", False, "class", False, False),
    ]


def test_exhaustive_tables(contract):
    (use,) = ops(contract("from prov import E\n{x: {E.A: 1, E.B: 2}[x] for x in E}\n"), c.Iterate)
    assert use.operation.keys == ("A", "B")
    (use,) = ops(contract("from prov import E\nT = {'A': 1, 2: 3}\nfor x in list(E):\n    T[x.value]\n"), c.Iterate)
    assert use.operation.keys == ("A", "2")


def test_what_a_try_body_calls(contract):
    (use,) = ops(contract("import prov\ntry:\n    prov.f(prov.g())\nexcept prov.E:\n    pass\n"), c.Check)
    assert [str(path) for path in use.operation.around] == ["prov.f", "prov.g"]


PATCHES = {
    "function over a method": ("def new(self, x): pass\nprov.K.run = new", ("run", "(x)", False)),
    "function over a function": ("def new(x): pass\nprov.mod.run = new", ("run", "(x)", False)),
    "lambda": ("prov.K.run = lambda self: 1", ("run", "()", False)),
    "on an instance": ("def new(x): pass\nk = prov.K()\nk.run = new", ("run", "(x)", True)),
    "MethodType": (
        "import types\ndef new(self, x): pass\nk = prov.K()\nk.run = types.MethodType(new, k)",
        ("run", "(x)", True),
    ),
    "bound method": ("class A:\n    def new(self, x): pass\nprov.K.run = A().new", ("run", "(x)", True)),
    "setattr": ("def new(self): pass\nsetattr(prov.K, 'run', new)", ("run", "()", False)),
    "helper": (
        (
            "def patch(cls, name, fn):\n    old = getattr(cls, name, None)\n    setattr(cls, name, fn)\n"
            "def new(self, y): pass\npatch(prov.K, 'run', new)"
        ),
        ("run", "(y)", False),
    ),
    "mock.patch": (
        "from unittest import mock\ndef new(self, y): pass\nmock.patch('prov.mod.K.run', new)",
        ("run", "(y)", False),
    ),
    "patch as a context": ("from unittest.mock import patch\nwith patch('prov.mod.run'): pass", ("run", None, False)),
    "patch.object": (
        "from unittest.mock import patch\nimport prov.mod\ndef new(y): pass\npatch.object(prov.mod, 'run', new)",
        ("run", "(y)", False),
    ),
}


@pytest.mark.parametrize("name", PATCHES)
def test_replacement(contract, name):
    source, expected = PATCHES[name]
    found = contract("import prov\nimport prov.mod\n" + source + "\n")
    (use,) = ops(found, c.Replace)
    signature = use.operation.signature
    assert (use.operation.name, None if signature is None else str(signature), use.operation.instance) == expected
    assert use.place.line == 2 + source.count("\n") + 1


def test_a_helper_called_twice_replaces_twice(contract):
    source = "import prov\ndef patch(cls, name, fn):\n    setattr(cls, name, fn)\npatch(prov.K, 'a', lambda self: 1)\npatch(prov.L, 'b', lambda self: 1)\n"
    assert [(u.place.line, str(u.receivers[0]), u.operation.name) for u in ops(contract(source), c.Replace)] == [
        (4, "prov.K", "a"),
        (5, "prov.L", "b"),
    ]


def test_scopes(contract):
    source = (
        "import prov\nclass A:\n    def f(self):\n        def g():\n            prov.x\n        prov.y\n    prov.z\n"
    )
    assert [u.scope for u in contract(source).uses] == ["", "A.f.g", "A.f", "A"]
