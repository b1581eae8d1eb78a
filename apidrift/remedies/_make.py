"""From cases to a remedy: plan, put down, gather."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from apidrift.model.contract import Skipped
from apidrift.model.edit import Edit, FileEdits, Remedy
from apidrift.remedies._errors import CannotMendError
from apidrift.remedies._plan import plan
from apidrift.remedies._sheet import Sheet
from apidrift.remedies._source import Source
from apidrift.remedies.kinds import KINDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from apidrift.remedies._case import Case, Provider
    from apidrift.remedies._mend import Mend
    from apidrift.remedies._sheet import Span


@dataclass(frozen=True, slots=True)
class Consumer:
    """The code to mend."""

    name: str
    """Distribution name."""
    version: str
    package: str
    """The top-level import name."""
    read: Callable[[str], bytes]
    """The bytes of a file by its path."""


@dataclass(slots=True)
class Desk:
    """The consumer's files while they are worked on."""

    consumer: Consumer
    sheets: dict[str, Sheet] = field(default_factory=dict)
    unmended: list[Skipped] = field(default_factory=list)

    def sheet(self, path: str) -> Sheet:
        """The sheet of a file.

        Raises:
            CannotMendError: the file cannot be parsed.
        """
        if path not in self.sheets:
            self.sheets[path] = Sheet(Source(path, self.consumer.read(path)))
        return self.sheets[path]


def remedy(cases: Iterable[Case], provider: Provider, consumer: Consumer) -> Remedy:
    """Everything that mends a consumer for one version.

    Args:
        cases: what breaks or may do something else.
        provider: the version to mend for, and those before it.
        consumer: the code.
    """
    desk = Desk(consumer)
    mends = [mend for case in cases for mend in _planned(desk, case, provider)]
    put_down(desk, mends)
    release = provider.new.release
    return Remedy(
        consumer=consumer.name,
        consumer_version=consumer.version,
        package=consumer.package,
        provider=release.name,
        provider_version=release.version,
        provider_distribution=release.distribution or release.name,
        files=tuple(file_edits(sheet) for _, sheet in sorted(desk.sheets.items()) if sheet.spans),
        unmended=tuple(desk.unmended),
    )


def _planned(desk: Desk, case: Case, provider: Provider) -> list[Mend]:
    finding = case.finding
    try:
        return plan(case, provider, desk.sheet(finding.path).source)
    except CannotMendError as error:
        desk.unmended.append(Skipped(f"{finding.path}:{finding.line} {finding.use}", str(error)))
        return []


def put_down(desk: Desk, mends: Sequence[Mend]) -> None:
    """Put every mend on the sheet of its file, each whole or not at all; what is told twice is done once."""
    unique = list({mend.key: mend for mend in reversed(mends)}.values())[::-1]
    for mend in sorted(unique, key=lambda each: not KINDS[each.kind].first):
        place = mend.place
        try:
            sheet = desk.sheet(place.path)
            kept = len(sheet.spans)
            KINDS[mend.kind].put(sheet, mend)
        except CannotMendError as error:
            if place.path in desk.sheets and len(desk.sheets[place.path].spans) > kept:
                desk.sheets[place.path].forget(mend)
            desk.unmended.append(Skipped(f"{place.path}:{place.line} {mend.reason}", str(error)))


def file_edits(sheet: Sheet) -> FileEdits:
    """The edits of one file."""
    source = sheet.source
    edits = tuple(_edit(source, span) for span in sheet.spans)
    return FileEdits(source.path, hashlib.sha256(source.data).hexdigest(), edits)


def _edit(source: Source, span: Span) -> Edit:
    mend = span.mend
    return Edit(
        path=source.path,
        start=span.start,
        end=span.end,
        replacement=span.text,
        replaced=hashlib.sha256(source.data[span.start : span.end]).hexdigest(),
        line=source.line_of(span.start),
        kind=mend.kind,
        reason=mend.reason,
        provenance=mend.provenance,
        safety=mend.safety,
        fingerprints=mend.fingerprints,
        evidence=mend.evidence,
        recipe=mend.recipe,
        applies=mend.applies,
        remove_when=mend.remove_when,
    )
