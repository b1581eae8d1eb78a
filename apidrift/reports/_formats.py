"""The registry of formats: the one list that choices, suffixes and documentation derive from."""

from __future__ import annotations

import importlib
from apidrift.model.value import Value
from typing import TypeAlias

from apidrift.errors import UsageError
from apidrift.model.contract import Contract
from apidrift.model.report import Matrix, Report
from apidrift.reports._options import RenderOptions

Renderable: TypeAlias = Report | Matrix | Contract


class Format(Value, frozen=True):
    """One output format: its module is `_format_<name>.py`, imported when it is first used."""

    name: str
    about: str
    """A few words for help texts."""
    renders: tuple[type[Renderable], ...] = (Report,)
    """The kinds of value it can show."""
    suffixes: tuple[str, ...] = ()
    """File suffixes that mean this format, the preferred one first."""

    def can_render(self, value: Renderable) -> bool:
        """Whether this format shows values of this kind."""
        return isinstance(value, self.renders)

    def render(self, value: Renderable, options: RenderOptions) -> str:
        """The value as text, ending in a newline."""
        module = importlib.import_module(f"apidrift.reports._format_{self.name}")
        text: str = module.render(value, options)
        return text


_ALL = (Report, Matrix, Contract)
FORMATS: dict[str, Format] = {
    each.name: each
    for each in (
        Format("text", "for the terminal", _ALL, (".txt",)),
        Format("json", "for scripts, with a published JSON Schema", _ALL, (".json",)),
        Format("markdown", "a comment on a pull request", _ALL, (".md",)),
        Format("html", "one self-contained page", _ALL, (".html", ".htm")),
        Format("sarif", "SARIF 2.1.0, for code scanning", (Report,), (".sarif",)),
        Format("junit", "JUnit XML, for test dashboards", (Report,), (".xml",)),
        Format("github", "annotations in a GitHub workflow's log"),
    )
}
"""Every format by its name."""


def render(value: Renderable, format_name: str, options: RenderOptions | None = None) -> str:
    """A report, matrix or contract as text in the format of that name, ending in a newline.

    Raises:
        UsageError: there is no such format, or it cannot show this kind of value.
    """
    if format_name not in FORMATS:
        raise UsageError(f"no format {format_name!r}", hint=f"one of {', '.join(FORMATS)}")
    format_ = FORMATS[format_name]
    if not format_.can_render(value):
        able = ", ".join(name for name, each in FORMATS.items() if each.can_render(value))
        kind = type(value).__name__.lower()
        raise UsageError(f"format {format_name!r} cannot show a {kind}", hint=f"one of {able}")
    text = format_.render(value, options or RenderOptions())
    return text if text.endswith("\n") else text + "\n"
