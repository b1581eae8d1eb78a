"""The whole contract of speculators 0.3.0 with vLLM, as its wheel on the package index has it."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import time

import pytest
from contracts_support import MemoryTree

from apidrift.contracts import extract
from apidrift.model import contract as c
from apidrift.model.describe import describe_use

pytestmark = pytest.mark.online

GENERATOR = "vllm_hidden_states_generator.py"
WORKER = "custom_worker.py"
CONFIGS = "config_generator.py"
FACTS = {
    (GENERATOR, 120): "MultiprocExecutor(vllm_config=…)",
    (GENERATOR, 126): "MultiprocExecutor(…).collective_rpc('get_kv_cache_spec')",
    (GENERATOR, 127): "MultiprocExecutor(…).collective_rpc(…)[0]",
    (GENERATOR, 130): "unify_hybrid_kv_cache_specs(…)",
    (GENERATOR, 131): "_get_kv_cache_groups_uniform_spec(…)",
    (
        GENERATOR,
        136,
    ): "get_kv_cache_config_from_groups(vllm_config=…, kv_cache_groups=…, kv_cache_specs=…, available_memory=…)",
    (GENERATOR, 143): "get_kv_cache_config_from_groups(…).num_blocks",
    (GENERATOR, 144): "StructuredOutputManager(vllm_config=…)",
    (GENERATOR, 148): "Scheduler(vllm_config=…, kv_cache_config=…, structured_output_manager=…)",
    (GENERATOR, 156): "MultiprocExecutor(…).initialize_from_config(…)",
    (GENERATOR, 166): "CacheConfig(block_size=16, gpu_memory_utilization=…)",
    (GENERATOR, 181): (
        "ModelConfig(model=…, tokenizer=…, trust_remote_code=True, dtype='auto', max_model_len=…, enforce_eager=True)"
    ),
    (GENERATOR, 190): "ParallelConfig(tensor_parallel_size=…, worker_extension_cls=…)",
    (GENERATOR, 194): "SchedulerConfig(max_num_seqs=32, max_model_len=…, max_num_batched_tokens=…)",
    (GENERATOR, 199): "DeviceConfig()",
    (GENERATOR, 200): "LoadConfig()",
    (GENERATOR, 204): "MultiprocExecutor(…).collective_rpc('_setup_hidden_states_capture', args=…)",
    (GENERATOR, 228): "VllmConfig.model_config",
    (GENERATOR, 234): (
        "Request(request_id=…, prompt_token_ids=…, sampling_params=…, pooling_params=None, eos_token_id=…, arrival_time=0.0)"
    ),
    (GENERATOR, 237): "SamplingParams(max_tokens=1, temperature=0.0)",
    (GENERATOR, 244): "Scheduler(…).add_request(…)",
    (GENERATOR, 249): "MultiprocExecutor(…).collective_rpc('_reset_capture')",
    (GENERATOR, 253): "Scheduler(…).schedule()",
    (GENERATOR, 254): "Scheduler(…).schedule(…).total_num_scheduled_tokens",
    (GENERATOR, 261): "MultiprocExecutor(…).execute_model(…)",
    (GENERATOR, 263): "Scheduler(…).schedule(…).num_scheduled_tokens",
    (GENERATOR, 264): "RequestStatus.FINISHED_ABORTED",
    (GENERATOR, 267): "MultiprocExecutor(…).collective_rpc('_get_captured_states', unique_reply_rank=0)",
    (GENERATOR, 271): "MultiprocExecutor(…).collective_rpc(…)[0]",
    (GENERATOR, 304): "MultiprocExecutor(…).shutdown()",
    (WORKER, 26): "get_pp_group(…).is_first_rank",
    (WORKER, 41): "get_tp_group(…).rank_in_group",
    (WORKER, 55): "get_pp_group(…).is_last_rank",
    (WORKER, 56): "IntermediateTensors(…)",
    (WORKER, 102): "supports_eagle3(…)",
    (CONFIGS, 65): "vllm.__version__",
    (CONFIGS, 241): "VllmConfig.cache_config.gpu_memory_utilization",
}


PROGRAM = """
import pickle, sys
from apidrift.sources import SourceOptions, open_tree, parse_ref
tree = open_tree(parse_ref("speculators==0.3.0", ""), SourceOptions(), import_name="speculators")
files = {path: tree.read(path) for path in tree.files() if path.endswith(".py")}
sys.stdout.buffer.write(pickle.dumps((files, tree.metadata)))
"""


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    environment = {**os.environ, "APIDRIFT_CACHE_DIR": str(tmp_path_factory.mktemp("cache"))}
    done = subprocess.run([sys.executable, "-c", PROGRAM], env=environment, capture_output=True, check=True)
    return MemoryTree(*pickle.loads(done.stdout))


def test_every_fact_is_in_the_contract(found):
    contract = extract(found, ("vllm",))
    there = {(u.place.path.rpartition("/")[2], u.place.line, describe_use(u)) for u in contract.uses}
    assert {(*place, text) for place, text in FACTS.items()} - there == set()
    assert contract.skipped == contract.unknown == ()
    assert (contract.consumer, contract.version) == ("speculators", "0.3.0")
    assert any(line.startswith("vllm==0.11.0") for line in contract.requires)


def test_all_twenty_imports_and_where_they_stand(found):
    imports = [u for u in extract(found, ("vllm",)).uses if isinstance(u.operation, c.Import) and u.operation.name]
    assert [(u.place.path.rpartition("/")[2], u.place.line) for u in imports] == [
        *((WORKER, line) for line in (8, 8, 9, 10)),
        *((GENERATOR, line) for line in (6, 7, 8, 9, 10, 11, 12, 14, 16, 17, 18, 20, 21, 22, 22, 23)),
    ]


def test_nothing_is_conditional_and_only_shutdown_is_guarded(found):
    contract = extract(found, ("vllm",))
    assert not [u for u in contract.uses if u.conditional]
    guarded = [u for u in contract.uses if any(not isinstance(g, c.Condition) for g in u.guards)]
    assert [(u.place.line, describe_use(u)) for u in guarded] == [(304, "MultiprocExecutor(…).shutdown()")]


def test_it_is_quick(found):
    extract(found, ("vllm",))
    begun = time.perf_counter()
    extract(found, ("vllm",))
    assert time.perf_counter() - begun < 0.3
