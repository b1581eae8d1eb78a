"""The package index itself. The budgets are the project's promise: at most 15 requests and 6 MB per version."""

from __future__ import annotations

import pytest

from apidrift.sources import LatestRef, SeriesRef, SourceOptions, VersionRef, open_tree, resolve_version, versions

pytestmark = pytest.mark.online
NEEDED = ("vllm/config/", "vllm/v1/core/", "vllm/v1/executor/", "vllm/v1/worker/")


@pytest.fixture
def online(tmp_path, monkeypatch):
    monkeypatch.undo()  # pip's own configuration is what is to be used here
    options = SourceOptions(cache_dir=tmp_path)
    yield options
    if options.session.http is not None:
        options.session.http.close()


@pytest.mark.parametrize("version", ["0.16.0", "0.33.0"])
def test_a_version_within_its_budget(online, version):
    tree = open_tree(VersionRef("vllm", version), online, import_name="vllm")
    wanted = [path for path in tree.files() if path.startswith(NEEDED) and path.endswith(".py")]
    assert len(wanted) > 90
    tree.prefetch(wanted)
    assert all(tree.read(path) is not None for path in wanted)
    assert tree.metadata.version == version
    assert online.stats.requests <= 15
    assert online.stats.received <= 6e6
    again = SourceOptions(cache_dir=online.cache_dir, offline=True)
    assert open_tree(VersionRef("vllm", version), again).read(wanted[0])
    assert again.stats.requests == 0


def test_releases(online):
    assert resolve_version(SeriesRef("vllm", "0.15"), online) == "0.15.1"
    assert resolve_version(SeriesRef("vllm", "0.10"), online) == "0.10.2"
    assert resolve_version(LatestRef("vllm"), online) == versions("vllm", online)[-1]
    assert {"0.10.1.1", "0.16.0", "0.33.0"} <= set(versions("vllm", online))


def test_a_consumer(online):
    tree = open_tree(VersionRef("speculators", "0.3.0"), online)
    assert "vllm==0.11.0; extra == 'datagen'" in [line.replace('"', "'") for line in tree.metadata.requires_dist]
    assert tree.metadata.top_level == ("speculators",)
    assert online.stats.requests == 2
