"""Values flow: from where they are made to where they are used."""

from __future__ import annotations

import textwrap

import pytest


def last(found) -> list[str]:
    """Receivers of reads of `.mark`, by line."""
    return [
        f"{u.place.line} {'|'.join(map(str, u.receivers))}{' ?' if u.conditional else ''}"
        for u in found.uses
        if getattr(u.operation, "name", "") == "mark"
    ]


FLOWS = {
    "attribute set in another method": (
        "class A:\n    def __init__(self):\n        self.x = K()\n    def f(self):\n        self.x.mark\n",
        ["prov.K(…)"],
    ),
    "attribute of a base class": (
        "class A:\n    def __init__(self):\n        self.x = K()\nclass B(A):\n    def f(self):\n        self.x.mark\n",
        ["prov.K(…)"],
    ),
    "placeholder None is not another value": (
        "class A:\n    x = None\n    def set(self):\n        self.x = K()\n    def f(self):\n        self.x.mark\n",
        ["prov.K(…)"],
    ),
    "annotated field": ("class A:\n    x: K\n    def f(self):\n        self.x.mark\n", ["<prov.K>"]),
    "dataclass field from outside": (
        "@dataclass\nclass A:\n    x: 'K | None' = None\ndef f(a: A):\n    a.x.mark\n",
        ["<prov.K>"],
    ),
    "property": (
        "class A:\n    @property\n    def x(self):\n        return K()\n    def f(self):\n        self.x.mark\n",
        ["prov.K(…)"],
    ),
    "class attribute": ("class A:\n    x = K()\ndef f():\n    A.x.mark\n", ["prov.K(…)"]),
    "result annotation": ("def make() -> K: ...\nmake().mark\n", ["<prov.K>"]),
    "inferred result": ("def make():\n    return K()\nmake().mark\n", ["prov.K(…)"]),
    "identity keeps the argument": ("def same(x):\n    return x\nsame(K()).mark\n", ["prov.K(…)"]),
    "parameter from a call site": ("def f(x):\n    x.mark\nf(K())\n", ["prov.K(…)"]),
    "parameter with a string annotation": ("def f(x: 'Optional[K]'):\n    x.mark\n", ["<prov.K>"]),
    "union parameter": ("from prov import L\ndef f(x: Union[K, L]):\n    x.mark\n", ["<prov.K>|<prov.L>"]),
    "list parameter": ("def f(xs: list[K]):\n    for x in xs:\n        x.mark\n", ["<prov.K>"]),
    "dict parameter": ("def f(xs: dict[str, K]):\n    for k, x in xs.items():\n        x.mark\n", ["<prov.K>"]),
    "tuple parameter": ("def f(xs: tuple[int, K]):\n    n, x = xs\n    x.mark\n", ["<prov.K>"]),
    "type alias": ("Alias = Union[K, None]\ndef f(x: Alias):\n    x.mark\n", ["<prov.K>"]),
    "class object": ("def f(x: type[K]):\n    x.mark\n    x().y\n", ["<type[prov.K]>"]),
    "callable parameter": ("def f(x: Callable[[], K]):\n    x().mark\n", ["<prov.K>"]),
    "isinstance": ("def f(x):\n    if isinstance(x, K):\n        x.mark\n", ["<prov.K>"]),
    "isinstance of a builtin type": ("def f(x: K):\n    if isinstance(x, str):\n        x.mark\n", []),
    "early return on isinstance": (
        "def f(x):\n    if not isinstance(x, K):\n        return\n    x.mark\n",
        ["<prov.K>"],
    ),
    "cast": ("def f(x):\n    cast('K', x).mark\n", ["<prov.K>"]),
    "reassignment": ("x = K()\nx = 3\nx.mark\n", []),
    "branches": ("x = K()\nif x.go():\n    x = int('3')\nx.mark\n", ["prov.K(…) ?"]),
    "branch that leaves": (
        "def f(c):\n    x = K()\n    if c:\n        x = 3\n        return\n    x.mark\n",
        ["prov.K(…)"],
    ),
    "walrus": ("if (x := K()):\n    x.mark\n", ["prov.K(…)"]),
    "with": ("with K() as x:\n    x.mark\n", ["(with prov.K(…))"]),
    "own context manager": ("@contextmanager\ndef cm():\n    yield K()\nwith cm() as x:\n    x.mark\n", ["prov.K(…)"]),
    "own class as context manager": (
        "class A:\n    def __enter__(self):\n        return K()\n    def __exit__(self, *a): ...\nwith A() as x:\n    x.mark\n",
        ["prov.K(…)"],
    ),
    "for": ("for x in K().items:\n    x.mark\n", ["prov.K(…).items[each]"]),
    "enumerate and zip": ("for i, (x, y) in enumerate(zip(K().a, [1])):\n    x.mark\n", ["prov.K(…).a[each]"]),
    "comprehension": ("[x.mark for x in K() if x]\n", ["prov.K(…)[each]"]),
    "list filled in a loop": ("xs = []\nfor i in range(3):\n    xs.append(K())\nxs[0].mark\n", ["prov.K(…)"]),
    "attribute list": (
        "class A:\n    def __init__(self):\n        self.xs = []\n    def add(self):\n        self.xs.append(K())\n    def f(self):\n        self.xs[0].mark\n",
        ["prov.K(…)"],
    ),
    "dict of own": ("d = {'a': K()}\nd['a'].mark\nd.get('b', 1)\n", ["prov.K(…)"]),
    "unpacking": ("a, (b, *c) = K(), (1, 2)\na.mark\n", ["prov.K(…)"]),
    "unpacked provider result": ("a, b = K()\nb.mark\n", ["prov.K(…)[1 of 2]"]),
    "generator": ("def g():\n    yield K()\nfor x in g():\n    x.mark\n", ["prov.K(…)"]),
    "coroutine": ("async def g():\n    return K()\nasync def f():\n    (await g()).mark\n", ["prov.K(…)"]),
    "asyncio.run": ("async def g():\n    return K()\nasyncio.run(g()).mark\n", ["prov.K(…)"]),
    "awaited provider": ("async def f():\n    (await K()).mark\n", ["(await prov.K(…))"]),
    "async iteration": ("async def f():\n    async for x in K():\n        x.mark\n", ["prov.K(…)[each]"]),
    "closure": ("def f():\n    x = K()\n    def g():\n        x.mark\n    g()\n", ["prov.K(…)"]),
    "nonlocal": (
        "def f():\n    x = None\n    def g():\n        nonlocal x\n        x = K()\n    g()\n    def h():\n        x.mark\n",
        ["prov.K(…)"],
    ),
    "global": ("x = None\ndef f():\n    global x\n    x = K()\ndef g():\n    x.mark\n", ["prov.K(…)"]),
    "lambda": ("f = lambda: K()\nf().mark\n", ["prov.K(…)"]),
    "conditional expression": ("x = K() if K else None\nx.mark\n", ["prov.K(…)"]),
    "or": ("def f(x=None):\n    x = x or K()\n    x.mark\n", ["prov.K(…)"]),
    "default when None": ("def f(x=None):\n    if x is None:\n        x = K()\n    x.mark\n", ["prov.K(…)"]),
    "getattr": ("getattr(K(), 'mark')\n", ["prov.K(…)"]),
    "super": ("class A(K):\n    def mark(self):\n        return super().mark\n", ["<prov.K>"]),
    "self of a provider's subclass": ("class A(K):\n    def f(self):\n        self.mark\n", ["<prov.K>"]),
    "classmethod": ("class A(K):\n    @classmethod\n    def f(cls):\n        cls.mark\n", ["prov.K"]),
    "staticmethod": (
        "class A:\n    @staticmethod\n    def f():\n        return K()\nA().f().mark\nA.f().mark\n",
        ["prov.K(…)", "prov.K(…)"],
    ),
    "subclass defines it for its mix-in": (
        "class M:\n    def f(self):\n        self.x.mark\nclass A(M):\n    def __init__(self):\n        self.x = K()\n",
        ["prov.K(…)"],
    ),
    "match class": ("def f(x):\n    match x:\n        case K() as y:\n            y.mark\n", ["<prov.K>"]),
    "exception": ("try:\n    pass\nexcept K as e:\n    e.mark\n", ["<prov.K>"]),
    "map": ("for x in map(lambda k: K(), [1]):\n    x.mark\n", ["prov.K(…)"]),
    "deepcopy": ("copy.deepcopy(K()).mark\n", ["prov.K(…)"]),
    "written attribute": ("x = K()\nx.y = 3\nx.y.mark\n", []),
    "foreign base": ("class A(Unknown, K):\n    def f(self):\n        self.mark\n", ["<prov.K> ?"]),
    "instance called": ("class A:\n    def __call__(self):\n        return K()\nA()().mark\n", ["prov.K(…)"]),
    "iterable class": (
        "class A:\n    def __iter__(self):\n        yield K()\nfor x in A():\n    x.mark\n",
        ["prov.K(…)"],
    ),
    "while": ("x = None\nwhile True:\n    if x is not None:\n        x.mark\n    x = K()\n", ["prov.K(…)"]),
    "try": ("try:\n    x = K()\nexcept ValueError:\n    x = None\nx.mark\n", ["prov.K(…)"]),
    "augmented list": ("xs = []\nxs += [K()]\nxs[0].mark\n", ["prov.K(…)"]),
    "slice kept in a variable": ("xs = [K() for i in y]\ns = slice(0, 2)\nxs[s][0].mark\n", ["prov.K(…)"]),
    "items of a slice": ("xs = [K(), 1]\nxs[:1][0].mark\n", ["prov.K(…) ?"]),
}
HEAD = (
    "import asyncio, copy\nfrom contextlib import contextmanager\nfrom dataclasses import dataclass\n"
    "from typing import Callable, Optional, Union, cast\nfrom prov import K\nfrom other import Unknown\n"
)


