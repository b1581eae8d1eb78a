"""Findings made by hand, as the pipeline would make them: what vLLM does to speculators."""

from __future__ import annotations

from apidrift.model.change import Change
from apidrift.model.contract import Place
from apidrift.model.finding import Confidence, Finding, Status, Verdict

GENERATOR = "speculators/data_generation/vllm_hidden_states_generator.py"
WORKER = "speculators/data_generation/custom_worker.py"
TAG = "https://github.com/vllm-project/vllm/blob/v"

SCHEDULER_CONFIG_011 = (
    "(runner_type: RunnerType = 'generate', max_num_batched_tokens: SkipValidation[int] = None, "
    "max_num_seqs: SkipValidation[int] = None, max_model_len: SkipValidation[int] = None, "
    "max_num_partial_prefills: int = 1, max_long_partial_prefills: int = 1, long_prefill_token_threshold: int = 0, "
    "num_lookahead_slots: int = 0, cuda_graph_sizes: list[int] = field(default_factory=list), "
    "enable_chunked_prefill: SkipValidation[bool] = None, is_multimodal_model: bool = False, "
    "send_delta_data: bool = False, policy: SchedulerPolicy = 'fcfs', disable_chunked_mm_input: bool = False, "
    "scheduler_cls: Union[str, type[object]] = 'vllm.core.scheduler.Scheduler', "
    "disable_hybrid_kv_cache_manager: bool = False, async_scheduling: bool = False)"
)
SCHEDULER_CONFIG_016 = (
    "(max_model_len: InitVar[int], is_encoder_decoder: InitVar[bool], runner_type: RunnerType = 'generate', "
    "max_num_batched_tokens: int = Field(default=DEFAULT_MAX_NUM_BATCHED_TOKENS, ge=1), "
    "max_num_seqs: int = Field(default=DEFAULT_MAX_NUM_SEQS, ge=1), "
    "max_num_partial_prefills: int = Field(default=1, ge=1), max_long_partial_prefills: int = Field(default=1, ge=1), "
    "long_prefill_token_threshold: int = 0, enable_chunked_prefill: bool = True, is_multimodal_model: bool = False, "
    "policy: SchedulerPolicy = 'fcfs', disable_chunked_mm_input: bool = False, "
    "scheduler_cls: str | type[object] = Field(default=None), disable_hybrid_kv_cache_manager: bool | None = None, "
    "async_scheduling: bool = Field(default=None), stream_interval: int = Field(default=1, ge=1))"
)
SCHEDULER_011 = (
    "(vllm_config: VllmConfig, kv_cache_config: KVCacheConfig, structured_output_manager: StructuredOutputManager, "
    "mm_registry: MultiModalRegistry = MULTIMODAL_REGISTRY, include_finished_set: bool = False, "
    "log_stats: bool = False) -> None"
)
SCHEDULER_016 = (
    "(vllm_config: VllmConfig, kv_cache_config: KVCacheConfig, structured_output_manager: StructuredOutputManager, "
    "block_size: int, mm_registry: MultiModalRegistry = MULTIMODAL_REGISTRY, include_finished_set: bool = False, "
    "log_stats: bool = False) -> None"
)
GROUPS_011 = (
    "(vllm_config: VllmConfig, kv_cache_groups: list[KVCacheGroupSpec], kv_cache_specs: dict[str, KVCacheSpec], "
    "available_memory: int) -> KVCacheConfig"
)
GROUPS_016 = (
    "(vllm_config: VllmConfig, kv_cache_groups: list[KVCacheGroupSpec], available_memory: int) -> KVCacheConfig"
)
REQUEST_016 = (
    "(request_id: str, prompt_token_ids: list[int] | None, sampling_params: SamplingParams | None, "
    "pooling_params: PoolingParams | None, eos_token_id: int | None, client_index: int = 0, "
    "arrival_time: float | None = None, block_hasher: Callable[['Request'], list['BlockHash']] | None = None)"
)
REQUEST_017 = REQUEST_016.replace("eos_token_id: int | None, ", "")

