from __future__ import annotations

import importlib
import inspect
import re
import subprocess
import sys
from pathlib import Path

import pytest
from rules_fixtures import STEMS

import apidrift.rules
from apidrift.errors import UsageError
from apidrift.model.change import Action, Aspect, Failure, Relevance
from apidrift.rules import RULES, Direction, all_rules, by_name, explain, fallback, rule
from apidrift.rules._registry import FALLBACKS, TABLE

FOLDER = Path(apidrift.rules.__file__).parent
FILES = sorted(file.stem for file in FOLDER.glob("[!_]*.py"))
HEADINGS = ["What it reports", "Why it breaks callers", "When it does not", "Example", "Remedy", "Known gaps"]
GROUPS = {
    "AD1": {Aspect.EXISTENCE},
    "AD2": {Aspect.KIND},
    "AD3": {Aspect.PARAMETER},
    "AD4": {Aspect.RESULT},
    "AD5": {Aspect.ATTRIBUTE},
    "AD6": {Aspect.CONSTRUCTOR},
    "AD7": {Aspect.HIERARCHY},
    "AD8": {Aspect.ENUM},
    "AD9": {Aspect.EXCEPTION},
    "AD0": {Aspect.OTHER, Aspect.REVERSE, Aspect.STRING, Aspect.BEHAVIOUR, Aspect.ENVIRONMENT, Aspect.CONSUMER},
}
OPPOSITE = {Action.ADDED: Action.REMOVED, Action.REMOVED: Action.ADDED}


def module(each):
    return importlib.import_module(f"apidrift.rules.{TABLE[each.code]}")


def test_registry_is_the_files_on_disk_in_order_of_code():
    assert sorted(TABLE.values()) == FILES
    assert list(TABLE) == sorted(TABLE)
    assert len(set(TABLE.values())) == len(TABLE)


def test_every_rule_has_a_fixture_folder_of_its_name():
    assert STEMS == FILES


def test_rules_are_all_rules():
    assert RULES is all_rules()
    assert [each.code for each in RULES] == list(TABLE)


def test_the_package_has_no_other_names():
    with pytest.raises(AttributeError, match="RULEZ"):
        _ = apidrift.rules.RULEZ


@pytest.mark.parametrize("each", RULES, ids=lambda each: each.name)
class TestMetadata:
    def test_code_is_the_one_it_is_registered_under(self, each):
        assert re.fullmatch(r"AD\d{3}", each.code)
        assert rule(each.code) is each
        assert module(each).RULE is each

    def test_name_is_the_file(self, each):
        assert each.name.replace("-", "_") == TABLE[each.code]
        assert by_name(each.name) is each

    def test_code_lies_in_its_group(self, each):
        assert each.aspect in GROUPS[each.code[:3]]

    def test_mirror_is_a_rule_or_a_written_reason(self, each):
        if " " in each.mirror:
            assert each.mirror.endswith(".")
            return
        other = by_name(each.mirror)
        assert other.action is OPPOSITE.get(each.action, other.action)

    def test_added_and_removed_have_their_opposite(self, each):
        if each.action in OPPOSITE and " " not in each.mirror:
            assert by_name(each.mirror).action is OPPOSITE[each.action]

    def test_remedy_and_direction(self, each):
        assert each.remedy in {"never", "sometimes", "always"}
        assert isinstance(each.direction, Direction)

    def test_matters_to_somebody(self, each):
        assert each.explains or each.relevance is not None

    def test_claims_are_rules(self, each):
        for name in each.claims:
            assert by_name(name).code != each.code

    def test_check_is_short_and_says_its_own_code(self, each):
        source = inspect.getsource(each.check)
        assert len(source.splitlines()) < 30
        assert set(re.findall(r'"(AD\d{3})"', source)) <= {each.code}

    def test_page_has_the_fixed_headings_in_the_fixed_order(self, each):
        assert re.findall(r"^## (.+)$", module(each).__doc__, re.MULTILINE) == HEADINGS

    def test_explain_gives_the_page_by_code_and_by_name(self, each):
        page = explain(each.code)
        assert page == explain(each.name) == explain(f" {each.code.lower()} ")
        assert page.startswith(f"# {each.code} {each.title}\n")
        assert module(each).__doc__.strip() in page

    def test_file_is_small(self, each):
        lines = Path(module(each).__file__).read_text().splitlines()
        assert len(lines) <= 130


def test_every_failure_has_a_rule_that_names_and_explains_it():
    assert set(FALLBACKS) == set(Failure)
    for failure in Failure:
        assert failure in fallback(failure).explains


def test_every_relevance_is_some_rules():
    assert {each.relevance for each in RULES} >= set(Relevance) - {Relevance.ANY}


@pytest.mark.parametrize(
    ("text", "hint"),
    [("AD3011", "AD301"), ("parameter-remove", "parameter-removed"), ("zzz", "lists all rules")],
)
def test_unknown_rule_is_a_usage_error_with_suggestions(text, hint):
    with pytest.raises(UsageError, match=f"there is no rule {text}") as caught:
        explain(text)
    assert hint in caught.value.hint


def test_unknown_code():
    with pytest.raises(UsageError):
        rule("AD999")


def test_importing_the_package_loads_no_rule():
    code = "import apidrift.rules, sys; print([m for m in sys.modules if m == 'apidrift.rules.name_removed'])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
