"""Findings: status, first release, the change behind, risks to whom they matter, echoes, order."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from apidrift.impact import Timeline, findings, matrix_rows, touched_paths, unknowns

if TYPE_CHECKING:
    from conftest import Lab

    from apidrift.model.finding import Finding


def told(found: tuple[Finding, ...]) -> list[tuple[str, str, str, str]]:
    return [(finding.verdict.value, finding.status.value, finding.id, finding.use) for finding in found]


CALL = "from prov.mod import f\nf(1, b=2)"
F_AB, F_A, F_ABC = "def f(a, b=1): ...", "def f(a): ...", "def f(a, b=1, *, c): ..."


def test_newly_broken(lab: Lab) -> None:
    (finding,) = lab.findings(CALL, F_AB, F_A)
    assert (finding.verdict, finding.status, finding.since, finding.id) == ("breaks", "new", "2.0", "AD301")
    assert finding.message == "f() got an unexpected keyword argument 'b'"
    assert (finding.path, finding.line, finding.column) == ("consumer.py", 2, 0)
    assert (finding.old_signature, finding.new_signature) == ("(a, b=1)", "(a)")
    assert finding.change is not None
    assert finding.change.subject == "b"
    assert finding.symbol == "prov.mod.f"


def test_still_broken_since_the_first_release_without_a_gap(lab: Lab) -> None:
    (finding,) = lab.findings(CALL, F_AB, F_A, F_AB, F_A, F_A, old=3)
    assert (finding.status, finding.since) == ("still", "4.0")


def test_fixed(lab: Lab) -> None:
    (finding,) = lab.findings(CALL, F_AB, F_A, F_AB, old=1)
    assert (finding.verdict, finding.status, finding.since) == ("breaks", "fixed", None)


def test_broken_for_another_reason_is_new(lab: Lab) -> None:
    (finding,) = lab.findings(CALL, F_AB, F_A, F_ABC, old=1)
    assert (finding.status, finding.since) == ("new", "3.0")
    assert "'c'" in finding.message


def test_broken_on_the_baseline_already_has_no_first_release(lab: Lab) -> None:
    (finding,) = lab.findings(CALL, F_A, F_A)
    assert (finding.status, finding.since) == ("still", None)


def test_a_change_on_the_way_is_not_to_blame_for_another_argument(lab: Lab) -> None:
    old = "class C:\n    def __init__(self, app=1): ...\n    def get(self, url: str): ..."
    new = "class C:\n    def __init__(self): ...\n    def get(self, url: bytes): ..."
    (finding,) = lab.findings("from prov.mod import C\nC().get('x', redirects=True)", old, new)
    assert (finding.id, finding.status, finding.change) == ("AD060", "still", None)
    assert finding.old_signature == ""


def test_without_a_baseline_everything_that_fails_is_new(lab: Lab) -> None:
    (finding,) = lab.findings(CALL, F_A, old=None, baseline=None)
    assert (finding.status, finding.since, finding.id, finding.change) == ("new", None, "AD301", None)


def test_a_version_against_itself_gives_nothing(lab: Lab) -> None:
    assert lab.findings(CALL, F_AB, F_AB) == ()


def test_what_is_merely_likely_and_fails_on_the_baseline_is_a_wrong_reading(lab: Lab) -> None:
    text = "class R: ...\ndef f() -> R: ..."
    contract = lab.contract("from prov.mod import f\nf().x")
    timeline = lab.timeline(contract, (text, text))
    assert findings(contract, timeline) == ()
    settled = timeline.settled().sightings[1].outcomes
    assert [one.reason.split(" too")[0] for one in unknown(contract, settled)] == ["the same reading fails on 1.0"]


def unknown(contract: object, outcomes: object) -> tuple[object, ...]:
    return unknowns(contract, outcomes)  # type: ignore[arg-type]


def test_moved_names_say_where_to(lab: Lab) -> None:
    (finding,) = lab.findings(
        "from prov.mod import f\nf(1)", "def f(x): return x * 3 + 1", "def g(x): return x * 3 + 1"
    )
    assert finding.echoes == ("consumer.py:2",)
    assert finding.moved_to in {"", "prov.mod.g"}


def test_echoes_are_no_findings(lab: Lab) -> None:
    consumer = "from prov.mod import C\nc = C()\nc.m()\nC.k"
    (finding,) = lab.findings(consumer, "class C:\n    k = 1\n    def m(self): ...", "")
    assert finding.use == "from prov.mod import C"
    assert finding.echoes == ("consumer.py:2", "consumer.py:3", "consumer.py:4")


def test_the_same_use_twice_is_told_apart(lab: Lab) -> None:
    found = lab.findings("from prov.mod import f\nf(1, b=2)\nf(1, b=2)", F_AB, F_A)
    assert len({finding.fingerprint for finding in found}) == 2


def test_fingerprints_do_not_know_lines(lab: Lab) -> None:
    (one,) = lab.findings(CALL, F_AB, F_A)
    (other,) = lab.findings(f"\n\n{CALL}", F_AB, F_A)
    assert one.fingerprint == other.fingerprint
    assert one.line != other.line


def test_handled_uses_are_told_apart_from_breaks(lab: Lab) -> None:
    found = lab.findings("from prov.mod import f\ntry:\n    f(1, b=2)\nexcept TypeError:\n    pass", F_AB, F_A)
    assert told(found) == [("handled", "new", "AD301", "f(1, b=2)")]
    assert found[0].reason == "the consumer catches TypeError"
    still = lab.findings(
        "from prov.mod import f\ntry:\n    f(1, b=2)\nexcept TypeError:\n    pass", F_AB, F_A, F_A, old=1
    )
    assert told(still) == [("handled", "still", "AD301", "f(1, b=2)")]


def test_a_break_that_can_no_longer_be_judged(lab: Lab) -> None:
    opaque = (
        "from elsewhere import deco\n@deco\ndef f(*args, **kwargs): ...\nclass C:\n    def __getattr__(self, n): ..."
    )
    found = lab.findings("from prov.mod import C\nC().x", "class C:\n    x = 1", "class C: ...", opaque, old=1)
    assert [(f.verdict, f.status) for f in found] == [("unknown", "still")]


def test_order(lab: Lab) -> None:
    consumer = "from prov.mod import f, g, h\nh()\ntry:\n    f(1, b=2)\nexcept TypeError:\n    pass\ng(b=1)\nf(1, b=2)"
    old = "def f(a, b=1): ...\ndef g(b): ...\ndef h(x=1): ..."
    new = "def f(a): ...\ndef g(): ...\ndef h(x=2): ..."
    assert [f.verdict for f in lab.findings(consumer, old, new)] == ["breaks", "breaks", "risk", "handled"]


RISKS = {
    "always true now": ("def f() -> bool: ...", "def f() -> tuple[bool, str]: ...", "if f(): pass", "AD403"),
    "always true in part": (
        "def f() -> tuple[bool, str] | bool: ...",
        "def f() -> tuple[bool, str]: ...",
        "if f(): pass",
        "AD411",
    ),
    "default omitted": ("def f(a=1): ...", "def f(a=2): ...", "f()", "AD312"),
    "positional shifted": ("def f(a, b=1): ...", "def f(z=0, a=1, b=1): ...", "f(1)", "AD307"),
    "swallowed": ("def f(a=1): ...", "def f(**k): ...", "f(a=2)", "AD302"),
    "type narrowed": ("def f(a: str | int): ...", "def f(a: int): ...", "f('x')", "AD313"),
    "overload removed": (
        """
