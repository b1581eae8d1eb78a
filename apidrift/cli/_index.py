"""`apidrift index`."""

from __future__ import annotations

from pathlib import Path

import click


@click.command("index")
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--title", default="Reports", help="The page's title.")
def command(folder: Path, title: str) -> None:
    """Write FOLDER/index.html, the front page of the reports in it: pages that have their JSON beside them."""
    from apidrift.pipeline import write_front_page  # noqa: PLC0415 -- start-up time

    count = write_front_page(folder, title)
    click.echo(f"Wrote {folder / 'index.html'}: {count} reports", err=True)
