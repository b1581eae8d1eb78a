"""The group of commands, loaded one by one so that starting costs only what is asked for."""

from __future__ import annotations

import gc
import importlib
import signal
import sys
from typing import NoReturn

import click

from apidrift import __version__
from apidrift.cli._notes import tell_notes
from apidrift.cli._streams import guard_streams
from apidrift.errors import ApidriftError, ExitCode, OutputError, UsageError

COMMANDS = {
    "compare": "What the step from OLD to NEW does to the consumer.",
    "check": "Whether the consumer works on one version.",
    "matrix": "Every use on every version, with since when it breaks.",
    "patch": "What mends the consumer, as a unified diff.",
    "shim": "Build the package that lets the consumer run on a version, unchanged on disk.",
    "run": "Run a command with the consumer mended for the versions installed.",
    "doctor": "What is installed here and does not fit, or which finding a traceback is.",
    "witness": "The smallest program that shows one finding.",
    "snapshot": "Write provider versions down as snapshots.",
    "contract": "What the consumer relies on.",
    "explain": "What a rule reports, why, and what to do.",
    "nightly": "Compare the newest release with the baseline and keep the history.",
    "index": "Write the front page of a folder of reports.",
    "cache": "Show or clear what was read from the index.",
    "schema": "Print the JSON Schema of the reports.",
    "completion": "Print the completion script for a shell.",
}


class Commands(click.Group):
    """A group that imports a command's module when the command is called, and guesses at misspelt names."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 -- click's signature
        """In the order a newcomer needs them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Import the command's module; None for an unknown name."""
        if cmd_name not in COMMANDS:
            return None
        command = importlib.import_module(f"apidrift.cli._{cmd_name}").command
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Suggest the nearest command for a misspelt one."""
        name = args[0]
        if name not in COMMANDS and not name.startswith("-"):
            from difflib import get_close_matches  # noqa: PLC0415 -- only a slip needs it

            for near in get_close_matches(name, COMMANDS, n=1):
                ctx.fail(f"No such command {name!r}. Did you mean {near!r}?")
        return super().resolve_command(ctx, args)


@click.command(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Exit codes: 0 nothing breaks · 1 findings at or above --fail-on · 2 usage · 3 could not check · "
    "4 nothing to check.",
)
@click.version_option(__version__, prog_name="apidrift")
def cli() -> None:
    """Every place where the next version of a library breaks your code, before you run anything.

    \b
    apidrift compare 0.15 0.16                        with the defaults of apidrift.toml
    apidrift check vllm==0.16.0 --consumer ./mypkg    any consumer on any version
    apidrift matrix -o matrix.html                    all versions at a glance

    A version is 0.15 (the newest release of that minor), vllm==0.16.0, latest, a folder, a wheel or sdist,
    git:PATH@REF, env:PYTHON (what is installed there) or a snapshot file.
    """  # noqa: D301 -- click wants the character itself


@cli.result_callback()
@click.pass_context
def _done(context: click.Context, result: object) -> object:
    tell_notes(context)
    return result


def main() -> NoReturn:
    """Run the command line and leave with the documented exit code."""
    guard_streams()
    # Syntax trees are many objects and hardly any garbage: looking for cycles among them costs a quarter of a run.
    gc.disable()
    signal.signal(signal.SIGTERM, _terminated)
    code = _run()
    try:
        sys.stdout.flush()
    except OutputError as error:
        code = _told(error)
    sys.exit(code)


_INTERRUPTED = 130
_TERMINATED = 143


def _run() -> int:
    """Run the command; every failure becomes one line and its exit code, and a fault of ours a traceback."""
    try:
        result = cli.main(prog_name="apidrift", standalone_mode=False)
    except Exception as error:  # noqa: BLE001 -- Python's own exit code 1 would say that findings were found
        return _failed(error)
    return result if isinstance(result, int) else ExitCode.CLEAN


def _failed(error: Exception) -> int:
    match error:
        case click.exceptions.NoArgsIsHelpError():
            error.show()
            return ExitCode.USAGE
        case click.ClickException():
            return _told(UsageError(error.format_message().rstrip("."), hint=_help_of(error)))
        case click.Abort():
            click.echo("Stopped.", err=True)
            return _INTERRUPTED
        case ApidriftError():
            return _told(error)
        case OSError():
            where = f"{error.filename}: " if error.filename else ""
            return _told(ApidriftError(f"{where}{error.strerror or error}"))
        case _:
            import traceback  # noqa: PLC0415 -- start-up time

            click.echo(f"{traceback.format_exc()}apidrift: this is a fault of apidrift; please report it", err=True)
            return ExitCode.COULD_NOT_CHECK


def _told(error: ApidriftError) -> int:
    line = " ".join(str(error).split())
    click.echo(f"apidrift: {line}", err=True)
    return error.exit_code


def _help_of(error: click.ClickException) -> str:
    """Where to read on, for a usage error of a command."""
    context = getattr(error, "ctx", None)
    return f"see {context.command_path} --help" if context else ""


def _terminated(number: int, frame: object) -> NoReturn:  # noqa: ARG001 -- a signal handler's signature
    """Leave by an exception, so that temporary files are removed."""
    sys.exit(_TERMINATED)
