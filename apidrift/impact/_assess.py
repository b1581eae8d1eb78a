"""One use on one version, guards apart: its receivers are walked, the operation is tried on what they lead to."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from apidrift.impact._calls import FITS, Answer, abstract_problem
from apidrift.impact._hooks import fits_every_call, refused_overrides, refused_replacement
from apidrift.impact._index import index_of, keys
from apidrift.impact._kin import kinship, none_has
from apidrift.impact._members import Member, lookup
from apidrift.impact._operations import check
from apidrift.impact._paths import evaluate, path_key, root_key, step_key, walk
from apidrift.impact._strings import SILENT, assess_named
from apidrift.impact._subclassing import remade, subclassed, unreadable
from apidrift.impact._values import ClassValue, Failed, InstanceValue, ModuleValue, Problem, Unknown, Value
from apidrift.model import contract as c
from apidrift.model.change import Failure
from apidrift.model.contract import Place
from apidrift.model.finding import Confidence, Outcome, Verdict
from apidrift.model.paths import Attr, Imported, Path
from apidrift.model.signature import render_signature
from apidrift.model.surface import NotCoveredError

if TYPE_CHECKING:
    from apidrift.impact._world import World
    from apidrift.model.contract import Contract, Use
    from apidrift.model.finding import Kinship


class Echo(msgspec.Struct, frozen=True):
    """A receiver that leads nowhere because of a step that is a use of its own."""

    problem: Problem
    key: object
    """The prefix that fails."""


class Assessor:
    """Assesses the uses of one contract on one surface."""

    def __init__(self, contract: Contract, world: World) -> None:
        self.world = world
        self.index = index_of(contract)
        self.failed: dict[object, Outcome] = {}
        for name, receivers in self.index.sets.items():
            found = [owner for receiver in receivers if (owner := self._owner(receiver)) is not None]
            world.given[name] = list(dict.fromkeys(found))
        bases = (self._owner(receiver) for receivers in self.index.bases.values() for receiver in receivers)
        world.inherited = {path for found in bases if found is not None for path in (found[0], *found[1])}

    def _owner(self, receiver: Path) -> tuple[str, tuple[str, ...]] | None:
        """What an attribute is set on: a module, or a class with its ancestors; None where that is not known."""
        try:
            value = evaluate(self.world, receiver)
        except NotCoveredError:
            return None
        match value:
            case ModuleValue(name):
                return name, ()
            case ClassValue(path, symbol) | InstanceValue(path, symbol):
                return path, symbol.mro
            case _:
                return None

    def remember(self, use: Use, outcome: Outcome) -> None:
        """Keep what became of a failing use, so that its echoes can tell."""
        for key in keys(use):
            self.failed.setdefault(key, outcome)

    def assess(self, use: Use) -> Outcome:
        """The verdict, as if the use were certainly reached."""
        operation = use.operation
        if isinstance(operation, c.Import):
            return self._outcome(use, [check(self.world, Unknown(""), operation)])
        if isinstance(operation, c.Named):
            return self._outcome(use, [assess_named(self.world, use, operation)])
        answers = [self._receiver(use, receiver) for receiver in use.receivers]
        alive = [answer for answer in answers if isinstance(answer, Answer)]
        if alive:
            return self._outcome(use, alive)
        return self._echo(use, [answer for answer in answers if isinstance(answer, Echo)])

    def _receiver(self, use: Use, receiver: Path) -> Answer | Echo:
        answer = self._tried(use, receiver)
        if not self.world.kin or not isinstance(answer, Answer):
            return answer
        shared = self._kinship(use, receiver)
        if shared is None:
            return answer
        if answer.problems and answer.problems[0].subject in self.index.written:
            return Answer()  # the consumer itself sets it
        return msgspec.structs.replace(answer, kinship=shared)

    def _kinship(self, use: Use, receiver: Path) -> Kinship | None:
        match use.operation:
            case c.Read(name):
                return kinship(self.world, evaluate(self.world, receiver), name)
            case c.Call() if receiver.steps and isinstance(receiver.steps[-1], Attr):
                owner = Path(receiver.root, receiver.steps[:-1])
                return kinship(self.world, evaluate(self.world, owner), receiver.steps[-1].name)
            case _:
                return None

    def _tried(self, use: Use, receiver: Path) -> Answer | Echo:
        value, taken = walk(self.world, receiver)
        if isinstance(value, Failed):
            key = _prefix(receiver, taken)
            if self._speaks(use, receiver, key, taken):
                return Answer((value.problem,), symbol=value.problem.symbol)
            return Echo(value.problem, key)
        answer = self._checked(use, value)
        if isinstance(use.operation, c.Replace) and not answer.problems:
            return self._replacement(value, use.operation, answer)
        if answer.problems and isinstance(use.operation, c.Read) and self._imported(use, receiver, use.operation):
            return Echo(answer.problems[0], (receiver.root.module, use.operation.name))  # type: ignore[union-attr]
        if isinstance(use.operation, c.Subclass) and not answer.problems:
            refused = subclassed(self.world, value, use.operation)
            refused = refused or unreadable(value, use.operation) or remade(value, use.operation)
            return refused or self._instantiation(use.operation, receiver, answer)
        return answer

    def _checked(self, use: Use, value: Value) -> Answer:
        """What comes of the operation; what the consumer sets only later (`old = C.f; C.f = new`) is not there yet."""
        if isinstance(use.operation, c.Read) and self.index.precedes(use, use.operation.name):
            with self.world.untouched():
                return check(self.world, value, use.operation)
        return check(self.world, value, use.operation)

    def _replacement(self, owner: Value, operation: c.Replace, answer: Answer) -> Answer:
        refusal = refused_replacement(self.world, owner, operation)
        if refusal is not None:
            return msgspec.structs.replace(answer, problems=(refusal,))
        note = FITS if fits_every_call(self.world, owner, operation) else ""
        return msgspec.structs.replace(answer, note=note)

    def _speaks(self, use: Use, receiver: Path, key: object, taken: int) -> bool:
        """Whether this use is the one to report the step that failed."""
        if taken == 0:
            return not isinstance(receiver.root, Imported) and key not in self.index.decided
        if key in self.index.decided:
            return False
        own_step = taken == len(receiver.steps) and isinstance(use.operation, c.Call | c.Decorate)
        return own_step or key not in self.index.called

    def _imported(self, use: Use, receiver: Path, operation: c.Read) -> bool:
        """Whether the name read from a module is one the same file imports from it."""
        if not isinstance(receiver.root, Imported) or receiver.root.name or receiver.steps:
            return False
        return (use.place.path, receiver.root.module, operation.name) in self.index.imported

    # Subclasses -------------------------------------------------------------------------------------------------------

    def _instantiation(self, operation: c.Subclass, receiver: Path, answer: Answer) -> Answer:
        base = evaluate(self.world, receiver)
        if not isinstance(base, ClassValue):
            return answer
        answer = msgspec.structs.replace(answer, related=self._overridden(base, operation))
        if refused := refused_overrides(self.world, base, operation):
            return msgspec.structs.replace(answer, problems=refused)
        if not operation.instantiated:
            return answer
        done = {member.name for member in operation.members} | set(operation.brings)
        done |= self._implemented(operation.name, receiver)
        lacking = tuple(name for name in base.symbol.abstract if name not in done)
        if not lacking:
            return answer
        problem = abstract_problem(self.world, base.path, lacking, operation.name.rpartition(".")[2])
        return msgspec.structs.replace(answer, problems=(problem,))

    def _overridden(self, base: ClassValue, operation: c.Subclass) -> tuple[str, ...]:
        """Canonical paths of the members that the consumer's class overrides."""
        found = [(member.name, lookup(self.world, base.path, base.symbol, member.name)) for member in operation.members]
        return tuple(f"{member.owner}.{name}" for name, member in found if isinstance(member, Member))

    def _implemented(self, name: str, receiver: Path) -> set[str]:
        """Members that the class's other bases bring: the provider's, and the consumer's on the same base."""
        found = {member for other in self.index.members.get(path_key(receiver), ()) for member in other}
        for other in self.index.bases.get(name, ()):
            value = evaluate(self.world, other)
            if other is not receiver and isinstance(value, ClassValue):
                found |= set(value.symbol.members) - set(value.symbol.abstract)
        return found

    # Outcomes ---------------------------------------------------------------------------------------------------------

    def _echo(self, use: Use, echoes: list[Echo]) -> Outcome:
        if not echoes:
            return Outcome(Verdict.UNKNOWN, reason="where it comes from is not known")
        outcome = _worded(Outcome(Verdict.BREAKS, symbol=echoes[0].problem.symbol), echoes[0].problem)
        cause = next((self.failed[echo.key] for echo in echoes if echo.key in self.failed), None)
        if use.conditional:
            outcome = msgspec.structs.replace(outcome, verdict=Verdict.HANDLED, reason="the consumer has another value")
        elif cause is None or cause.verdict is not Verdict.BREAKS:
            reason = cause.reason if cause is not None else "what it comes from is not reached"
            outcome = msgspec.structs.replace(outcome, verdict=Verdict.HANDLED, reason=reason)
        return msgspec.structs.replace(outcome, blocked=True)

    def _outcome(self, use: Use, answers: list[Answer]) -> Outcome:
        failing = [answer for answer in answers if answer.problems]
        if failing and len(failing) == len(answers):
            return self._broken(use, failing[0])
        first = next(answer for answer in answers if not answer.problems)
        if all(answer.foreign for answer in answers):
            return Outcome(Verdict.OK, reason=f"of {first.foreign}, which lies outside the provider", blocked=True)
        doubt = next((answer.unknown or answer.doubt for answer in answers if answer.unknown or answer.doubt), "")
        if failing:
            doubt = "one of several values that may reach here fails"
        outcome = self._seen(first)
        if doubt:
            return msgspec.structs.replace(
                outcome, verdict=Verdict.UNKNOWN, confidence=Confidence.LIKELY, reason=doubt, blocked=first.gone
            )
        if first.note:
            return msgspec.structs.replace(outcome, reason=first.note)
        if first.opaque:
            return msgspec.structs.replace(outcome, confidence=Confidence.LIKELY, reason=first.opaque)
        return outcome

    def _broken(self, use: Use, answer: Answer) -> Outcome:
        problem = answer.problems[0]
        later = "; ".join(one.message.replace("\n", " ") for one in answer.problems[1:])
        reason = f"then: {later}" if later else none_has(answer.kinship)
        outcome = _worded(self._seen(answer), problem, reason)
        subjects = tuple(dict.fromkeys(name for one in answer.problems for name in (one.subject, *one.also)))
        likely = problem.likely or bool(answer.opaque) or use.conditional
        confidence = Confidence.LIKELY if likely else Confidence.CERTAIN
        outcome = msgspec.structs.replace(outcome, subjects=subjects, confidence=confidence)
        if isinstance(use.operation, c.Named) and use.operation.kind in SILENT:
            return _ignored(outcome)
        if problem.failure is Failure.CONSTRUCTOR_REPLACED:
            return _passed_over(outcome)
        if isinstance(use.operation, c.Read) and use.operation.matched:
            return _never(outcome)
        unheard = isinstance(use.operation, c.Replace) and problem.failure is not Failure.BAD_OVERRIDE
        return _unheard(outcome) if unheard else outcome

    def _seen(self, answer: Answer) -> Outcome:
        """What was met, before any verdict on it."""
        signature = render_signature(answer.signature) if answer.signature is not None else ""
        return Outcome(
            Verdict.OK,
            symbol=answer.symbol,
            related=answer.related,
            signature=signature,
            place=self._place(answer),
            kinship=answer.kinship,
        )

    def _place(self, answer: Answer) -> Place | None:
        path = self.world.file_of(answer.symbol) if answer.symbol and answer.line else ""
        return Place(path, answer.line) if path else None


