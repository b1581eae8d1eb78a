"""Since which release, by bisection over the index."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from pipeline_support import F

from apidrift.errors import SourceError
from apidrift.pipeline import bisected

if TYPE_CHECKING:
    from pipeline_support import Project

WITH, WITHOUT = F + "def other(): ...\n", F
APP = "from prov import other\n"


def since(project: Project, source: str = APP, ref: str = "5.39") -> str | None:
    session = project.session(project.consume("late", source, "Requires-Dist: other\n"))
    report = session.check(ref)
    assert report.baseline is None
    (finding,) = bisected(session, report).findings
    return finding.since


@pytest.mark.parametrize("first", [1, 2, 17, 38, 39])
def test_the_step_is_found_without_a_baseline(project: Project, first: int) -> None:
    for minor in range(40):
        project.provide(f"5.{minor}", WITHOUT if minor >= first else WITH)
    assert since(project) == f"5.{first}"


def test_few_releases_are_looked_at(project: Project) -> None:
    for minor in range(40):
        project.provide(f"5.{minor}", WITHOUT if minor >= 20 else WITH)
    session = project.session(project.consume("late", APP, "Requires-Dist: other\n"))
    report = session.check("5.39")
    before = session.options.stats.requests
    bisected(session, report)
    assert session.options.stats.requests - before < 12 * 4


def test_what_never_worked_has_no_first_release(project: Project) -> None:
    assert since(project, "from prov import never\n", "2.1") is None


def test_a_folder_has_no_history(project: Project) -> None:
    folder = project.folder / "src" / "prov"
    folder.mkdir(parents=True)
    (folder / "__init__.py").write_text(WITHOUT)
    session = project.session(project.consume("late", APP, "Requires-Dist: other\n"))
    report = session.check(str(folder.parent))
    assert bisected(session, report) == report


def test_a_release_that_cannot_be_read_is_told(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    project.provide("5.0", WITHOUT)
    session = project.session(project.consume("late", APP, "Requires-Dist: other\n"))
    report = session.check("5.0")

    def refuse(*_: object) -> None:
        raise SourceError("no route")

    monkeypatch.setattr(session.sides, "release", refuse)
    assert bisected(session, report).notes[-1] == "“since” was not found by bisection: no route"
