"""From a report to the exit code."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from apidrift.config import FAIL_ON
from apidrift.errors import ExitCode
from apidrift.model.finding import Status, Verdict

if TYPE_CHECKING:
    from apidrift.model.report import Report

fail_on_option = click.option(
    "--fail-on",
    type=click.Choice(FAIL_ON),
    help="What makes the exit code 1 [default: broken, i.e. newly or still].",
)


def report_exit_code(report: Report, fail_on: str) -> int:
    """1 when the report holds a finding at or above the threshold, else 0."""
    loud = {Verdict.BREAKS, Verdict.RISK} if fail_on == "risk" else {Verdict.BREAKS}
    when = {Status.NEW} if fail_on == "new" else {Status.NEW, Status.STILL, Status.UNCHANGED}
    found = fail_on != "never" and any(f.verdict in loud and f.status in when for f in report.findings)
    return ExitCode.FOUND if found else ExitCode.CLEAN
