"""The public functions over an index: the arguments reach the sources, and no connection stays open."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import apidrift

if TYPE_CHECKING:
    from pipeline_support import Project


@pytest.fixture
def named(project: Project, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Every argument named, in a folder without settings."""
    (project.folder / "apidrift.toml").unlink()
    monkeypatch.chdir(project.folder)
    return {"provider": "prov", "consumer": "app==1.0", "index_url": project.index.url}


def test_versions_of_an_index(named: dict[str, Any]) -> None:
    assert [f.symbol for f in apidrift.compare("1.0", "1.1", **named).findings] == ["prov.f"]
    assert apidrift.check(**named).provider.new == "1.0"
    assert apidrift.check("latest", **named, baseline="1.2").baseline == "1.2"
    matrix = apidrift.matrix("1.0", ">=2", **named)
    assert dict(zip(matrix.versions, matrix.breaking, strict=True)) == {"1.0": 0, "2.0": 2, "2.1": 1}
    named.pop("provider")
    assert len(apidrift.contract(named.pop("consumer"), provider="prov", **named).uses) == 6


def test_offline_only_what_was_read_before(named: dict[str, Any]) -> None:
    with pytest.raises(apidrift.SourceError, match="--offline forbids the network"):
        apidrift.check("2.0", **named, offline=True)
    online = apidrift.check("2.0", **named)
    assert apidrift.check("2.0", **named, offline=True) == online


def test_settings_may_be_named(project: Project) -> None:
    report = apidrift.check("2.0", config=project.folder / "apidrift.toml", index_url=project.index.url)
    assert (report.provider.name, report.consumer.name) == ("prov", "app")


def test_without_a_provider_there_is_nothing_to_ask(named: dict[str, Any]) -> None:
    with pytest.raises(apidrift.UsageError, match="no provider named"):
        apidrift.check("2.0", consumer="app==1.0")
