"""A report as a page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from apidrift.reports._html_finding import Card, anchors, card
from apidrift.reports._html_funnel import funnel_graphic
from apidrift.reports._html_page import page
from apidrift.reports._html_prose import Block, rule_page
from apidrift.reports._layers import TITLE, layers, left_out, summary
from apidrift.reports._overview import Section, before, overview, section_title, unknowns
from apidrift.reports._text_report import GLYPHS

if TYPE_CHECKING:
    from apidrift.model.report import Report
    from apidrift.reports._options import RenderOptions
    from apidrift.reports._overview import Overview

RESERVED = frozenset(
    {"main", "findings", "rules", "query", "showing", "funnel", "hatch", "rules-title", "top", *Section}
)
SHOWN = (Section.NEW, Section.STILL, Section.RISK, Section.FIXED, Section.HANDLED)
"""The sections shown as cards; what is unknown is a list of reasons."""


@dataclass(frozen=True, slots=True)
class Part:
    """A section of the page."""

    section: Section
    glyph: str
    title: str
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Layer:
    """A line of the list on the first screen."""

    anchor: str
    glyph: str
    section: Section
    place: str
    text: str
    since: str


@dataclass(frozen=True, slots=True)
class RulePage:
    """A rule met in the report, with its public page."""

    code: str
    title: str
    count: int
    blocks: tuple[Block, ...]


def report_page(report: Report, options: RenderOptions) -> str:
    """The report as one self-contained page."""
    told = overview(report)
    parts = _parts(report, told)
    return page(
        "report",
        ("base", "report"),
        ("theme", "report"),
        title=options.title or told.title,
        report=report,
        told=told,
        parts=parts,
        layers=_layers(told, parts),
        layers_title=TITLE,
        left_out=left_out(told, layers(told)),
        rules=_rules(parts),
        files=sorted({each.finding.path for part in parts for each in part.cards}),
        total=sum(len(part.cards) for part in parts),
        funnel=funnel_graphic(report, told.count(Section.NEW), told.count(Section.STILL)),
        bad=bool(told.count(Section.NEW) or told.count(Section.STILL)),
        sides=(before(report), report.provider.new),
        asides=(
            ("Unknown", "Uses that could not be judged, with the reason.", unknowns(report)),
            ("Skipped", "What was not looked at, with the reason.", [(s.what, s.reason) for s in report.skipped]),
        ),
    )


def _parts(report: Report, told: Overview) -> tuple[Part, ...]:
    findings = [(section, finding) for section in SHOWN for finding in told.sections[section]]
    names = anchors([finding.fingerprint for _, finding in findings], RESERVED)
    cards = [card(finding, section, name) for (section, finding), name in zip(findings, names, strict=True)]
    return tuple(
        Part(section, GLYPHS[section], section_title(section, report), tuple(c for c in cards if c.section is section))
        for section in SHOWN
        if told.sections[section]
    )


def _layers(told: Overview, parts: tuple[Part, ...]) -> list[Layer]:
    cards = {id(each.finding): each for part in parts for each in part.cards}
    found = [(finding, cards[id(finding)]) for finding in layers(told)]
    return [
        Layer(
            shown.anchor,
            shown.glyph,
            shown.section,
            f"{finding.path.rpartition('/')[2]}:{finding.line}",
            summary(finding),
            finding.since or "",
        )
        for finding, shown in found
    ]


def _rules(parts: tuple[Part, ...]) -> tuple[RulePage, ...]:
    found: dict[str, list[Card]] = {}
    for part in parts:
        for each in part.cards:
            found.setdefault(each.finding.id, []).append(each)
    return tuple(
        RulePage(code, cards[0].finding.title, len(cards), rule_page(code)) for code, cards in sorted(found.items())
    )
