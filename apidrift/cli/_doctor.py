"""`apidrift doctor`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from apidrift.cli._options import Common, common_options
from apidrift.cli._output import check_formats, emit_diagnosis
from apidrift.errors import ExitCode, UsageError
from apidrift.model.finding import Status, Verdict

if TYPE_CHECKING:
    from apidrift.model.diagnosis import Diagnosis


@click.command("doctor")
@click.argument("ref", default="")
@click.option("--python", default="", metavar="PATH", help="The environment to look at [default: the active one].")
@click.option(
    "--traceback", "file", default="", metavar="FILE", help="A traceback to recognise; - reads standard input."
)
@click.option("--format", "format_name", type=click.Choice(("text", "json")), default="text", help="Format.")
@common_options
def command(common: Common, ref: str, python: str, file: str, format_name: str) -> int:
    """What is installed here and does not fit together: all breaks at once, and the command that mends them.

    Without REF: every consumer of a known provider that is installed in the environment. With REF: the consumer of the
    settings on that version.

    \b
    apidrift doctor
    apidrift doctor --python .venv --traceback crash.txt
    python train.py 2>&1 | apidrift doctor 0.16 --traceback -
    """  # noqa: D301 -- click wants the character itself
    from apidrift.cli._progress import progress_bar  # noqa: PLC0415 -- start-up time
    from apidrift.pipeline import diagnose  # noqa: PLC0415

    check_formats(format_name, ())
    text = _read(file)
    told = diagnose(common.config, common.overrides(), python, ref, text, progress_bar(quiet=common.quiet))
    if text and told.traceback is None:
        raise UsageError(f"{file} holds no traceback", hint="paste it whole, from `Traceback` to the exception")
    emit_diagnosis(told, common, format_name)
    return ExitCode.FOUND if _broken(told) else ExitCode.CLEAN


def _read(file: str) -> str:
    if not file:
        return ""
    try:
        return sys.stdin.read() if file == "-" else Path(file).read_text("utf-8", "replace")
    except OSError as error:
        raise UsageError(f"cannot read {file}: {error.strerror}") from error


def _broken(told: Diagnosis) -> bool:
    findings = (each for report in told.reports for each in report.findings)
    return any(each.verdict is Verdict.BREAKS and each.status is not Status.FIXED for each in findings)
