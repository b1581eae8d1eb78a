"""What a report remarks: dead branches, gates with a wrong range, requirements that contradict what was found."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from pipeline_support import F, G, H, make_wheel

from apidrift.pipeline import take_snapshots
from apidrift.pipeline._requires import at_odds, pythons_lost

if TYPE_CHECKING:
    from pipeline_support import Project

HEAD = (
    "import prov\nfrom importlib.metadata import version\nfrom packaging.version import Version\nfrom prov import f\n"
)


def noted(project: Project, source: str, needs: str, ref: str = "2.1", name: str = "other") -> tuple[str, ...]:
    """The notes of a check, with every release at hand."""
    consumer = project.consume(name, HEAD + source, f"Requires-Dist: {needs}\n")
    project.settings(f'also = ["{consumer}"]\n')
    for _ in take_snapshots(project.session(), (">=1.0",)):
        pass
    return project.session(consumer).check(ref).notes


def test_a_branch_that_no_version_in_range_needs(project: Project) -> None:
    source = "if Version(version('prov')) < Version('1.0'):\n    prov.older()\nelse:\n    prov.other(1)\n"
    (note,) = noted(project, source, "prov>=1.0,<=1.2", "1.2")
    assert note == ("other/__init__.py:6: no version at hand in prov<=1.2,>=1.0 needs this branch (gated on prov<1.0).")


def test_a_branch_that_one_version_needs_is_not_remarked_upon(project: Project) -> None:
    source = "try:\n    from prov import h\nexcept ImportError:\n    from prov import g as h\n"
    assert noted(project, source, "prov>=1.0,<=2.1") == ()
    source = "try:\n    from prov import g\nexcept ImportError:\n    from prov import h as g\n"
    (note,) = noted(project, source, "prov>=1.0,<=2.1", name="third")
    assert note.startswith("third/__init__.py:8: no version at hand")
    assert note.endswith("needs this branch (the try body works).")


def test_a_branch_behind_a_test_of_an_instance(project: Project) -> None:
    source = "made = prov.g(1, mode='x')\nif hasattr(prov.f, 'never'):\n    prov.h()\n"
    source += "class C: ...\nif not hasattr(prov, 'f'):\n    prov.older(made)\n"
    notes = noted(project, source, "prov>=1.0,<=1.2", "1.2")
    assert any("needs this branch (guarded by a test for f)" in note for note in notes)


def test_a_branch_behind_a_test_of_what_a_call_gave(project: Project) -> None:
    project.provide("3.0", "class K:\n    def __init__(self, a): ...\n    def go(self): ...\ndef f(a): ...\n")
    source = "k = prov.K(a=1)\nif not hasattr(k, 'go'):\n    k.older()\n"
    notes = noted(project, source, "prov==3.0", "3.0")
    assert any("needs this branch (guarded by a test for go)" in note for note in notes)


def test_nothing_is_said_of_a_range_that_was_not_looked_at(project: Project) -> None:
    source = "if Version(version('prov')) < Version('1.0'):\n    prov.older()\n"
    assert noted(project, source, "prov>=1.0", "1.2") == ()


def test_a_gate_that_lets_a_version_through_where_the_use_fails(project: Project) -> None:
    source = "if Version(version('prov')) >= Version('1.1'):\n    prov.h()\n"
    notes = noted(project, source, "prov>=1.0,<=1.2", "2.1")
    assert "other/__init__.py:6: the gate prov>=1.1 lets 2.0 … 2.1 through, where prov.h() fails." in notes


def test_a_gate_that_keeps_a_version_out_where_the_use_works(project: Project) -> None:
    source = "if Version(version('prov')) < Version('1.2'):\n    prov.h()\n"
    notes = noted(project, source, "prov>=1.0", "2.1")
    assert notes == ("other/__init__.py:6: the gate prov<1.2 keeps out 1.2, where prov.h() works too.",)


def test_a_requirement_that_admits_what_breaks(project: Project) -> None:
    notes = noted(project, "f(1, b=2)\n", "prov>=1.0,<=2.0", "2.0")
    assert notes == (
        "other 1.0 requires prov<=2.0,>=1.0, which admits 2.0, where a use breaks.",
        "other 1.0 requires prov<=2.0,>=1.0, which admits 1.1 … 1.2 too, where uses break.",
    )


def test_a_requirement_that_excludes_what_works(project: Project) -> None:
    assert noted(project, "f(1)\n", "prov==1.0", "2.1") == (
        "other 1.0 requires prov==1.0, which excludes 2.1, though every use works there.",
    )


def test_requirements_that_no_environment_meets(project: Project) -> None:
    more = "Requires-Dist: dep>=5\nRequires-Dist: extra-dep<1; extra == 'x'\nRequires-Python: >=3.11\n"
    wheel = make_wheel("prov", "3.0", {"prov/__init__.py": F + G + H}, more=more)
    project.index.add(wheel, project="prov", version="3.0")
    needs = "prov>=1.0\nRequires-Dist: dep<5,>=4\nRequires-Dist: extra-dep>2\nRequires-Python: >=3.10"
    consumer = project.consume("other", HEAD + "f(1)\n", f"Requires-Dist: {needs}\n")
    assert project.session(consumer).check("3.0").notes == (
        "prov 3.0 requires dep>=5, other 1.0 requires dep<5,>=4: no environment holds both.",
        "prov 3.0 requires Python >=3.11; other 1.0 also admits 3.10.",
    )


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (">=5", "<5"),
        ("==4.56.*", ">=4.57"),
        ("~=1.2", ">=2"),
        ("==1.0", "==1.1"),
        ("<1.0", ">=1.0,<2"),
    ],
)
def test_bounds_that_exclude_one_another(one: str, other: str) -> None:
    assert list(at_odds([f"dep{one}"], [f"Dep ({other})"])) == [("dep", *sorted_specifiers(one, other))]


def sorted_specifiers(*texts: str) -> tuple[str, ...]:
    return tuple(",".join(sorted(text.split(","))) for text in texts)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (">=4.56,<5", ">=4.56.1"),
        ("<5", ">4.99.99"),
        ("!=1.5", ">=1.5"),
        ("==1.*", "<1.0.5"),
        ("", "==7"),
        (">=1.0", ">2,<2.1"),
    ],
)
def test_bounds_that_meet(one: str, other: str) -> None:
    assert list(at_odds([f"dep{one}"], [f"dep{other}"])) == []


def test_markers_other_than_extras_are_not_judged() -> None:
    assert list(at_odds(["dep<1; python_version < '3.8'"], ["dep>2"])) == []
    assert list(at_odds(["dep<1; extra == 'all'"], ["dep>2"])) == [("dep", "<1", ">2")]


def test_python_versions_that_were_dropped() -> None:
    assert pythons_lost(">=3.9", ">=3.11,<3.14") == ("3.9", "3.10")
    assert pythons_lost(">=3.10", ">=3.10") == ()
    assert pythons_lost("", ">=3.11") == ()
    assert pythons_lost(">=3.9", "") == ()
    assert pythons_lost("nonsense", ">=3.9") == ()