@pytest.mark.parametrize("name", FLOWS)
def test_flow(contract, name):
    source, expected = FLOWS[name]
    assert [line.partition(" ")[2] for line in last(contract(HEAD + source))] == expected


def test_loops_over_linked_structures_end(contract):
    found = contract("from prov import K\nx = K()\nwhile x:\n    x = x.next\nx.mark\n")
    assert found.uses


def test_flow_through_two_modules(contract):
    files = {
        "pkg/__init__.py": "",
        "pkg/engine.py": "from prov import K\nclass Engine:\n    def __init__(self):\n        self.k = K()\n    def make(self):\n        return self.k\n",
        "pkg/app.py": textwrap.dedent("""
            from pkg.engine import Engine
            class App:
                def __init__(self, engine: Engine):
                    self.engine = engine
                def run(self):
                    self.engine.k.mark
                    self.engine.make().mark
        """),
        "pkg/helper.py": "def use(thing):\n    thing.mark\n",
        "pkg/main.py": "import prov\nfrom pkg.helper import use\nuse(prov.K())\n",
    }
    found = contract(files)
    assert [
        (u.place.path, u.place.line, str(u.receivers[0]))
        for u in found.uses
        if getattr(u.operation, "name", "") == "mark"
    ] == [
        ("pkg/app.py", 7, "prov.K(…)"),
        ("pkg/app.py", 8, "prov.K(…)"),
        ("pkg/helper.py", 2, "prov.K(…)"),
    ]
