"""The group of commands, loaded one by one so that starting costs only what is asked for."""

from __future__ import annotations

import difflib
import importlib
import sys
from typing import NoReturn

import click

from apidrift import __version__
from apidrift.errors import ApidriftError, ExitCode

COMMANDS = {
    "compare": "What the step from OLD to NEW does to the consumer.",
    "check": "Whether the consumer works on one version.",
    "matrix": "Every use on every version, with since when it breaks.",
    "snapshot": "Write provider versions down as snapshots.",
    "contract": "What the consumer relies on.",
    "explain": "What a rule reports, why, and what to do.",
    "nightly": "Compare the newest release with the baseline and keep the history.",
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
        near = difflib.get_close_matches(name, COMMANDS, n=1)
        if self.get_command(ctx, name) is None and near and not name.startswith("-"):
            ctx.fail(f"No such command {name!r}. Did you mean {near[0]!r}?")
        return super().resolve_command(ctx, args)


@click.command(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Exit codes: 0 nothing breaks · 1 findings at or above --fail-on · 2 usage · 3 could not check · "
    "4 nothing to check.",
)
@click.version_option(__version__, prog_name="apidrift")
def cli() -> None:
    r"""Every place where the next version of a library breaks your code, before you run anything.

    \b
    apidrift compare 0.15 0.16                        with the defaults of apidrift.toml
    apidrift check vllm==0.16.0 --consumer ./mypkg    any consumer on any version
    apidrift matrix -o matrix.html                    all versions at a glance

    A version is 0.15 (the newest release of that minor), vllm==0.16.0, latest, a folder, a wheel or sdist,
    git:PATH@REF or a snapshot file.
    """


def main() -> NoReturn:
    """Run the command line and leave with the documented exit code."""
    try:
        result = cli.main(standalone_mode=False)
        code = result if isinstance(result, int) else ExitCode.CLEAN
    except click.ClickException as error:
        error.show()
        code = ExitCode.USAGE
    except click.Abort:
        click.echo("Stopped.", err=True)
        code = _INTERRUPTED
    except ApidriftError as error:
        click.echo(f"apidrift: {error}", err=True)
        code = error.exit_code
    sys.exit(_flushed(code))


_INTERRUPTED = 130


def _flushed(code: int) -> int:
    """Meet a closed pipe or a full disk behind standard output here, instead of in a traceback at exit."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        sys.stdout = None  # nothing more is to be written
        return code
    except OSError as error:
        click.echo(f"apidrift: cannot write the output: {error.strerror}", err=True)
        sys.stdout = None
        return ExitCode.COULD_NOT_CHECK
    return code
