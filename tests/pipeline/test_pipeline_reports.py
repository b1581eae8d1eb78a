"""`compare` and `check` over an index of tiny wheels: status, since, baselines, links between them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from pipeline_support import F, G, H

from apidrift.errors import NothingToCheckError, SourceError, UsageError
from apidrift.model.finding import Status, Verdict
from apidrift.pipeline import take_snapshots

if TYPE_CHECKING:
    from pipeline_support import Project

    from apidrift.model.report import Report
    from apidrift.pipeline import Session


def told(report: Report) -> dict[str, tuple[str, str, str | None]]:
    """Each finding by the last part of its symbol: verdict, status, since."""
    return {
        finding.symbol.rpartition(".")[2]: (finding.verdict.value, finding.status.value, finding.since)
        for finding in report.findings
    }


def snapshots(session: Session, *refs: str) -> None:
    for _ in take_snapshots(session, refs or (">=1.0",)):
        pass


# Status -----------------------------------------------------------------------------------------------------------


def test_what_a_step_breaks_is_new(project: Project) -> None:
    report = project.session().compare("1.0", "1.1")
    assert told(report) == {"f": ("breaks", "new", "1.1")}
    assert (report.funnel.provider_changes, report.funnel.touched, report.funnel.breaking) == (1, 1, 1)
    assert report.findings[0].message == "f() got an unexpected keyword argument 'b'"


def test_what_was_broken_before_the_step_is_still_broken_since_its_own_release(project: Project) -> None:
    snapshots(project.session())
    report = project.session().compare("1.2", "2.0")
    assert told(report) == {
        "h": ("breaks", "new", "2.0"),
        "f": ("breaks", "still", "1.1"),
        "g": ("risk", "still", "1.2"),
    }
    assert report.funnel.breaking == 1


def test_what_works_again_is_fixed(project: Project) -> None:
    report = project.session().compare("2.0", "2.1")
    assert told(report)["f"] == ("breaks", "fixed", None)


def test_since_is_the_first_release_at_hand_where_none_lies_between(project: Project) -> None:
    snapshots(project.session(), "1.0", "2.0")
    assert told(project.session().check("2.0"))["f"][2] == "2.0"
    snapshots(project.session(), "1.1")
    assert told(project.session().check("2.0"))["f"][2] == "1.1"


@pytest.mark.parametrize("version", ["1.0", "1.1", "1.2", "2.0", "2.1"])
@pytest.mark.parametrize("other", ["{}", "{}.0"])
def test_a_version_against_itself_yields_nothing(project: Project, version: str, other: str) -> None:
    report = project.session().compare(version, other.format(version))
    assert [each for each in report.findings if each.status in {Status.NEW, Status.FIXED}] == []
    assert (report.funnel.provider_changes, report.funnel.touched, report.unclassified) == (0, 0, ())


def test_the_other_way_round_nothing_is_newly_broken(project: Project) -> None:
    assert told(project.session(baseline="1.0").compare("1.1", "1.0")) == {"f": ("breaks", "fixed", None)}


# Baselines --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("needs", "baseline"),
    [
        ("Requires-Dist: prov==1.0\n", "1.0"),
        ("Requires-Dist: prov (==1.1)\n", "1.1"),
        ("Requires-Dist: prov[fast]==1.1; extra == 'gpu'\n", "1.1"),
        ("Requires-Dist: Prov>=1.1,<2.1\n", "1.1"),
        ("Requires-Dist: prov>1.0,!=1.1\n", "1.2"),
        ("Requires-Dist: prov~=1.1\n", "1.1"),
        ("Requires-Dist: prov==1.*\n", "1.0"),
        ("Requires-Dist: prov<2\n", "1.0"),
        ("Requires-Dist: prov\nRequires-Dist: prov==1.2; extra == 'dev'\n", "1.2"),
    ],
)
@pytest.mark.parametrize("at_hand", [False, True], ids=["index", "snapshots"])
def test_the_baseline_is_the_oldest_version_the_metadata_admits(
    project: Project, needs: str, baseline: str, *, at_hand: bool
) -> None:
    ref = project.consume("needy", needs=needs)
    if at_hand:
        snapshots(project.session(ref))
    report = project.session(ref).check("2.0")
    assert (report.baseline, report.baseline_source) == (baseline, "metadata")
    assert report.consumer.requirement.startswith("prov")


@pytest.mark.parametrize("needs", ["", "Requires-Dist: prov\n", "Requires-Dist: provider==1.0\n"])
def test_without_a_baseline_only_what_breaks_is_told(project: Project, needs: str) -> None:
    report = project.session(project.consume("free", needs=needs)).check("2.0")
    assert report.baseline is None
    assert {each.verdict for each in report.findings} == {Verdict.BREAKS}


def test_the_option_beats_the_metadata_and_the_settings(project: Project) -> None:
    project.settings('[providers.prov]\nbaseline = "1.1"\n')
    assert project.session().check("2.0").baseline == "1.1"
    report = project.session(baseline="1.2").check("2.0")
    assert (report.baseline, report.baseline_source) == ("1.2", "option")
    assert "g" not in told(report)


def test_a_baseline_of_another_project_is_refused(project: Project) -> None:
    with pytest.raises(UsageError, match="is no version of prov"):
        project.session(baseline="app==1.0").check("2.0")


def test_a_baseline_that_cannot_be_read_is_told_and_nothing_is_a_risk(project: Project) -> None:
    report = project.session(project.consume("lost", needs="Requires-Dist: prov==0.9\n")).check("1.2")
    assert told(report) == {"f": ("breaks", "new", None)}
    assert report.notes[0].startswith("The baseline 0.9 could not be read, so nothing is a risk")


def test_an_old_side_that_the_metadata_admits_is_the_baseline(project: Project) -> None:
    ref = project.consume("wide", needs="Requires-Dist: prov>=1.0\n")
    report = project.session(ref).compare("1.2", "2.0")
    assert (report.baseline, report.baseline_source) == ("1.2", "old side")
    assert "g" not in told(report)


# Check ------------------------------------------------------------------------------------------------------------


def test_without_a_ref_the_required_version_is_checked(project: Project) -> None:
    report = project.session().check()
    assert (report.provider.new, report.findings) == ("1.0", ())


def test_without_a_ref_or_a_requirement_there_is_nothing_to_go_by(project: Project) -> None:
    with pytest.raises(SourceError, match="does not say which prov it needs"):
        project.session(project.consume("free", needs="")).check()


def test_a_consumer_that_uses_nothing_is_nothing_to_check(project: Project) -> None:
    with pytest.raises(NothingToCheckError, match=r"empty 1\.0 uses nothing of prov"):
        project.session(project.consume("empty", source="import os\n")).check("2.0")


@pytest.mark.parametrize(
    ("ref", "version"), [("1.*", "1.2"), ("latest", "2.1"), (">=1,<2", "1.2"), ("prov==2.0", "2.0")]
)
def test_a_ref_means_the_newest_release_it_admits(project: Project, ref: str, version: str) -> None:
    assert project.session().check(ref).provider.new == version


def test_pre_releases_and_yanked_ones_are_not_the_newest(project: Project) -> None:
    project.provide("3.0rc1", F + G + H)
    project.provide("2.2", F + G + H, yanked="broken")
    assert project.session().check("latest").provider.new == "2.1"
    assert project.session(pre=True).check("latest").provider.new == "3.0rc1"
    assert project.session().check("prov==2.2").provider.new == "2.2"


def test_folders_and_releases_may_be_compared(project: Project) -> None:
    (project.folder / "lib/prov").mkdir(parents=True)
    (project.folder / "lib/prov/__init__.py").write_text(G + H)
    report = project.session().compare("1.0", str(project.folder / "lib"))
    assert told(report)["f"][:2] == ("breaks", "new")
    assert next(each for each in report.findings if each.symbol == "prov.f").new_link == ""


def test_the_same_question_has_the_same_answer(project: Project) -> None:
    first, second = (project.session().compare("1.1", "2.0") for _ in range(2))
    assert first == second
