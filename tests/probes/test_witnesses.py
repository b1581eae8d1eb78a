"""Every break of the probes as a program of its own: it works on the old version and raises on the new one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from probes_support import Probe, load, same, witness

from apidrift.errors import UsageError
from apidrift.model.finding import Status, Verdict
from apidrift.pipeline import Overrides, find_witness, open_session

if TYPE_CHECKING:
    from pathlib import Path

    from apidrift.model.finding import Finding

SHOWN = 0.85
"""Share of the breaks that a program must show; the rest are calls by the provider, flags, values set on `self`."""


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Probe, Finding, Path | None]]:
    """Each probe's breaks, with the folder of its program where one can be made."""
    found = []
    for probe in load():
        if probe.truth == "break" and "miss" not in probe.marks:
            folder = tmp_path_factory.mktemp("probe", numbered=True)
            probe.write(folder)
            found += [(probe, finding, written(folder, finding)) for finding in breaks(folder)]
    return found


def session_of(folder: Path):
    (folder / "apidrift.toml").write_text('provider = "prov"\n')
    overrides = Overrides(provider="prov", consumer=str(folder / "consumer.py"), offline=True)
    return open_session(folder / "apidrift.toml", overrides)


def breaks(folder: Path) -> list[Finding]:
    report = session_of(folder).compare(str(folder / "old"), str(folder / "new"))
    return [each for each in report.findings if each.status is Status.NEW and each.verdict is Verdict.BREAKS]


def written(folder: Path, finding: Finding) -> Path | None:
    """The folder of a program: the probe's with another consumer."""
    try:
        made = find_witness(session_of(folder), finding.fingerprint, str(folder / "new"), str(folder / "old"))
    except UsageError:
        return None
    beside = folder / finding.fingerprint
    beside.mkdir()
    for side in ("old", "new"):
        (beside / side).symlink_to(folder / side)
    (beside / "consumer.py").write_text(made.program)
    return beside


def test_every_program_shows_its_finding(told: list[tuple[Probe, Finding, Path | None]]) -> None:
    shown = [(probe, finding, folder) for probe, finding, folder in told if folder]
    wrong = [
        f"{probe.id}: {finding.exception}: {finding.message}, but {old} and {new}"
        for (probe, finding, _), (old, new) in zip(shown, witness([folder for *_, folder in shown]), strict=True)
        if old.exception or not foretold(finding, new.exception, new.message)
    ]
    assert wrong == [], "\n".join(wrong)
    assert len(shown) / len(told) > SHOWN


def foretold(finding: Finding, exception: str, message: str) -> bool:
    """Arguments bound by `inspect` fail in its own words, names read from a class in its words for a class.

    So does what a likely finding foretells.
    """
    of_class = re.sub(r"^('\w+') object has", r"type object \1 has", finding.message)
    words = message in {finding.message, of_class} or same(finding.message, message)
    words = words or message.startswith(("missing a required", "got an unexpected", "too many"))
    return exception == finding.exception and (words or finding.confidence != "certain")
