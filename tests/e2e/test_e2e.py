"""Real vLLM, real speculators, on a CPU: what breaks without apidrift, and what runs with it.

`make e2e VLLM="0.16.0 0.32.0"`; the first run of a version installs its environment.
"""

from __future__ import annotations

import os

import pytest
from e2e_matrix import LIMIT, failed, merge
from e2e_runs import WRONG_NORM, Runs

pytestmark = pytest.mark.e2e

VERSIONS = os.environ.get("VLLM", "0.16.0").split()
UNBROKEN = ("0.11.0", "0.11.0.post2")
"""What speculators 0.3.0 was written for: nothing to mend."""
OWN_FAULT = "over max_num_batched_tokens"
"""What speculators 0.3.0 gets wrong even there; `test_its_own_fault_is_the_order_of_rows` shows why."""


@pytest.fixture(scope="module", params=VERSIONS)
def runs(request):
    made = Runs(request.param)
    yield made
    made.close()


def told(runs, mode):
    run = getattr(runs, mode)()
    merge({"version": runs.version, **runs.about(), mode: run})
    return run


def test_unmodified_it_breaks(runs):
    run = told(runs, "unmodified")
    assert bool(failed(run)) is (runs.version not in UNBROKEN), run


def test_under_the_generated_shim_every_layer_is_right(runs):
    run = told(runs, "shimmed")
    assert not failed(run), run
    wrong = {
        name
        for kind in run["kinds"].values()
        for name, scenario in kind["scenarios"].items()
        if not scenario["error"] < LIMIT
    }
    assert wrong == ({OWN_FAULT} if runs.version in UNBROKEN else set()), run
    assert (run["edits"] == 0) is (runs.version in UNBROKEN), run


def test_with_the_patch_every_layer_is_right(runs):
    run = told(runs, "patched")
    assert not failed(run), run
    assert run["worst"] < LIMIT, run


def test_its_own_fault_is_the_order_of_rows(runs):
    """On the version it was written for: the rows are right, it is the sequences they are given to that are not."""
    if runs.version not in UNBROKEN:
        pytest.skip("only where nothing is edited")
    errors = dict(told(runs, "ordered")["errors"])
    assert errors.pop("as it is") > LIMIT
    assert max(errors.values()) < LIMIT, errors


def test_what_is_wrong_for_qwen3_is_the_norm_of_vllm(runs):
    """Where Qwen3 is left out: all of its layers are right once the norm is given rows that lie together."""
    if runs.version not in WRONG_NORM:
        pytest.skip("only where Qwen3 is left out")
    errors = told(runs, "kernel")["errors"]
    together = {name: error for name, error in errors.items() if name.endswith("rows copied together")}
    assert len(together) == 2
    assert max(together.values()) < LIMIT, errors
    assert min(error for name, error in errors.items() if name not in together) > LIMIT, errors
