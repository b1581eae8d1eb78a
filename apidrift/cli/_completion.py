"""`apidrift completion`: the completion script for a shell."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class


@click.command("completion")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def command(shell: str) -> None:
    """Print the completion script for SHELL; source it from your shell's start-up file.

    \b
    bash:  eval "$(apidrift completion bash)"      in ~/.bashrc
    zsh:   eval "$(apidrift completion zsh)"       in ~/.zshrc
    fish:  apidrift completion fish > ~/.config/fish/completions/apidrift.fish
    """  # noqa: D301 -- click wants the character itself
    from apidrift.cli._main import cli  # noqa: PLC0415 -- the group imports this module

    kind = get_completion_class(shell)
    assert kind is not None
    click.echo(kind(cli, {}, "apidrift", "_APIDRIFT_COMPLETE").source())
