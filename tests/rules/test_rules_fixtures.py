from __future__ import annotations

import ast
import json

import pytest
from rules_fixtures import ROOT, STEMS, consumer, difference, facts, paths, reported, surface

from apidrift.diff import compare_surfaces
from apidrift.rules import RULES

SILENT = {"AD000", "AD060"}
"""Rules that others speak for: the structural comparison, the verdicts of all versions."""
CODES = {rule.name.replace("-", "_"): rule.code for rule in RULES}


@pytest.mark.parametrize("stem", STEMS)
class TestFixture:
    def test_every_rule_says_what_is_expected_and_nothing_else(self, stem):
        expected = json.loads((ROOT / stem / "expected.json").read_text())["changes"]
        assert facts(stem) == expected

    def test_its_own_rule_speaks(self, stem):
        if CODES[stem] not in SILENT:
            assert CODES[stem] in {code for code, _, _ in facts(stem)}

    @pytest.mark.parametrize("side", ["old", "new"])
    def test_a_version_compared_with_itself_yields_nothing(self, stem, side):
        one = surface(stem, side)
        same = compare_surfaces(one, one, paths(one), residue=True)
        assert same.changes == ()
        assert same.residue == ()
        assert (same.provider_changes, same.touched) == (0, 0)

    def test_remarks_name_rules_that_speak(self, stem):
        assert reported(stem) <= {code for code, _, _ in facts(stem)}

    def test_consumer_parses(self, stem):
        ast.parse(consumer(stem))

    def test_nothing_is_left_unclassified(self, stem):
        assert [each.subject for each in difference(stem, residue=True).residue] == []

    def test_backwards_nothing_is_left_unclassified(self, stem):
        old, new = surface(stem, "new"), surface(stem, "old")
        assert [
            (each.symbol, each.subject) for each in compare_surfaces(old, new, paths(old, new), residue=True).residue
        ] == []


def test_every_rule_speaks_in_some_fixture_but_the_residue_itself():
    spoken = {code for stem in STEMS for code, _, _ in facts(stem)}
    assert spoken == set(CODES.values()) - SILENT
