"""Markdown's own traps: text that must stay text, code that must stay code, cells that must stay cells."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

from apidrift.reports._terminal import clean

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_SPECIAL = re.compile(r"([\\`*_\[\]~])")


def escape(text: str) -> str:
    """Text that Markdown shows as it is; an `@` in it calls nobody."""
    return _SPECIAL.sub(r"\\\1", html.escape(clean(text), quote=False)).replace("@", "@&#8203;")


def code(text: str) -> str:
    """Text as inline code, its fence longer than any run of backticks inside; empty for an empty text."""
    text = clean(text).strip()
    fence = "`" * (_longest_run(text) + 1)
    space = " " if "`" in text else ""
    return f"{fence}{space}{text}{space}{fence}" if text else ""


def _longest_run(text: str) -> int:
    return max((len(run) for run in re.findall("`+", text)), default=0)


def block(lines: Iterable[str], language: str = "") -> str:
    """A fenced block whose fence is longer than any run of backticks inside."""
    text = "\n".join(clean(line) for line in lines)
    fence = "`" * max(3, _longest_run(text) + 1)
    return f"{fence}{language}\n{text}\n{fence}\n"


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; its cells are Markdown already, save for the bars that would end a cell."""
    lines = [header, ["---"] * len(header), *rows]
    return "".join(f"| {' | '.join(cell.replace('|', _BAR) for cell in line)} |\n" for line in lines)


_BAR = "\\|"
