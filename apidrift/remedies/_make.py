"""From cases to a remedy: plan, put down, gather."""

from __future__ import annotations

import ast
import hashlib
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from apidrift.model.contract import Skipped
from apidrift.model.edit import Edit, FileEdits, Provenance, Remedy
from apidrift.remedies._errors import CannotMendError
from apidrift.remedies._imports import ensure, settle
from apidrift.remedies._match import settles
from apidrift.remedies._mend import STUB_IMPORT
from apidrift.remedies._plan import plan
from apidrift.remedies._planned import Planned
from apidrift.remedies._recipes import cook
from apidrift.remedies._sheet import Sheet
from apidrift.remedies._source import Source, source_of
from apidrift.remedies._stubs import Asked, Needed, asking_stub, module_name, module_source, recipe_stubs
from apidrift.remedies._task import Task
from apidrift.remedies.kinds import KINDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from apidrift.model.contract import Place
    from apidrift.model.recipe import Recipe
    from apidrift.model.surface import Release
    from apidrift.remedies._case import Case, Consumer, Provider
    from apidrift.remedies._match import Judged
    from apidrift.remedies._mend import Mend
    from apidrift.remedies._sheet import Span


@dataclass(slots=True)
class Desk:
    """The consumer's files while they are worked on."""

    consumer: Consumer
    stubs: str
    """What edits call the module of adapter functions."""
    sheets: dict[str, Sheet] = field(default_factory=dict)
    unmended: list[Skipped] = field(default_factory=list)
    refused: list[tuple[Case, Skipped]] = field(default_factory=list)
    """Findings that no edit mends, and why."""
    asked: list[Asked] = field(default_factory=list)
    """Values that a person must decide."""

    def sheet(self, path: str) -> Sheet:
        """The sheet of a file.

        Raises:
            CannotMendError: the file cannot be parsed.
        """
        if path not in self.sheets:
            self.sheets[path] = Sheet(source_of(path, self.consumer.read(path)))
        return self.sheets[path]


def planned(
    cases: Iterable[Case],
    provider: Provider,
    consumer: Consumer,
    recipes: Sequence[Recipe] = (),
    uses: Sequence[Judged] = (),
) -> Planned:
    """What mends a consumer for one version.

    Args:
        cases: what breaks or may do something else.
        provider: the version to mend for, and those before it.
        consumer: the code.
        recipes: known adaptations to the provider.
        uses: every use of the consumer with what was judged of it on the version, for the recipes.
    """
    release = provider.new.release
    desk = Desk(consumer, module_name(release.name))
    cases = tuple(cases)
    mends = [mend for case in cases for mend in _planned(desk, case, provider)]
    stubs = consumer.stub_module(desk.stubs)
    cooked = cook(recipes, uses, release.version, consumer.name, lambda path: desk.sheet(path).source, stubs)
    told = {_spot(mend.place) for mend in cooked.mends}
    settled = {recipe.name: [case for case in cases if settles(recipe, case)] for recipe in cooked.used}
    elsewhere = {id(case) for those in settled.values() for case in those}
    return Planned(
        (*mends, *(_with_findings(mend, cases, settled[mend.recipe]) for mend in cooked.mends)),
        tuple(cooked.used),
        tuple({each.name: each for each in desk.asked}.values()),
        tuple(cooked.unneeded),
        (
            *(skip for case, skip in desk.refused if _spot(case.use.place) not in told and id(case) not in elsewhere),
            *cooked.unmended,
        ),
    )


def _with_findings(mend: Mend, cases: Sequence[Case], settled: Sequence[Case]) -> Mend:
    """A recipe's mend, with the findings at its place and those that the recipe settles elsewhere."""
    here = [case for case in cases if _spot(case.use.place) == _spot(mend.place)]
    found = [case.finding.fingerprint for case in (*here, *settled)]
    return replace(mend, fingerprints=tuple(dict.fromkeys((*mend.fingerprints, *found))))


