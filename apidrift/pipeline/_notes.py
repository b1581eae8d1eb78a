"""What a report remarks beside its findings: the consumer's guards and requirements against what was found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.impact import dead_branches, stable, ungated, wrong_gates
from apidrift.model.finding import Confidence, Verdict
from apidrift.model.surface import NotCoveredError
from apidrift.pipeline._between import known
from apidrift.pipeline._requires import at_odds, pythons_lost
from apidrift.pipeline._timeline import declared, is_version, judged
from apidrift.surfaces import snapshot_surface

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from packaging.specifiers import SpecifierSet

    from apidrift.impact import Timeline
    from apidrift.model.contract import Contract
    from apidrift.model.finding import Outcome
    from apidrift.model.surface import Surface
    from apidrift.pipeline._session import Session
    from apidrift.pipeline._sides import Side


def notes(session: Session, contract: Contract, timeline: Timeline, sides: Sequence[Side]) -> Iterator[str]:
    """What the consumer's maintainer should know although it breaks nothing by itself.

    Args:
        session: the settings and snapshots.
        contract: what the consumer relies on.
        timeline: the versions that were judged.
        sides: those of them that have a surface, the one asked about last.
    """
    new = sides[-1]
    yield from _requirement(session, contract, timeline, new)
    yield from _environment(contract, new)
    yield from _branches(session, contract, timeline)
    yield from _gates(session, contract, timeline, sides)
    yield from _bodies(contract, timeline, sides)


def _bodies(contract: Contract, timeline: Timeline, sides: Sequence[Side]) -> Iterator[str]:
    """Good news of the functions that the consumer overrides or replaces: their bodies are what they were."""
    if timeline.baseline is None or timeline.baseline == timeline.new:
        return
    version = timeline.sightings[timeline.baseline].version
    base = next((side for side in sides if side.label == version), None)
    if base is None:
        return
    found = stable(contract, timeline, known(base.surface), known(sides[-1].surface))
    if found.same:
        count = len(found.same) + len(found.rewritten)
        shown = ", ".join(path.split(".", 1)[-1] for path in found.same[:_SHOWN])
        more = f" and {len(found.same) - _SHOWN} more" if len(found.same) > _SHOWN else ""
        which = f"{len(found.same)} of {count} functions" if count > 1 else "The one function"
        have = "has" if len(found.same) == 1 else "have"
        yield f"{which} that {who(contract)} overrides or replaces {have} the same body as in {version}: {shown}{more}."
    for path, since in found.rewritten[:_SHOWN]:
        if since:
            yield f"{path} is overridden or replaced; its body is the same from {since} on, not before."


_SHOWN = 5


def who(contract: Contract) -> str:
    """The consumer's name and version."""
    return f"{contract.consumer} {contract.version}".strip()


def _requirement(session: Session, contract: Contract, timeline: Timeline, new: Side) -> Iterator[str]:
    """A declared requirement that contradicts the verdict."""
    admitted = declared(session, contract)
    if admitted is None or not str(admitted) or not new.version:
        return
    says = f"{who(contract)} requires {session.distribution}{admitted}"
    last = timeline.sightings[timeline.new]
    broken = sum(map(_breaks, last.outcomes))
    if new.version not in admitted:
        if not broken and not any(one.verdict is Verdict.UNKNOWN for one in last.outcomes):
            yield f"{says}, which excludes {new.version}, though every use works there."
        return
    if broken:
        uses = "a use breaks" if broken == 1 else f"{broken} uses break"
        yield f"{says}, which admits {new.version}, where {uses}."
    others = [
        one.version
        for one in timeline.sightings
        if one is not last and is_version(one.version) and one.version in admitted and any(map(_breaks, one.outcomes))
    ]
    if others:
        yield f"{says}, which admits {_span(others)} too, where uses break."


def _breaks(outcome: Outcome) -> bool:
    return outcome.verdict is Verdict.BREAKS and not outcome.blocked and outcome.confidence is not Confidence.LIKELY


def _span(versions: Sequence[str]) -> str:
    return versions[0] if len(versions) == 1 else f"{versions[0]} … {versions[-1]}"


def _environment(contract: Contract, new: Side) -> Iterator[str]:
    """Requirements of both that no environment meets."""
    release = new.surface.release
    for name, ours, theirs in at_odds(contract.requires, release.requires):
        yield (
            f"{release.name} {new.label} requires {name}{theirs}, {who(contract)} requires {name}{ours}: "
            "no environment holds both."
        )
    if lost := pythons_lost(contract.requires_python, release.requires_python):
        yield (
            f"{release.name} {new.label} requires Python {release.requires_python}; "
            f"{who(contract)} also admits {', '.join(lost)}."
        )


def _branches(session: Session, contract: Contract, timeline: Timeline) -> Iterator[str]:
    """Branches that no version in the declared range needs."""
    admitted = declared(session, contract)
    if admitted is None or not str(admitted):
        return
    seen = {one.version: one.outcomes for one in timeline.sightings if one.version in _versions(timeline, admitted)}
    if any(version not in seen for version in session.store.versions if version in admitted):
        return  # the range was not looked at as a whole
    for branch in dead_branches(contract, tuple(seen.values())):
        yield (
            f"{branch.path}:{branch.line}: no version at hand in {session.distribution}{admitted} needs this branch "
            f"({branch.why})."
        )


def _versions(timeline: Timeline, admitted: SpecifierSet) -> set[str]:
    return {one.version for one in timeline.sightings if is_version(one.version) and one.version in admitted}


def _gates(session: Session, contract: Contract, timeline: Timeline, sides: Sequence[Side]) -> Iterator[str]:
    """Version gates that do not stand where what they guard begins or ends."""
    bare = ungated(contract)
    if bare is None:
        return
    names, gated, outcomes = [], [], []
    for sighting in timeline.sightings:
        surface = _surface(session, sighting.version, sides)
        answers = None if surface is None else _answers(session, bare, surface)
        if answers is not None:
            names.append(sighting.version)
            gated.append(sighting.outcomes)
            outcomes.append(answers)
    for wrong in wrong_gates(contract, names, gated, outcomes):
        where = f"{wrong.path}:{wrong.line}: the gate {wrong.gate}"
        if wrong.open_on:
            yield f"{where} lets {_span(wrong.open_on)} through, where {wrong.use} fails."
        if wrong.shut_on:
            yield f"{where} keeps out {_span(wrong.shut_on)}, where {wrong.use} works too."


def _surface(session: Session, version: str, sides: Sequence[Side]) -> Surface | None:
    side = next((side for side in sides if side.label == version), None)
    if side is not None:
        return known(side.surface)
    snapshot = session.store.load(version)
    return snapshot_surface(snapshot) if snapshot is not None else None


def _answers(session: Session, contract: Contract, surface: Surface) -> tuple[Outcome, ...] | None:
    try:
        return judged(session, contract, surface)
    except NotCoveredError:
        return None
