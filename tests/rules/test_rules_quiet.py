"""Differences that are none of a rule's business, and rules that keep out of each other's way."""

from __future__ import annotations

import pytest
from rules_fixtures import between, names

DATA = "from dataclasses import InitVar, dataclass, field\n\n\n@dataclass\nclass T:\n"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("def f() -> int | None: ...", "def f() -> int: ..."),
        ("def f() -> dict: ...", "def f() -> dict[str, int]: ..."),
        ("class C:\n    def g(self): ...", "class B:\n    def g(self): ...\n\n\nclass C(B): ..."),
        ("class E(Exception): ...", "class E(ValueError): ..."),
        ("X = 1", "X: int = 1"),
        ("def f(): ...", "\n\ndef f():\n    '''Now with words.'''\n"),
        ("import enum\nclass E(enum.Enum):\n    A = enum.auto()", "import enum\nclass E(enum.Enum):\n    A = 1"),
    ],
)
def test_quiet(old, new):
    assert names(old, new) - {"enum-value-changed", "body-rewritten"} == set()


def test_a_value_made_by_the_enum_itself_is_not_compared():
    old = "import enum\nclass E(enum.Enum):\n    A = enum.auto()\n"
    assert not between(old, old.replace("enum.auto()", "5"))[1:]


def test_init_var_added_is_only_a_parameter():
    found = between(DATA + "    a: int\n", DATA + "    a: int\n    b: InitVar[int] = 0\n")
    assert "field-became-init-only" not in {name for name, _, _ in found}


def test_init_var_removed_is_only_a_parameter():
    found = between(DATA + "    a: int\n    b: InitVar[int] = 0\n", DATA + "    a: int\n")
    assert "field-became-kept" not in {name for name, _, _ in found}


def test_alias_that_takes_the_name_too_is_no_change():
    old = "from pydantic import BaseModel, Field, ConfigDict\nclass T(BaseModel):\n    size: int\n"
    new = old.replace(
        "    size: int", "    model_config = ConfigDict(populate_by_name=True)\n    size: int = Field(alias='length')"
    )
    assert "field-alias-changed" not in names(old, new)


def test_same_order_of_a_named_tuple_is_no_change():
    old = "from typing import NamedTuple\nclass T(NamedTuple):\n    a: int\n"
    assert "named-tuple-changed" not in names(old, old.replace("int", "str"))


def test_exception_that_keeps_its_ancestor_from_another_module():
    old = "class Base(ValueError): ...\nclass E(Base): ...\n"
    new = "class Other(ValueError): ...\nclass E(Other): ...\n"
    found = between(old, new)
    assert ("exception-base-changed", "E", "prov.Base") not in found
    assert ("base-removed", "E", "prov.Base") in found


def test_equal_versions_are_no_change():
    assert between("VERSION = '1'\ndef f(): ...\n", "\nVERSION = '1'\ndef f(): ...\n") == []


def test_version_annotated_otherwise_is_the_same_version():
    assert between("__version__ = '1'\n", "__version__: str = '1'\n") == []


def test_value_that_becomes_a_list_of_star_exports():
    found = between("__all__ = ['f']\ndef f(): ...\n", "__all__ = ['f', 'g']\ndef f(): ...\ndef g(): ...\n")
    assert "star-export-removed" not in {name for name, _, _ in found}


def test_renames_want_one_candidate():
    old = "def f(a, b, c): ...\n"
    assert "name-renamed" not in names(old, "def g(a, b, c): ...\ndef h(a, b, c): ...\n")
    assert "name-removed" in names(old, "def g(a, b, c): ...\ndef h(a, b, c): ...\n")


def test_attribute_renamed_by_value():
    old = "class C:\n    limit_of_rows = 17\n"
    assert ("attribute-renamed", "C.limit_of_rows", "") in between(old, "class C:\n    row_limit = 17\n")


def test_enum_turned_class_is_another_kind_of_enum():
    old = "import enum\nclass E(enum.Enum):\n    A = 1\n"
    assert ("enum-base-changed", "E", "") in between(old, "class E:\n    A = 1\n")


def test_modules_that_serve_names_at_run_time_export_nothing_certain():
    old = "def f(): ...\ndef g(): ...\n"
    new = "__all__ = ['f']\ndef f(): ...\ndef g(): ...\ndef __getattr__(name): return make(name)\n"
    assert "star-export-removed" not in names(old, new)
