"""`apidrift matrix`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from apidrift.cli._options import Common, common_options, output_options
from apidrift.cli._output import check_formats, emit

if TYPE_CHECKING:
    from pathlib import Path


@click.command("matrix")
@click.argument("refs", nargs=-1)
@click.option("--all", "everything", is_flag=True, help="Show the uses that work on every version too.")
@common_options
@output_options
def command(
    common: Common, refs: tuple[str, ...], format_name: str, outputs: tuple[Path, ...], *, everything: bool
) -> int:
    """Every use on every version, with the first release on which it breaks.

    REFS are versions or one range (">=0.12,<0.17"); without any, all snapshots at hand.
    """
    check_formats(format_name, outputs)
    emit(common.session().matrix(refs, everything=everything), common, format_name, outputs)
    return 0
