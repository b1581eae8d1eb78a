from __future__ import annotations

from pathlib import Path

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
