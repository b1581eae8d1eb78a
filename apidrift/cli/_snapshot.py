"""`apidrift snapshot`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from apidrift.cli._options import Common, common_options
from apidrift.errors import ExitCode

if TYPE_CHECKING:
    from apidrift.model.agreement import Agreement


def _tell(agreement: Agreement) -> None:
    """How far the two agents agree, and where they do not."""
    click.echo(f"  the agents agree on {agreement.agreed} of {agreement.compared} signatures")
    for each in agreement.disagreements:
        click.echo(f"  {each.path} ({each.cause.value}): static {each.static}, runtime {each.runtime}")
    for text in agreement.skipped:
        click.echo(f"  skipped {text}")


@click.command("snapshot")
@click.argument("refs", nargs=-1)
@click.option("-o", "--output", "folder", type=click.Path(file_okay=False, path_type=Path), help="Folder to write to.")
@click.option(
    "--agent",
    type=click.Choice(("static", "runtime", "both")),
    default="static",
    help="Who looks at an environment: its sources are read, its interpreter is asked, or both and compared.",
)
@common_options
def command(common: Common, refs: tuple[str, ...], folder: Path | None, agent: str) -> int:
    """Write provider versions down as snapshots: signatures and hashes, no source text.

    REFS are versions or ranges (">=0.14,<0.17"); without any, the range of apidrift.toml. env:PYTHON is what is
    installed there.
    """
    from apidrift.pipeline import take_snapshots  # noqa: PLC0415 -- start-up time

    session = common.session()
    count = 0
    for taken in take_snapshots(session, refs, folder, agent):
        count += 1
        if not common.quiet:
            state = "written" if taken.changed else "unchanged"
            click.echo(
                f"{session.provider} {taken.version:12} {taken.size / 1000:6.0f} kB  {state:9}"
                f"  {taken.requests:3} requests  {taken.received / 1e6:5.2f} MB"
            )
            if taken.agreement is not None:
                _tell(taken.agreement)
    return ExitCode.CLEAN if count else ExitCode.NOTHING_TO_CHECK
