"""The measured tables: what is written is what the data says, and the data holds what is promised."""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from types import ModuleType

ROOT = Path(__file__).parent.parent.parent


def script(name: str) -> ModuleType:
    sys.path.insert(0, str(ROOT / "benchmarks"))
    try:
        return importlib.import_module(name)
    finally:
        sys.path.pop(0)


@pytest.mark.parametrize("name", ["consumers", "differential"])
def test_the_table_is_written_from_its_data(name: str) -> None:
    data = json.loads((ROOT / "docs" / f"{name}.json").read_text("utf-8"))
    assert (ROOT / "docs" / f"{name}.md").read_text("utf-8") == script(name).render(data)


def test_ten_consumers_run_through_and_little_is_unknown() -> None:
    rows = json.loads((ROOT / "docs" / "consumers.json").read_text("utf-8"))
    assert len(rows) >= 10
    assert [row["consumer"] for row in rows if row["exit"] or row["share"] >= 0.1] == []
    assert [row["consumer"] for row in rows if row["unknown"] and not all(row["reasons"])] == []
    assert all(row["share"] == round(row["unknown"] / row["uses"], 4) for row in rows)


def test_what_ty_finds_is_found_or_explained() -> None:
    rows = json.loads((ROOT / "docs" / "differential.json").read_text("utf-8"))
    assert len(rows) >= 10
    assert len([row for row in rows if row["provider"] == "vllm"]) >= 5
    missed = [one for row in rows for one in row["diagnostics"] if one["apidrift"] in {"nothing", "unknown"}]
    bare = [one for one in missed if not one["why"]]
    assert bare == []
