"""Every probe: its truth by running it, and what apidrift says of it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest
from probes_support import TRUTHS, Probe, Run, Said, judge, load, same, witness

if TYPE_CHECKING:
    from pathlib import Path

PROBES = load()
BY_ID = {probe.id: probe for probe in PROBES}


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    written = {probe.id: tmp_path_factory.mktemp("probe", numbered=True) for probe in PROBES}
    for name, folder in written.items():
        BY_ID[name].write(folder)
    return written


@pytest.fixture(scope="module")
def runs(folders: dict[str, Path]) -> dict[str, tuple[Run, Run]]:
    return dict(zip(folders, witness(list(folders.values())), strict=True))


def with_marks(mark: str, *truths: str) -> list[object]:
    """The probes of those truths; the known failures are strict xfails, so that the list can only shrink."""
    return [
        pytest.param(
            probe, id=probe.id, marks=pytest.mark.xfail(reason=probe.marks[mark]) if mark in probe.marks else ()
        )
        for probe in PROBES
        if probe.truth in truths
    ]


def test_the_suite_is_large_and_a_third_of_it_is_fine() -> None:
    assert len(BY_ID) == len(PROBES) >= 300
    assert {probe.truth for probe in PROBES} <= set(TRUTHS)
    assert 3 * Counter(probe.truth for probe in PROBES)["ok"] >= len(PROBES)


def test_every_truth_is_witnessed(runs: dict[str, tuple[Run, Run]]) -> None:
    wrong = [f"{probe.id}: {runs[probe.id]}" for probe in PROBES if not witnessed(probe, *runs[probe.id])]
    assert wrong == []


def witnessed(probe: Probe, old: Run, new: Run) -> bool:
    if old.exception:
        return False
    match probe.truth:
        case "ok":
            return not new.exception
        case "silent":
            return new.exception == "AssertionError"
        case _:
            return new.exception not in {"", "AssertionError", "Crash"}


@pytest.mark.parametrize("probe", with_marks("miss", "break", "break?", "silent"))
def test_what_breaks_is_named(probe: Probe, folders: dict[str, Path], runs: dict[str, tuple[Run, Run]]) -> None:
    said = judge(folders[probe.id])
    loud = [each for each in said if each.verdict == "breaks"]
    assert said
    assert bool(loud) is ("mild" not in probe.marks) or probe.truth != "break"
    if loud and probe.truth != "silent":
        assert foretold(loud, runs[probe.id][1]), f"{loud} foretold, {runs[probe.id][1]} seen"


def foretold(loud: list[Said], seen: Run) -> bool:
    """Whether one finding names the exception that was seen, with its text where it is certain."""
    return any(
        each.exception == seen.exception and (each.confidence != "certain" or same(each.message, seen.message))
        for each in loud
    )


@pytest.mark.parametrize("probe", [probe for probe in PROBES if probe.truth == "ok"], ids=lambda probe: probe.id)
def test_no_break_is_named_where_it_runs(probe: Probe, folders: dict[str, Path]) -> None:
    assert [each for each in judge(folders[probe.id]) if each.verdict == "breaks"] == []


@pytest.mark.parametrize("probe", with_marks("noise", "ok"))
def test_no_risk_is_named_where_nothing_changes(probe: Probe, folders: dict[str, Path]) -> None:
    assert [each for each in judge(folders[probe.id]) if each.verdict == "risk"] == []
