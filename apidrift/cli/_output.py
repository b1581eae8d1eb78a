"""Where a result goes: standard output in one format, files in the format of their suffix; whole or not at all."""

from __future__ import annotations

import os
import shutil
import sys
from typing import TYPE_CHECKING

import click

from apidrift.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from apidrift.cli._options import Common
    from apidrift.model.contract import Contract
    from apidrift.model.diagnosis import Diagnosis
    from apidrift.model.report import Matrix, Report
    from apidrift.pipeline import Several
    from apidrift.reports import RenderOptions

MIN_WIDTH = 80
MAX_WIDTH = 140


def emit(value: Report | Matrix | Contract, common: Common, format_name: str, outputs: Sequence[Path]) -> None:
    """Render a value to every place asked for; everything is rendered before anything is written.

    Raises:
        UsageError: a format is not known or cannot show this kind of value.
        OutputError: a file cannot be written.
    """
    from apidrift.reports import render  # noqa: PLC0415 -- start-up time

    _emit(lambda name, options: render(value, name, options), common, format_name, outputs)


def emit_several(several: Several, common: Common, format_name: str, outputs: Sequence[Path]) -> None:
    """Render the reports on several providers to every place asked for.

    Raises:
        UsageError: a format is not known or holds one report only.
        OutputError: a file cannot be written.
    """
    from apidrift.reports import render_several  # noqa: PLC0415 -- start-up time

    def rendered(name: str, options: RenderOptions) -> str:
        return render_several(several.consumer, several.reports, several.skipped, name, options)

    _emit(rendered, common, format_name, outputs)


def emit_diagnosis(told: Diagnosis, common: Common, format_name: str) -> None:
    """Render a diagnosis on standard output."""
    from apidrift.reports import render_diagnosis  # noqa: PLC0415 -- start-up time

    _emit(lambda name, options: render_diagnosis(told, name, options), common, format_name, ())


def _emit(
    rendered: Callable[[str, RenderOptions], str], common: Common, format_name: str, outputs: Sequence[Path]
) -> None:
    from apidrift.pipeline import write_together  # noqa: PLC0415 -- start-up time
    from apidrift.reports import RenderOptions  # noqa: PLC0415

    format_name = format_name or "text"
    color = format_name == "text" and _color(common)
    # A file is the same whoever writes it, whatever the terminal's width and however silent the run.
    for_files = RenderOptions(verbose=common.verbose)
    files = [(path, rendered(_format_of(path), for_files)) for path in outputs]
    options = RenderOptions(width=_width(), color=color, verbose=common.verbose, quiet=common.quiet)
    text = rendered(format_name, options)
    write_together({path: content.encode() for path, content in files})
    if format_name == "text":
        click.echo(text, nl=False, color=color)
    else:
        click.echo(text.encode(), nl=False)  # what programs read is UTF-8, whatever the terminal's encoding
    if not common.quiet:
        for path, _ in files:
            click.echo(f"Wrote {path}", err=True)


def check_formats(format_name: str, outputs: Sequence[Path]) -> None:
    """Refuse unknown formats before any work is done.

    Raises:
        UsageError: a format or a file's suffix is not known, or a file is named twice.
    """
    from apidrift.reports import FORMATS  # noqa: PLC0415 -- start-up time

    for name in (format_name or "text", *map(_format_of, outputs)):
        if name not in FORMATS:
            raise UsageError(f"no format {name!r}", hint=f"one of {', '.join(FORMATS)}")
    places = [path.absolute().resolve() for path in outputs]
    for number, place in enumerate(places):
        if place in places[:number]:
            raise UsageError(f"{outputs[number]} is to be written twice", hint="name each file once")


def _width() -> int:
    return min(max(shutil.get_terminal_size((100, 24)).columns, MIN_WIDTH), MAX_WIDTH)


def _format_of(path: Path) -> str:
    from apidrift.reports import FORMATS  # noqa: PLC0415 -- start-up time

    by_suffix = {suffix: name for name, each in FORMATS.items() for suffix in each.suffixes}
    if path.suffix not in by_suffix:
        raise UsageError(f"no format for {path.name}", hint=f"a suffix of {', '.join(sorted(by_suffix))}")
    return by_suffix[path.suffix]


def text_options() -> RenderOptions:
    """How text looks on standard output where no shared options say more."""
    from apidrift.reports import RenderOptions  # noqa: PLC0415 -- start-up time

    return RenderOptions(width=_width(), color=_on_terminal())


def _color(common: Common) -> bool:
    return _on_terminal() and not common.no_color


def _on_terminal() -> bool:
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")
