"""JUnit XML: every finding a test case, every break a failure."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

from apidrift.reports._evidence import error_line, evidence, place, rule_line
from apidrift.reports._overview import Section, named, overview
from apidrift.reports._terminal import clean

if TYPE_CHECKING:
    from apidrift.model.finding import Finding
    from apidrift.model.report import Report
    from apidrift.reports._options import RenderOptions

_FAILING = (Section.NEW, Section.STILL)
_SKIPPED = (Section.UNKNOWN,)


def render(report: Report, options: RenderOptions) -> str:
    """One suite; breaks fail, unknown uses are skipped, all others pass."""
    told = overview(report)
    cases = [line for section in Section for finding in told.sections[section] for line in _case(section, finding)]
    counts = {"tests": sum(map(told.count, Section)), "failures": sum(map(told.count, _FAILING))}
    counts |= {"errors": 0, "skipped": sum(map(told.count, _SKIPPED))}
    numbers = " ".join(f'{key}="{value}"' for key, value in counts.items())
    name = _attribute(options.title or f"{report.provider.name} {report.provider.new} for {named(report)}")
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f"<testsuites name={name} {numbers}>"]
    lines += [f"  <testsuite name={name} {numbers}>", *cases, "  </testsuite>", "</testsuites>"]
    return "\n".join(lines) + "\n"


def _case(section: Section, finding: Finding) -> list[str]:
    module = re.sub(r"\.py$", "", finding.path).replace("/", ".")
    name = f"{finding.use or finding.symbol} (line {finding.line})"
    head = f"    <testcase classname={_attribute(module)} name={_attribute(name)}"
    head += f' file={_attribute(finding.path)} line="{finding.line}"'
    if section in _SKIPPED:
        return [f"{head}>", f"      <skipped message={_attribute(finding.reason)}/>", "    </testcase>"]
    if section not in _FAILING:
        return [f"{head}/>"]
    kind = _attribute(finding.exception or finding.id)
    message = _attribute(error_line(finding).replace("\n", " ") or rule_line(finding))
    body = escape("\n".join(map(clean, _body(finding))))
    return [f"{head}>", f"      <failure type={kind} message={message}>{body}</failure>", "    </testcase>"]


def _body(finding: Finding) -> list[str]:
    lines = [place(finding), *error_line(finding).split("\n"), rule_line(finding)]
    lines += [f"{mark} {text}".strip() for mark, text in evidence(finding)]
    return lines + ([f"since {finding.since}"] if finding.since else [])


def _attribute(text: str) -> str:
    return quoteattr(clean(text))
