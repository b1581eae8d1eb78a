from __future__ import annotations

import subprocess
import sys

import pytest

from apidrift.model.change import Change
from apidrift.model.surface import Module
from apidrift.model.symbols import Attribute, Binding, Class, Function, Raising, Variants
from apidrift.rules import settle
from apidrift.rules._facts import kind, member_kind, uncertain, writable
from apidrift.rules.star_export_removed import starred


@pytest.mark.parametrize(
    ("symbol", "word", "member"),
    [
        (None, "", ""),
        (Class(), "class", "class"),
        (Function(), "function", "method"),
        (Function(binding=Binding.CACHED_PROPERTY), "property", "property"),
        (Attribute(), "value", "value"),
        (Variants((Class(),)), "", ""),
        (Raising("RuntimeError"), "", ""),
    ],
)
def test_kinds_in_words(symbol, word, member):
    assert kind(symbol) == word
    assert member_kind(symbol) == member


def test_a_module_is_no_symbol():
    assert kind(None, is_module=True) == "module"


def test_what_can_be_set():
    assert writable(Attribute())
    assert not writable(Attribute(final=True))
    assert writable(Function(binding=Binding.PROPERTY, settable=True))
    assert not writable(Function())


def test_uncertain_signatures():
    assert uncertain(Function(opaque="decorated")) == "decorated"
    assert uncertain(Class(constructor_opaque="metaclass")) == "metaclass"
    assert uncertain(Attribute()) == ""


@pytest.mark.parametrize(
    ("module", "names"),
    [
        (None, None),
        (Module("m", dynamic="serves names at run time"), None),
        (Module("m", problem="syntax error"), None),
        (Module("m", index={"a": "1", "_b": "2"}), {"a"}),
        (Module("m", index={"a": "1", "_b": "2"}, exports=("_b",)), {"_b"}),
    ],
)
def test_what_a_star_import_binds(module, names):
    assert starred(module) == names


class TestClaims:
    def test_each_change_once_in_order(self):
        one, two = Change("AD304", "p.f", "b"), Change("AD301", "p.f", "a")
        assert settle([one, two, one]) == (two, one)

    def test_a_rename_takes_the_removal_and_the_addition_of_its_own_symbol(self):
        rename = Change("AD303", "p.f", "a", moved_to="b")
        other = Change("AD301", "p.g", "a")
        taken = [Change("AD301", "p.f", "a"), Change("AD304", "p.f", "b")]
        assert settle([*taken, rename, other]) == (rename, other)

    def test_a_change_of_the_whole_takes_all(self):
        whole, part = Change("AD805", "p.E"), Change("AD701", "p.E", "str")
        assert settle([part, whole]) == (whole,)


def test_pages_are_written_by_a_command(tmp_path):
    subprocess.run([sys.executable, "-m", "apidrift.rules._docs", str(tmp_path / "rules")], check=True)
    assert (tmp_path / "rules" / "index.md").read_text().startswith("# Rules")
