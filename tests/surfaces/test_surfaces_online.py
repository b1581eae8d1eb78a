"""Real releases: what the index serves, read as a user's run reads it."""

from __future__ import annotations

import pytest

from apidrift.model.surface import Found, Release, resolve
from apidrift.model.symbols import Class
from apidrift.sources import SourceOptions, open_tree, parse_ref
from apidrift.surfaces import Recorder, decode_snapshot, encode_snapshot, static_surface

pytestmark = pytest.mark.online

SCHEDULER_CONFIG = {
    "0.11.0": ("ignore", 17, set()),
    "0.12.0": ("ignore", 16, {"max_model_len", "is_encoder_decoder"}),
    "0.16.0": ("forbid", 16, {"max_model_len", "is_encoder_decoder"}),
}
"""By vLLM release: unknown keywords, parameters, required ones."""


def surface(version, options):
    tree = open_tree(parse_ref(f"vllm=={version}", "vllm"), options, import_name="vllm")
    return static_surface(tree, "vllm", Release("vllm", version))


@pytest.fixture(scope="module")
def options(tmp_path_factory):
    options = SourceOptions(cache_dir=tmp_path_factory.mktemp("cache"))
    yield options
    if options.session.http is not None:
        options.session.http.close()


@pytest.mark.parametrize("version", SCHEDULER_CONFIG)
def test_the_config_decorator_in_the_forms_it_had(version, options):
    found = resolve(surface(version, options), "vllm.config.SchedulerConfig")
    assert isinstance(found, Found)
    assert isinstance(found.symbol, Class)
    extra, count, required = SCHEDULER_CONFIG[version]
    parameters = found.symbol.constructor.parameters
    assert found.symbol.extra == extra
    assert len(parameters) == count
    assert {p.name for p in parameters if p.required} == required
    assert not found.symbol.constructor_opaque


def test_a_snapshot_of_a_real_release_is_the_same_twice(options):
    written = set()
    for _ in range(2):
        recorder = Recorder(surface("0.16.0", options))
        for path in ("vllm.LLM", "vllm.v1.request.Request", "vllm.SamplingParams", "vllm.nothing"):
            resolve(recorder, path)
        written.add(encode_snapshot(recorder.snapshot(["test"])))
    assert len(written) == 1
    assert decode_snapshot(written.pop()).release.version == "0.16.0"
