"""`apidrift compare`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from apidrift.cli._exit import fail_on_option, report_exit_code
from apidrift.cli._options import Common, common_options, output_options, remedies_option
from apidrift.cli._output import check_formats, emit

if TYPE_CHECKING:
    from pathlib import Path


@click.command("compare")
@click.argument("old")
@click.argument("new")
@common_options
@remedies_option
@output_options
@fail_on_option
def command(  # noqa: PLR0917 -- click passes by name
    common: Common,
    old: str,
    new: str,
    format_name: str,
    outputs: tuple[Path, ...],
    fail_on: str | None,
    *,
    remedies: bool,
) -> int:
    """What the step from OLD to NEW does to the consumer: newly broken, still broken, fixed, at risk.

    \b
    apidrift compare 0.15 0.16
    apidrift compare 0.15 0.16 -o report.html -o report.json
    apidrift compare ./old ./new --provider mylib --consumer ./app.py --format json
    """  # noqa: D301 -- click wants the character itself
    check_formats(format_name, outputs)
    session = common.session()
    report = session.compare(old, new)
    if remedies:
        report = session.remedied(report, new, old)
    emit(report, common, format_name, outputs)
    return report_exit_code(report, fail_on or session.settings.fail_on)
