"""Text for a terminal: colours when asked, lines that hold the width, nothing that could steer the terminal."""

from __future__ import annotations

import textwrap
import unicodedata
from dataclasses import dataclass, field

_CODES = {
    "bold": "1",
    "dim": "2",
    "red": "31",
    "green": "32",
    "yellow": "33",
    "blue": "34",
    "magenta": "35",
    "cyan": "36",
}
ROOM = 20
"""The least room in columns a text gets, however deep it is indented."""


def clean(text: str) -> str:
    """The text on one line, with characters that could steer a terminal or reorder a line made visible."""
    return "".join(f"\\x{ord(c):02x}" if unicodedata.category(c) in {"Cc", "Cf", "Zl", "Zp"} else c for c in text)


@dataclass(slots=True)
class Page:
    """Lines under construction."""

    width: int
    color: bool
    lines: list[str] = field(default_factory=list)

    def paint(self, style: str, text: str) -> str:
        """The text in these styles (`bold red`), or as it is without colour."""
        if not (self.color and style and text):
            return text
        return f"\x1b[{';'.join(_CODES[each] for each in style.split())}m{text}\x1b[0m"

    def blank(self) -> None:
        """An empty line, never two."""
        if self.lines and self.lines[-1]:
            self.lines.append("")

    def raw(self, text: str) -> None:
        """A line that is already painted and measured."""
        self.lines.append(text)

    def put(
        self, text: str, style: str = "", *, indent: int = 0, lead: str = "", lead_style: str = "", hang: int = 0
    ) -> None:
        """A text, wrapped. Its first line begins with `lead`; the others stand `hang` columns right of its end."""
        room = max(self.width - indent - len(lead), ROOM)
        for number, line in enumerate(wrap(clean(text).strip(), room, hang)):
            first = self.paint(lead_style or style, lead) if number == 0 else " " * len(lead)
            body = line.lstrip(" ")
            margin = " " * (len(line) - len(body))
            self.lines.append((" " * indent + first + margin + self.paint(style, body)).rstrip())

    def heading(self, text: str, style: str) -> None:
        """A heading with a rule to the right edge."""
        self.blank()
        rule = "─" * max(self.width - len(text) - 4, 3)
        self.raw(f"{self.paint('dim', '──')} {self.paint(f'bold {style}'.rstrip(), text)} {self.paint('dim', rule)}")
        self.blank()

    def text(self) -> str:
        """Everything put so far, ending in one newline."""
        return "\n".join(self.lines).rstrip("\n") + "\n"


def wrap(text: str, width: int, hang: int = 0) -> list[str]:
    """Lines no longer than `width`, broken at spaces where there are any; at least one.

    All but the first are indented by `hang`. Spaces joined by `together` are not broken at.
    """
    lines = textwrap.wrap(text, width, subsequent_indent=" " * hang, break_on_hyphens=False)
    return [line.replace(_JOINED, " ") for line in lines] or [""]


def together(text: str) -> str:
    """The text with its spaces marked as no place to break a line."""
    return text.replace(" ", _JOINED)


_JOINED = "\N{NO-BREAK SPACE}"


def shorten(text: str, width: int) -> str:
    """The text cut to `width` with an ellipsis."""
    return text if len(text) <= width else text[: max(width - 1, 0)] + "…"
