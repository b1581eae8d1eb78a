"""`doctor`: what is installed and does not fit, all of it at once, and the command that mends it."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from apidrift.config import load_profile, watched_providers
from apidrift.errors import ApidriftError, NothingToCheckError
from apidrift.impact import recognise
from apidrift.model.contract import Skipped
from apidrift.model.diagnosis import Diagnosis
from apidrift.model.finding import Status, Verdict
from apidrift.pipeline._session import Overrides, open_session
from apidrift.sources import find_interpreter, installed_distributions

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from apidrift.model.diagnosis import Recognised
    from apidrift.model.report import Report
    from apidrift.model.tree import Metadata
    from apidrift.sources import Progress

SCHEMA_VERSION = 1


def diagnose(  # noqa: PLR0917 -- what a person may say
    config: Path | None,
    overrides: Overrides,
    python: str = "",
    ref: str = "",
    traceback: str = "",
    progress: Progress | None = None,
) -> Diagnosis:
    """Look at an environment, or at one version.

    Args:
        config: the settings file; None for the nearest one.
        overrides: what the command line says; a provider or consumer named there is the only one looked at.
        python: the interpreter; empty for the active environment's.
        ref: a version to look at instead of an environment.
        traceback: the text of a traceback to recognise.
        progress: draws transfers.

    Raises:
        NothingToCheckError: no consumer of a known provider is installed there.
        UsageError: there is no such interpreter, or nothing to look at is named.
    """
    checkup = _Checkup(config, overrides, traceback, progress)
    if ref:
        checkup.check(overrides, ref)
        return checkup.result("")
    interpreter = find_interpreter(python or active_environment())
    for provider, consumer in pairs(interpreter, overrides):
        more = {"provider": provider, "consumer": f"env:{interpreter}#{consumer}"}
        try:
            checkup.check(_with(overrides, more), f"env:{interpreter}")
        except NothingToCheckError:
            continue
        except ApidriftError as error:
            checkup.skipped.append(Skipped(f"{consumer} on {provider}", str(error)))
    if not checkup.reports and not checkup.skipped:
        hint = "name one: --provider NAME, or another --python PATH"
        raise NothingToCheckError(f"{interpreter} has no consumer of a provider that is known", hint=hint)
    return checkup.result(str(interpreter))


def active_environment() -> str:
    """The environment that the user works in: an activated one, else that of this interpreter."""
    return os.environ.get("VIRTUAL_ENV") or os.environ.get("CONDA_PREFIX") or sys.executable


def _with(overrides: Overrides, more: dict[str, str]) -> Overrides:
    from dataclasses import replace  # noqa: PLC0415 -- start-up time

    return replace(overrides, **more)  # type: ignore[arg-type]


def pairs(interpreter: Path, overrides: Overrides) -> Iterator[tuple[str, str]]:
    """Import names of each watched provider that is installed (or the one named), and of whoever requires it there."""
    installed = installed_distributions(interpreter)
    names = [overrides.provider] if overrides.provider else watched_providers()
    for provider in names:
        wanted = set(load_profile(provider).distributions) | {provider.replace("_", "-")}
        if not wanted & set(installed):
            continue
        for name, told in installed.items():
            if name not in wanted and (_requires(told, wanted) or name == overrides.consumer):
                for package in told.top_level:
                    yield provider, package


def _requires(told: Metadata, wanted: set[str]) -> bool:
    from packaging.requirements import InvalidRequirement, Requirement  # noqa: PLC0415 -- start-up time

    for line in told.requires_dist:
        try:
            name = Requirement(line).name
        except InvalidRequirement:
            continue
        if name.lower().replace("_", "-").replace(".", "-") in wanted:
            return True
    return False


class _Checkup:
    """Reports one by one, and the traceback held against each."""

    def __init__(self, config: Path | None, overrides: Overrides, traceback: str, progress: Progress | None) -> None:
        self.config = config
        self.overrides = overrides
        self.traceback = traceback
        self.progress = progress
        self.reports: list[Report] = []
        self.commands: list[str] = []
        self.skipped: list[Skipped] = []
        self.recognised: Recognised | None = None

    def check(self, overrides: Overrides, ref: str) -> None:
        """Check one consumer on one version."""
        with open_session(self.config, overrides, self.progress) as session:
            report = session.check(ref)
            contract = session.contract()
            self.reports.append(report)
            if _breaks(report):
                self.commands += _mending(report, session.distribution)
            if self.traceback:
                found = recognise(self.traceback, contract, report.findings)
                if found is not None and (self.recognised is None or found.finding is not None):
                    self.recognised = found

    def result(self, python: str) -> Diagnosis:
        """All of it."""
        return Diagnosis(
            SCHEMA_VERSION,
            python,
            tuple(self.reports),
            tuple(dict.fromkeys(self.commands)),
            self.recognised,
            tuple(self.skipped),
        )


def _breaks(report: Report) -> bool:
    return any(each.verdict is Verdict.BREAKS and each.status is not Status.FIXED for each in report.findings)


def _mending(report: Report, distribution: str) -> Iterator[str]:
    """What mends a consumer without changing it on disk: for one run, or for the environment."""
    who = f"{report.consumer.name}=={report.consumer.version}"
    ref = f"{distribution}=={report.provider.new}"
    yield f"apidrift run --provider {report.provider.name} --consumer {who} -- python …"
    yield f"apidrift shim build {ref} --provider {report.provider.name} --consumer {who} -o DIR"
