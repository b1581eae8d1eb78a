"""The rules' pages as files: `python -m apidrift.rules._docs [FOLDER]` (default `docs/rules`) writes them."""

from __future__ import annotations

import sys
from pathlib import Path

from apidrift.rules._catalogue import catalogue
from apidrift.rules._registry import all_rules, page

_HEAD = """# Rules

Every kind of change apidrift knows. `apidrift explain CODE` prints a page; a finding carries the code.
*For whom it is a risk*: the uses that still run and yet may do something else; where the column is empty, the
change matters only where it explains a failure. *R*: the provider calls the consumer. What each kind of change is
told by: [catalogue](catalogue.md).

| Code | Rule | Reports | For whom it is a risk | |
| --- | --- | --- | --- | --- |
"""


def pages() -> dict[str, str]:
    """Every page by file name, the index included."""
    files = {f"{rule.code}-{rule.name}.md": page(rule) for rule in all_rules()}
    return {"index.md": _index(), "catalogue.md": catalogue(), **files}


def _index() -> str:
    rows = []
    for rule in all_rules():
        risk = rule.relevance.replace("_", " ") if rule.relevance and rule.relevance != "never" else ""
        direction = "R" if rule.direction == "R" else ""
        link = f"[{rule.name}]({rule.code}-{rule.name}.md)"
        rows.append(f"| {rule.code} | {link} | {rule.title} | {risk} | {direction} |\n")
    return _HEAD + "".join(rows)


def write(folder: Path) -> None:
    """Write all pages into a folder and remove those of rules that are no more."""
    folder.mkdir(parents=True, exist_ok=True)
    wanted = pages()
    for old in folder.glob("*.md"):
        if old.name not in wanted:
            old.unlink()
    for name, text in wanted.items():
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1] if len(sys.argv) > 1 else "docs/rules"))
