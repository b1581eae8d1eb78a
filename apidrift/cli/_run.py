"""`apidrift run`."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from apidrift.cli._options import Common, common_options
from apidrift.cli._shim import opener, remedy_option, tell_unmended
from apidrift.errors import ExitCode, UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from apidrift.pipeline import Mending


@click.command("run", context_settings={"allow_interspersed_args": False})
@click.option("--shim", type=click.Path(exists=True, file_okay=False, path_type=Path), help="Use this shim.")
@click.option("--python", default="", metavar="PATH", help="The Python of COMMAND, where it does not show.")
@click.option("--dry-run", is_flag=True, help="Print what would be applied, and stop.")
@remedy_option
@common_options
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED, metavar="-- COMMAND…")
def command(
    common: Common,
    shim: Path | None,
    python: str,
    remedy_files: tuple[Path, ...],
    arguments: tuple[str, ...],
    *,
    dry_run: bool,
) -> int:
    """Run COMMAND with the consumer mended for the versions installed where COMMAND runs.

    \b
    apidrift run -- python extract.py
    apidrift run --dry-run -- torchrun --nproc-per-node 2 train.py

    The exit code is COMMAND's. Where the shim does not fit, the import of the consumer fails and says why. Processes
    that COMMAND starts are covered as long as they inherit PYTHONPATH; to cover all of an environment, install the shim
    (`apidrift shim build`).
    """  # noqa: D301 -- click wants the character itself
    from apidrift.pipeline import cached_shim  # noqa: PLC0415 -- start-up time

    if not arguments:
        raise UsageError("no command to run", hint="apidrift run -- python extract.py")
    folder = shim
    if folder is None:
        made = _mending(common, arguments, python, remedy_files)
        tell_unmended(made, quiet=common.quiet)
        if dry_run:
            return _tell(made)
        folder = cached_shim(made.shim) if made.shim else None
        if folder is None and not common.quiet:
            click.echo("apidrift: nothing needs to be mended; running the command as it is", err=True)
    elif dry_run:
        click.echo((folder / "README.md").read_text("utf-8"), nl=False)
        return ExitCode.CLEAN
    return _execute(arguments, _environment(folder) if folder else os.environ)


def _mending(common: Common, arguments: tuple[str, ...], python: str, files: tuple[Path, ...]) -> Mending:
    from apidrift.pipeline import environment_of, installed_refs, mending, mending_of_files  # noqa: PLC0415

    environment = environment_of(arguments, python)
    if files:
        return mending_of_files(common.session(), files)
    consumer, refs = installed_refs(lambda *names: opener(common, *names), environment)
    return mending(lambda *names: opener(common, *names), refs, consumer)


def _tell(made: Mending) -> int:
    """Print the edits, one a line."""
    from apidrift.remedies import STUB_IMPORT  # noqa: PLC0415 -- start-up time

    for remedy in made.remedies:
        edits = [edit for file in remedy.files for edit in file.edits if edit.kind != STUB_IMPORT]
        count = len({edit.mend or (edit.path, edit.start) for edit in edits})
        consumer = f"{remedy.consumer} {remedy.consumer_version}".strip()
        click.echo(f"{consumer} on {remedy.provider} {remedy.provider_version}: {count} edits")
        for file in remedy.files:
            for edit in file.edits:
                click.echo(f"  {edit.path}:{edit.line}  {edit.kind}: {edit.reason} ({edit.provenance})")
    return ExitCode.CLEAN


def _environment(folder: Path) -> Mapping[str, str]:
    """The environment variables that make a shim active in every Python below."""
    run = folder.absolute() / "run"
    if not (run / "sitecustomize.py").is_file():
        raise UsageError(f"{folder} is no shim", hint="apidrift shim build REF -o DIR")
    path = os.pathsep.join([str(run), *filter(None, [os.environ.get("PYTHONPATH")])])
    return {"APIDRIFT_SHIM": "strict", **os.environ, "PYTHONPATH": path}


def _execute(arguments: tuple[str, ...], environment: Mapping[str, str]) -> int:
    """Become the command, so that its exit code and its signals are its own."""
    sys.stdout.flush()
    sys.stderr.flush()
    try:
        if os.name == "posix":
            os.execvpe(arguments[0], arguments, environment)  # noqa: S606 -- what the user asked for
        return subprocess.run(arguments, env=environment, check=False).returncode  # noqa: S603 -- the same
    except OSError as error:
        raise UsageError(f"cannot run {arguments[0]}: {error.strerror}") from error
