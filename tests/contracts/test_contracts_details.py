"""Corners of the flow: containers, annotations, probes, classes, patches."""

from __future__ import annotations

import pytest

from apidrift.model import contract as c
from apidrift.model.describe import describe_use

HEAD = (
    "import asyncio, contextlib, copy, functools, importlib, inspect, itertools, sys, types, typing\n"
    "from typing import (Annotated, Any, AsyncIterator, Awaitable, Callable, ContextManager, Coroutine, Deque, Dict, Final,\n"
    "    Generic, Iterable, Literal, Optional, Type, TypeVar, Union)\n"
    "from packaging.version import Version\nimport prov\nfrom prov import K\n"
)


def marks(found) -> list[str]:
    """What `.mark` is read from, in order of place."""
    return [
        " | ".join(map(str, u.receivers)) + (" ?" if u.conditional else "")
        for u in found.uses
        if getattr(u.operation, "name", "") == "mark"
    ]


CONTAINERS = {
    "insert": ("xs = []\nxs.insert(0, K())\nxs[0].mark", ["prov.K(…)"]),
    "extend": ("xs = []\nxs.extend([K()])\nxs.pop().mark", ["prov.K(…)"]),
    "union": ("xs = {1}.union({K()})\nfor x in xs:\n    x.mark", ["prov.K(…) ?"]),
    "copy and clear": ("xs = [K()].copy()\nxs.sort()\nxs[0].mark\nxs.index(1)", ["prov.K(…)"]),
    "set item of a list": ("xs = [None]\nxs[0] = K()\nxs[0].mark", ["prov.K(…)"]),
    "get": ("d = {'a': K()}\nd.get('a').mark\nd.get('b', K()).mark\nd.get(input()).mark", ["prov.K(…)"] * 3),
    "get of what may be there": ("d = {}\nif input():\n    d['a'] = K()\nd.get('a').mark", ["prov.K(…)"]),
    "pop": ("d = {'a': K()}\nd.pop('a').mark\nd.get('a', 1).mark", ["prov.K(…)"]),
    "setdefault": ("d = {}\nd.setdefault('a', K()).mark\nd.setdefault(input(), K()).mark", ["prov.K(…)"] * 2),
    "values and copy": (
        "d = {'a': K()}\nfor x in d.copy().values():\n    x.mark\nfor k in d.keys():\n    k.mark",
        ["prov.K(…)"],
    ),
    "clear": ("d = {'a': K()}\nd.clear()\nd.get('a', 1).mark\nd.unknown()", []),
    "unknown key": ("d = {input(): K()}\nd['z'].mark\nd[input()] = 1\nd[0].mark", ["prov.K(…)", "prov.K(…) ?"]),
    "iterating a dict": ("for k in {'a': 1, K.E: 2}:\n    k.mark", []),
    "starred display": ("xs = [*[K()], *input()]\nxs[0].mark", ["prov.K(…) ?"]),
    "concatenation": ("((K(),) + (1,))[0].mark\n([K()] + input())[0].mark\n([K()] * 3)[1].mark", ["prov.K(…)"] * 3),
    "dict of dict": ("d = dict({'a': K()}, b=1)\nd['a'].mark", ["prov.K(…)"]),
    "dict comprehension": ("{i: K() for i in 'ab'}['a'].mark", ["prov.K(…)"]),
    "next and default": ("next(iter([K()]), None).mark", ["prov.K(…)"]),
    "max": ("max([K()]).mark\nmax(K(), 1).mark", ["prov.K(…)", "prov.K(…) ?"]),
    "islice": ("for x in itertools.islice([K()], 3):\n    x.mark", ["prov.K(…)"]),
    "empty list": ("for x in list():\n    x.mark", []),
    "map without items": ("map(K)\nmap()", []),
    "bound in a branch": ("xs = []\nif input():\n    xs = [K()]\nfor x in xs:\n    x.mark", ["prov.K(…)"]),
    "merged tuples": ("t = (K(), 1) if input() else (K(), 2)\nt[0].mark", ["prov.K(…)"]),
    "merged lists of other lengths": ("t = [K()] if input() else [K(), K()]\nt[0].mark", ["prov.K(…)"]),
    "many items": ("xs = [" + "1, " * 70 + "K()]\nxs[0].mark", []),
    "many keys": ("d = {" + ", ".join(f"{i}: K()" for i in range(70)) + "}\nd[0].mark", ["prov.K(…)"]),
    "many alternatives": (
        "x = prov.a0\n" + "".join(f"if input():\n    x = prov.a{i}\n" for i in range(1, 14)) + "x.mark",
        None,
    ),
}


