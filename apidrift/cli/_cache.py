"""`apidrift cache`."""

from __future__ import annotations

import click

from apidrift.errors import OutputError


@click.command("cache")
@click.option("--clear", is_flag=True, help="Delete everything in it.")
@click.option("--path", "path_only", is_flag=True, help="Print the folder alone.")
def command(*, clear: bool, path_only: bool) -> None:
    """Show or clear what was read from the index and kept, by kind."""
    from apidrift.sources import SourceOptions, cache_of  # noqa: PLC0415 -- start-up time

    cache = cache_of(SourceOptions())
    if path_only:
        click.echo(cache.folder)
    elif clear:
        size = cache.size()
        try:
            cache.clear()
        except OSError as error:
            raise OutputError(f"cannot clear {cache.folder}: {error.strerror}") from error
        click.echo(f"Cleared {size / 1e6:.1f} MB from {cache.folder}")
    else:
        click.echo(f"{cache.folder}: {cache.size() / 1e6:.1f} MB")
        kinds: dict[str, list[int]] = {}
        for entry in cache.entries():
            kinds.setdefault(entry.kind, []).append(entry.size)
        for kind, sizes in sorted(kinds.items()):
            click.echo(f"  {kind:12} {len(sizes):6} entries  {sum(sizes) / 1e6:8.1f} MB")
