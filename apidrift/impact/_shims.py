"""The consumer's own guards, seen over many versions: branches that no version needs, gates with a wrong range."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec

from apidrift.impact._guards import told
from apidrift.impact._judge import BODY_WORKS, NOT_REACHED
from apidrift.impact._timeline import fails
from apidrift.model.contract import Attempt, Contract, HasName, HasParameter, HasValue, Use, VersionGate
from apidrift.model.describe import describe_use
from apidrift.model.finding import Confidence, Outcome, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from apidrift.model.guards import Guard


class DeadBranch(NamedTuple):
    """Code that runs on none of some versions."""

    path: str
    line: int
    why: str


class WrongGate(NamedTuple):
    """A version gate that does not stand where what it guards begins or ends to work."""

    path: str
    line: int
    use: str
    gate: str
    """`vllm>=0.12`."""
    open_on: tuple[str, ...]
    """Versions it lets through on which the use fails."""
    shut_on: tuple[str, ...]
    """Versions it keeps out on which the use works, where there are others on which it does not."""


def dead_branches(contract: Contract, versions: Sequence[Sequence[Outcome]]) -> tuple[DeadBranch, ...]:
    """The branches that run on none of some versions, each told once, at its first use.

    Args:
        contract: the consumer's uses.
        versions: what became of them on each of the versions; none at all: nothing can be told.
    """
    found: dict[object, DeadBranch] = {}
    for number, use in enumerate(contract.uses if versions else ()):
        reasons = {outcomes[number].reason for outcomes in versions}
        if all(reason.startswith(NOT_REACHED) for reason in reasons):
            guard = _culprit(use, {reason.removeprefix(NOT_REACHED) for reason in reasons})
            if guard is not None:
                why = told(guard) or BODY_WORKS
                found.setdefault((use.place.path, repr(guard)), DeadBranch(use.place.path, use.place.line, why))
    return tuple(found.values())


def _culprit(use: Use, reasons: set[str]) -> Guard | None:
    """The one guard of the provider's facts that always keeps a use from running."""
    for guard in use.guards:
        if isinstance(guard, VersionGate | HasName | HasParameter | HasValue) and reasons == {told(guard)}:
            return guard
        if isinstance(guard, Attempt) and guard.part == "handler" and reasons == {BODY_WORKS}:
            return guard
    return None


def ungated(contract: Contract) -> Contract | None:
    """The uses under a gate on a provider's version, as if the gate were not there; None where there are none."""
    uses = tuple(
        msgspec.structs.replace(use, guards=tuple(g for g in use.guards if not isinstance(g, VersionGate)))
        for use in _gated(contract)
    )
    return msgspec.structs.replace(contract, uses=uses) if uses else None


def _gated(contract: Contract) -> Iterator[Use]:
    return (use for use in contract.uses if any(isinstance(guard, VersionGate) for guard in use.guards))


def wrong_gates(
    contract: Contract, names: Sequence[str], gated: Sequence[Sequence[Outcome]], bare: Sequence[Sequence[Outcome]]
) -> tuple[WrongGate, ...]:
    """The gates whose range is not that of what they guard.

    Args:
        contract: the consumer's uses.
        names: the versions looked at, oldest first.
        gated: what became of all uses on each of them.
        bare: what becomes there of the uses of `ungated`, in its order.
    """
    numbers = [n for n, use in enumerate(contract.uses) if any(isinstance(g, VersionGate) for g in use.guards)]
    found: dict[object, WrongGate] = {}
    for turn, number in enumerate(numbers):
        use = contract.uses[number]
        gates = [guard for guard in use.guards if isinstance(guard, VersionGate)]
        if len(gates) != 1 or any(isinstance(guard, Attempt) for guard in use.guards):
            continue
        wrong = _wrong(use, gates[0], names, [one[number] for one in gated], [one[turn] for one in bare])
        if wrong.open_on or wrong.shut_on:
            found.setdefault((use.place.path, repr(gates[0])), wrong)
    return tuple(found.values())


def _wrong(
    use: Use, gate: VersionGate, names: Sequence[str], gated: Sequence[Outcome], bare: Sequence[Outcome]
) -> WrongGate:
    kept_out = [outcome.reason == NOT_REACHED + told(gate) for outcome in gated]
    works = [outcome.verdict is Verdict.OK and not outcome.blocked for outcome in bare]
    broken = [fails(one) and not one.blocked and one.confidence is Confidence.CERTAIN for one in bare]
    rows = list(zip(names, kept_out, works, broken, strict=True))
    bounded = any(out and bad for _, out, _, bad in rows)
    return WrongGate(
        use.place.path,
        use.place.line,
        describe_use(use),
        f"{'not ' if gate.negated else ''}{gate.distribution}{gate.specifier}",
        tuple(name for name, out, _, bad in rows if bad and not out),
        tuple(name for name, out, good, _ in rows if bounded and out and good),
    )