@pytest.mark.parametrize("name", CONTAINERS)
def test_containers(contract, name):
    source, expected = CONTAINERS[name]
    found = marks(contract(HEAD + source + "\n"))
    if expected is None:
        assert found[0].count("|") == 9
        assert found[0].endswith("?")
    else:
        assert found == expected


ANNOTATIONS = {
    "Annotated[K, 1]": ["<prov.K>"],
    "'prov.K'": ["<prov.K>"],
    "Literal['a']": [],
    "Any": [],
    "K[int]": ["<prov.K>"],
    "'not a type ('": [],
    "Union[K, 'prov.L']": ["<prov.K> | <prov.L>"],
    "K | None": ["<prov.K>"],
    "object": [],
    "dict": [],
    "Own": ["prov.K(…)"],
    "Generic2[int]": ["prov.K(…)"],
    "Final[K]": ["<prov.K>"],
    "None": [],
}


@pytest.mark.parametrize("annotation", ANNOTATIONS)
def test_annotations(contract, annotation):
    source = (
        "class Own:\n    def __init__(self):\n        self.mark = 1\n        self.mark2 = K()\nclass Generic2(Own): ...\n"
        f"def f(x: {annotation}):\n    x.mark\n"
    )
    found = marks(contract(HEAD + source))
    expected = [] if annotation in {"Own", "Generic2[int]"} else ANNOTATIONS[annotation]
    assert found == expected


ELEMENTS = {
    "Callable[[int], K]": "x(1).mark",
    "Awaitable[K]": "(await x).mark",
    "ContextManager[K]": "with x as y:\n        y.mark",
    "tuple[K, ...]": "x[3].mark",
    "Dict[str, K]": "x['a'].mark",
    "AsyncIterator[K]": "async for y in x:\n        y.mark",
    "Iterable[Optional[K]]": "for y in x:\n        y.mark",
    "type[K]": "x().mark",
    "Type[Own]": "x().k.mark",
    "Coroutine[Any, Any, K]": "(await x).mark",
    "Deque[K]": "x.popleft().mark",
}


@pytest.mark.parametrize("annotation", ELEMENTS)
def test_annotations_of_containers(contract, annotation):
    source = f"class Own:\n    k: K\nasync def f(x: {annotation}):\n    {ELEMENTS[annotation]}\n"
    found = marks(contract(HEAD + source))
    assert found in (["<prov.K>"], ["<type[prov.K]>(…)"])


