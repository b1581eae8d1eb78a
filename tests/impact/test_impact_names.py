"""What a missing name is called: removed, moved, renamed, or never there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from apidrift.impact import JudgeOptions, judge
from apidrift.model.finding import Verdict
from apidrift.model.hints import Hints, Spelling

if TYPE_CHECKING:
    from conftest import Lab

SLIPS = {
    "import": "from prov.mod import lode\n",
    "module": "import prov.modd\n",
    "attribute": "from prov import mod\nmod.lode\n",
    "keyword": "from prov.mod import load\nload(1, mod='r')\n",
    "member": "from prov.mod import Mode\nMode.REED\n",
}
PROVIDER = "import enum\ndef load(path, mode='r'): return path\nclass Mode(enum.Enum):\n    READ = 1\n"


@pytest.mark.parametrize("name", SLIPS)
def test_what_no_version_has_was_not_removed(lab: Lab, name: str) -> None:
    (finding,) = lab.findings(SLIPS[name], PROVIDER, PROVIDER + "\nnews = 1\n")
    assert (finding.id, finding.title, finding.status.value) == ("AD060", "in no version at hand", "still")
    assert finding.since is None


@pytest.mark.parametrize("name", SLIPS)
def test_without_a_version_before_nothing_is_said_of_the_past(lab: Lab, name: str) -> None:
    (finding,) = lab.findings(SLIPS[name], PROVIDER, old=None, baseline=None)
    assert finding.title.startswith("no such ")


def test_what_one_version_between_had_was_removed(lab: Lab) -> None:
    with_it = PROVIDER + "\ndef lode(): ...\n"
    (finding,) = lab.findings("from prov.mod import lode\n", PROVIDER, with_it, PROVIDER)
    assert finding.id != "AD060"


OLD_CLASS = """
class Model:
    def get_items(self, key, limit: int = 3):
        return [key] * limit
    def size(self): return 1
"""


@pytest.mark.parametrize(
    ("new", "target", "score"),
    [
        ("    def list_all(self, key, limit: int = 3):\n        return [key] * limit\n", "list_all", 0.9),
        ("    def list_all(self, key, limit: int = 3):\n        return [key]\n", "list_all", 0.7),
        ("    def list_items(self, key, limit: float = 4):\n        return [key]\n", "list_items", 0.5),
        ("    def list_rows(self, key, limit: float = 4):\n        return [key]\n", "", None),
        ("    def list_items(self, key):\n        return [key]\n", "", None),
    ],
)
def test_a_method_under_another_name(lab: Lab, new: str, target: str, score: float | None) -> None:
    consumer = "from prov.mod import Model\nModel().get_items(1)\n"
    (finding,) = lab.findings(consumer, OLD_CLASS, "\nclass Model:\n" + new + "    def size(self): return 1\n")
    assert finding.moved_to.rpartition(".")[2] == target
    assert finding.change is not None
    if score is not None:
        assert (finding.id, finding.change.score) == ("AD502", score)


def test_a_function_of_the_same_body_under_another_name(lab: Lab) -> None:
    old = "def load(path): return [path, 1]\ndef save(path): return 2\n"
    new = "def read(path): return [path, 1]\ndef write(path): return 2\n"
    (finding,) = lab.findings("from prov.mod import load\n", old, new)
    assert (finding.id, finding.moved_to) == ("AD111", "prov.mod.read")
    assert finding.change is not None
    assert finding.change.score == 0.9


def test_two_of_the_same_body_are_none(lab: Lab) -> None:
    old = "def load(path): return [path, 1]\n"
    new = "def read(path): return [path, 1]\ndef fetch(path): return [path, 1]\n"
    (finding,) = lab.findings("from prov.mod import load\n", old, new)
    assert finding.moved_to == ""


def test_a_class_that_is_gone_is_one_finding(lab: Lab) -> None:
    members = "".join(f"    def m{n}(self): return {n}\n" for n in range(40))
    consumer = "from prov.mod import C\nc = C()\n" + "".join(f"c.m{n}()\n" for n in range(40))
    (finding,) = lab.findings(consumer, f"class C:\n{members}", "")
    assert len(finding.echoes) == 41


COMPILED = Hints(
    served={"prov.mod": "(Float|Long)Tensor"},
    spellings=(Spelling(of=("prov.mod",), keywords={"axis": "dim", "x": "input"}),),
)


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("mod.LongTensor", Verdict.UNKNOWN),
        ("mod.LongTensorX", Verdict.BREAKS),
        ("mod.f(1, axis=2)", Verdict.OK),
        ("mod.f(x=1, dim=2)", Verdict.OK),
        ("mod.f(1, axes=2)", Verdict.BREAKS),
        ("mod.f(1, axis=2, dim=2)", Verdict.BREAKS),
        ("mod.g(1, axis=2)", Verdict.OK),
        ("mod.C().m(axis=2)", Verdict.BREAKS),
    ],
)
def test_what_compiled_code_serves_and_how_it_takes_keywords(lab: Lab, text: str, verdict: Verdict) -> None:
    provider = "def f(input, dim): ...\ndef g(a, axis): ...\nclass C:\n    def m(self, dim): ..."
    contract = lab.contract(f"from prov import mod\n{text}")
    *_, outcome = judge(contract, lab.surface(provider), JudgeOptions(hints=COMPILED))
    assert outcome.verdict is verdict
