"""A report as a comment: the answer and a table to read, everything else folded."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING

from apidrift.reports._evidence import error_line, evidence, place, rule_line, turned
from apidrift.reports._markdown import block, code, escape, table
from apidrift.reports._overview import Section, overview, section_title, unknowns
from apidrift.reports._terminal import clean
from apidrift.reports._text_report import GLYPHS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from apidrift.model.finding import Finding
    from apidrift.model.report import Report
    from apidrift.reports._options import RenderOptions
    from apidrift.reports._overview import Overview

_TABLED = (Section.NEW, Section.STILL, Section.RISK, Section.FIXED)
_FOLDED = (*_TABLED, Section.HANDLED)


def report_markdown(report: Report, options: RenderOptions) -> str:
    """The report in Markdown; title and headline alone when quiet."""
    told = overview(report)
    title = escape(options.title or told.title)
    written = f" ({escape(told.written_for)})" if told.written_for else ""
    parts = [f"## {title}{written}\n", f"**{escape(told.headline)}**\n"]
    if not options.quiet:
        parts += _body(report, told)
    return "\n".join(parts)


def _body(report: Report, told: Overview) -> Iterator[str]:
    yield f"{escape(' → '.join(told.funnel))}\n"
    for caveat in told.caveats:
        yield f"> {escape(caveat)}\n"
    rows = [_row(report, section, finding) for section in _TABLED for finding in told.sections[section]]
    if rows:
        yield table(["", "What happens", "Where", "Since", "Rule"], rows)
    for section in _FOLDED:
        if findings := told.sections[section]:
            yield _folded(f"{section_title(section, report)} ({len(findings)})", map(_details, findings))
    yield from _reasons(section_title(Section.UNKNOWN, report), unknowns(report))
    yield from _reasons("Skipped", tuple((each.what, each.reason) for each in report.skipped))
    if report.unclassified:
        lines = (
            f"- {code(c.symbol)} {escape(c.subject)}: {code(c.old) or 'nothing'} → {code(c.new) or 'nothing'}"
            for c in report.unclassified
        )
        yield _folded(f"Other differences in what you rely on ({len(report.unclassified)})", ["\n".join(lines) + "\n"])
    if report.notes:
        yield "\n".join(f"- {escape(note)}" for note in report.notes) + "\n"


def _row(report: Report, section: Section, finding: Finding) -> list[str]:
    happens = error_line(finding).replace("\n", " ") or f"{finding.title}: {_short(finding)}".rstrip(": ")
    return [
        f"{GLYPHS[section]} {section_title(section, report)}",
        code(happens),
        code(place(finding)),
        escape(finding.since or ""),
        escape(finding.id),
    ]


def _short(finding: Finding) -> str:
    if both := turned(finding):
        return both
    if finding.change and finding.change.subject:
        sides = " → ".join(filter(None, (finding.change.old, finding.change.new)))
        return f"{finding.change.subject} {sides}".rstrip()
    return finding.use


def _details(finding: Finding) -> str:
    lines = [finding.use, *(f"{mark} {text}".strip() for mark, text in evidence(finding))]
    parts = [f"**{code(place(finding))}** {escape(rule_line(finding))}\n", block(lines, "diff")]
    if error := error_line(finding):
        parts.append(block(error.splitlines(), "text"))
    links = [f"[{label}]({link})" for label, link in _links(finding)]
    facts = [*links, escape(finding.reason), *(f"also {code(echo)}" for echo in finding.echoes)]
    if told := " · ".join(fact for fact in facts if fact):
        parts.append(told + "\n")
    return "\n".join(parts)


def _links(finding: Finding) -> Iterator[tuple[str, str]]:
    for label, link in (("source before", finding.old_link), ("source after", finding.new_link)):
        if link.startswith("https://") and not set(link) & set("()<> \n"):
            yield label, link


def _reasons(title: str, pairs: tuple[tuple[str, str], ...]) -> Iterator[str]:
    if pairs:
        lines = "\n".join(f"- {code(what)}: {escape(reason)}" for what, reason in pairs)
        yield _folded(f"{title} ({len(pairs)})", [lines + "\n"])


def _folded(summary: str, parts: Iterable[str]) -> str:
    body = "\n".join(parts)
    return f"<details><summary>{html.escape(clean(summary))}</summary>\n\n{body}\n</details>\n"
