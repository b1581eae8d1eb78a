"""Snapshots: what is written, what they answer, what happens where they end; and the matrix over them."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import msgspec
import pytest
from pipeline_support import PROVIDER

from apidrift.errors import NothingToCheckError, SnapshotError, SourceError, UsageError
from apidrift.model.finding import Verdict
from apidrift.pipeline import _store, take_snapshots

if TYPE_CHECKING:
    from pathlib import Path

    from pipeline_support import Project

    from apidrift.model.report import Report
    from apidrift.pipeline import Session

OTHERS = "from prov import f, other\n\nf(1)\nother(1)\n"
"""Uses `other`, which no snapshot taken for `app` holds."""


def take(session: Session, *refs: str, folder: Path | None = None) -> list[tuple[str, bool]]:
    return [(one.version, one.changed) for one in take_snapshots(session, refs, folder)]


def without_notes(report: Report) -> Report:
    return msgspec.structs.replace(report, notes=())


def forget(project: Project) -> None:
    """Empty the cache, as on another machine."""
    shutil.rmtree(project.folder.parent / "cache", ignore_errors=True)


# Taking them ------------------------------------------------------------------------------------------------------


def test_ranges_are_expanded_and_written_oldest_first(project: Project) -> None:
    assert take(project.session(), ">=1.1,<2.1") == [("1.1", True), ("1.2", True), ("2.0", True)]
    names = {path.name for path in (project.folder / "snapshots/prov").iterdir()}
    assert names == {"1.1.json", "1.2.json", "2.0.json"}


def test_without_refs_the_settings_range_is_taken(project: Project) -> None:
    with pytest.raises(UsageError, match="no version named"):
        take(project.session())
    project.settings('[providers.prov]\nsnapshots = "<1.2"\n')
    assert take(project.session()) == [("1.0", True), ("1.1", True)]


def test_twice_gives_the_same_bytes_from_another_machine_too(project: Project, tmp_path: Path) -> None:
    take(project.session(), "1.0", "2.0")
    assert take(project.session(), "1.0", "2.0") == [("1.0", False), ("2.0", False)]
    forget(project)
    take(project.session(), "2.0", "1.0", folder=tmp_path / "again")
    for version in ("1.0", "2.0"):
        here = (project.folder / f"snapshots/prov/{version}.json").read_bytes()
        assert (tmp_path / f"again/{version}.json").read_bytes() == here


def test_no_source_text_is_kept(project: Project) -> None:
    project.provide("9.0", PROVIDER["2.1"] + 'def secret():\n    """Say nothing."""\n    return "a secret"\n')
    take(project.session(), "9.0")
    text = (project.folder / "snapshots/prov/9.0.json").read_text()
    assert "a secret" not in text
    assert "Say nothing" not in text


@pytest.mark.parametrize("ref", ["./prov", "git:.@main", ">=x"])
def test_what_is_no_release_has_no_snapshot(project: Project, ref: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(project.folder)
    (project.folder / "prov").mkdir()
    with pytest.raises(UsageError):
        take(project.session(), ref)


def test_further_consumers_of_the_settings_are_covered(project: Project) -> None:
    project.settings(f'also = ["{project.consume("more", OTHERS)}"]\n')
    take(project.session(), "2.0")
    forget(project)
    session = project.session("more==1.0")
    session.contract()
    asked = len(project.index.file_requests())
    assert [each.symbol for each in session.check("2.0").findings] == ["prov.other"]
    assert [path for path, _ in project.index.file_requests()[asked:] if "prov-2.0" in path] == []


# Asking them ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("version", sorted(PROVIDER))
def test_a_snapshot_says_what_its_source_says(project: Project, version: str) -> None:
    live = project.session().check(version)
    take(project.session(), "1.0", version)
    forget(project)
    session = project.session()
    session.contract()
    project.index.log.clear()
    assert without_notes(session.check(version)) == without_notes(live)
    assert project.index.file_requests() == []


def test_every_step_from_snapshots_is_the_step_from_sources(project: Project) -> None:
    steps = [("1.0", "1.1"), ("1.0", "2.1"), ("2.0", "2.1"), ("2.1", "1.0")]
    live = [project.session(baseline="1.0").compare(*step) for step in steps]
    take(project.session(), *{version for step in steps for version in step})
    for step, told in zip(steps, live, strict=True):
        known = project.session(baseline="1.0").compare(*step)
        assert known.funnel == told.funnel
        assert [(f.fingerprint, f.status, f.message) for f in known.findings] == [
            (f.fingerprint, f.status, f.message) for f in told.findings
        ]


def test_what_a_snapshot_does_not_cover_is_read_from_the_source(project: Project) -> None:
    take(project.session(), ">=1.0")
    forget(project)
    project.index.log.clear()
    report = project.session(project.consume("more", OTHERS)).compare("1.2", "2.0")
    assert [(f.symbol, f.status.value) for f in report.findings] == [("prov.other", "new")]
    assert any("prov-2.0" in path for path, _ in project.index.file_requests())


def test_offline_what_a_snapshot_does_not_cover_is_unknown_and_says_so(project: Project) -> None:
    take(project.session(), ">=1.0")
    (project.folder / "more.py").write_text(OTHERS)
    forget(project)
    session = project.session(str(project.folder / "more.py"), offline=True)
    for report in (session.check("2.0"), session.compare("1.0", "2.0")):
        reason = "the snapshot of prov 2.0 does not cover prov.other; --offline forbids reading its source"
        assert {skipped.reason for skipped in report.unknown} == {reason}
        assert [f for f in report.findings if f.verdict is not Verdict.UNKNOWN] == []
    assert session.compare("1.0", "1.0").funnel.provider_changes == 0


def test_offline_the_cache_may_still_hold_the_source(project: Project) -> None:
    ref = project.consume("more", OTHERS)
    project.session(ref).check("2.0")
    take(project.session(), ">=1.0")
    assert project.session(ref, offline=True).check("2.0").unknown == ()


def test_a_snapshot_file_alone_has_no_source_behind_it(project: Project) -> None:
    take(project.session(), "2.0")
    file = str(project.folder / "snapshots/prov/2.0.json")
    assert {f.symbol for f in project.session().check(file).findings} == {"prov.f", "prov.g", "prov.h"}
    report = project.session(project.consume("more", OTHERS)).check(file)
    assert {one.reason for one in report.unknown} == {"the snapshot of prov 2.0 does not cover prov.other"}


def test_a_damaged_snapshot_is_told_with_its_path(project: Project) -> None:
    take(project.session(), "2.0")
    (project.folder / "snapshots/prov/2.0.json").write_text("{")
    with pytest.raises(SnapshotError, match=r"snapshots/prov/2\.0\.json"):
        project.session().check("2.0")


def test_refresh_reads_the_source_whatever_the_snapshot_says(project: Project) -> None:
    take(project.session(), "2.0")
    shutil.copy(project.folder / "snapshots/prov/2.0.json", project.folder / "snapshots/prov/2.1.json")
    assert "prov.f" in {f.symbol for f in project.session().check("2.1").findings}
    assert "prov.f" not in {f.symbol for f in project.session(refresh=True).check("2.1").findings}


# The store --------------------------------------------------------------------------------------------------------


def test_a_project_without_snapshots_uses_those_that_ship(
    project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    take(project.session(), "1.0", "2.0", folder=tmp_path / "shipped/prov")
    monkeypatch.setattr(_store, "SHIPPED", (tmp_path / "nowhere", tmp_path / "shipped"))
    assert project.session().store.versions == ("1.0", "2.0")
    take(project.session(), "1.1")
    assert project.session().store.versions == ("1.1",)


def test_the_nearest_snapshot_is_the_one_before(project: Project) -> None:
    take(project.session(), "1.1", "2.0")
    store = project.session().store
    assert [store.nearest(each) for each in ("1.0", "1.1", "1.2", "3.0", "odd")] == ["1.1", "1.1", "1.1", "2.0", "2.0"]
    assert (store.load("1.0"), store.digest("1.0")) == (None, "")
    (project.folder / "snapshots/prov/notes.json").write_text("{}")
    assert project.session().store.versions == ("1.1", "2.0")


# The matrix -------------------------------------------------------------------------------------------------------


def test_the_matrix_of_what_is_at_hand(project: Project) -> None:
    take(project.session(), ">=1.0")
    matrix = project.session(offline=True).matrix()
    assert (matrix.versions, matrix.breaking, matrix.baseline) == (tuple(sorted(PROVIDER)), (0, 1, 1, 2, 1), "1.0")
    since = {row.symbol: row.since for row in matrix.rows}
    assert since == {"prov.f": "1.1", "prov.h": "2.0"}
    row = next(row for row in matrix.rows if row.symbol == "prov.f")
    assert [cell.verdict.value for cell in row.cells] == ["ok", "breaks", "breaks", "breaks", "ok"]


def test_the_matrix_of_named_versions_reads_them(project: Project) -> None:
    assert project.session().matrix((">=1.0,<2",)).versions == ("1.0", "1.1", "1.2")
    assert len(project.session().matrix(("1.0",), everything=True).rows) > 3


def test_the_matrix_leaves_out_snapshots_that_were_taken_for_others(project: Project) -> None:
    take(project.session(), ">=1.0")
    with pytest.raises(NothingToCheckError, match="no snapshot of prov covers more"):
        project.session(project.consume("more", OTHERS)).matrix()


def test_offline_a_range_means_what_is_at_hand(project: Project) -> None:
    take(project.session(), "1.0", "1.2")
    project.session().contract()
    session = project.session(offline=True)
    assert session.matrix((">=1.0,<2",)).versions == ("1.0", "1.2")
    forget(project)
    with pytest.raises(SourceError, match="--offline forbids"):
        project.session(offline=True).matrix(("5.0",))
