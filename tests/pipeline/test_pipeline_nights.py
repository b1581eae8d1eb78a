"""Nights over an index: what is compared, which snapshots are kept, what a red night leaves, exit codes."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from pipeline_support import F, G, H

from apidrift.cli import cli
from apidrift.errors import NothingToCheckError, OutputError, SourceError
from apidrift.pipeline import _store, take_snapshots

if TYPE_CHECKING:
    from pathlib import Path

    from pipeline_support import Project

    from apidrift.pipeline._nightly import Night


def record(project: Project, *refs: str, folder: Path | None = None) -> None:
    for _ in take_snapshots(project.session(), refs, folder):
        pass


def sides(night: Night) -> tuple[str | None, str]:
    return night.report.provider.old, night.report.provider.new


def recorded(project: Project) -> list[str]:
    return sorted(path.stem for path in (project.folder / "snapshots/prov").glob("*"))


def everything(project: Project) -> dict[str, bytes]:
    return {
        str(path.relative_to(project.folder)): path.read_bytes() for path in project.folder.rglob("*") if path.is_file()
    }


def test_a_new_release_is_compared_with_the_newest_snapshot_and_recorded(project: Project) -> None:
    record(project, "1.0", "1.2")
    night = project.session().nightly(date="2026-12-01")
    assert sides(night) == ("1.2", "2.1")
    assert recorded(project) == ["1.0", "1.2", "2.1"]
    content = (project.folder / "snapshots/prov/2.1.json").read_bytes()
    record(project, "2.1")
    assert (project.folder / "snapshots/prov/2.1.json").read_bytes() == content


def test_the_same_night_twice_writes_the_same_bytes(project: Project) -> None:
    record(project, "1.2")
    project.session().nightly(date="2026-12-01")
    first = everything(project)
    project.session().nightly(date="2026-12-01")
    assert everything(project) == first


def test_snapshots_that_ship_are_joined_by_the_one_that_was_compared(
    project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record(project, "1.0", "1.2", folder=tmp_path / "shipped/prov")
    monkeypatch.setattr(_store, "SHIPPED", (tmp_path / "shipped",))
    assert sides(project.session().nightly(ref="2.0")) == ("1.2", "2.0")
    assert recorded(project) == ["1.2", "2.0"]
    assert sides(project.session().nightly()) == ("2.0", "2.1")


def test_releases_are_held_against_releases_and_candidates_against_what_came_before(project: Project) -> None:
    for version in ("3.0rc1", "3.0rc2"):
        project.provide(version, F + G + H)
    record(project, "1.2", "2.1")
    assert sides(project.session(pre=True).nightly(ref="3.0rc1")) == ("2.1", "3.0rc1")
    assert sides(project.session(pre=True).nightly()) == ("3.0rc1", "3.0rc2")
    project.provide("3.0", F + G + H)
    assert sides(project.session(refresh=True).nightly()) == ("2.1", "3.0")
    assert recorded(project) == ["1.2", "2.1", "3.0", "3.0rc1", "3.0rc2"]


@pytest.mark.parametrize("version", ["3.0.dev7", "3.0+gabc123"])
def test_builds_of_the_day_are_looked_at_and_not_kept(project: Project, version: str) -> None:
    project.provide(version, F + G)
    record(project, "2.0")
    night = project.session(pre=True).nightly()
    assert sides(night) == ("2.0", version)
    assert recorded(project) == ["2.0"]


def test_a_commit_is_compared_with_the_newest_snapshot(project: Project) -> None:
    repository = project.folder / "upstream"
    (repository / "prov").mkdir(parents=True)
    (repository / "prov/__init__.py").write_text(F + G)
    git = ["git", "-C", str(repository), "-c", "user.name=a", "-c", "user.email=a@b"]
    for words in (["init", "-q", "-b", "main"], ["add", "."], ["commit", "-q", "-m", "one"]):
        subprocess.run([*git, *words], check=True, capture_output=True)
    record(project, "1.0", "1.2")
    night = project.session().nightly(ref=f"git:{repository}@main")
    assert night.report.provider.old == "1.2"
    assert night.history.nights[0].newly_broken == 1
    assert recorded(project) == ["1.0", "1.2"]


def test_the_settings_say_what_is_compared_and_where_it_goes(project: Project) -> None:
    project.settings('[nightly]\nref = "1.*"\nbaseline = "1.0"\noutput = "out/night"\nhistory = 2\n')
    for date in ("2026-11-29", "2026-11-30", "2026-12-01"):
        night = project.session().nightly(date=date)
    assert sides(night) == ("1.0", "1.2")
    assert [each.date for each in night.history.nights] == ["2026-12-01", "2026-11-30"]
    assert (project.folder / "out/night/index.html").is_file()


# Red nights -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "ref", "error"),
    [
        ("import prov\nprov.f(1)\n", "7.0", SourceError),
        ("import os\n", "2.0", NothingToCheckError),
    ],
    ids=["no such release", "a consumer that uses nothing"],
)
def test_a_red_night_leaves_everything_as_it_was(
    project: Project, source: str, ref: str, error: type[Exception]
) -> None:
    record(project, "1.2")
    project.session().nightly(date="2026-11-30")
    before = everything(project)
    consumer = project.consume("other", source=source)
    with pytest.raises(error):
        project.session(consumer).nightly(ref=ref, date="2026-12-01")
    assert everything(project) == before


def test_an_index_that_does_not_answer_makes_a_red_night(project: Project) -> None:
    record(project, "1.2")
    project.session().contract()
    project.index.faults = [404] * 9
    with pytest.raises(SourceError):
        project.session(refresh=True).nightly()
    assert not (project.folder / "reports").exists()


def test_what_cannot_be_written_leaves_the_night_before(project: Project) -> None:
    record(project, "1.2")
    project.session().nightly(date="2026-11-30")
    page = project.folder / "reports/nightly/summary.md"
    page.unlink()
    page.mkdir()
    before = everything(project)
    with pytest.raises(OutputError, match=r"summary\.md: Is a directory"):
        project.session().nightly(date="2026-12-01")
    assert everything(project) == before


# The command ------------------------------------------------------------------------------------------------------


def run(project: Project, *words: str) -> tuple[int, str]:
    config = ["--config", str(project.folder / "apidrift.toml"), "--index-url", project.index.url]
    done = CliRunner().invoke(cli, ["nightly", *words, *config], standalone_mode=False)
    code = getattr(done.exception, "exit_code", None) if done.exception else done.return_value
    return code, done.output


def test_the_exit_code_is_1_only_for_what_is_newly_broken(project: Project) -> None:
    record(project, "1.2", "2.0")
    code, text = run(project, "--baseline", "1.2", "2.0")
    assert code == 1
    assert "cannot import name 'h' from 'prov'" in text
    assert run(project, "2.1")[0] == 0
    assert run(project, "2.1", "--fail-on", "broken")[0] == 1
    assert run(project, "--baseline", "1.2", "2.0", "--fail-on", "never")[0] == 0


def test_a_damaged_history_is_told_on_the_terminal_too(project: Project) -> None:
    record(project, "1.2")
    (project.folder / "reports/nightly").mkdir(parents=True)
    (project.folder / "reports/nightly/history.json").write_text("no")
    assert "history.json is damaged, so the history starts anew" in run(project)[1]


def test_red_nights_have_the_documented_codes(project: Project) -> None:
    record(project, "1.2")
    assert run(project, "7.0")[0] == 3
    assert run(project, "--consumer", project.consume("none", source="import os\n"))[0] == 4
    assert run(project, "--date", "today")[0] == 2