FLOWS = {
    "async with of an own class": (
        "class A:\n    async def __aenter__(self):\n        return K()\nasync def f():\n    async with A() as x:\n        x.mark",
        ["prov.K(…)"],
    ),
    "async for over an own class": (
        "class A:\n    async def __aiter__(self):\n        yield K()\nasync def f():\n    async for x in A():\n        x.mark",
        ["prov.K(…)"],
    ),
    "iterator given by a list": (
        "class A:\n    def __iter__(self):\n        return iter([K()])\nfor x in A():\n    x.mark",
        ["prov.K(…)"],
    ),
    "class without the special method": ("class A: ...\nwith A() as x:\n    x.mark\nA()().mark", []),
    "super of the consumer's own class": (
        "class A:\n    def make(self):\n        return K()\nclass B(A):\n    def make(self):\n        return super().make()\nB().make().mark",
        ["prov.K(…)"],
    ),
    "super outside a class": ("def f():\n    super().mark", []),
    "classmethod factory": (
        "class A:\n    @classmethod\n    def make(cls):\n        x = cls()\n        x.k = K()\n        return x\nA.make().k.mark",
        ["prov.K(…)"],
    ),
    "function of a class called through it": (
        "class A:\n    def f(self, x):\n        x.mark\nA.f(A(), K())",
        ["prov.K(…)"],
    ),
    "method kept as a value": ("class A:\n    def f(self, x):\n        x.mark\ng = A().f\ng(K())", ["prov.K(…)"]),
    "class attribute set from outside": ("class A: ...\nA.k = K()\ndef f(a: A):\n    a.k.mark", ["prov.K(…)"]),
    "module attribute set from outside": ("import consumer\nconsumer.k = K()", []),
    "type of an own instance": ("class A:\n    k = K()\ntype(A()).k.mark\ntype(1, 2, 3)", ["prov.K(…)"]),
    "type of a provider instance": ("type(K()).mark", ["prov.K(…).__class__"]),
    "class that answers anything": (
        "class A(K):\n    def __getattr__(self, n): ...\n    def f(self):\n        self.mark",
        ["<prov.K> ?"],
    ),
    "two provider bases": ("class A(K, prov.L):\n    def f(self):\n        self.mark", ["<prov.K> | <prov.L> ?"]),
    "one base by two names": (
        "class A(K): ...\nclass B(A, prov.K):\n    def f(self):\n        self.mark",
        ["<prov.K>"],
    ),
    "generic provider base": ("class A(K[int]):\n    def f(self):\n        self.mark", ["prov.K[…]"]),
    "generic base": ("T = TypeVar('T')\nclass A(Generic[T], K):\n    def f(self):\n        self.mark", ["<prov.K>"]),
    "isinstance takes an alternative away": (
        "def f(x: Union[K, prov.L]):\n    if isinstance(x, K):\n        return\n    x.mark",
        ["<prov.L>"],
    ),
    "isinstance of several": ("def f(x):\n    if isinstance(x, (K, prov.L)):\n        x.mark", ["<prov.K> | <prov.L>"]),
    "assert isinstance": ("def f(x):\n    assert isinstance(x, K), 'text'\n    x.mark", ["<prov.K>"]),
    "is None in between": (
        "def f(x: Optional[K]):\n    if x is None:\n        x.mark\n    elif x is not None:\n        x.mark",
        ["<prov.K>"],
    ),
    "walrus is not None": (
        "def f(d: dict[str, K]):\n    if (x := d.get('a')) is not None:\n        x.mark",
        ["<prov.K>"],
    ),
    "walrus in and": ("def f(d: dict[str, K]):\n    if d and (x := d['a']):\n        x.mark", ["<prov.K>"]),
    "for else and while else": (
        "for i in []:\n    pass\nelse:\n    x = K()\nwhile input():\n    pass\nelse:\n    x.mark",
        ["prov.K(…)"],
    ),
    "finally": ("try:\n    x = K()\nfinally:\n    x.mark", ["prov.K(…)"]),
    "loop with break": ("while True:\n    x = K()\n    if input():\n        break\nx.mark", ["prov.K(…)"]),
    "endless loop": ("while True:\n    pass\nK().mark", []),
    "nested loops": (
        "for a in K():\n    for b in a:\n        for d in b:\n            d.mark",
        ["prov.K(…)[each][each][each]"],
    ),
    "global in a function first": ("def f():\n    global g\n    g = K()\ndef h():\n    g.mark", ["prov.K(…)"]),
    "partial of an own function": (
        "def f(a, b):\n    b.mark\nfunctools.partial(f, 1)(K())\nfunctools.partial()",
        ["prov.K(…)"],
    ),
    "callback default": ("def f(x=K()):\n    x.mark", ["prov.K(…)"]),
    "keyword-only and gathered": (
        "def f(*xs, k=None, **kw):\n    for x in xs:\n        x.mark\n    k.mark\n    kw['a'].mark\nf(K(), k=K(), a=K())",
        ["prov.K(…)"] * 3,
    ),
    "splatted into parameters": ("def f(a, b):\n    b.mark\nf(*input(), **{'b': K()})", ["prov.K(…)"]),
    "recursion": ("def f(x, n):\n    x.mark\n    return f(x.next, n - 1)\nf(K(), 3)", None),
    "lambda default": ("f = lambda x=K(), *, y=K.d: x.mark\nf()", ["prov.K(…)"]),
    "try else": ("try:\n    x = K()\nexcept ValueError:\n    raise\nelse:\n    x.mark", ["prov.K(…)"]),
    "match guard and star": (
        "match [1]:\n    case [1, *rest] if K():\n        pass\n    case {'a': 1, **more}:\n        pass\nK().mark",
        ["prov.K(…)"],
    ),
    "nullcontext": ("with contextlib.nullcontext(K()) as x:\n    x.mark", ["prov.K(…)"]),
    "run_until_complete": (
        "async def g():\n    return K()\nloop = asyncio.get_event_loop()\nasyncio.wait_for(g(), 1)\nasyncio.run(asyncio.shield(g())).mark",
        ["prov.K(…)"],
    ),
    "written item": ("d = {}\nd['a'] = K()\nd['a'].mark", ["prov.K(…)"]),
    "augmented attribute": (
        "class A:\n    def __init__(self):\n        self.xs = []\n        self.xs += [K()]\n    def f(self):\n        self.xs[0].mark",
        ["prov.K(…)"],
    ),
    "augmented item": ("d = {'n': 1}\nd['n'] += K().mark", ["prov.K(…)"]),
    "narrowed attribute": (
        "class A:\n    def __init__(self, k=None):\n        self.k = k\n    def f(self):\n        if isinstance(self.k, K):\n            self.k.mark\n            self.k = 1\n            self.k.mark",
        ["<prov.K>"],
    ),
    "attribute forgotten with its owner": (
        "class A:\n    k: K\ndef f(a: A, b):\n    a.k = 1\n    if b:\n        a = A()\n    a.k.mark",
        ["<prov.K> ?"],
    ),
}