def _worded(outcome: Outcome, problem: Problem, reason: str = "") -> Outcome:
    return msgspec.structs.replace(
        outcome,
        verdict=Verdict.BREAKS,
        confidence=Confidence.LIKELY if problem.likely else Confidence.CERTAIN,
        failure=problem.failure,
        subject=problem.subject,
        symbol=outcome.symbol or problem.symbol,
        exception=problem.exception.rpartition(".")[2],
        message=problem.message,
        reason=reason,
    )


def _unheard(outcome: Outcome) -> Outcome:
    """Replacing what does not exist raises nothing; the replacement is just never called."""
    return msgspec.structs.replace(
        outcome,
        verdict=Verdict.RISK,
        confidence=Confidence.LIKELY,
        exception="",
        reason=f"{outcome.message}, so that nothing calls the replacement",
        message="",
    )


def _passed_over(outcome: Outcome) -> Outcome:
    """A constructor that is not called raises nothing; what it would have set is not there."""
    return msgspec.structs.replace(outcome, verdict=Verdict.RISK, exception="", reason=outcome.message, message="")


def _never(outcome: Outcome) -> Outcome:
    """A pattern that asks for an attribute which is not there raises nothing; it just does not match."""
    reason = f"{outcome.message}, so that the pattern never matches"
    return msgspec.structs.replace(
        outcome, verdict=Verdict.RISK, confidence=Confidence.LIKELY, exception="", reason=reason, message=""
    )


def _ignored(outcome: Outcome) -> Outcome:
    """A text that nothing knows raises nothing; it just does nothing."""
    return msgspec.structs.replace(
        outcome,
        verdict=Verdict.RISK,
        confidence=Confidence.LIKELY,
        exception="",
        reason=f"{outcome.message}, so that it does nothing",
        message="",
    )


def _prefix(path: Path, taken: int) -> object:
    key: object = root_key(path.root)
    for step in path.steps[:taken]:
        key = (key, step_key(step))
    return key
