from __future__ import annotations

from pathlib import Path

from apidrift.rules import all_rules, rule
from apidrift.rules._catalogue import GROUPS
from apidrift.rules._docs import pages, write

FOLDER = Path(__file__).parents[2] / "docs" / "rules"


def test_pages_are_up_to_date():
    """If not: `python -m apidrift.rules._docs`."""
    assert {file.name: file.read_text() for file in FOLDER.glob("*.md")} == pages()


def test_pages_of_rules_that_are_no_more_go(tmp_path):
    folder = tmp_path / "rules"
    write(folder)
    (folder / "AD998-old.md").write_text("gone")
    write(folder)
    assert {file.name for file in folder.iterdir()} == set(pages())


def test_every_group_of_the_catalogue_is_covered_by_rules_or_says_why_not():
    assert [name.split()[0] for name in GROUPS] == [str(number) for number in range(1, 15)]
    for kinds in GROUPS.values():
        for kind in kinds:
            assert kind.rules or kind.waiver, kind.what
            assert all(rule(code) for code in kind.rules.split())


def test_every_page_says_direction_and_confidence():
    for each in all_rules():
        facts = pages()[f"{each.code}-{each.name}.md"].splitlines()[2]
        assert f"direction: {each.direction.value}, " in facts
        assert "confidence: " in facts
