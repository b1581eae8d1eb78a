"""What bodies give away when they are asked about, and where a provider calls its own functions."""

from __future__ import annotations

import pytest
from surfaces_tools import MemoryTree, surface_of

from apidrift.model.body import Callers, Refusal, Site
from apidrift.model.surface import Release
from apidrift.surfaces import Recorder, decode_snapshot, encode_snapshot, snapshot_surface, static_surface

DECIDED = [
    ("def f(xs, at=None): return list(xs)[at] if at is not None else list(xs)", {"at": ("list", "item")}),
    (
        "def f(xs, at=None):\n    found = [x for x in xs]\n    return found[0] if at is not None else found",
        {"at": ("list", "item")},
    ),
    (
        (
            "def f(xs, one=False):\n    found = []\n    for x in xs:\n        found.append(x)\n"
            "    if one:\n        return found[0]\n    return found"
        ),
        {"one": ("list", "item")},
    ),
    ("def f(xs, one=False):\n    if one:\n        return None\n    return [1]", {"one": ("list", "None")}),
    ("def f(xs, one=False):\n    if not one:\n        return [1]\n    return {}", {"one": ("list", "dict")}),
    ("def f(xs, one=True):\n    return 1 if one and xs else []", {"one": ("int | list", "list")}),
    ("def f(xs, rank=None):\n    if rank:\n        return 1\n    return []", {"rank": ("list", "int | list")}),
    (
        (
            "def f(q, rank=None, whole=None):\n"
            "    if whole is not None:\n        out = None\n    else:\n        out = rank\n        given = lambda x: x\n"
            "    def ask():\n        found = []\n        for one in q:\n            found.append(one)\n"
            "        return found[0] if out is not None else found\n"
            "    return given(ask())"
        ),
        {"rank": ("list", "item")},
    ),
    (
        (
            "class Later:\n    def __init__(self, get, pass_on=lambda x: x): ...\n    def result(self): ...\n"
            "def f(q, rank=None, block=True):\n"
            "    def ask():\n        found = []\n        return found[0] if rank is not None else found\n"
            "    later = Later(get=ask, pass_on=lambda x: x)\n"
            "    return later.result() if block else later"
        ),
        {"block": ("list", "prov.mod.Later"), "rank": ("list", "item")},
    ),
    (
        (
            "def f(xs, a=None, b=None, rank=None):\n    used = [x for x in (a, b) if x]\n    if used:\n        out = None\n"
            "    else:\n        out = rank\n    ys = list(xs)\n    return ys[0] if out is not None else ys"
        ),
        {"rank": ("list", "item")},
    ),
    ("def f(xs, one=False):\n    try:\n        return [1]\n    except ValueError:\n        return []", {}),
    ("def f(xs, one=False):\n    yield one", {}),
    ("def f(xs, one=False):\n    while one:\n        return 1\n    return [1]", {}),
    ("def f(xs, one=False):\n    return g(xs) if one else [1]", {}),
    ("def f(xs, one=False):\n    raise ValueError(one)", {}),
    ("def f(xs, one=False):\n    match xs:\n        case 1: return one\n    return [1]", {}),
    ("def f(n, one=False):\n    return f(n, not one) if one else 'a'", {}),
    ("def f(xs, one=False):\n    with xs as y:\n        out = y if one else [1]\n    return out", {}),
    ("def f(xs, mode=None):\n    return () if mode == 'a' else ()", {}),
    (
        "async def f(xs, one=False):\n    if one is True:\n        return 1\n    return [1]",
        {"one": ("list", "int")},
    ),
]


@pytest.mark.parametrize(("source", "expected"), DECIDED)
def test_parameters_that_decide_the_result(source, expected):
    assert surface_of(source).body("prov.mod.f").decided == expected


REFUSALS = [
    ("def f(): raise ValueError('no')", [("ValueError", "no", "")]),
    ("def f(x): raise ValueError(f'no {x} here')", [("ValueError", "no … here", "")]),
    ("def f(x): raise ValueError('no %s' % x)", [("ValueError", "no …", "")]),
    ("def f(x): raise ValueError('a ' 'b' + 'c')", [("ValueError", "a bc", "")]),
    ("def f(x): raise ValueError", [("ValueError", "", "")]),
    ("def f(x): raise x", []),
    ("def f(x): raise NotImplementedError", []),
    ("def f(x):\n    try:\n        raise ValueError\n    except ValueError: ...", []),
    ("def f(x):\n    try:\n        raise ValueError\n    finally: ...", [("ValueError", "", "")]),
    ("def g(): raise KeyError('k')\ndef f(): return g()", [("KeyError", "k", "prov.mod.g")]),
    ("def g(): raise KeyError('k')\ndef f(x):\n    if x:\n        g()", []),
    (
        "def g(): raise KeyError('k')\ndef f(x):\n    y = [g().a]\n    return len(g().b)",
        [("KeyError", "k", "prov.mod.g")],
    ),
    (
        (
            "class C:\n    def ready(self):\n        if not self.x:\n            raise RuntimeError('start first')\n"
            "def f(c: C):\n    with c.ready() as d:\n        return d"
        ),
        [("RuntimeError", "start first", "prov.mod.C.ready")],
    ),
    ("class E(Exception): ...\ndef f(x):\n    for y in x:\n        raise E('x' * 3)", [("prov.mod.E", "…", "")]),
]


@pytest.mark.parametrize(("source", "expected"), REFUSALS)
def test_exceptions_that_may_be_raised(source, expected):
    assert surface_of(source).body("prov.mod.f").refusals == tuple(Refusal(*each) for each in expected)