@pytest.mark.parametrize("name", FLOWS)
def test_flow_details(contract, name):
    source, expected = FLOWS[name]
    found = marks(contract(HEAD + source + "\n"))
    if expected is None:
        assert found
    elif name == "attribute forgotten with its owner":
        assert found in (["<prov.K>"], ["<prov.K> ?"])
    else:
        assert found == expected


PROBES = {
    "import of an own module": ("importlib.import_module('json').x", []),
    "getattr without a name": ("getattr(K, input(), None)", []),
    "getattr read": ("getattr(K, 'a')", ["Read a"]),
    "getattr of an own subclass": ("class A(K): ...\ngetattr(A(), 'a', 1)", ["Read a has"]),
    "hasattr of an own subclass": (
        "class A(K):\n    def f(self):\n        if hasattr(self, 'a'):\n            self.a",
        ["Read a has"],
    ),
    "hasattr of something else": ("if hasattr(sys, 'a'):\n    K.a", ["Read a"]),
    "find_spec of something else": ("import importlib.util\nif importlib.util.find_spec('json'):\n    K.a", ["Read a"]),
    "callable of a function": ("def f(): ...\nif callable(f):\n    K.a", ["Read a"]),
    "callable of anything": ("if callable(input()):\n    K.a", ["Read a"]),
    "signature of something else": ("if 'a' in inspect.signature(input).parameters:\n    K.a", ["Read a"]),
    "dir of something else": ("if 'a' in dir(sys):\n    K.a", ["Read a"]),
    "getfullargspec": ("if 'a' in inspect.getfullargspec(K).args:\n    K.a", ["Read a takes"]),
    "version of something else": ("if Version(sys.version) > Version('1'):\n    K.a", ["Read a"]),
    "version against the unknown": ("if Version(prov.__version__) > input():\n    K.a", ["Read a"]),
    "imported version": (
        "from prov.version import __version__ as v\nif Version(v) >= Version('2'):\n    K.a",
        ["Read a prov>=2"],
    ),
    "version not among": ("if prov.__version__ not in ['1', '2']:\n    K.a", ["Read a prov!=1,!=2"]),
    "version among the unknown": ("if prov.__version__ in input():\n    K.a", ["Read a"]),
    "version range": (
        "if Version('1') <= Version(prov.__version__) < Version('2'):\n    K.a",
        ["Read a prov>=1 prov<2"],
    ),
    "version bits": (
        "v = prov.__version__.split('.')\nif tuple(map(int, v[:2])) == (0, 8):\n    K.a",
        ["Read a prov==0.8"],
    ),
    "version by metadata call": (
        "from importlib.metadata import version\nif version('prov') < '2':\n    K.a\nversion(input())",
        ["Read a prov<2"],
    ),
    "python greater": (
        "if sys.version_info > (3, 8):\n    K.a\nif sys.version_info <= (3, 8):\n    K.a",
        ["Read a python>=3.8", "Read a python<3.8"],
    ),
    "python minor": (
        "if sys.version_info.minor >= 9:\n    K.a\nif sys.version_info.major > 2:\n    K.a",
        ["Read a python>=3.9", "Read a python>=2"],
    ),
    "python exact": ("if sys.version_info == (3, 8):\n    K.a", ["Read a python==3.8.*"]),
    "python micro": ("if sys.version_info > (3, 8, 1):\n    K.a", ["Read a python>3.8.1"]),
    "importorskip": ("import pytest\npytest.importorskip('prov.x').a", ["Read a"]),
    "flag in a class": ("class A:\n    HAS = hasattr(K, 'a')\n    if HAS:\n        x = K.a", ["Read a has"]),
    "or of two facts": ("if hasattr(K, 'a') or hasattr(K, 'b'):\n    pass\nelse:\n    K.a", ["Read a has has"]),
    "sum of helpers": ("def ok(n):\n    return hasattr(K, n)\nif ok('a'):\n    K.a", ["Read a has"]),
    "lru_cache helper": (
        "@functools.lru_cache\ndef ok():\n    return hasattr(K, 'a')\nif ok():\n    K.a",
        ["Read a has"],
    ),
}


