"""A finding as the page shows it: everything a template needs, cut into pieces it can mark."""

from __future__ import annotations

import re
from dataclasses import dataclass
from hashlib import sha256
from itertools import groupby
from typing import TYPE_CHECKING

from apidrift.reports._evidence import error_line, moved_to, turned
from apidrift.reports._signatures import RESULT, Mark, compare_signatures
from apidrift.reports._text_report import GLYPHS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.finding import Finding
    from apidrift.reports._overview import Section
    from apidrift.reports._signatures import Piece, Row

Parts = tuple[tuple[str, bool], ...]
"""Pieces of a text, each with whether it is to be marked."""
FOLD = 2
"""From this many parameters in a row on that are not to blame, they are folded."""
SIGNS = {Mark.SAME: "", Mark.ADDED: "+", Mark.REMOVED: "−", Mark.CHANGED: "~", Mark.MOVED: "↕"}  # noqa: RUF001


@dataclass(frozen=True, slots=True)
class Line:
    """One row of a comparison of signatures."""

    mark: str
    sign: str
    blamed: bool
    """Whether it is the parameter the finding is about."""
    old: Parts | None
    new: Parts | None


@dataclass(frozen=True, slots=True)
class Run:
    """Neighbouring rows: folded where they are not what the finding is about."""

    folded: str
    """What the fold says, `3 unchanged`; empty: the rows are shown."""
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Card:
    """A finding, ready to be shown."""

    finding: Finding
    section: Section
    anchor: str
    glyph: str
    heading: str
    """What happens, in one line."""
    rest: str
    """The message's further lines."""
    use: Parts
    runs: tuple[Run, ...]
    fact: tuple[str, str] | None
    """What was and what is, where no signature shows it."""
    single: Parts
    """The one signature known, where the other is not."""
    told: bool
    """Whether the heading tells all, so that the signatures may stay folded."""
    moved_to: str


def card(finding: Finding, section: Section, anchor: str) -> Card:
    """Prepare a finding for the page."""
    subject = finding.change.subject if finding.change else ""
    heading, _, rest = error_line(finding).partition("\n")
    both = bool(finding.old_signature and finding.new_signature)
    rows = compare_signatures(finding.old_signature, finding.new_signature) if both else ()
    differs = any(row.mark is not Mark.SAME for row in rows)
    return Card(
        finding=finding,
        section=section,
        anchor=anchor,
        glyph=GLYPHS[section],
        heading=heading or _told(finding),
        rest=rest,
        use=_marked_use(finding.use, subject),
        runs=tuple(_runs(rows, subject)) if differs else (),
        fact=_fact(finding, rows, subject),
        single=_single(finding, differs=differs),
        told=not heading and bool(turned(finding)),
        moved_to=moved_to(finding),
    )


def _told(finding: Finding) -> str:
    """A heading for a finding that raises nothing: the rule's words and what they are about."""
    subject = finding.change.subject if finding.change else ""
    words = ": ".join(part for part in (finding.title, turned(finding) or subject) if part)
    return words or finding.use or finding.symbol


def _fact(finding: Finding, rows: tuple[Row, ...], subject: str) -> tuple[str, str] | None:
    change = finding.change
    if change is None or not (change.old or change.new) or any(_is(row, subject) for row in rows):
        return None
    if turned(finding) or {change.old, change.new} <= {"", finding.symbol, moved_to(finding)}:
        return None
    return change.old, change.new


def _single(finding: Finding, *, differs: bool) -> Parts:
    text = "" if differs else finding.new_signature or finding.old_signature
    return ((text, False),) if text else ()


def _marked_use(use: str, subject: str) -> Parts:
    """The call shape with the keyword to blame marked."""
    found = re.search(rf"(?<![\w.]){re.escape(subject)}=(?:[^,()]*)", use) if subject else None
    if found is None:
        return ((use, False),)
    begin, end = found.span()
    return tuple(part for part in ((use[:begin], False), (use[begin:end], True), (use[end:], False)) if part[0])


def _is(row: Row, subject: str) -> bool:
    return bool(subject) and row.name.lstrip("*") == subject and row.mark is not Mark.SAME


def _runs(rows: tuple[Row, ...], subject: str) -> Iterator[Run]:
    """Open what the finding is about, else what changed; fold the rest."""
    blamed = any(_is(row, subject) for row in rows)
    for shown, group in groupby(rows, key=lambda row: _is(row, subject) if blamed else row.mark is not Mark.SAME):
        lines = tuple(_line(row, subject) for row in group)
        yield Run("" if shown or len(lines) < FOLD else _fold(lines), lines)


def _fold(lines: tuple[Line, ...]) -> str:
    same = sum(line.mark == Mark.SAME for line in lines)
    parts = ((len(lines) - same, "more changed"), (same, "unchanged"))
    return ", ".join(f"{count} {what}" for count, what in parts if count)


def _line(row: Row, subject: str) -> Line:
    return Line(
        mark=row.mark.value,
        sign=SIGNS[row.mark],
        blamed=_is(row, subject),
        old=_parts(row.old, row.new) if row.old else None,
        new=_parts(row.new, row.old) if row.new else None,
    )


def _parts(piece: Piece, other: Piece | None) -> Parts:
    """A parameter in parts, those marked that the other version spells differently."""
    annotation = f" {piece.annotation}" if piece.name == RESULT else f": {piece.annotation}"
    default = f" = {piece.default}"
    spelled = [(piece.name, False)]
    if piece.annotation:
        spelled.append((annotation, other is not None and other.annotation != piece.annotation))
    if piece.default is not None:
        spelled.append((default, other is not None and other.default != piece.default))
    return tuple(spelled)


def anchors(fingerprints: list[str], taken: frozenset[str]) -> list[str]:
    """An element's id per fingerprint: itself where it is a plain word and free, else made from it."""
    seen = set(taken)
    found = []
    for fingerprint in fingerprints:
        plain = fingerprint if _WORD.fullmatch(fingerprint) else sha256(fingerprint.encode()).hexdigest()[:12]
        name, number = plain, 1
        while name in seen:
            number += 1
            name = f"{plain}-{number}"
        seen.add(name)
        found.append(name)
    return found


_WORD = re.compile(r"[A-Za-z0-9_-]+")
