"""What bodies and the provider's own calls mean for a consumer: breaks, risks, and what stays quiet."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from apidrift.impact import Timeline, stable
from apidrift.impact._calls import FITS
from apidrift.model.contract import Replace, Subclass
from apidrift.model.finding import Verdict

if TYPE_CHECKING:
    from conftest import Lab

BASE = "class Base:\n    def run(self): return self.hook({})\n    def hook(self, *a, **k): return 0\n"
MINE = "from prov.mod import Base\nclass Mine(Base):\n    {}\nMine().run()"

REFUSED = [
    ("1, 2", "def hook(self, x): ...", "Mine.hook() takes 2 positional arguments but 3 were given"),
    ("1, deep=2", "def hook(self, x): ...", "Mine.hook() got an unexpected keyword argument 'deep'"),
    ("1", "def hook(self, x, y): ...", "Mine.hook() missing 1 required positional argument: 'y'"),
    ("1", "@staticmethod\n    def hook(): ...", "Mine.hook() takes 0 positional arguments but 1 was given"),
]


@pytest.mark.parametrize(("call", "override", "message"), REFUSED)
def test_an_override_that_no_call_fits(lab: Lab, call: str, override: str, message: str) -> None:
    (found,) = list(lab.findings(MINE.format(override), BASE.format(call), old=None, baseline=None))
    assert (found.verdict, found.exception, found.message) == (Verdict.BREAKS, "TypeError", message)
    assert (found.line, found.use.partition("(")[0]) == (override.count("\n") + 3, "Mine.hook")


FITTING = {
    "it takes what comes": ("1, 2", "def hook(self, *a): ..."),
    "the call hands on what it got": ("*[1]", "def hook(self, x): ..."),
    "one of two calls fits": ("1, 2) or self.hook(1", "def hook(self, x): ..."),
    "a property is not called": ("1", "@property\n    def hook(self): return print"),
    "the caller is overridden too": ("1, 2", "def hook(self, x): ...\n    def run(self): return self.hook(1)"),
}


@pytest.mark.parametrize("name", FITTING)
def test_an_override_that_may_fit(lab: Lab, name: str) -> None:
    call, override = FITTING[name]
    judged = lab.judge(BASE.format(call), MINE.format(override))
    assert [each.verdict for use, each in judged if isinstance(use.operation, Subclass)] == [Verdict.OK]


REPLACED = [
    (
        "def helper(x): ...\ndef run(): return helper(1, deep=2)",
        "from prov import mod\ndef mine(x): ...\nmod.helper = mine",
        "mine() got an unexpected keyword argument 'deep'",
    ),
    (
        "class C:\n    def step(self, x): ...\n    def run(self): return self.step(1, 2)",
        "from prov.mod import C\nC.step = lambda self, x: 1",
        "<lambda>() takes 2 positional arguments but 3 were given",
    ),
    (
        "class C:\n    def step(self, x): ...\n    def run(self): return self.step(1, 2)",
        "from prov.mod import C\ndef go(x): ...\nc = C()\nc.step = go",
        "go() takes 2 positional arguments but 3 were given",
    ),
]


@pytest.mark.parametrize(("provider", "consumer", "message"), REPLACED)
def test_a_replacement_that_no_call_fits(lab: Lab, provider: str, consumer: str, message: str) -> None:
    (outcome,) = [each for use, each in lab.judge(provider, consumer) if isinstance(use.operation, Replace)]
    assert (outcome.verdict, outcome.exception, outcome.message) == (Verdict.BREAKS, "TypeError", message)


KEPT = [
    ("def helper(x): ...\ndef run(): return helper(1)", "mod.helper = lambda x: 1", FITS),
    ("def helper(x): ...", "mod.helper = lambda: 1", ""),
    ("def helper(x): ...\ndef run(): return helper(1)", "mod.helper = print", ""),
    ("helper = 1", "mod.helper = lambda: 1", ""),
    ("def helper(*a): ...\ndef run(*a): return helper(*a)", "mod.helper = lambda x: 1", ""),
]


@pytest.mark.parametrize(("provider", "line", "reason"), KEPT)
def test_a_replacement_that_may_fit(lab: Lab, provider: str, line: str, reason: str) -> None:
    judged = lab.judge(provider, f"from prov import mod\n{line}")
    found = [each for use, each in judged if isinstance(use.operation, Replace)]
    assert all((each.verdict, each.reason) == (Verdict.OK, reason) for each in found)


RAISING = {
    "a function": ("def f(): raise ValueError('no')", "f()", "ValueError: no"),
    "a text with holes": ("def f(x): raise ValueError(f'no {x}')", "f(1)", "ValueError: no …"),
    "a key": ("def f(k): raise KeyError(k)", "f('a')", "KeyError: 'a'"),
    "a key spelled out": ("def f(): raise KeyError('k')", "f()", "KeyError: 'k'"),
    "a constructor": ("class f:\n    def __init__(self): raise TypeError('use make')", "f()", "TypeError: use make"),
    "a base": ("class f:\n    def __init_subclass__(cls): raise TypeError('f')", "class D(f): ...", "TypeError: f"),
    "a handler for another": (
        "def f(): raise KeyError('k')",
        "try:\n    f()\nexcept ValueError: ...",
        "KeyError: 'k'",
    ),
    "an own exception": (
        "class E(KeyError): ...\ndef f(): raise E('k')",
        "try:\n    f()\nexcept ValueError: ...",
        "E: k",
    ),
    "a handler that is not there": (
        "def f(): raise KeyError('k')",
        "from prov import mod\ntry:\n    f()\nexcept mod.Gone: ...",
        "AttributeError: module 'prov.mod' has no attribute 'Gone'",
    ),
}


@pytest.mark.parametrize("name", RAISING)
def test_what_does_nothing_but_raise(lab: Lab, name: str) -> None:
    provider, consumer, told = RAISING[name]
    found = [each for _, each in lab.judge(provider, f"from prov.mod import f\n{consumer}")]
    assert told in {f"{each.exception}: {each.message}" for each in found if each.verdict is Verdict.BREAKS}


WORKING = {
    "on a condition": ("def f(x=0):\n    if x: raise ValueError('no')", "f()"),
    "a coroutine not awaited yet": ("async def f(): raise ValueError('no')", "f()"),
    "a placeholder": ("class C:\n    def go(self): raise NotImplementedError\ndef f(): return C()", "f().go()"),
    "an abstract one": (
        "import abc\nclass C:\n    @abc.abstractmethod\n    def go(self): raise ValueError\ndef f() -> C: ...",
        "f().go()",
    ),
    "one that may be overridden": ("class C:\n    def go(self): raise ValueError\ndef f() -> C: ...", "f().go()"),
    "a base caught by its kind": (
        "class E(KeyError): ...\ndef f(): raise E('k')",
        "try:\n    f()\nexcept LookupError: ...",
    ),
}


@pytest.mark.parametrize("name", WORKING)
def test_what_may_end_otherwise(lab: Lab, name: str) -> None:
    provider, consumer = WORKING[name]
    found = [each.verdict for _, each in lab.judge(provider, f"from prov.mod import f\n{consumer}")]
    assert Verdict.BREAKS not in found


EACH = "def f(xs, at=None, one=False):\n    ys = list(xs)\n"
STEP = "class f:\n    def go(self): {}\n    def warm(self): ...\n"
RISKS = {
    "an item where an argument is given": (
        f"{EACH}    return ys",
        f"{EACH}    return ys[0] if at is not None else ys",
        "f([1], at=0)[0]",
        "AD412",
    ),
    "an item where a flag is given by place": (
        f"{EACH}    return ys",
        f"{EACH}    return ys[0] if one else ys",
        "for x in f([1], None, True): ...",
        "AD412",
    ),
    "an item where an argument is left out": (
        f"{EACH}    return [1] if one else ys",
        f"{EACH}    return {{}} if not one else ys",
        "for x in f([1]): ...",
        "AD413",
    ),
    "a helper that raises": (
        "def g(): ...\ndef f(): return g()",
        "def g(): raise ValueError('no')\ndef f(): return g()",
        "f()",
        "AD906",
    ),
    "a helper that raises, beside a refused argument": (
        "def g(): ...\ndef f(a=1): return g()",
        "def g(): raise ValueError('no')\ndef f(): return g()",
        "f(a=1)",
        "AD906",
    ),
    "a constructor that raises": (
        "class f:\n    def __init__(self, x=0): ...",
        "class f:\n    def __init__(self, x=0):\n        if not x: raise ValueError('x')",
        "f()",
        "AD906",
    ),
    "a callback": ("def f(g): return g(1)", "def f(g): return g(1) if late() else g(1, 2)", "f(lambda x: x)", "AD014"),
    "an object": ("def f(e): e.go()", "def f(e): e.go(), e.stop()", "class E:\n    def go(self): ...\nf(E())", "AD015"),
    "an argument needed": ("def f(a, b=None): ...", "def f(a, b=None): return b.c", "f(1)", "AD032"),
    "a step left out": (STEP.format("self.warm()"), STEP.format("..."), "f().go()", "AD033"),
    "sorted": ("def f(xs): return list(xs)", "def f(xs): return sorted(xs)", "f([1])[0]", "AD034"),
    "sorted, compared": ("def f(xs): return list(xs)", "def f(xs): return sorted(xs)", "assert f([1]) == [1]", "AD034"),
    "a default that the body settles": (
        "def f(n=None):\n    if n is None: n = 1\n    return n",
        "def f(n=None):\n    n = 2 if n is None else n\n    return n",
        "f()",
        "AD312",
    ),
}


@pytest.mark.parametrize("name", RISKS)
def test_a_change_inside_a_body_is_a_risk_to_whom_it_matters(lab: Lab, name: str) -> None:
    old, new, use, rule = RISKS[name]
    found = lab.findings(f"from prov.mod import f\n{use}", old, new)
    assert rule in {finding.id for finding in found if finding.verdict == "risk"}


@pytest.mark.parametrize("use", ["f(lambda x: x)", "class K:\n    def __init__(self, x): ...\nf(K)"])
def test_a_callback_that_no_call_of_the_body_fits_breaks(lab: Lab, use: str) -> None:
    found = lab.findings(f"from prov.mod import f\n{use}", "def f(g): return g(1)", "def f(g): return g(1, 2)")
    assert [(each.id, each.verdict, each.exception) for each in found] == [("AD014", "breaks", "TypeError")]


QUIET = {
    "the argument is the default": (*RISKS["an item where an argument is given"][:2], "f([1], at=None)[0]"),
    "the argument is left out": (*RISKS["an item where an argument is given"][:2], "f([1])[0]"),
    "what is passed is not known": (
        *RISKS["an item where an argument is given"][:2],
        "import os\nf([1], **os.environ)[0]",
    ),
    "the helper's exception is caught": (
        *RISKS["a helper that raises"][:2],
        "try:\n    f()\nexcept ValueError:\n    pass",
    ),
    "the callback takes both": (*RISKS["a callback"][:2], "f(lambda x, y=0: x)"),
    "the callback is none of ours": (*RISKS["a callback"][:2], "f(print)"),
    "the object has all": (
        *RISKS["an object"][:2],
        "class E:\n    def go(self): ...\n    def stop(self): ...\nf(E())",
    ),
    "the object may have more": (
        *RISKS["an object"][:2],
        "class E:\n    def go(self): ...\n    def __getattr__(self, name): ...\nf(E())",
    ),
    "the argument is passed": (*RISKS["an argument needed"][:2], "f(1, 2)"),
    "the step is taken": (*RISKS["a step left out"][:2], "x = f()\nx.go()\nx.warm()"),
    "the order does not matter": (*RISKS["sorted"][:2], "len(f([1]))"),
    "a default that settles to the old one": ("def f(n=1): ...", "def f(n=None):\n    if n is None: n = 1", "f()"),
}


@pytest.mark.parametrize("name", QUIET)
def test_a_change_inside_a_body_that_does_not_matter(lab: Lab, name: str) -> None:
    old, new, use = QUIET[name]
    found = lab.findings(f"from prov.mod import f\n{use}", old, new)
    assert {each.id for each in found} <= {"AD508"}


def test_bodies_that_are_what_they_were(lab: Lab) -> None:
    old = "class f:\n    def same(self): return 1\n    def other(self): return 1\n    def new(self): ..."
    new = old.replace("other(self): return 1", "other(self): return 2")
    consumer = "from prov.mod import f\nclass D(f):\n    def same(self): ...\n    def other(self): ...\nf.new = 3"
    contract = lab.contract(consumer)
    timeline = lab.timeline(contract, (old, new, new), 0, 0)
    found = stable(contract, timeline, lab.surface(old), lab.surface(new))
    assert found.same == ("prov.mod.f.same",)
    assert found.rewritten == (("prov.mod.f.other", "2.0"),)
    unknown = Timeline(timeline.sightings, timeline.new, timeline.old, None, timeline.drift)
    assert stable(contract, unknown, lab.surface("x = 1"), lab.surface(new)).same == ()
