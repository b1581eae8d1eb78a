"""What the committed snapshots say of speculators 0.3.0. The facts are those of real runs of that pair.

The contract lies beside as data, so that these tests need no network; that the reader still makes this contract of the
release is an online test.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import pytest

from apidrift.model.contract import Contract
from apidrift.model.finding import Status, Verdict
from apidrift.pipeline import Overrides, Session, open_session
from apidrift.reports import RenderOptions, render

if TYPE_CHECKING:
    from apidrift.model.report import Report

ROOT = Path(__file__).parents[2]
CONTRACT = ROOT / "tests/fixtures/contracts/speculators-0.3.0.json"
VERSIONS = sorted(path.stem for path in (ROOT / "snapshots/vllm").glob("*.json"))
STILL = {("Scheduler", "0.11.1"), ("SchedulerConfig", "0.12.0"), ("get_kv_cache_config_from_groups", "0.12.0")}


@pytest.fixture
def session(monkeypatch: pytest.MonkeyPatch) -> Session:
    opened = open_session(ROOT / "apidrift.toml", Overrides(offline=True))
    contract = msgspec.json.decode(CONTRACT.read_bytes(), type=Contract)
    monkeypatch.setattr(opened, "contract", lambda *_: contract)
    return opened


def broken(report: Report, status: Status) -> set[tuple[str, str | None]]:
    return {
        (finding.symbol.rpartition(".")[2], finding.since)
        for finding in report.findings
        if finding.verdict is Verdict.BREAKS and finding.status is status
    }


def test_every_release_from_0_10_to_0_33_is_there() -> None:
    assert len(VERSIONS) == 39


def test_0_15_to_0_16_breaks_nothing_new_though_it_runs_on_neither(session: Session) -> None:
    report = session.compare("0.15", "0.16")
    assert (report.provider.old, report.provider.new, report.baseline) == ("0.15.1", "0.16.0", "0.11.0")
    assert broken(report, Status.NEW) == set()
    assert broken(report, Status.STILL) >= STILL
    assert report.funnel.provider_changes > report.funnel.touched > report.funnel.breaking == 0


def test_0_16_to_0_17_breaks_one_thing(session: Session) -> None:
    report = session.compare("0.16", "0.17")
    (finding,) = [f for f in report.findings if f.verdict is Verdict.BREAKS and f.status is Status.NEW]
    assert (finding.symbol, finding.since) == ("vllm.v1.request.Request", "0.17.0")
    assert finding.message == "Request.__init__() got an unexpected keyword argument 'eos_token_id'"


def test_0_32_to_0_33_moves_three_imports_and_says_where(session: Session) -> None:
    new = [
        f for f in session.compare("0.32", "0.33").findings if f.status is Status.NEW and f.verdict is Verdict.BREAKS
    ]
    assert [f.line for f in new] == [16, 17, 18]
    assert {f.moved_to.rpartition(".")[0] for f in new} == {"vllm.v1.core.kv_cache_planning"}


def test_the_release_it_was_written_for_is_clean(session: Session) -> None:
    assert [f for f in session.check("0.11.0").findings if f.verdict in {Verdict.BREAKS, Verdict.RISK}] == []


@pytest.mark.parametrize("version", ["0.12.0", "0.16.0", "0.22.1", "0.33.0"])
def test_what_must_not_be_reported(session: Session, version: str) -> None:
    subjects = {f.change.subject for f in session.check(version).findings if f.change}
    quiet = {"gpu_memory_utilization", "max_model_len", "hash_block_size"}
    assert not subjects & quiet


@pytest.mark.parametrize("version", VERSIONS)
def test_any_version_against_itself_yields_nothing(session: Session, version: str) -> None:
    session.baseline_option = version
    report = session.compare(version, version)
    assert [f for f in report.findings if f.status in {Status.NEW, Status.FIXED}] == []
    assert (report.funnel.provider_changes, report.funnel.touched, report.unclassified) == (0, 0, ())


def test_the_matrix_spans_all_releases(session: Session) -> None:
    matrix = session.matrix()
    assert len(matrix.versions) == len(VERSIONS)
    since = {row.symbol.rpartition(".")[2]: row.since for row in matrix.rows}
    assert set(since.items()) >= STILL
    assert since["Request"] == "0.17.0"


@pytest.mark.online
def test_the_committed_contract_is_the_one_that_is_read_today(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(os.environ, "APIDRIFT_CACHE_DIR", raising=False)
    read = open_session(ROOT / "apidrift.toml", Overrides()).contract()
    assert read == msgspec.json.decode(CONTRACT.read_bytes(), type=Contract)


def test_the_first_screen_names_the_layers_in_run_order(session: Session) -> None:
    report = session.compare("0.11", "0.16")
    screen = render(report, "text", RenderOptions(width=80)).splitlines()[:40]
    assert max(map(len, screen)) <= 80
    met = [line for line in screen if "✗" in line and line.lstrip()[:1].isdigit()]
    known = ["SchedulerConfig", "get_kv_cache_config_from_groups", "Scheduler"]
    assert [name for line in met for name in known if f" {name} " in line] == known
    silent = " ".join(line for line in screen if "▲" in line)
    assert "enable_prefix_caching None → True" in silent
    assert "enable_chunked_prefill None → True" in silent


def test_findings_carry_the_order_of_a_run(session: Session) -> None:
    breaks = [each for each in session.check("0.16").findings if each.verdict is Verdict.BREAKS]
    assert [each.order for each in breaks] == sorted(each.order for each in breaks)
    assert all(each.order for each in breaks)
