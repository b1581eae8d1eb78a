"""`apidrift shim`: build the import-time shim, and say what is active where."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click
from msgspec import structs

from apidrift.cli._options import Common, common_options
from apidrift.errors import ExitCode, NothingToCheckError, UsageError

if TYPE_CHECKING:
    from apidrift.pipeline import Mending, Session

remedy_option = click.option(
    "--remedy",
    "remedy_files",
    multiple=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="Take the edits from a file of `apidrift patch --format json` instead; may be repeated.",
)


@click.group("shim")
def command() -> None:
    """Let the consumer run on a version it was not written for: edits applied in memory as it is imported."""


@command.command("build")
@click.argument("refs", nargs=-1, metavar="REF…")
@click.option("-o", "--output", type=click.Path(file_okay=False, path_type=Path), required=True, help="The folder.")
@remedy_option
@common_options
def build(common: Common, refs: tuple[str, ...], output: Path, remedy_files: tuple[Path, ...]) -> int:
    """Write the shim for REF, a version of the provider, as a package that pip installs.

    Several REFs make one shim for several providers: `apidrift shim build 0.32.0 transformers==5.16.1 -o shim`.
    The package needs the standard library alone. Exit code 4: there is nothing to mend.
    """
    from apidrift.pipeline import write_shim  # noqa: PLC0415 -- start-up time

    made = wanted(common, refs, remedy_files)
    tell_unmended(made, quiet=common.quiet)
    if made.shim is None:
        raise NothingToCheckError("there is nothing to mend, so no shim is needed")
    write_shim(made.shim, output)
    if not common.quiet:
        click.echo(f"Wrote {made.shim.name} {made.shim.version} to {output}: pip install {output}", err=True)
    return ExitCode.CLEAN


@command.command("status")
@click.option("--python", default="python", metavar="PATH", help="The interpreter to ask [default: python].")
@click.option("--shim", type=click.Path(exists=True, file_okay=False, path_type=Path), help="A shim not installed.")
def status(python: str, shim: Path | None) -> int:
    """Which shims are installed for a Python, whether each fits what is installed there, and what it mends.

    Exit code 0: all fit; 1: one does not; 4: there is none.
    """
    from apidrift.pipeline import environment_of, shim_reports  # noqa: PLC0415 -- start-up time

    environment = environment_of([python])
    reports = shim_reports(environment, shim)
    if not reports:
        raise NothingToCheckError(f"no shim is installed for {environment.python}")
    for report in reports:
        click.echo(report.text, nl=False)
    return ExitCode.CLEAN if all(report.fits for report in reports) else ExitCode.FOUND


def opener(common: Common, provider: str, consumer: str) -> Session:
    """Open a session for another provider or consumer than the command line names; empty texts keep its own."""
    named = structs.replace(common, provider=provider or common.provider, consumer=consumer or common.consumer)
    return named.session()


def wanted(common: Common, refs: tuple[str, ...], files: tuple[Path, ...]) -> Mending:
    """What mends the consumer for the versions or by the remedies named.

    Raises:
        UsageError: neither or both are named.
        ApidriftError: as for `check`.
    """
    from apidrift.pipeline import mending, mending_of_files  # noqa: PLC0415 -- start-up time

    if bool(refs) is bool(files):
        raise UsageError("name versions or remedies", hint="apidrift shim build 0.16 -o DIR")
    if files:
        return mending_of_files(common.session(), files)
    return mending(lambda provider, consumer: opener(common, provider, consumer), [("", ref) for ref in refs])


def tell_unmended(made: Mending, *, quiet: bool) -> None:
    """Say what breaks and no edit mends."""
    for each in made.left if not quiet else ():
        click.echo(f"apidrift: not mended: {each}", err=True)