def probe_text(use) -> str:
    parts = [f"Read {use.operation.name}"]
    for guard in use.guards:
        match guard:
            case c.HasName():
                parts.append("has")
            case c.HasParameter():
                parts.append("takes")
            case c.VersionGate(name, specifier):
                parts.append(name + specifier)
            case c.PythonGate(specifier):
                parts.append("python" + specifier)
            case _:
                pass
    return " ".join(parts)


@pytest.mark.parametrize("name", PROBES)
def test_probes(contract, name):
    source, expected = PROBES[name]
    found = contract(HEAD + source + "\n")
    assert [
        probe_text(u) for u in found.uses if isinstance(u.operation, c.Read) and u.operation.name == "a"
    ] == expected


def test_importorskip_is_an_attempt(contract):
    (use,) = contract("import pytest\nprov = pytest.importorskip('prov.x')\n").uses
    assert (describe_use(use), use.guards) == ("import prov.x", (c.Attempt(2, "body", ("ImportError",)),))


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("K.a: int = 3", ["K.a = …"]),
        ("(K.a, K.b) = input()", ["K.a = …", "K.b = …"]),
        ("setattr(K, 'a', 1)\nsetattr(K, input(), 1)", ["K.a = …"]),
        ("for K.a in []: pass", ["K.a = …"]),
        ("with open('x') as K.a: pass", ["K.a = …"]),
        ("mock.patch('prov.m.K.a')\nmock.patch('json.x')\nmock.patch(input())", ["K.a = <replacement>"]),
        ("mock.patch.object(K, 'a')\nmock.patch.object(sys, 'a')", ["K.a = …"]),
        ("class A(K): ...\nA().a = 1\ndel A().b", []),
    ],
)
def test_writes(lines, source, expected):
    found = lines(HEAD + "from unittest import mock\n" + source + "\n")
    assert [line.partition(": ")[2] for line in found if "= …" in line or "replacement" in line] == expected


