"""In which order findings are told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.impact._ranking import HEAVY
from apidrift.model.finding import Verdict

if TYPE_CHECKING:
    from conftest import Lab

OLD = """
def first(a): ...
def second(a): ...
def switched(a, *, feature=None, size=1): ...
def sized(a, *, size=1): ...
"""
NEW = """
def first(): ...
def second(): ...
def switched(a, *, feature=True, size=1): ...
def sized(a, *, size=2): ...
"""
CONSUMER = """
from prov.mod import first, second, sized, switched

class Run:
    def go(self):
        first(1)

    def __init__(self):
        sized(1)
        switched(1)
        second(1)
"""


def test_breaks_in_run_order_then_risks_by_weight(lab: Lab) -> None:
    found = lab.findings(CONSUMER, OLD, NEW)
    assert [(one.verdict, one.symbol.rpartition(".")[2]) for one in found] == [
        (Verdict.BREAKS, "second"),
        (Verdict.BREAKS, "first"),
        (Verdict.RISK, "switched"),
        (Verdict.RISK, "sized"),
    ]
    assert [one.weight for one in found] == [0, 0, HEAVY, 2]
    assert found[0].order < found[1].order


def test_risks_of_one_call_stay_together(lab: Lab) -> None:
    new = NEW.replace("feature=True, size=1", "feature=True, size=5")
    risks = [one for one in lab.findings(CONSUMER, OLD, new) if one.verdict is Verdict.RISK]
    assert [(one.symbol.rpartition(".")[2], one.weight) for one in risks] == [
        ("switched", 3),
        ("switched", 2),
        ("sized", 2),
    ]
