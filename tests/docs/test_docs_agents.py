"""The page on the agents is the one that its data make, and says what was promised of it."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_page_is_that_of_the_data() -> None:
    spec = importlib.util.spec_from_file_location("agents", ROOT / "benchmarks/agents.py")
    agents = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(agents)
    data = json.loads(agents.DATA.read_text())
    assert agents.page(data) == agents.PAGE.read_text()
    rows = data["packages"].values()
    stated = sum(row["compared"] - sum(row["open"].values()) for row in rows)
    assert sum(row["agreed"] for row in rows) / stated >= 0.995
    assert len(data["packages"]) == 40
    assert [row["confirm"]["against"] for row in data["vllm"].values()] == [[]] * 5