from typing import overload, Any
@overload
def f(x: int) -> int: ...
@overload
def f(x: str) -> str: ...
def f(x: Any) -> Any: return x
""",
        "def f(x: int) -> int: return x",
        "f('a')",
        "AD314",
    ),
    "None added": ("def f() -> str: ...", "def f() -> str | None: ...", "f().upper()", "AD402"),
    "element compared": ("def f() -> str: ...", "def f() -> int: ...", "f() == 'a'", "AD401"),
    "became async": ("def f(): ...", "async def f(): ...", "f()", "AD207"),
    "exception": (
        "def f(a=1):\n    if a: raise KeyError('x')",
        "def f(a=1):\n    if a: raise RuntimeError('x')",
        "try:\n    f()\nexcept KeyError:\n    pass",
        "AD901",
    ),
    "constant": ("f = 1", "f = 2", "f == 1", "AD505"),
    "enum value used": (
        "import enum\nclass f(enum.Enum):\n    A = 1",
        "import enum\nclass f(enum.Enum):\n    A = 2",
        "f.A.value",
        "AD803",
    ),
    "iterated": (
        "import enum\nclass f(enum.Enum):\n    A = 1",
        "import enum\nclass f(enum.Enum):\n    A = 1\n    B = 2",
        "for x in f: print(x)",
        "AD804",
    ),
    "fields": (
        "from typing import NamedTuple\nclass f(NamedTuple):\n    a: int = 1\n    b: int = 2",
        "from typing import NamedTuple\nclass f(NamedTuple):\n    b: int = 2\n    a: int = 1",
        "x, y = f()",
        "AD606",
    ),
    "hook": (
        "class f:\n    def run(self): return self.hook()\n    def hook(self): ...",
        "class f:\n    def run(self): return 1\n    def hook(self): ...",
        "class D(f):\n    def hook(self): ...",
        "AD011",
    ),
    "hook's parameters": (
        "class f:\n    def hook(self, x): ...",
        "class f:\n    def hook(self, x, y): ...",
        "class D(f):\n    def hook(self, x): ...",
        "AD010",
    ),
    "hook's result": (
        "class f:\n    def hook(self) -> None: ...",
        "class f:\n    def hook(self) -> int: ...",
        "class D(f):\n    def hook(self): pass",
        "AD410",
    ),
    "replacement": (
        "class f:\n    def m(self, x): ...",
        "class f:\n    def m(self, x, **k): ...",
        "def g(self, x): ...\nf.m = g",
        "AD311",
    ),
}


@pytest.mark.parametrize("name", RISKS)
def test_a_change_is_a_risk_to_whom_it_matters(lab: Lab, name: str) -> None:
    old, new, use, rule = RISKS[name]
    found = lab.findings(f"from prov.mod import f\n{use}", old, new)
    assert rule in {finding.id for finding in found if finding.verdict == "risk"}
    finding = next(finding for finding in found if finding.id == rule)
    assert (finding.status, finding.since, finding.message) == ("new", "2.0", "")


QUIET = {
    "default passed": ("def f(a=1): ...", "def f(a=2): ...", "f(3)"),
    "default perhaps passed": ("def f(a=1): ...", "def f(a=2): ...", "f(**input())"),
    "default passed by position": ("def f(a=1, b=1): ...", "def f(a=1, b=2): ...", "f(1, 2)"),
    "inserted after": ("def f(a, b=1): ...", "def f(a, z=0, b=1): ...", "f(1)"),
    "inserted before keywords": ("def f(a, b=1): ...", "def f(z=0, a=1, b=1): ...", "f(a=1, b=2)"),
    "not swallowed": ("def f(a=1): ...", "def f(**k): ...", "f()"),
    "type still taken": ("def f(a: str | int): ...", "def f(a: int): ...", "f(1)"),
    "type not known": ("def f(a: str | int): ...", "def f(a: int): ...", "f(input)"),
    "result unused": ("def f() -> str: ...", "def f() -> str | None: ...", "f()"),
    "None tested": ("def f() -> str: ...", "def f() -> str | None: ...", "x = f()\nif x:\n    x.upper()"),
    "exception not caught before": (
        "def f(a=1):\n    if a: raise KeyError('x')",
        "def f(a=1):\n    if a: raise RuntimeError('x')",
        "f()",
    ),
    "exception caught all the same": (
        "def f(a=1):\n    if a: raise KeyError('x')",
        "def f(a=1):\n    if a: raise IndexError('x')",
        "try:\n    f()\nexcept (KeyError, IndexError):\n    pass",
    ),
    "enum as a symbol": (
        "import enum\nclass f(enum.Enum):\n    A = 1",
        "import enum\nclass f(enum.Enum):\n    A = 2",
        "g = f.A",
    ),
    "hook takes all": (
        "class f:\n    def hook(self, x): ...",
        "class f:\n    def hook(self, x, y=1): ...",
        "class D(f):\n    def hook(self, *args, **kwargs): ...",
    ),
    "hook returns": (
        "class f:\n    def hook(self) -> None: ...",
        "class f:\n    def hook(self) -> int: ...",
        "class D(f):\n    def hook(self): return 1",
    ),
    "not overridden": (
        "class f:\n    def run(self): return self.hook()\n    def hook(self): ...",
        "class f:\n    def run(self): return 1\n    def hook(self): ...",
        "class D(f): ...",
    ),
    "not reached": (
        "def f(a=1): ...",
        "def f(a=2): ...",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    f()",
    ),
    "instance value": (
        "class f:\n    x = 1",
        "class f:\n    x = 2",
        "def g(c: f):\n    return c.x",
    ),
    "subscripted by name": (
        "from typing import NamedTuple\nclass f(NamedTuple):\n    a: int = 1\n    b: int = 2",
        "from typing import NamedTuple\nclass f(NamedTuple):\n    b: int = 2\n    a: int = 1",
        "f().a",
    ),
}


@pytest.mark.parametrize("name", QUIET)
def test_a_change_that_does_not_matter_is_not_told(lab: Lab, name: str) -> None:
    old, new, use = QUIET[name]
    assert told(lab.findings(f"from prov.mod import f\n{use}", old, new)) == []


def test_a_risk_holds_since_the_fact_changed_and_is_new_when_it_changes_again(lab: Lab) -> None:
    versions = ("def f(a=1): ...", "def f(a=1): ...", "def f(a=2): ...", "def f(a=2): ...", "def f(a=3): ...")
    (still,) = lab.findings("from prov.mod import f\nf()", *versions[:4], old=2)
    assert (still.status, still.since) == ("still", "3.0")
    (again,) = lab.findings("from prov.mod import f\nf()", *versions, old=3)
    assert (again.status, again.since) == ("new", "3.0")


def test_one_use_can_carry_a_break_and_several_risks(lab: Lab) -> None:
    found = lab.findings("from prov.mod import f\nf()", "def f(a=1, b=1): ...", "def f(c, a=2, b=2): ...")
    assert [finding.verdict for finding in found] == ["breaks", "risk", "risk"]


def test_a_risk_about_an_override_stands_at_the_override(lab: Lab) -> None:
    old, new, use, _ = RISKS["hook's parameters"]
    finding = next(f for f in lab.findings(f"from prov.mod import f\n{use}", old, new) if f.id == "AD010")
    assert (finding.line, finding.use, finding.symbol) == (3, "D.hook(x)", "prov.mod.f.hook")


def test_a_risk_about_an_override_s_result_stands_at_the_override_too(lab: Lab) -> None:
    old, new, use, _ = RISKS["hook's result"]
    finding = next(f for f in lab.findings(f"from prov.mod import f\n{use}", old, new) if f.id == "AD410")
    assert (finding.line, finding.use) == (3, "D.hook()")


def test_a_risk_about_a_result_stands_where_it_is_used(lab: Lab) -> None:
    consumer = "from prov.mod import f\nx = f()\n\nx.upper()"
    (finding,) = lab.findings(consumer, "def f() -> str: ...", "def f() -> str | None: ...")
    assert (finding.line, finding.symbol) == (4, "prov.mod.f")


def test_awaited_results(lab: Lab) -> None:
    consumer = "from prov.mod import f\nasync def g():\n    x = await f()\n    x.upper()"
    (finding,) = lab.findings(consumer, "async def f() -> str: ...", "async def f() -> str | None: ...")
    assert (finding.id, finding.line) == ("AD402", 4)


# Matrix and touched paths --------------------------------------------------------------------------------------------


def test_matrix_rows(lab: Lab) -> None:
    contract = lab.contract(CALL)
    timeline = lab.timeline(contract, (F_AB, F_AB, F_A))
    (row,) = matrix_rows(contract, timeline)
    assert (row.use, row.line, row.symbol, row.since) == ("f(1, b=2)", 2, "prov.mod.f", "3.0")
    assert [cell.verdict for cell in row.cells] == ["ok", "ok", "breaks"]
    assert [cell.exception for cell in row.cells] == ["", "", "TypeError"]
    assert len(matrix_rows(contract, timeline, everything=True)) == 2
    alone = Timeline(timeline.sightings, 2)
    assert matrix_rows(contract, alone)[0].since == "3.0"


def test_touched_paths(lab: Lab) -> None:
    provider = (
        "from typing import Self\nclass B:\n    def hook(self): ...\nclass R:\n    y = 1\n"
        "class C(B):\n    def m(self) -> R: ...\n    def k(self) -> 'R | B': ...\ndef f(): ..."
    )
    consumer = (
        "import prov.mod\nfrom prov.mod import C, f\nf()\nC().m().y\nC().k().hook()\n"
        "class D(C):\n    def hook(self): ...\nC.m = f\nS = 'prov.mod.f'"
    )
    assert touched_paths(lab.contract(consumer), lab.surface(provider)) == (
        "prov.mod",
        "prov.mod.B",
        "prov.mod.B.hook",
        "prov.mod.C",
        "prov.mod.C.hook",
        "prov.mod.C.k",
        "prov.mod.C.m",
        "prov.mod.R",
        "prov.mod.R.hook",
        "prov.mod.R.y",
        "prov.mod.f",
    )


OVERLOADED = """
from typing import overload
class C:
    @overload
    def __init__(self, a: int, /) -> None: ...
    @overload
    def __init__(self, a: str, form: {form}, /) -> None: ...
@overload
def f(a: int, b: None = ...) -> int: ...
@overload
def f(a: int, b: {word}) -> int: ...
"""


@pytest.mark.parametrize(
    ("call", "said"),
    [
        ("C(1)", ""),
        ("C('a', 'b')", ""),
        ("C()", "missing"),
        ("C(1, 2, 3)", "positional"),
        # Of overloads that take as many arguments the one counts whose types fit: the other's going is nothing to it.
        ("f(1, 'x')", ""),
        ("f(1, b='x')", ""),
    ],
)
def test_a_call_meets_the_overload_that_takes_it(lab: Lab, call: str, said: str) -> None:
    old, new = (
        OVERLOADED.format(form="str", word="list[str] | str"),
        OVERLOADED.format(form="str | None", word="str | list[str]"),
    )
    found = lab.findings(f"from prov.mod import C, f\n{call}", old, new)
    assert [bool(finding.message) for finding in found] == [True] * bool(said)
    assert all(said in finding.message for finding in found)
