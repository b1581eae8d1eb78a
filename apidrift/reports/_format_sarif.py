"""SARIF 2.1.0: what code scanning shows beside the consumer's own lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import msgspec

from apidrift.reports._evidence import error_line, evidence, rule_line
from apidrift.reports._overview import Section, overview, section_title
from apidrift.reports._rulebook import rule_text

if TYPE_CHECKING:
    from apidrift.model.finding import Finding
    from apidrift.model.report import Report
    from apidrift.reports._options import RenderOptions

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS = {Section.NEW: "error", Section.STILL: "error", Section.RISK: "warning"}
"""What code scanning is told about; the other sections are no defects of the consumer."""


def render(report: Report, options: RenderOptions) -> str:  # noqa: ARG001 -- one signature for all formats
    """One run with a result for each break and each risk."""
    told = overview(report)
    loud = [(section, finding) for section in _LEVELS for finding in told.sections[section]]
    codes = sorted({finding.id for _, finding in loud})
    titles = {finding.id: finding.title for _, finding in loud}
    run = {
        "tool": {"driver": {"name": "apidrift", "rules": [_rule(code, titles[code]) for code in codes]}},
        "columnKind": "unicodeCodePoints",
        "results": [_result(report, section, finding, codes.index(finding.id)) for section, finding in loud],
    }
    log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
    return msgspec.json.format(msgspec.json.encode(log), indent=2).decode() + "\n"


def _rule(code: str, title: str) -> dict[str, Any]:
    page = rule_text(code)
    described = {"help": {"text": page, "markdown": page}} if page else {}
    return {"id": code, "shortDescription": {"text": title or code}, **described}


def _result(report: Report, section: Section, finding: Finding, rule_index: int) -> dict[str, Any]:
    return {
        "ruleId": finding.id,
        "ruleIndex": rule_index,
        "level": _LEVELS[section],
        "message": {"text": "\n".join(_message(report, section, finding))},
        "locations": [_location(finding.path, finding.line, finding.column + 1)],
        "relatedLocations": [_location(*_echo(echo)) for echo in finding.echoes],
        "partialFingerprints": {"apidrift/v1": finding.fingerprint},
        "properties": {
            "confidence": finding.confidence.value,
            "since": finding.since,
            "status": finding.status.value,
            "symbol": finding.symbol,
        },
    }


def _message(report: Report, section: Section, finding: Finding) -> list[str]:
    since = f" since {finding.since}" if finding.since else ""
    heading = f"{section_title(section, report)} on {report.provider.name} {report.provider.new}{since}: {finding.use}"
    return [heading, error_line(finding) or rule_line(finding), *(f"{m} {t}".strip() for m, t in evidence(finding))]


def _location(path: str, line: int, column: int = 1) -> dict[str, Any]:
    return {
        "physicalLocation": {
            "artifactLocation": {"uri": quote(path), "uriBaseId": "%SRCROOT%"},
            "region": {"startLine": max(line, 1), "startColumn": column},
        }
    }


def _echo(text: str) -> tuple[str, int]:
    path, _, line = text.rpartition(":")
    return (path, int(line)) if path and line.isdigit() else (text, 1)
