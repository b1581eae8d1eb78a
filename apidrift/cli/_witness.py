"""`apidrift witness`."""

from __future__ import annotations

import click

from apidrift.cli._options import Common, common_options
from apidrift.errors import ExitCode


@click.command("witness")
@click.argument("fingerprint")
@click.argument("ref", default="")
@click.option("--old", default="", metavar="REF", help="The version that works [default: the baseline].")
@click.option("--run", "run", is_flag=True, help="Run it on both versions, in environments that uv makes for it.")
@common_options
def command(common: Common, fingerprint: str, ref: str, old: str, *, run: bool) -> int:
    """Print the smallest program that works on the old version and raises on REF, for one finding of a check.

    FINGERPRINT is the finding's in the JSON report, or its beginning. With --run the exit code is 0 where the program
    works on the old version and raises on the new one, and 1 where it does not.

    \b
    apidrift witness 3f2a 0.16
    apidrift witness 3f2a 8.2.0 --old 8.1.8 --provider click --consumer ./mypkg --run
    """  # noqa: D301 -- click wants the character itself
    from apidrift.pipeline import find_witness, run_witness  # noqa: PLC0415 -- start-up time

    session = common.session()
    found = find_witness(session, fingerprint, ref, old)
    click.echo(found.program, nl=False)
    if not run:
        return ExitCode.CLEAN
    runs = run_witness(session, found)
    for each in runs:
        click.echo(f"{session.provider} {each.version}: {'works' if each.worked else each.last}", err=True)
    shown = [each.worked for each in runs] in ([True, False], [False])
    return ExitCode.CLEAN if shown else ExitCode.FOUND
