"""`apidrift schema`."""

from __future__ import annotations

import click


@click.command("schema")
def command() -> None:
    """Print the JSON Schema of `--format json`."""
    import msgspec  # noqa: PLC0415 -- start-up time

    from apidrift.reports import json_schema  # noqa: PLC0415

    click.echo(msgspec.json.format(msgspec.json.encode(json_schema(), order="sorted"), indent=2).decode())
