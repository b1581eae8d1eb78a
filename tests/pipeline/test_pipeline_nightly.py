from __future__ import annotations

import json
import shutil
from pathlib import Path

import msgspec
import pytest

from apidrift.errors import NothingToCheckError, SourceError, UsageError
from apidrift.model.contract import Contract
from apidrift.model.finding import Verdict
from apidrift.pipeline import Overrides, Session, open_session, write_front_page

ROOT = Path(__file__).parents[2]


@pytest.fixture
def session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Session:
    """A project with three snapshots, offline: what is newest is the newest of them."""
    snapshots = tmp_path / "snapshots/vllm"
    snapshots.mkdir(parents=True)
    for version in ("0.11.0", "0.16.0", "0.17.0"):
        shutil.copy(ROOT / f"snapshots/vllm/{version}.json", snapshots)
    (tmp_path / "apidrift.toml").write_text('provider = "vllm"\nconsumer = "speculators==0.3.0"\n')
    opened = open_session(tmp_path / "apidrift.toml", Overrides(offline=True))
    content = (ROOT / "tests/fixtures/contracts/speculators-0.3.0.json").read_bytes()
    contract = msgspec.json.decode(content, type=Contract)
    monkeypatch.setattr(opened, "contract", lambda *_: contract)
    return opened


def test_the_newest_is_compared_with_the_release_before_it(session: Session) -> None:
    night = session.nightly(date="2026-12-01")
    assert (night.report.provider.old, night.report.provider.new) == ("0.16.0", "0.17.0")
    (entry,) = night.history.nights
    assert (entry.date, entry.newly_broken, entry.still_broken) == ("2026-12-01", 1, 4)
    names = {path.name for path in night.folder.iterdir()}
    assert names == {"index.html", "history.html", "history.json", "report.json", "summary.md"}
    assert "| 2026-12-01 | 0.16.0 | 0.17.0 | 1 | 4 |" in (night.folder / "summary.md").read_text()


def test_a_second_run_of_a_night_takes_the_first_one_s_place_and_older_nights_stay(session: Session) -> None:
    session.nightly(ref="0.16.0", date="2026-11-30")
    session.nightly(date="2026-12-01")
    night = session.nightly(date="2026-12-01")
    assert [(n.date, n.new) for n in night.history.nights] == [("2026-12-01", "0.17.0"), ("2026-11-30", "0.16.0")]


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ("{", "history.json is damaged"),
        ('{"schema_version":2,"provider":"vllm","consumer":"speculators 0.3.0"}', "history.json is of schema 2, not 1"),
        ('{"schema_version":1,"provider":"vllm","consumer":"trl 1.0"}', "history.json was about trl 1.0 on vllm"),
    ],
)
def test_a_history_that_cannot_go_on_is_told_and_starts_anew(session: Session, content: str, why: str) -> None:
    night = session.nightly(date="2026-11-30")
    (night.folder / "history.json").write_text(content)
    again = session.nightly(date="2026-12-01")
    assert [each.date for each in again.history.nights] == ["2026-12-01"]
    assert again.report.notes[-1] == f"{why}, so the history starts anew."
    assert why in (night.folder / "summary.md").read_text()


def test_another_version_of_the_consumer_goes_on(session: Session) -> None:
    night = session.nightly(date="2026-11-30")
    file = night.folder / "history.json"
    file.write_text(file.read_text().replace("speculators 0.3.0", "speculators 0.2.0"))
    assert [each.date for each in session.nightly(date="2026-12-01").history.nights] == ["2026-12-01", "2026-11-30"]


def test_a_night_made_up_for_later_stands_where_it_belongs(session: Session) -> None:
    for date in ("2026-11-30", "2026-12-02", "2026-12-01"):
        night = session.nightly(date=date)
    assert [each.date for each in night.history.nights] == ["2026-12-02", "2026-12-01", "2026-11-30"]


def test_a_night_without_anything_to_compare_with_is_red(session: Session) -> None:
    with pytest.raises(SourceError, match="no snapshot to compare with"):
        session.nightly(ref="0.11.0")
    assert not (session.settings.path("reports/nightly")).exists()


def test_a_date_that_is_none(session: Session) -> None:
    with pytest.raises(UsageError, match="not a date"):
        session.nightly(date="yesterday")


def test_the_report_of_the_night_is_the_published_json(session: Session) -> None:
    night = session.nightly(date="2026-12-01")
    report = json.loads((night.folder / "report.json").read_text())
    assert report["funnel"]["breaking"] == 1
    assert {f["verdict"] for f in report["findings"]} <= {verdict.value for verdict in Verdict}


def test_the_front_page_lists_what_has_its_json_beside_it(tmp_path: Path) -> None:
    for name in ("vllm-0.16-0.17.html", "vllm-0.16-0.17.json", "matrix.html", "matrix.json"):
        shutil.copy(ROOT / "reports" / name, tmp_path)
    (tmp_path / "other.json").write_text("{}")
    assert write_front_page(tmp_path) == 2
    page = (tmp_path / "index.html").read_text()
    assert "vllm-0.16-0.17.html" in page
    assert "matrix.html" in page


def test_the_front_page_leads_to_the_newest_night_and_its_history(session: Session) -> None:
    night = session.nightly(date="2026-12-01")
    assert write_front_page(night.folder.parent) == 1
    page = (night.folder.parent / "index.html").read_text()
    assert 'href="nightly/index.html"' in page
    assert 'href="nightly/history.html"' in page
    (night.folder / "history.html").unlink()
    with pytest.raises(NothingToCheckError):
        write_front_page(night.folder.parent)


def test_an_empty_folder_has_no_front_page(tmp_path: Path) -> None:
    with pytest.raises(NothingToCheckError, match="no reports in"):
        write_front_page(tmp_path)
