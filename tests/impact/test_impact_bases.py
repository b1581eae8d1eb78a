"""Members that another library's base class brings, type aliases as types, and what every object can do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from apidrift.impact import JudgeOptions, KnownBase, judge
from apidrift.model.hints import Hints

if TYPE_CHECKING:
    from conftest import Lab

NET = KnownBase(frozenset({"__call__", "eval", "forward", "training"}), "forward", "registered parts as attributes")
OPTIONS = JudgeOptions(bases={"net.Module": NET})
LAYER = (
    "import net\nclass Layer(net.Module):\n    size: int = 3\n"
    "    def forward(self, x: int, scale: int = 1) -> 'Out': ...\nclass Out:\n    shape: int = 0\n"
)
USES = {
    "Layer().eval()": "ok",
    "Layer().training": "ok",
    "Layer().size": "ok",
    "Layer()(1)": "ok",
    "Layer()(1).shape": "ok",
    "Layer()(1).lost": "breaks",
    "Layer()()": "breaks",
    "Layer()(1, factor=2)": "breaks",
    "Layer().weight": "unknown",
}


def last(lab: Lab, provider: str, expression: str, options: JudgeOptions | None = OPTIONS):
    contract = lab.contract(f"from prov.mod import *\n{expression}\n")
    return judge(contract, lab.surface(provider), options)[-1]


@pytest.mark.parametrize("expression", USES)
def test_what_a_known_base_brings(lab: Lab, expression: str) -> None:
    assert last(lab, LAYER, expression).verdict == USES[expression]


def test_calling_ends_in_the_method_the_base_calls(lab: Lab) -> None:
    assert last(lab, LAYER, "Layer()()").message == "Layer.forward() missing 1 required positional argument: 'x'"


def test_a_base_of_the_provider_may_hand_calls_on(lab: Lab) -> None:
    text = (
        "import net\nclass Op(net.Module):\n    def forward(self, *a, **k): return self.chosen(*a, **k)\n"
        "class Norm(Op):\n    def native(self, x: int) -> int: ...\n"
        "class Own(Op):\n    def forward(self, x, y): ...\n"
    )
    bases = {**OPTIONS.bases, "prov.mod.Op": KnownBase(call="native")}
    verdicts = [
        last(lab, text, one, JudgeOptions(bases=bases)).verdict for one in ("Norm()(1)", "Norm()()", "Own()(1, 2)")
    ]
    assert verdicts == ["ok", "breaks", "ok"]


def test_what_the_profile_says_an_attribute_holds(lab: Lab) -> None:
    text = "class A:\n    def __init__(self, x): self.part = x.y.z\nclass B:\n    size: int = 1\n"
    options = JudgeOptions(hints=Hints(holds={"prov.mod.A.part": "prov.mod.B"}))
    verdicts = [last(lab, text, f"A(1).part.{name}", options).verdict for name in ("size", "lost")]
    assert verdicts == ["ok", "breaks"]
    assert last(lab, text, "A(1).part.size").verdict == "unknown"


def test_the_reason_names_what_is_not_read(lab: Lab) -> None:
    assert last(lab, LAYER, "Layer().weight").reason == "net.Module serves registered parts as attributes"
    unread = last(lab, LAYER, "Layer().weight", None)
    assert unread.reason == "weight may come from net.Module, a base class outside the provider that is not read"


def test_a_member_behind_a_class_that_serves_more_is_still_there(lab: Lab) -> None:
    text = (
        "class A:\n    x: int = 1\nclass B(A):\n    def __init__(self, **k):\n"
        "        for n, v in k.items():\n            setattr(self, n, v)\n"
    )
    assert last(lab, text, "B().x").verdict == "ok"
    assert last(lab, text, "B().y").verdict == "unknown"


ALIASES = {
    "Items = list[int]": ("x[0]", "ok"),
    "Items = list[str] ": ("x.lost", "breaks"),
    "from typing import Union\nItems = Union[A, B]": ("x.both", "ok"),
    "Items = A | B": ("x.lost", "breaks"),
    "from typing import TypeAlias\nItems: TypeAlias = 'A | None'": ("x.both", "ok"),
    "from typing import NewType\nItems = NewType('Items', int)": ("x.bit_length()", "unknown"),
    "Items = make()": ("x.lost", "unknown"),
}


@pytest.mark.parametrize("alias", ALIASES)
def test_a_type_alias_stands_for_its_type(lab: Lab, alias: str) -> None:
    expression, verdict = ALIASES[alias]
    provider = f"class A:\n    both = 1\nclass B:\n    both = 2\ndef make(): ...\n{alias}\n"
    found = last(lab, provider, f"def f(x: Items):\n    {expression}")
    assert found.verdict == verdict, found


def test_an_instance_made_by_new_is_of_its_class(lab: Lab) -> None:
    text = "class A:\n    size = 1\n    def __new__(cls, *a):\n        return build(cls)\n"
    assert last(lab, text, "A.__new__(A).size").verdict == "ok"
    assert last(lab, text, "A.__new__(A).lost").verdict == "breaks"


def test_every_object_can_be_compared_but_not_every_one_has_a_truth(lab: Lab) -> None:
    text = "def f(x): return x.y\n"
    assert last(lab, text, "f(1) == 2").verdict == "ok"
    assert last(lab, text, "if f(1): pass").verdict == "unknown"


def test_a_name_with_several_definitions_leads_through_any_of_them(lab: Lab) -> None:
    text = "try:\n    import other as alt\nexcept ImportError:\n    alt = None\n"
    assert last(lab, text, "def f(x: alt.Thing):\n    x.size").verdict == "ok"


def test_attributes_that_a_standard_base_sets_on_its_instances(lab: Lab) -> None:
    text = "import argparse\nclass Parser(argparse.ArgumentParser): ...\n"
    assert last(lab, text, "Parser()._actions").verdict == "ok"
    assert last(lab, text, "Parser().lost").verdict == "breaks"


GIVEN = {
    "from prov.mod import A\nA.extra = 1\nA().extra": "ok",
    "from prov.mod import A, B\nA.extra = 1\nB().extra": "ok",
    "from prov.mod import A\nsetattr(A, 'extra', 1)\nA.extra": "ok",
    "from prov.mod import A\nA.extra = lambda self: 1\nA().extra()": "ok",
    "from prov import mod\nmod.extra = 1\nmod.extra": "ok",
    "from aenum import extend_enum\nfrom prov.mod import E\nextend_enum(E, 'X', 1)\nE.X": "ok",
    "from prov.mod import A\nA.other = 1\nA().extra": "breaks",
    "from prov.mod import A, C\nA.extra = 1\nC().extra": "breaks",
}


@pytest.mark.parametrize("consumer", GIVEN)
def test_what_the_consumer_sets_itself_is_there(lab: Lab, consumer: str) -> None:
    provider = "import enum\nclass A: ...\nclass B(A): ...\nclass C: ...\nclass E(enum.Enum):\n    Y = 1\n"
    assert judge(lab.contract(consumer), lab.surface(provider), OPTIONS)[-1].verdict == GIVEN[consumer]


def test_replacing_what_is_not_there_is_told_all_the_same(lab: Lab) -> None:
    consumer = "from prov.mod import A\ndef f(self): ...\nA.gone = f\n"
    assert judge(lab.contract(consumer), lab.surface("class A: ...\n"), OPTIONS)[-1].verdict == "risk"


def test_abstract_methods_that_a_mix_in_of_ones_own_implements(lab: Lab) -> None:
    provider = "import abc\nclass A(abc.ABC):\n    @abc.abstractmethod\n    def run(self): ...\n"
    mix = "from prov.mod import A\nclass Mix:\n    def run(self): ...\nclass Mine(Mix, A): ...\nMine()\n"
    bare = "from prov.mod import A\nclass Mine(A): ...\nMine()\n"
    verdicts = [{o.verdict for o in judge(lab.contract(c), lab.surface(provider), OPTIONS)} for c in (mix, bare)]
    assert ["breaks" in found for found in verdicts] == [False, True]
