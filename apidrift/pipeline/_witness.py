"""`witness`: the smallest program behind one finding, and its run in throw-away environments."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from apidrift.errors import SourceError, UsageError
from apidrift.impact import witness_program
from apidrift.model.describe import describe_use
from apidrift.model.surface import Found, resolve
from apidrift.model.symbols import Attribute

if TYPE_CHECKING:
    from apidrift.model.finding import Finding
    from apidrift.pipeline._session import Session

_SECONDS = 600


@dataclass(frozen=True, slots=True)
class Witness:
    """One finding's program and the versions it speaks of."""

    finding: Finding
    program: str
    old: str
    """Empty where no older version is known."""
    new: str


@dataclass(frozen=True, slots=True)
class Run:
    """What a program came to on one version."""

    version: str
    worked: bool
    last: str
    """The last line it printed or raised."""


def find_witness(session: Session, fingerprint: str, ref: str = "", old: str = "") -> Witness:
    """The program for a finding of `check REF`, or of `compare OLD REF`.

    Args:
        session: names provider and consumer.
        fingerprint: the finding's, or enough of its beginning.
        ref: the version that fails; empty for what the consumer's metadata requires.
        old: the version that works; empty for the baseline.

    Raises:
        UsageError: no finding or several have that fingerprint, or no program can show it.
    """
    report = session.compare(old, ref) if old and ref else session.check(ref)
    found = [each for each in report.findings if each.fingerprint.startswith(fingerprint)]
    if len(found) != 1:
        count = f"{len(found)} findings" if found else "no finding"
        raise UsageError(f"{count} of this check with fingerprint {fingerprint}", hint="--format json lists them")
    finding = found[0]
    before = report.provider.old or report.baseline or ""
    for use in session.contract().uses:
        place = (use.place.path, use.place.line, describe_use(use))
        if place == (finding.path, finding.line, finding.use):
            hidden = _on_instances(session, finding, old or before)
            program = witness_program(use, finding, before, report.provider.new, on_instances=hidden)
            if program:
                return Witness(finding, program, before, report.provider.new)
    raise UsageError(f"no program can show {finding.use}", hint="its value is made while the consumer runs")


def _on_instances(session: Session, finding: Finding, ref: str) -> bool:
    """Whether what a finding names is set in a method of its class, and not in the class's body."""
    found = resolve(session.side(ref).surface, finding.symbol) if ref else None
    return isinstance(found, Found) and isinstance(found.symbol, Attribute) and found.symbol.instance


def run_witness(session: Session, witness: Witness) -> tuple[Run, ...]:
    """Run the program on both versions, each in an environment that uv makes and throws away.

    Raises:
        SourceError: uv is not installed, or an environment cannot be made.
    """
    beside = Path(sys.executable).with_name("uv")
    uv = str(beside) if beside.is_file() else shutil.which("uv")
    if uv is None:
        raise SourceError("--run needs uv", hint="pip install uv")
    return tuple(_run(uv, session, version, witness.program) for version in (witness.old, witness.new) if version)


def _run(uv: str, session: Session, version: str, program: str) -> Run:
    index = ["--default-index", session.options.index_url] if session.options.index_url else []
    with tempfile.TemporaryDirectory(prefix="apidrift-") as folder:
        python = Path(folder) / "e/bin/python"
        _made([uv, "venv", "-q", "--python", sys.executable, f"{folder}/e"])
        _made([uv, "pip", "install", "-q", *index, "--python", str(python), f"{session.distribution}=={version}"])
        done = subprocess.run(  # noqa: S603 -- what the user asked for
            [python, "-I", "-c", program], capture_output=True, text=True, timeout=_SECONDS, cwd=folder, check=False
        )
    lines = (done.stdout + done.stderr).strip().splitlines()
    return Run(version, done.returncode == 0, lines[-1] if lines else "")


def _made(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, timeout=_SECONDS, check=False)  # noqa: S603
    if done.returncode:
        raise SourceError(f"uv cannot make the environment: {' '.join(done.stderr.split()) or done.returncode}")
