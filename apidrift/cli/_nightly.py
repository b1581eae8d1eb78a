"""`apidrift nightly`."""

from __future__ import annotations

import click

from apidrift.cli._exit import fail_on_option, report_exit_code
from apidrift.cli._options import Common, common_options


@click.command("nightly")
@click.argument("ref", default="")
@click.option("--date", default="", metavar="YYYY-MM-DD", help="The night's date [default: today, UTC].")
@common_options
@fail_on_option
def command(common: Common, ref: str, date: str, fail_on: str | None) -> int:
    """Compare REF [default: the newest release] with the baseline, and update snapshots, pages and history.

    The exit code is 1 for something newly broken [--fail-on new]; a night that could check nothing is red too (3, 4).
    """
    from apidrift.reports import RenderOptions, render  # noqa: PLC0415 -- start-up time

    night = common.session().nightly(common.baseline, ref, date)
    click.echo(render(night.report, "text", RenderOptions(quiet=common.quiet, verbose=common.verbose)), nl=False)
    if not common.quiet:
        click.echo(f"Wrote {night.folder}", err=True)
    return report_exit_code(night.report, fail_on or "new")
