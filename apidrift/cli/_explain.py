"""`apidrift explain`."""

from __future__ import annotations

import click


@click.command("explain")
@click.argument("rule", default="")
def command(rule: str) -> None:
    """What RULE reports, why it breaks callers, when it does not, and what to do.

    RULE is a code (AD301) or a name (parameter-removed); without one, all rules are listed.
    """
    from apidrift.rules import RULES, explain  # noqa: PLC0415 -- start-up time

    if rule:
        from apidrift.cli._output import text_options  # noqa: PLC0415
        from apidrift.reports import page_text  # noqa: PLC0415

        options = text_options()
        click.echo(page_text(explain(rule), options), nl=False, color=options.color)
        return
    for each in RULES:
        click.echo(f"{each.code}  {each.name:34}  {each.title}")
