"""GitHub annotations: workflow commands that mark the consumer's lines in a run's log and in the pull request."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.reports._evidence import error_line, evidence, rule_line
from apidrift.reports._overview import Section, overview
from apidrift.reports._terminal import clean

if TYPE_CHECKING:
    from apidrift.model.finding import Finding
    from apidrift.model.report import Report
    from apidrift.reports._options import RenderOptions

_COMMANDS = {Section.NEW: "error", Section.STILL: "error", Section.RISK: "warning"}


def render(report: Report, options: RenderOptions) -> str:  # noqa: ARG001 -- one signature for all formats
    """A command per break and per risk, then the result as a notice."""
    told = overview(report)
    lines = [_command(section, finding) for section in _COMMANDS for finding in told.sections[section]]
    lines.append(f"::notice title={_property('apidrift')}::{_data(f'{clean(told.title)}: {told.headline}')}")
    return "\n".join(lines) + "\n"


def _command(section: Section, finding: Finding) -> str:
    where = f"file={_property(finding.path)},line={finding.line},col={finding.column + 1}"
    title = _property(rule_line(finding) + (f", since {finding.since}" if finding.since else ""))
    lines = [
        finding.use,
        *error_line(finding).split("\n"),
        *(f"{mark} {text}".strip() for mark, text in evidence(finding)),
    ]
    body = _data("\n".join(clean(line) for line in lines if line))
    return f"::{_COMMANDS[section]} {where},title={title}::{body}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(clean(text)).replace(":", "%3A").replace(",", "%2C")
