"""Every recipe that ships: what it does to a consumer that needs it, and that it leaves alone one that does not."""

from __future__ import annotations

import ast
import dataclasses
from pathlib import Path

import msgspec
import pytest
from remedies_support import run

from apidrift.config import load_recipes
from apidrift.contracts import extract
from apidrift.model.change import Change
from apidrift.model.contract import Call
from apidrift.model.finding import Confidence, Finding, Outcome, Status, Verdict
from apidrift.model.surface import Release
from apidrift.remedies import Case, Consumer, Provider, planned
from apidrift.remedies._recipes import Cooked, cook
from apidrift.remedies._source import Source
from apidrift.remedies._stubs import Needed, StubModule, module_source, recipe_stubs
from apidrift.remedies.kinds import KINDS
from apidrift.sources import MemoryTree
from apidrift.surfaces import static_surface

PROVIDERS = ("transformers", "vllm")
RECIPES = {recipe.name: recipe for provider in PROVIDERS for recipe in load_recipes(provider)}
EXECUTOR = "from vllm.v1.executor.multiproc_executor import MultiprocExecutor\nx = MultiprocExecutor()\n"
SCHEDULER = "from vllm.v1.core.sched.scheduler import Scheduler\ns = Scheduler()\n"
CONFIG = "from vllm.config import CacheConfig, SchedulerConfig, VllmConfig\nfrom vllm.v1.request import Request\n"
GROUPS = "from vllm.v1.core.kv_cache_utils import get_kv_cache_config_from_groups\n"
MASK = "from transformers.modeling_attn_mask_utils import _prepare_4d_causal_attention_mask\n"
EXTRACT = "s.add_request(r)\no = s.schedule()\nc = x.collective_rpc('_get_captured_states')\n"

NEEDED = {
    "two-step-execution": (
        EXECUTOR + "x.execute_model(o)\n",
        EXECUTOR + "if x.execute_model(o) is None:\n    x.sample_tokens(None)\n",
    ),
    "single-reply": (
        EXECUTOR + "r = x.collective_rpc('f', unique_reply_rank=0)\nr[0]\n",
        EXECUTOR + "r = x.collective_rpc('f', unique_reply_rank=0)\nr\n",
    ),
    "prefix-caching": (
        CONFIG + "CacheConfig()\nRequest()\n",
        CONFIG + "CacheConfig(enable_prefix_caching=False)\nRequest()\n",
    ),
    "chunked-prefill": (
        CONFIG + SCHEDULER + "SchedulerConfig(a=1)\ns.finish_requests()\n",
        CONFIG + SCHEDULER + "SchedulerConfig(a=1, enable_chunked_prefill=False)\ns.finish_requests()\n",
    ),
    "warm-up": (
        EXECUTOR + "x.initialize_from_config(c)\n",
        EXECUTOR + "x.initialize_from_config(c)\nx.compile_or_warm_up_model()\n",
    ),
    "kv-layout": (
        EXECUTOR + GROUPS + "k = x.collective_rpc('get_kv_cache_spec')\n",
        EXECUTOR
        + GROUPS
        + "import app._stubs\nk = x.collective_rpc('get_kv_cache_spec')\n_stubs.resolve_layout(x, k)\n",
    ),
    "model-runner": (
        CONFIG + SCHEDULER + "VllmConfig()\ns.schedule()\n",
        CONFIG + SCHEDULER + "_stubs.use_first_model_runner()\nVllmConfig()\ns.schedule()\n",
    ),
    "batch-order": (
        EXECUTOR + SCHEDULER + EXTRACT,
        EXECUTOR
        + SCHEDULER
        + "s.add_request(r)\n_stubs.note_request(s, r)\no = _stubs.note_step(s, s.schedule())\n"
        + "c = _stubs.in_order(s, x.collective_rpc('_get_captured_states'))\n",
    ),
}
NEEDED["causal-mask"] = (
    MASK + "_prepare_4d_causal_attention_mask(m)\n",
    "from app._stubs import causal_mask as _prepare_4d_causal_attention_mask\n_prepare_4d_causal_attention_mask(m)\n",
)
NEEDED["mixed-configuration"] = (
    "from transformers import PretrainedConfig\n@d\nclass C(Model, PretrainedConfig): ...\n",
    (
        "from transformers import PretrainedConfig\n@_stubs.mixed_configuration()\n@d\n"
        "class C(Model, PretrainedConfig): ...\n"
    ),
)
ALONE = {
    "mixed-configuration": "from transformers import PretrainedConfig\nclass C(PretrainedConfig, Model): ...\n",
    "causal-mask": MASK,
    "two-step-execution": EXECUTOR + "if x.execute_model(o) is None:\n    x.sample_tokens(None)\n",
    "single-reply": EXECUTOR + "x.collective_rpc('f')[0]\nx.collective_rpc('f', unique_reply_rank=0)\n",
    "prefix-caching": CONFIG + "CacheConfig()\nRequest(block_hasher=h)\n",
    "chunked-prefill": CONFIG + SCHEDULER + "SchedulerConfig(enable_chunked_prefill=True)\ns.finish_requests()\n",
    "warm-up": EXECUTOR + "x.initialize_from_config(c)\nx.compile_or_warm_up_model()\n",
    "kv-layout": EXECUTOR + "k = x.collective_rpc('get_kv_cache_spec')\n",
    "model-runner": CONFIG + "VllmConfig()\n",
    "batch-order": EXECUTOR + SCHEDULER + EXTRACT + "x.collective_rpc('_set_request_metadata')\n",
}


