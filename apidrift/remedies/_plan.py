"""From a finding to what is to be done at its place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Failure
from apidrift.model.contract import Call
from apidrift.model.edit import Provenance, Safety
from apidrift.model.finding import Verdict
from apidrift.remedies._case import paths_of
from apidrift.remedies._errors import CannotMendError
from apidrift.remedies._fit import literal
from apidrift.remedies._mend import Mend
from apidrift.remedies._value_default import kept
from apidrift.remedies._values import Question, value_of
from apidrift.rules import rule

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from apidrift.remedies._case import Case, Provider
    from apidrift.remedies._source import Source


def plan(case: Case, provider: Provider, source: Source) -> list[Mend]:
    """What mends a finding.

    Raises:
        CannotMendError: nothing that is known does; the text says why.
    """
    if case.finding.verdict is Verdict.BREAKS:
        planner = _BY_FAILURE.get(case.outcome.failure) if case.outcome.failure else None
    else:
        change = case.finding.change
        planner = _BY_CHANGE.get(rule(change.rule).name) if change is not None else None
    if planner is None:
        raise CannotMendError("no kind of edit mends this")
    return list(planner(case, provider, source))


def _mend(  # noqa: PLR0917 -- the fields of a mend
    case: Case,
    kind: str,
    what: dict[str, str],
    reason: str,
    provenance: Provenance,
    evidence: tuple[str, ...] = (),
    safety: Safety = Safety.SAFE,
) -> Mend:
    since = case.finding.since
    return Mend(
        kind,
        case.use.place,
        what,
        reason=reason,
        provenance=provenance,
        safety=safety,
        fingerprints=(case.finding.fingerprint,),
        evidence=evidence,
        applies=f">={since}" if since else "",
    )


def _unexpected(case: Case, provider: Provider, _: Source) -> Iterator[Mend]:
    """A keyword that the callee no longer takes: its new name, else nothing."""
    change = case.finding.change
    for name in case.outcome.subjects or (case.outcome.subject,):
        if change is not None and change.moved_to and change.subject == name:
            to = change.moved_to.rpartition(".")[2]
            reason = f"{name} is now called {to}"
            safety = Safety.SAFE if change.score >= 1 else Safety.REVIEW
            evidence = (provider.place(provider.new, paths_of(case)),)
            what = {"name": name, "to": to}
            yield _mend(case, "rename-argument", what, reason, Provenance.RENAMED, safety=safety, evidence=evidence)
        else:
            reason = f"{_callee(case)} no longer accepts {name}"
            evidence = (provider.place(provider.new, paths_of(case)),)
            what = {"name": name}
            yield _mend(
                case, "drop-argument", what, reason, Provenance.DROPPED, safety=Safety.REVIEW, evidence=evidence
            )


def _missing(case: Case, provider: Provider, source: Source) -> Iterator[Mend]:
    """An argument that the callee now requires: the value it had before."""
    paths = paths_of(case)
    for name in case.outcome.subjects or (case.outcome.subject,):
        value = value_of(Question(case, provider, source, paths, name))
        if value is None:
            raise CannotMendError(f"{_callee(case)} now requires {name}, and no version tells its value")
        reason = f"{_callee(case)} now requires {name}; {value.why}"
        yield _mend(
            case,
            "add-argument",
            {"name": name, "value": value.text},
            reason,
            value.provenance,
            evidence=value.evidence,
            safety=value.safety,
        )


def _default(case: Case, provider: Provider, _: Source) -> Iterator[Mend]:
    """A default that changed under a call which leaves it out: pass what it was."""
    change = case.finding.change
    assert change is not None
    name = change.subject
    paths = paths_of(case)
    now = provider.parameter(provider.new, paths, name)
    if not isinstance(case.use.operation, Call) or now is None:
        raise CannotMendError(f"{name} is no parameter of {_callee(case)} that a call passes")
    new, old = now.default_value or "", change.old
    if new == "None" or not literal(new):
        raise CannotMendError(f"{_callee(case)} now decides {name} itself; {old} would overrule it")
    text = kept(old, now)
    if text is None:
        raise CannotMendError(f"the former default of {name}, {old}, is no value of {now.annotation or 'it'}")
    before = next((s for s in provider.older if _default_of(provider, s, paths, name) == old), None)
    reason = f"{name} defaults to {new} now; it was {old}"
    evidence = tuple(provider.place(each, paths, name) for each in (before, provider.new) if each is not None)
    what = {"name": name, "value": text}
    yield _mend(case, "add-argument", what, reason, Provenance.LAST_DEFAULT, safety=Safety.REVIEW, evidence=evidence)


def _default_of(provider: Provider, surface: object, paths: tuple[str, ...], name: str) -> str | None:
    parameter = provider.parameter(surface, paths, name)  # type: ignore[arg-type]
    return parameter.default_value if parameter is not None else None


def _callee(case: Case) -> str:
    return case.finding.symbol.rpartition(".")[2]


_BY_FAILURE: dict[Failure, Callable[[Case, Provider, Source], Iterator[Mend]]] = {
    Failure.UNEXPECTED_KEYWORD: _unexpected,
    Failure.FORBIDDEN_EXTRA: _unexpected,
    Failure.MISSING_ARGUMENT: _missing,
}
_BY_CHANGE: dict[str, Callable[[Case, Provider, Source], Iterator[Mend]]] = {
    "parameter-default-changed": _default,
}
