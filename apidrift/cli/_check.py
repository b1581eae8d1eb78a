"""`apidrift check`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from apidrift.cli._exit import fail_on_option, report_exit_code
from apidrift.cli._options import Common, common_options, output_options, remedies_option
from apidrift.cli._output import check_formats, emit, emit_several

if TYPE_CHECKING:
    from pathlib import Path


@click.command("check")
@click.argument("ref", default="")
@common_options
@click.option("--bisect", is_flag=True, help="Find since when among all releases of the index, not only those at hand.")
@remedies_option
@output_options
@fail_on_option
@click.option(
    "--confirm",
    default="",
    metavar="env:PYTHON",
    help="Try every use on the real objects of an environment that has the version.",
)
def command(  # noqa: PLR0917 -- click passes them by name
    common: Common,
    ref: str,
    format_name: str,
    outputs: tuple[Path, ...],
    fail_on: str | None,
    confirm: str,
    *,
    bisect: bool,
    remedies: bool,
) -> int:
    """Whether the consumer works on REF, one version of the provider.

    Without REF: on the version that the consumer's own metadata requires. Where the settings or the metadata name
    several libraries, each of them at the newest version admitted. With --confirm: on what its environment has.

    \b
    apidrift check 0.16
    apidrift check
    apidrift check vllm==0.16.0 --consumer ./mypkg --format json
    apidrift check --confirm env:.venv
    """  # noqa: D301 -- click wants the character itself
    check_formats(format_name, outputs)
    every = not ref and not confirm and not common.provider
    session = common.session(any_provider=every)
    if every:
        from apidrift.pipeline import check_several, session_for, wanted  # noqa: PLC0415 -- start-up time

        providers = wanted(session)
        if len(providers) > 1:
            several = check_several(session, providers)
            emit_several(several, common, format_name, outputs)
            return max(report_exit_code(each, fail_on or session.settings.fail_on) for each in several.reports)
        if not session.provider:
            session, ref = session_for(session, providers[0]), providers[0].ref
    report = session.check(ref, confirm)
    if bisect:
        from apidrift.pipeline import bisected  # noqa: PLC0415 -- start-up time

        report = bisected(session, report)
    if remedies:
        report = session.remedied(report, ref)
    emit(report, common, format_name, outputs)
    return report_exit_code(report, fail_on or session.settings.fail_on)
