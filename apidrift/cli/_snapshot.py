"""`apidrift snapshot`."""

from __future__ import annotations

from pathlib import Path

import click

from apidrift.cli._options import Common, common_options
from apidrift.errors import ExitCode


@click.command("snapshot")
@click.argument("refs", nargs=-1)
@click.option("-o", "--output", "folder", type=click.Path(file_okay=False, path_type=Path), help="Folder to write to.")
@common_options
def command(common: Common, refs: tuple[str, ...], folder: Path | None) -> int:
    """Write provider versions down as snapshots: signatures and hashes, no source text.

    REFS are versions or ranges (">=0.14,<0.17"); without any, the range of apidrift.toml.
    """
    from apidrift.pipeline import take_snapshots  # noqa: PLC0415 -- start-up time

    session = common.session()
    count = 0
    for taken in take_snapshots(session, refs, folder):
        count += 1
        if not common.quiet:
            state = "written" if taken.changed else "unchanged"
            click.echo(
                f"{session.provider} {taken.version:12} {taken.size / 1000:6.0f} kB  {state:9}"
                f"  {taken.requests:3} requests  {taken.received / 1e6:5.2f} MB"
            )
    return ExitCode.CLEAN if count else ExitCode.NOTHING_TO_CHECK