VERSIONS = {"vllm": "0.32.0", "transformers": "5.24.0"}


def cooked(name: str, text: str, version: str = "", consumer: str = "speculators", *, broken: bool = False) -> Cooked:
    contract = extract(MemoryTree({"app.py": text}), (RECIPES[name].provider,))
    verdict = Verdict.BREAKS if broken else Verdict.OK
    uses = [(use, Outcome(verdict)) for use in contract.uses]
    data = text.encode()
    version = version or VERSIONS[RECIPES[name].provider]
    return cook(
        [RECIPES[name]], uses, version, consumer, lambda path: Source(path, data), StubModule("_stubs", "app._stubs")
    )


@pytest.mark.parametrize("name", RECIPES)
def test_it_mends_who_needs_it(name: str) -> None:
    before, after = NEEDED[name]
    done = cooked(name, before, broken=any(mend.broken for mend in RECIPES[name].mend))
    assert (done.unneeded, done.unmended) == ([], [])
    places = [msgspec.structs.replace(mend.place, path="app.py") for mend in done.mends]
    mends = [dataclasses.replace(mend, place=place) for mend, place in zip(done.mends, places, strict=True)]
    text = run(before.encode(), mends).text
    shown = [line for line in text.splitlines() if line != "from app import _stubs"]
    assert shown == [line for line in after.splitlines() if line != "import app._stubs"]
    ast.parse(text)


@pytest.mark.parametrize("name", RECIPES)
def test_it_leaves_others_alone(name: str) -> None:
    done = cooked(name, ALONE[name])
    assert (done.mends, done.unneeded, done.unmended) == ([], [name], [])


@pytest.mark.parametrize("name", RECIPES)
def test_it_applies_within_its_range_alone(name: str) -> None:
    done = cooked(name, NEEDED[name][0], "0.10.0")
    assert (done.mends, done.unneeded) == ([], [])


@pytest.mark.parametrize("name", RECIPES)
def test_what_it_is_not_sure_of_it_does_not_do(name: str) -> None:
    done = cooked(name, NEEDED[name][0], "a folder")
    assert done.mends == []


def test_a_recipe_for_one_consumer_is_for_no_other() -> None:
    assert cooked("batch-order", NEEDED["batch-order"][0], consumer="other").mends == []


@pytest.mark.parametrize("name", RECIPES)
def test_its_data_is_whole(name: str) -> None:
    recipe = RECIPES[name]
    assert recipe.evidence
    assert recipe.remove_when
    assert all(mend.kind in KINDS for mend in recipe.mend)
    for mend in recipe.mend:
        known = {need.removesuffix("?") for need in KINDS[mend.kind].needs}
        assert set(mend.what) <= known
    stubs = recipe_stubs([recipe])
    text = module_source(Needed(stubs, (recipe,)), "app 1.0", "vllm", "0.32.0")
    ast.parse(text)
    assert max(map(len, text.splitlines()), default=0) <= 120
    assert all("Provenance: recipe" in stub.source for stub in stubs if stub.name)


def test_there_is_a_test_for_each() -> None:
    folder = Path(__file__).parents[2] / "apidrift/recipes"
    assert set(NEEDED) == set(ALONE) == set(RECIPES) == {file.stem for file in folder.glob("*/*.toml")}


@pytest.mark.parametrize(("subject", "settled"), [("ValueError", True), ("RuntimeError", False)])
def test_a_finding_at_another_place_that_a_recipe_settles_is_not_called_unmended(
    subject: str, *, settled: bool
) -> None:
    text = EXECUTOR + GROUPS + "k = x.collective_rpc('get_kv_cache_spec')\nget_kv_cache_config_from_groups(k)\n"
    contract = extract(MemoryTree({"app.py": text}), ("vllm",))
    use = next(use for use in contract.uses if use.place.line == 5 and isinstance(use.operation, Call))
    symbol = "vllm.v1.core.kv_cache_utils.get_kv_cache_config_from_groups"
    outcome = Outcome(Verdict.OK, symbol=symbol)
    change = Change("AD906", symbol, subject)
    told = (Verdict.RISK, Status.NEW, Confidence.LIKELY, "0.29.0")
    finding = Finding("AD906", "print", *told, symbol, "app.py", 5, use.place.column, use="call()", change=change)
    surface = static_surface(MemoryTree({"vllm/__init__.py": ""}), "vllm", Release("vllm", "0.32.0"))
    done = planned(
        [Case(finding, use, outcome)],
        Provider(surface),
        Consumer("app", "1.0", "app", lambda _: text.encode()),
        [RECIPES["kv-layout"]],
        [(each, outcome if each is use else Outcome(Verdict.OK)) for each in contract.uses],
    )
    assert [mend.recipe for mend in done.mends] == ["kv-layout"]
    assert (done.mends[0].fingerprints == ("print",)) is settled
    assert [skip.what for skip in done.unmended] == ([] if settled else ["app.py:5 call()"])
