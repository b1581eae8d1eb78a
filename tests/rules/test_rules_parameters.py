"""What is, and what is no change of parameters."""

from __future__ import annotations

import pytest
from rules_fixtures import between, names

import apidrift
from apidrift.model.signature import Parameter
from apidrift.rules._values import same_default


def of_f(old, new):
    return between(f"def f{old}: ...\n", f"def f{new}: ...\n")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("(a, /)", "(b, /)"),
        ("(a, b=1, /)", "(x, y=1, /)"),
        ("(a: 'int')", "(a: int)"),
        ("(a=1+1)", "(a=2)"),
        ("(a, *args)", "(a, *rest)"),
    ],
)
def test_no_change_for_callers(old, new):
    assert {name for name, _, _ in of_f(old, new)} <= {"parameter-type-changed", "variadic-added", "variadic-removed"}
    assert not names(f"def f{old}: ...", f"def f{new}: ...")


def test_optional_spelled_otherwise_is_the_same_type():
    old = "from typing import Optional, Union\ndef f(a: Optional[int], b: Union[str, None] = None): ...\n"
    assert between(old, "def f(a: int | None, b: str | None = None): ...\n") == []


def test_rename_claims_removal_and_addition():
    assert of_f("(a, b, c)", "(a, x, c)") == [("parameter-renamed", "f", "b")]


def test_rename_by_type():
    assert of_f("(a: int, *, size: str = 'x')", "(a: int, *, length: str = 'y')") == [
        ("parameter-renamed", "f", "size")
    ]


def test_positional_only_parameters_are_not_renamed():
    assert ("parameter-renamed", "f", "a") not in of_f("(a, /, b)", "(x, c)")


def test_other_type_is_no_rename():
    found = of_f("(a: int)", "(b: str)")
    assert found == [("parameter-removed", "f", "a"), ("parameter-added-required", "f", "b")]


def test_two_for_one_is_no_rename():
    assert "parameter-renamed" not in {name for name, _, _ in of_f("(a)", "(x, y)")}


def test_removed_in_the_middle_shifts_what_follows_even_where_kwargs_swallow():
    found = of_f("(a, b=1, c=2)", "(a, c=2, *args, **kwargs)")
    assert ("parameter-removed", "f", "b") in found
    assert ("parameter-removed-swallowed", "f", "b") in found


def test_removed_keyword_only_is_only_swallowed():
    found = of_f("(a, *, b=1)", "(a, **kwargs)")
    assert ("parameter-removed", "f", "b") not in found
    assert ("parameter-removed-swallowed", "f", "b") in found


def test_removed_at_the_end_is_swallowed_whole_by_both_variadics():
    found = of_f("(a, b=1)", "(a, *args, **kwargs)")
    assert ("parameter-removed", "f", "b") not in found


def test_positional_only_removed_is_not_swallowed_by_keyword():
    found = of_f("(a, b=1, /)", "(a, /, **kwargs)")
    assert ("parameter-removed", "f", "b") in found
    assert ("parameter-removed-swallowed", "f", "b") not in found


def test_positional_only_parameter_beyond_the_new_ones_is_removed():
    assert ("parameter-removed", "f", "b") in of_f("(a, b, /)", "(a, /)")


def test_added_at_the_end_is_no_insertion():
    assert {name for name, _, _ in of_f("(a)", "(a, b=1)")} == {"parameter-added-optional"}


def test_added_keyword_only_is_no_insertion():
    assert {name for name, _, _ in of_f("(a, b)", "(a, b, *, c=1)")} == {"parameter-added-optional"}


def test_required_inserted_before_others_is_both():
    assert {name for name, _, _ in of_f("(a, b)", "(a, new, b)")} == {"parameter-added-required", "parameter-inserted"}


def test_reordering_names_every_parameter_that_moved():
    found = of_f("(a, b, c)", "(c, a, b)")
    assert found == [("parameter-reordered", "f", each) for each in "abc"]


def test_ranks_beyond_ten_are_counted():
    many = ", ".join(f"p{i}" for i in range(11))
    found = of_f(f"({many}, y, z)", f"({many}, z, y)")
    assert [subject for name, _, subject in found if name == "parameter-reordered"] == ["y", "z"]


def test_default_whose_value_is_known_on_one_side_only_and_spelled_the_same_is_no_change():
    assert "parameter-default-changed" not in names(
        "from os import sep\ndef f(a=sep): ...\n", "sep = '/'\ndef f(a=sep): ...\n"
    )


@pytest.mark.parametrize(
    ("old", "new", "same"),
    [
        (Parameter("a", default="X", value="prov.a.X"), Parameter("a", default="X", value="prov.b.X"), True),
        (Parameter("a", default="X", value="prov.a.X"), Parameter("a", default="b.X", value="prov.b.X"), True),
        (Parameter("a", default="M.A", value="prov.M.A"), Parameter("a", default="N.A", value="prov.N.A"), False),
        (Parameter("a", default="g()"), Parameter("a", default="g()", value="3"), True),
        (Parameter("a", default="None"), Parameter("a", default="True"), False),
        (Parameter("a", default="3"), Parameter("a", default="X", value="3"), True),
    ],
)
def test_names_that_stand_for_values(old, new, same):
    assert same_default(old, new) is same


def test_default_shows_value_and_spelling():
    assert between("X = 1\ndef f(a=X): ...\n", "X = 2\ndef f(a=X): ...\n")[-1] == (
        "parameter-default-changed",
        "f",
        "a",
    )


def test_bare_and_any_arguments_of_generics_say_nothing():
    old = "from typing import Any\ndef f(a: dict, b: list[Any], c: dict[str, int]): ...\n"
    new = "from typing import Any\ndef f(a: dict[str, int], b: list[int], c: dict[str, Any]): ...\n"
    assert between(old, new) == []


def test_constructor_fields_are_parameters():
    old = "from dataclasses import dataclass\n@dataclass\nclass T:\n    a: int\n    b: int = 0\n"
    new = "from dataclasses import dataclass\n@dataclass\nclass T:\n    b: int = 0\n"
    assert ("parameter-removed", "T", "a") in between(old, new)


def test_one_change_under_whichever_condition_is_certain():
    old = "import sys\nif sys.flags.dev_mode:\n    def f(a, b): ...\nelse:\n    def f(a, b, c): ...\n"
    new = "import sys\nif sys.flags.dev_mode:\n    def f(a): ...\nelse:\n    def f(a, c): ...\n"
    assert between(old, new) == [("parameter-removed", "f", "b")]


def test_a_default_that_a_stub_does_not_tell_did_not_change():
    assert of_f("(a=...)", "(a=1)") == []
    assert of_f("(a=1)", "(a=...)") == []


@pytest.mark.parametrize(("suffix", "codes"), [("pyi", set()), ("py", {"AD302"})])
def test_what_a_stub_does_not_list_is_not_swallowed(tmp_path, suffix, codes):
    for side, text in {"old": "def f(a, b=...): ...", "new": "def f(a, **kwargs): ..."}.items():
        folder = tmp_path / side / "prov"
        folder.mkdir(parents=True)
        (folder / "__init__.py").write_text("")
        (folder / f"mod.{suffix}").write_text(text)
    (tmp_path / "c.py").write_text("from prov.mod import f\nf(1, b=2)\n")
    report = apidrift.compare(
        str(tmp_path / "old"), str(tmp_path / "new"), provider="prov", consumer=str(tmp_path / "c.py")
    )
    assert {finding.id for finding in report.findings} == codes