def test_a_replacement_of_a_nested_class(contract):
    source = "from unittest import mock\nmock.patch('prov.m.K.Inner.a')\nmock.patch('prov.a')\n"
    assert [str(u.receivers[0]) for u in contract(source).uses if isinstance(u.operation, c.Replace)] == [
        "prov.m.K.Inner",
        "prov",
    ]


def test_members_assigned_in_the_body_are_overrides(contract):
    source = "from prov import K\ndef run(self, x): ...\nclass A(K):\n    go = run\n    name = 'x'\n"
    (use,) = [u for u in contract(source).uses if isinstance(u.operation, c.Subclass)]
    assert [(m.name, str(m.signature)) for m in use.operation.members] == [("go", "(x)")]


def test_override_types(contract):
    source = (
        "from prov import K, T as U\nclass A(K):\n    def f(self, a: U, b: int, c: 'list[U]' = None) -> None: ...\n"
    )
    (use,) = [u for u in contract(source).uses if isinstance(u.operation, c.Subclass)]
    signature = use.operation.members[0].signature
    assert [(p.annotation, p.type) for p in signature.parameters] == [("U", "prov.T"), ("int", ""), ("'list[U]'", "")]
    assert (signature.returns, signature.returns_type) == ("None", "None")


def test_lost_values_are_told(contract):
    source = "from prov import K\nx = K()" + "".join(f".a{i}" for i in range(20)) + "\n"
    found = contract(source)
    assert [(s.what, s.reason) for s in found.unknown] == [("consumer.py:<module>", "a chain of too many steps")]


def test_exception_classes(contract):
    source = (
        "import prov, requests\nclass Own(Exception): ...\nERRORS = (prov.E, ValueError)\n"
        "try:\n    prov.f()\nexcept ERRORS:\n    pass\nexcept requests.Timeout:\n    pass\nexcept Own:\n    pass\n"
        "except ERRORS[0]:\n    pass\n"
    )
    (guard,) = next(u for u in contract(source).uses if isinstance(u.operation, c.Call)).guards
    assert guard.catches == ("prov.E", "ValueError", "requests.Timeout", "consumer.Own")


def test_star_names_do_not_hide_builtins(lines):
    assert lines("from prov import *\nfrom _private import _x\nprint(1)\n_y\nbar.x\n") == [
        "1: from prov import *",
        "5: bar.x",
    ]


def test_the_own_package_shadows_nothing(lines):
    files = {
        "pkg/__init__.py": "from . import sub\n",
        "pkg/sub.py": "from prov import K\n",
        "pkg/use.py": "import pkg\npkg.sub.K(1)\nfrom pkg import nothing\nnothing.x\n",
    }
    assert lines(files) == ["1: from prov import K", "2: K(1)"]


def test_relative_imports_above_the_top_are_survived(lines):
    assert lines({"a.py": "from .... import x\nfrom ..b import y\nimport prov\nx.y\n"}) == ["3: import prov"]


def test_a_broken_own_module_is_unknown(contract):
    found = contract(
        {
            "pkg/__init__.py": "",
            "pkg/bad.py": "def (:\n",
            "pkg/a.py": "import prov\nfrom pkg.bad import x\nimport pkg.bad as b\nx.y\nb.z\n",
        }
    )
    assert len(found.uses) == 1
    assert [s.what for s in found.skipped] == ["pkg/bad.py"]
