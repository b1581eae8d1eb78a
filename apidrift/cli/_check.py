"""`apidrift check`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from apidrift.cli._exit import fail_on_option, report_exit_code
from apidrift.cli._options import Common, common_options, output_options
from apidrift.cli._output import check_formats, emit

if TYPE_CHECKING:
    from pathlib import Path


@click.command("check")
@click.argument("ref", default="")
@common_options
@output_options
@fail_on_option
def command(common: Common, ref: str, format_name: str, outputs: tuple[Path, ...], fail_on: str | None) -> int:
    """Whether the consumer works on REF, one version of the provider.

    Without REF: on the version that the consumer's own metadata requires.

    \b
    apidrift check 0.16
    apidrift check vllm==0.16.0 --consumer ./mypkg --format json
    """  # noqa: D301 -- click wants the character itself
    check_formats(format_name, outputs)
    session = common.session()
    report = session.check(ref)
    emit(report, common, format_name, outputs)
    return report_exit_code(report, fail_on or session.settings.fail_on)