def test_what_is_no_function_has_no_body():
    surface = surface_of("x = 1\nclass C:\n    y = 1\n    @property\n    def z(self): return self.y")
    assert surface.body("prov.mod.x") is None
    assert surface.body("prov.mod.C.y") is None
    assert surface.callers("prov.mod.x") is None
    assert surface.callers("prov") is None
    assert surface.body("prov.mod.C.z") is not None


CALLS = """
class Engine:
    def begin(self, x): return self.go("warm_up", x)
    def end(self): ...
    def go(self, name, x): ...
class Child(Engine):
    def begin(self, x): return super().begin(x)
class Other:
    def begin(self, x): ...
class Loop:
    def __init__(self, kind: type[Engine], other: Other):
        self.engine = kind()
        self.other = other
    def plain(self):
        self.engine.begin(1)
        self.engine.end()
    def asked(self):
        out = self.engine.begin(x=1)
        got = out.result()
        if got is None:
            got = self.engine.end()
        return got
    def perhaps(self, *a, **k):
        a, b = self.engine.begin(*a, **k)
        if a:
            self.engine.end()
    def apart(self, first):
        if first:
            return self.engine.begin(2, 3)
        else:
            self.engine.end()
    def elsewhere(self):
        self.other.begin(1)
        return lambda: self.other.end()
"""

FOUND = [
    ("prov.mod.Loop.apart", {"positional": 2, "used": "returned"}),
    ("prov.mod.Loop.asked", {"keywords": ("x",), "used": "kept", "then": ("=end",)}),
    ("prov.mod.Loop.perhaps", {"star": True, "double_star": True, "used": "unpacked 2", "then": ("?end",)}),
    ("prov.mod.Loop.plain", {"positional": 1, "then": ("end",)}),
]


def test_places_where_a_method_is_called():
    found = surface_of(CALLS).callers("prov.mod.Engine.begin")
    assert found == Callers(tuple(Site(caller, "prov.mod.Engine", **rest) for caller, rest in FOUND), whole=True)


def test_names_a_body_speaks():
    assert surface_of(CALLS).body("prov.mod.Engine.begin").speaks == ("go", "warm_up")


USED = [
    ("h()", ""),
    ("return h()", "returned"),
    ("x = h()", "kept"),
    ("a, *b = h()", "unpacked"),
    ("for x in h(): ...", "iterated"),
    ("y = [x for x in h()]", "iterated"),
    ("y = [*h()]", "iterated"),
    ("h().go()", "read"),
    ("y = h()[0]", "read"),
    ("y = h() + 1", "operated"),
    ("y = h() < 1", "operated"),
    ("y = h() is None", "tested"),
    ("if not h(): ...", "tested"),
    ("print(h())", "passed"),
    ("print(end=h())", "passed"),
]


@pytest.mark.parametrize(("line", "expected"), USED)
def test_what_becomes_of_a_result(line, expected):
    found = surface_of(f"def h(): ...\ndef run():\n    {line}").callers("prov.mod.h")
    assert [site.used for site in found.sites] == [expected]


def test_an_awaited_result():
    found = surface_of("async def h(): ...\nasync def run():\n    return await h()").callers("prov.mod.h")
    assert [site.used for site in found.sites] == ["awaited"]


def test_calls_that_are_alike_are_told_once_and_many_are_cut():
    alike = "def h(*a): ...\n" + "".join(f"def run{i}(): h()\n" for i in range(20))
    assert [site.caller for site in surface_of(alike).callers("prov.mod.h").sites] == ["prov.mod.run0"]
    many = "def h(*a): ...\n" + "".join(f"def run{i}(): h({', '.join('1' * i)})\n" for i in range(20))
    found = surface_of(many).callers("prov.mod.h")
    assert len(found.sites) == 12
    assert not found.whole


class RemoteTree(MemoryTree):
    origin = "wheel"


FILES = {
    "prov/__init__.py": "",
    "prov/engine.py": "class Engine:\n    def begin(self): ...",
    "prov/loop.py": "from prov.engine import Engine\ndef run(e: Engine): e.begin()",
    "prov/core.py": "from prov.engine import Engine\ndef drive(e: Engine): e.begin(1)",
}


@pytest.mark.parametrize(("drivers", "callers"), [((), []), (("prov.core", "prov.gone"), ["prov.core.drive"])])
def test_of_a_remote_tree_only_what_was_read_and_its_drivers_are_searched(drivers, callers):
    tree = RemoteTree(FILES)
    found = static_surface(tree, "prov", Release("prov", "1"), drivers).callers("prov.engine.Engine.begin")
    assert [site.caller for site in found.sites] == callers
    assert not found.whole
    assert "prov/loop.py" not in tree.reads


def test_of_a_large_local_tree_the_surroundings_are_searched():
    files = {f"prov/far/m{i}.py": "" for i in range(300)} | {
        "prov/__init__.py": "",
        "prov/near/__init__.py": "",
        "prov/near/deep/__init__.py": "",
        "prov/near/deep/engine.py": FILES["prov/engine.py"],
        "prov/near/use.py": "from prov.near.deep.engine import Engine\ndef run(e: Engine): e.begin()",
        "prov/far/use.py": "from prov.near.deep.engine import Engine\ndef run(e: Engine): e.begin(1)",
    }
    found = surface_of(files).callers("prov.near.deep.engine.Engine.begin")
    assert [site.caller for site in found.sites] == ["prov.near.use.run"]
    assert not found.whole


def test_a_snapshot_keeps_what_was_asked():
    recorder = Recorder(surface_of(CALLS))
    path = "prov.mod.Engine.begin"
    asked = recorder.body(path), recorder.callers(path), recorder.body("prov.gone")
    surface = snapshot_surface(decode_snapshot(encode_snapshot(recorder.snapshot(()))))
    assert (surface.body(path), surface.callers(path), surface.body("prov.gone")) == asked
    assert surface.callers("prov.mod.Engine.end") is None