SCHEDULER_CONFIG = Finding(
    id="AD304",
    fingerprint="5f1c0a9e7b21",
    verdict=Verdict.BREAKS,
    status=Status.STILL,
    confidence=Confidence.CONFIRMED,
    since="0.12.0",
    symbol="vllm.config.SchedulerConfig",
    path=GENERATOR,
    line=194,
    column=29,
    scope="VllmHiddenStatesGenerator._create_vllm_config",
    use="SchedulerConfig(max_num_seqs=…, max_model_len=…, max_num_batched_tokens=…)",
    exception="ValidationError",
    message=(
        "1 validation error for SchedulerConfig\nis_encoder_decoder\n"
        "  Field required [type=missing, input_value=ArgsKwargs((), {'max_num_..._batched_tokens': 8192}), "
        "input_type=ArgsKwargs]"
    ),
    title="required parameter added",
    change=Change(
        rule="AD304",
        symbol="vllm.config.SchedulerConfig",
        subject="is_encoder_decoder",
        new="is_encoder_decoder: InitVar[bool]",
        new_place=Place("vllm/config/scheduler.py", 74),
    ),
    old_signature=SCHEDULER_CONFIG_011,
    new_signature=SCHEDULER_CONFIG_016,
    old_link=TAG + "0.11.0/vllm/config/scheduler.py#L30",
    new_link=TAG + "0.16.0/vllm/config/scheduler.py#L31",
    remedy={"edit": "pass is_encoder_decoder=False", "kind": "safe", "why": "its last default"},
)
SCHEDULER = Finding(
    id="AD304",
    fingerprint="b83d55e0c4f6",
    verdict=Verdict.BREAKS,
    status=Status.STILL,
    confidence=Confidence.CERTAIN,
    since="0.11.1",
    symbol="vllm.v1.core.sched.scheduler.Scheduler",
    path=GENERATOR,
    line=148,
    column=25,
    scope="VllmHiddenStatesGenerator._setup_vllm",
    use="Scheduler(vllm_config=…, kv_cache_config=…, structured_output_manager=…)",
    exception="TypeError",
    message="Scheduler.__init__() missing 1 required positional argument: 'block_size'",
    title="required parameter added",
    change=Change(
        rule="AD304",
        symbol="vllm.v1.core.sched.scheduler.Scheduler.__init__",
        subject="block_size",
        new="block_size: int",
        old_place=Place("vllm/v1/core/sched/scheduler.py", 40),
        new_place=Place("vllm/v1/core/sched/scheduler.py", 63),
    ),
    old_signature=SCHEDULER_011,
    new_signature=SCHEDULER_016,
    old_link=TAG + "0.11.0/vllm/v1/core/sched/scheduler.py#L42",
    new_link=TAG + "0.16.0/vllm/v1/core/sched/scheduler.py#L63",
)
GROUPS = Finding(
    id="AD301",
    fingerprint="07a4be19d2c8",
    verdict=Verdict.BREAKS,
    status=Status.STILL,
    confidence=Confidence.CERTAIN,
    since="0.12.0",
    symbol="vllm.v1.core.kv_cache_utils.get_kv_cache_config_from_groups",
    path=GENERATOR,
    line=136,
    column=26,
    scope="VllmHiddenStatesGenerator._setup_vllm",
    use="get_kv_cache_config_from_groups(vllm_config=…, kv_cache_groups=…, kv_cache_specs=…, available_memory=…)",
    exception="TypeError",
    message="get_kv_cache_config_from_groups() got an unexpected keyword argument 'kv_cache_specs'",
    title="parameter removed",
    change=Change(
        rule="AD301",
        symbol="vllm.v1.core.kv_cache_utils.get_kv_cache_config_from_groups",
        subject="kv_cache_specs",
        old="kv_cache_specs: dict[str, KVCacheSpec]",
    ),
    old_signature=GROUPS_011,
    new_signature=GROUPS_016,
    old_link=TAG + "0.11.0/vllm/v1/core/kv_cache_utils.py#L884",
    new_link=TAG + "0.16.0/vllm/v1/core/kv_cache_utils.py#L1029",
)
EMBEDDINGS = Finding(
    id="AD111",
    fingerprint="c2f9036a81bd",
    verdict=Verdict.BREAKS,
    status=Status.STILL,
    confidence=Confidence.LIKELY,
    since="0.11.1",
    symbol="vllm.model_executor.models.llama.LlamaModel.get_input_embeddings",
    path=WORKER,
    line=30,
    column=29,
    scope="_patched_forward",
    use="LlamaModel.get_input_embeddings(…)",
    exception="AttributeError",
    message="'LlamaModel' object has no attribute 'get_input_embeddings'",
    title="name renamed",
    change=Change(
        rule="AD111",
        symbol="vllm.model_executor.models.llama.LlamaModel.get_input_embeddings",
        moved_to="vllm.model_executor.models.llama.LlamaModel.embed_input_ids",
        score=0.97,
    ),
    moved_to="vllm.model_executor.models.llama.LlamaModel.embed_input_ids",
    echoes=(f"{WORKER}:44", f"{WORKER}:61"),
)
CHUNKED = Finding(
    id="AD312",
    fingerprint="91e7f2ab340c",
    verdict=Verdict.RISK,
    status=Status.STILL,
    confidence=Confidence.CERTAIN,
    since="0.11.1",
    symbol="vllm.config.SchedulerConfig",
    path=GENERATOR,
    line=194,
    column=29,
    scope="VllmHiddenStatesGenerator._create_vllm_config",
    use="SchedulerConfig(max_num_seqs=…, max_model_len=…, max_num_batched_tokens=…)",
    title="default changed",
    change=Change(
        rule="AD312",
        symbol="vllm.config.SchedulerConfig",
        subject="enable_chunked_prefill",
        old="None",
        new="True",
    ),
    old_signature=SCHEDULER_CONFIG_011,
    new_signature=SCHEDULER_CONFIG_016,
)
REQUEST = Finding(
    id="AD301",
    fingerprint="d7320e6bc19f",
    verdict=Verdict.BREAKS,
    status=Status.NEW,
    confidence=Confidence.CERTAIN,
    since="0.17.0",
    symbol="vllm.v1.request.Request",
    path=GENERATOR,
    line=234,
    column=18,
    scope="VllmHiddenStatesGenerator.generate",
    use="Request(request_id=…, prompt_token_ids=…, sampling_params=…, pooling_params=None, eos_token_id=…, "
    "arrival_time=0.0)",
    exception="TypeError",
    message="Request.__init__() got an unexpected keyword argument 'eos_token_id'",
    title="parameter removed",
    change=Change(
        rule="AD301",
        symbol="vllm.v1.request.Request.__init__",
        subject="eos_token_id",
        old="eos_token_id: int | None",
    ),
    old_signature=REQUEST_016,
    new_signature=REQUEST_017,
    old_link=TAG + "0.16.0/vllm/v1/request.py#L62",
    new_link=TAG + "0.17.0/vllm/v1/request.py#L62",
)
FIXED = Finding(
    id="AD103",
    fingerprint="4be80d17f3a5",
    verdict=Verdict.OK,
    status=Status.FIXED,
    confidence=Confidence.CERTAIN,
    since=None,
    symbol="vllm.sampling_params.SamplingParams",
    path=GENERATOR,
    line=15,
    use="from vllm.sampling_params import SamplingParams",
    title="name back",
)
HANDLED = Finding(
    id="AD103",
    fingerprint="e6a1f5087c3d",
    verdict=Verdict.HANDLED,
    status=Status.STILL,
    confidence=Confidence.CERTAIN,
    since="0.14.0",
    symbol="vllm.utils.cdiv",
    path=WORKER,
    line=9,
    use="from vllm.utils import cdiv",
    exception="ImportError",
    message="cannot import name 'cdiv' from 'vllm.utils'",
    reason="the import stands in a try whose handler imports it from vllm.utils.math_utils",
    title="name moved",
    moved_to="vllm.utils.math_utils.cdiv",
)
UNKNOWN = Finding(
    id="AD000",
    fingerprint="30d94ac6e7f1",
    verdict=Verdict.UNKNOWN,
    status=Status.UNCHANGED,
    confidence=Confidence.LIKELY,
    since=None,
    symbol="vllm.v1.executor.multiproc_executor.MultiprocExecutor.collective_rpc",
    path=GENERATOR,
    line=122,
    use="MultiprocExecutor.collective_rpc('get_kv_cache_spec')",
    reason="the decorator torch.inference_mode may change the signature",
)


def moved(name: str, line: int) -> Finding:
    """One of the three imports that vLLM 0.33.0 moved."""
    source, target = "vllm.v1.core.kv_cache_utils", "vllm.v1.core.kv_cache_planning"
    old, new = f"{source}.{name}", f"{target}.{name}"
    return Finding(
        id="AD103",
        fingerprint=f"a0{line:02}7e6d5c4b",
        verdict=Verdict.BREAKS,
        status=Status.NEW,
        confidence=Confidence.CERTAIN,
        since="0.33.0",
        symbol=old,
        path=GENERATOR,
        line=line,
        column=4,
        use=f"from {source} import {name}",
        exception="ImportError",
        message=f"cannot import name '{name}' from '{source}'",
        title="name moved",
        change=Change(rule="AD103", symbol=old, old=old, new=new, moved_to=new),
        moved_to=new,
        old_link=TAG + "0.32.0/vllm/v1/core/kv_cache_utils.py#L884",
        new_link=TAG + "0.33.0/vllm/v1/core/kv_cache_planning.py#L210",
    )


MOVED = (
    moved("_get_kv_cache_groups_uniform_spec", 16),
    moved("get_kv_cache_config_from_groups", 17),
    moved("unify_hybrid_kv_cache_specs", 18),
)
