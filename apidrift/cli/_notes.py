"""What to say of how reading went, beside the report: another machine, or the next run, reads otherwise."""

from __future__ import annotations

import click

_KEY = "apidrift.notes"


def keep_notes(context: click.Context, notes: list[str]) -> None:
    """Remember where notes will come in while a command runs."""
    context.meta[_KEY] = notes


def tell_notes(context: click.Context) -> None:
    """Print them on standard error; a command that failed says its one line alone."""
    for note in context.meta.get(_KEY, ()):
        click.echo(f"Note: {note}", err=True)
