"""What a report finds in a consumer, as the cases that remedies mend, and how cases before and after edits relate."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from apidrift.model.change import Aspect
from apidrift.model.describe import describe_use
from apidrift.model.finding import Status, Verdict
from apidrift.remedies import Case, Consumer, apply, settles
from apidrift.rules import rule

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from apidrift.model.contract import Contract, Place, Use
    from apidrift.model.edit import Remedy
    from apidrift.model.finding import Finding, Outcome
    from apidrift.model.report import Report
    from apidrift.model.tree import Tree
    from apidrift.remedies import Planned

    Judged = tuple[tuple[Use, Outcome], ...]
    Sign = tuple[str, int, int, str, str]
    """Where a case stands, and what about it."""

_MENDED = (Verdict.BREAKS, Verdict.RISK)


def is_echo(sign: Sign, case: Case, cases: dict[Sign, Case]) -> bool:
    """Whether the edited source shows again, at a later use of the same result, what was known of it before."""
    change = case.finding.change
    if sign in cases or change is None or rule(change.rule).aspect is not Aspect.RESULT:
        return False
    about = (change.rule, change.symbol, change.subject)
    return any(
        (known.rule, known.symbol, known.subject) == about and other.use.scope == case.use.scope
        for other in cases.values()
        if (known := other.finding.change) is not None
    )


def does_more(plan: Planned, before: Planned) -> bool:
    """Whether a plan has a mend that the one before has not."""
    return bool({mend.key for mend in plan.mends} - {mend.key for mend in before.mends})


def without(plan: Planned, cases: dict[Sign, Case], further: dict[Sign, Case]) -> Planned:
    """A plan that no longer calls unmended what its edits mend from another place."""
    told = {sign: f"{case.finding.path}:{case.finding.line} {case.finding.use}" for sign, case in cases.items()}
    gone = {told[sign] for sign in cases.keys() - further.keys()} - {
        told[sign] for sign in cases.keys() & further.keys()
    }
    return replace(plan, unmended=tuple(skip for skip in plan.unmended if skip.what not in gone))


def patched(remedy: Remedy, tree: Tree) -> dict[str, bytes]:
    """The files that a remedy changes or adds, as they are then."""
    files = {each.path: apply(tree.read(each.path), each) for each in remedy.files}
    return files | ({remedy.stub_path: remedy.stub_source.encode()} if remedy.stub_path else {})


def sign_of(case: Case, place: Place) -> Sign:
    """What tells a case from others, at a place of the source before the edits."""
    change = case.finding.change
    return place.path, place.line, place.column, case.finding.id, change.subject if change else case.outcome.subject


def same_spot(one: Place, other: Place) -> bool:
    """Whether two places begin at the same character."""
    return (one.path, one.line, one.column) == (other.path, other.line, other.column)


def breaks(report: Report) -> tuple[Finding, ...]:
    """What breaks on the version that a report is about."""
    return tuple(
        finding
        for finding in report.findings
        if finding.verdict is Verdict.BREAKS and finding.status is not Status.FIXED
    )


def unsettled(report: Report, cases: Iterable[Case], plan: Planned) -> tuple[Finding, ...]:
    """What breaks, without what one of a plan's recipes answers in a way that only a run shows."""
    done = {case.finding.fingerprint for case in cases if any(settles(each, case) for each in plan.recipes)}
    return tuple(finding for finding in breaks(report) if finding.fingerprint not in done)


def cases_of(report: Report, uses: Judged) -> Iterator[Case]:
    """The findings that an edit might mend, with the uses they are about."""
    known = {_key(use): (use, outcome) for use, outcome in reversed(uses)}
    for finding in report.findings:
        found = known.get((finding.path, finding.line, finding.column, finding.use))
        if found is not None and finding.verdict in _MENDED and finding.status is not Status.FIXED:
            yield Case(finding, *found)


def _key(use: Use) -> tuple[str, int, int, str]:
    return use.place.path, use.place.line, use.place.column, describe_use(use)


def consumer_of(contract: Contract, tree: Tree) -> Consumer:
    """The consumer as remedies see it."""
    package = next((use.place.path.partition("/")[0].removesuffix(".py") for use in contract.uses), "")
    single = all("/" not in use.place.path for use in contract.uses)
    return Consumer(contract.consumer, contract.version, package, tree.read, single)
