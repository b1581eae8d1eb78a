"""`apidrift contract`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
from msgspec import structs

from apidrift.cli._options import Common, common_options, output_options
from apidrift.cli._output import check_formats, emit

if TYPE_CHECKING:
    from pathlib import Path


@click.command("contract")
@click.argument("ref", default="", metavar="[CONSUMER]")
@common_options
@output_options
def command(common: Common, ref: str, format_name: str, outputs: tuple[Path, ...]) -> int:
    """What CONSUMER relies on of the provider: every use with its place, call shape and guards."""
    check_formats(format_name, outputs)
    emit(structs.replace(common, consumer=ref or common.consumer).session().contract(), common, format_name, outputs)
    return 0