def _spot(place: Place) -> tuple[str, int, int]:
    return place.path, place.line, place.column


def composed(plan: Planned, consumer: Consumer, release: Release, distributions: Sequence[str] = ()) -> Remedy:
    """A plan put down on the consumer's files.

    Args:
        plan: what is to be done.
        consumer: the code.
        release: what it is for; its version may be a range.
        distributions: those that bring the provider, for edits that ask which version is installed.
    """
    desk = Desk(consumer, module_name(release.name))
    put_down(desk, plan.mends)
    stubs = (*recipe_stubs(plan.recipes), *map(asking_stub, plan.asked))
    named = f"{consumer.name} {consumer.version}".strip()
    gated = tuple(distributions) if any(mend.gate for mend in plan.mends) else ()
    source = module_source(Needed(stubs, plan.recipes, gated), named, release.name, release.version)
    numbers: dict[int, int] = {}
    return Remedy(
        consumer=consumer.name,
        consumer_version=consumer.version,
        package=consumer.package,
        provider=release.name,
        provider_version=release.version,
        provider_distribution=release.distribution or release.name,
        files=tuple(file_edits(sheet, numbers) for _, sheet in sorted(desk.sheets.items()) if sheet.spans),
        stubs=stubs,
        unmended=(*plan.unmended, *desk.unmended),
        unneeded=plan.unneeded,
        stub_path=consumer.stub_path(desk.stubs) if source else "",
        stub_source=source,
    )


def _planned(desk: Desk, case: Case, provider: Provider) -> list[Mend]:
    finding = case.finding
    try:
        found = plan(Task(case, provider, desk.sheet(finding.path).source, desk.stubs))
    except CannotMendError as error:
        desk.refused.append((case, Skipped(f"{finding.path}:{finding.line} {finding.use}", str(error))))
        return []
    for mend in found:
        if mend.provenance is Provenance.STUB:
            name = mend.what["value"].removeprefix(f"{desk.stubs}.").removesuffix("()")
            desk.asked.append(Asked(name, mend.reason, mend.fingerprints))
    return found


def put_down(desk: Desk, mends: Sequence[Mend]) -> None:
    """Put every mend on the sheet of its file, each whole or not at all; what is told twice is done once."""
    for mend in sorted(_merged(mends), key=lambda each: not KINDS[each.kind].first):
        place = mend.place
        try:
            sheet = desk.sheet(place.path)
            kept = len(sheet.spans)
            KINDS[mend.kind].put(sheet, mend)
            _still_parses(sheet)
        except CannotMendError as error:
            if place.path in desk.sheets and len(desk.sheets[place.path].spans) > kept:
                desk.sheets[place.path].forget(mend)
            desk.unmended.append(Skipped(f"{place.path}:{place.line} {mend.reason}", str(error)))
    for sheet in desk.sheets.values():
        settle(sheet)
        callers = [span.mend for span in sheet.spans if f"{desk.stubs}." in span.text]
        if callers:
            ensure(sheet, desk.consumer.stub_import(desk.stubs), replace(callers[0], kind=STUB_IMPORT))


def _still_parses(sheet: Sheet) -> None:
    """Each mend alone is sound; two that make the same call over may not be."""
    try:
        ast.parse(sheet.edited())
    except SyntaxError as error:
        try:
            ast.parse(sheet.source.data)
        except SyntaxError:
            return  # syntax of a newer Python than this one
        raise CannotMendError("the edits before it leave no room for it") from error


def _merged(mends: Sequence[Mend]) -> list[Mend]:
    """The same thing told twice is done once, with the first one's provenance, for all the findings."""
    found: dict[object, Mend] = {}
    for mend in mends:
        known = found.get(mend.key)
        if known is None:
            found[mend.key] = mend
        else:
            prints = dict.fromkeys((*known.fingerprints, *mend.fingerprints))
            found[mend.key] = replace(known, fingerprints=tuple(prints))
    return list(found.values())


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
