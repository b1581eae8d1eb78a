"""From cases to a remedy: plan, put down, gather."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from apidrift.model.contract import Skipped
from apidrift.model.edit import Edit, FileEdits, Remedy
from apidrift.remedies._errors import CannotMendError
from apidrift.remedies._imports import ensure, settle
from apidrift.remedies._plan import plan
from apidrift.remedies._recipes import cook
from apidrift.remedies._sheet import Sheet
from apidrift.remedies._source import Source
from apidrift.remedies._stubs import asking_stub, module_name, module_source, recipe_stubs
from apidrift.remedies.kinds import KINDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from apidrift.model.recipe import Recipe
    from apidrift.remedies._case import Case, Consumer, Provider
    from apidrift.remedies._match import Judged
    from apidrift.remedies._mend import Mend
    from apidrift.remedies._sheet import Span
    from apidrift.remedies._stubs import Asked


@dataclass(slots=True)
class Desk:
    """The consumer's files while they are worked on."""

    consumer: Consumer
    stubs: str
    """What edits call the module of adapter functions."""
    sheets: dict[str, Sheet] = field(default_factory=dict)
    unmended: list[Skipped] = field(default_factory=list)
    asked: list[Asked] = field(default_factory=list)
    """Values that a person must decide."""

    def sheet(self, path: str) -> Sheet:
        """The sheet of a file.

        Raises:
            CannotMendError: the file cannot be parsed.
        """
        if path not in self.sheets:
            self.sheets[path] = Sheet(Source(path, self.consumer.read(path)))
        return self.sheets[path]


def remedy(
    cases: Iterable[Case],
    provider: Provider,
    consumer: Consumer,
    recipes: Sequence[Recipe] = (),
    uses: Sequence[Judged] = (),
) -> Remedy:
    """See `apidrift.remedies.remedy`."""
    desk = Desk(consumer, module_name(provider.new.release.name))
    mends = [mend for case in cases for mend in _planned(desk, case, provider)]
    release = provider.new.release
    cooked = cook(recipes, uses, release.version, consumer.name, lambda path: desk.sheet(path).source, desk.stubs)
    desk.unmended += cooked.unmended
    put_down(desk, [*mends, *cooked.mends])
    numbers: dict[int, int] = {}
    stubs = (*recipe_stubs(cooked.used), *map(asking_stub, desk.asked))
    named = f"{consumer.name} {consumer.version}".strip()
    return Remedy(
        consumer=consumer.name,
        consumer_version=consumer.version,
        package=consumer.package,
        provider=release.name,
        provider_version=release.version,
        provider_distribution=release.distribution or release.name,
        files=tuple(file_edits(sheet, numbers) for _, sheet in sorted(desk.sheets.items()) if sheet.spans),
        stubs=stubs,
        unmended=tuple(desk.unmended),
        unneeded=tuple(cooked.unneeded),
        stub_path=consumer.stub_path(desk.stubs) if stubs else "",
        stub_source=module_source(stubs, cooked.used, named, release.name, release.version),
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
    for sheet in desk.sheets.values():
        settle(sheet)
        callers = [span.mend for span in sheet.spans if span.mend.stubs]
        if callers:
            ensure(sheet, desk.consumer.stub_import(desk.stubs), callers[0])


def file_edits(sheet: Sheet, numbers: dict[int, int]) -> FileEdits:
    """The edits of one file.

    Args:
        sheet: the file.
        numbers: those of mends so far, by identity.
    """
    source = sheet.source
    edits = tuple(_edit(source, span, numbers.setdefault(id(span.mend), len(numbers))) for span in sheet.spans)
    return FileEdits(source.path, hashlib.sha256(source.data).hexdigest(), edits)


def _edit(source: Source, span: Span, number: int) -> Edit:
    mend = span.mend
    return Edit(
        path=source.path,
        start=span.start,
        end=span.end,
        replacement=span.text,
        replaced=hashlib.sha256(source.data[span.start : span.end]).hexdigest(),
        line=source.line_of(span.start),
        mend=number,
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
