"""`apidrift patch`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from apidrift.cli._options import Common, common_options
from apidrift.errors import ExitCode, UsageError
from apidrift.model.edit import Provenance

if TYPE_CHECKING:
    from apidrift.pipeline._remedy import Mended

_TOLD = (Provenance.RECIPE, Provenance.STUB)
FORMATS = ("diff", "json")


@click.command("patch")
@click.argument("refs", nargs=-1, required=True, metavar="[OLD] NEW")
@click.option(
    "--format", "format_name", default="diff", type=click.Choice(FORMATS), help="Format of the output [default: diff]."
)
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="Write to a file instead of the terminal."
)
@common_options
def command(common: Common, refs: tuple[str, ...], format_name: str, output: Path | None) -> int:
    """What mends the consumer for NEW, as a unified diff that `git apply` and `patch -p1` take.

    With OLD: for what the step from OLD to NEW breaks; else for all that breaks on NEW. What could not be mended is
    told on standard error, with the reason.

    \b
    apidrift patch 0.16 > vllm-0.16.patch
    apidrift patch 0.15 0.16 --format json
    """  # noqa: D301 -- click wants the character itself
    if len(refs) > 2:  # noqa: PLR2004 -- old and new
        raise UsageError(f"{len(refs)} versions named", hint="one to mend for, or two: apidrift patch [OLD] NEW")
    mended = common.session().remedy(refs[-1], refs[0] if len(refs) > 1 else "")
    _write(mended.as_json() if format_name == "json" else mended.as_diff(), output, common)
    if not common.quiet:
        _tell(mended)
    return ExitCode.FOUND if mended.left else ExitCode.CLEAN


def _write(content: bytes, output: Path | None, common: Common) -> None:
    if output is None:
        click.echo(content, nl=False)
        return
    from apidrift.pipeline import write_whole  # noqa: PLC0415 -- start-up time

    write_whole(output, content)
    if not common.quiet:
        click.echo(f"Wrote {output}", err=True)


def _tell(mended: Mended) -> None:
    """What the patch holds and what it does not, on standard error."""
    remedy = mended.remedy
    mends = {edit.mend: edit for file in remedy.files for edit in file.edits}
    derived = sum(edit.provenance not in _TOLD for edit in mends.values())
    where = f"{remedy.provider} {remedy.provider_version}"
    click.echo(f"{where}: {len(mends)} edits in {len(remedy.files)} files, {derived} of them derived", err=True)
    for edit in sorted(mends.values(), key=lambda each: (each.path, each.line)):
        name = f" {edit.recipe}" if edit.recipe else ""
        click.echo(f"  {edit.path}:{edit.line} {edit.provenance}{name}, {edit.safety}: {edit.reason}", err=True)
    for name in remedy.unneeded:
        click.echo(f"  recipe {name}: nothing needs it any more", err=True)
    for one in remedy.unmended:
        click.echo(f"  not mended: {one.what}: {one.reason}", err=True)
