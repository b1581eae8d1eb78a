"""`apidrift patch`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from apidrift.cli._options import Common, common_options
from apidrift.errors import ExitCode, UsageError
from apidrift.model.edit import Provenance

if TYPE_CHECKING:
    from collections.abc import Sized

    from apidrift.model.edit import Edit, Remedy
    from apidrift.pipeline._remedy import Mended
    from apidrift.remedies import Mend

_TOLD = (Provenance.RECIPE, Provenance.STUB)
FORMATS = ("diff", "json")


@click.command("patch")
@click.argument("refs", nargs=-1, metavar="[OLD] NEW")
@click.option("--range", "range_", default="", metavar="SPECIFIER", help="One patch for all versions in a range.")
@click.option("--apply", "in_place", is_flag=True, help="Write the edits into the consumer's folder.")
@click.option("--review", is_flag=True, help="Ask about each edit first.")
@click.option(
    "--format", "format_name", default="diff", type=click.Choice(FORMATS), help="Format of the output [default: diff]."
)
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="Write to a file instead of the terminal."
)
@common_options
def command(  # noqa: PLR0917 -- click passes by name
    common: Common,
    refs: tuple[str, ...],
    range_: str,
    in_place: bool,  # noqa: FBT001 -- click passes by name
    review: bool,  # noqa: FBT001
    format_name: str,
    output: Path | None,
) -> int:
    """What mends the consumer for NEW, as a unified diff that `git apply` and `patch -p1` take.

    With OLD: for what the step from OLD to NEW breaks; else for all that breaks on NEW. What could not be mended is
    told on standard error, with the reason; the exit code is 1 when something still breaks after the patch.

    \b
    apidrift patch 0.16 > vllm-0.16.patch
    apidrift patch 0.15 0.16 --format json
    apidrift patch --range ">=0.11,<0.18"
    apidrift patch 0.16 --consumer ./mypackage --apply
    """  # noqa: D301 -- click wants the character itself
    _refuse(refs, range_)
    session = common.session()
    mended = session.remedy_of_range(range_) if range_ else session.remedy(refs[-1], refs[0] if len(refs) > 1 else "")
    remedy = mended.only(_reviewed(mended)) if review else mended.remedy
    if in_place:
        _apply(remedy, mended)
    else:
        _write(mended.as_json(remedy) if format_name == "json" else mended.as_diff(remedy), output, common)
    if not common.quiet:
        _tell(remedy)
    return ExitCode.FOUND if _is_broken(mended, remedy) else ExitCode.CLEAN


def _refuse(refs: tuple[str, ...], range_: str) -> None:
    if range_ and refs:
        raise UsageError("versions and a range named", hint="one or the other")
    if not range_ and not 1 <= len(refs) <= 2:  # noqa: PLR2004 -- old and new
        raise UsageError(f"{len(refs)} versions named", hint="one to mend for, or two: apidrift patch [OLD] NEW")


def _is_broken(mended: Mended, remedy: Remedy) -> bool:
    """Whether something still breaks: what has no edit, what a person left out, a value that a person must decide."""
    if mended.left or remedy.files != mended.remedy.files:
        return True
    return any(stub.provenance is Provenance.STUB for stub in remedy.stubs)


def _reviewed(mended: Mended) -> list[tuple[Mend, ...]]:
    """The parts of a plan that a person accepts, asked one by one on standard error."""
    kept: list[tuple[Mend, ...]] = []
    parts = mended.parts()
    for number, part in enumerate(parts, 1):
        first = part[0]
        click.echo(mended.as_diff(mended.only([part])), err=True, nl=False)
        click.echo(f"{number} of {len(parts)}: {first.provenance}, {first.safety}: {first.reason}", err=True)
        for line in first.evidence:
            click.echo(f"  {line}", err=True)
        answer = click.prompt("Keep it?", type=click.Choice(["y", "n", "a", "q"]), default="y", err=True)
        if answer == "q":
            break
        if answer == "a":
            return [*kept, *parts[number - 1 :]]
        kept += [part] if answer == "y" else []
    return kept


def _apply(remedy: Remedy, mended: Mended) -> None:
    from apidrift.pipeline._in_place import apply_in_place  # noqa: PLC0415 -- start-up time

    for path in apply_in_place(remedy, mended.tree):
        click.echo(f"Wrote {path}")


def _write(content: bytes, output: Path | None, common: Common) -> None:
    if output is None:
        click.echo(content, nl=False)
        return
    from apidrift.pipeline import write_whole  # noqa: PLC0415 -- start-up time

    write_whole(output, content)
    if not common.quiet:
        click.echo(f"Wrote {output}", err=True)


def _count(things: Sized, noun: str) -> str:
    return f"{len(things)} {noun}{'' if len(things) == 1 else 's'}"


def _tell(remedy: Remedy) -> None:
    """What the patch holds and what it does not, on standard error."""
    from apidrift.remedies import STUB_IMPORT  # noqa: PLC0415 -- start-up time

    mends = {edit.mend: edit for file in remedy.files for edit in file.edits if edit.kind != STUB_IMPORT}
    derived = sum(edit.provenance not in _TOLD for edit in mends.values())
    where = f"{remedy.provider} {remedy.provider_version}"
    counts = f"{_count(mends, 'edit')} in {_count(remedy.files, 'file')}"
    click.echo(f"{where}: {counts}, {derived} of them derived", err=True)
    for edit in sorted(mends.values(), key=_place):
        name = f" {edit.recipe}" if edit.recipe else ""
        click.echo(f"  {edit.path}:{edit.line} {edit.provenance}{name}, {edit.safety}: {edit.reason}", err=True)
    for name in remedy.unneeded:
        click.echo(f"  recipe {name}: nothing needs it any more", err=True)
    for one in remedy.unmended:
        click.echo(f"  not mended: {one.what}: {one.reason}", err=True)


def _place(edit: Edit) -> tuple[str, int]:
    return edit.path, edit.line
