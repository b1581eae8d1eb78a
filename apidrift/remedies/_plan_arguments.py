"""Calls that pass what the callee no longer takes, or leave out what it now wants."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from apidrift.model.contract import Call
from apidrift.model.edit import Provenance, Safety
from apidrift.model.signature import ParameterKind
from apidrift.remedies._errors import CannotMendError
from apidrift.remedies._fit import literal
from apidrift.remedies._value_default import kept
from apidrift.remedies._values import Question, value_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.signature import Signature
    from apidrift.remedies._mend import Mend
    from apidrift.remedies._task import Task

_BY_PLACE = frozenset({ParameterKind.POSITIONAL_ONLY, ParameterKind.POSITIONAL_OR_KEYWORD})
_BY_NAME = frozenset({ParameterKind.KEYWORD_ONLY, ParameterKind.POSITIONAL_OR_KEYWORD})


def unexpected(task: Task) -> Iterator[Mend]:
    """A keyword that the callee no longer takes: its new name, else nothing."""
    change = task.case.finding.change
    for name in task.case.outcome.subjects or (task.case.outcome.subject,):
        if change is not None and change.moved_to and change.subject == name:
            to = change.moved_to.rpartition(".")[2]
            safety = Safety.SAFE if change.score >= 1 else Safety.REVIEW
            what = {"name": name, "to": to}
            yield task.mend("rename-argument", what, f"{name} is now called {to}", Provenance.RENAMED, safety)
        else:
            reason = f"{task.callee} no longer accepts {name}"
            yield task.mend("drop-argument", {"name": name}, reason, Provenance.DROPPED, Safety.REVIEW)


def swallowed(task: Task) -> Iterator[Mend]:
    """A keyword that the callee swallows and no longer heeds."""
    change = task.case.finding.change
    assert change is not None
    reason = f"{task.callee} takes {change.subject} and no longer heeds it"
    yield task.mend("drop-argument", {"name": change.subject}, reason, Provenance.DROPPED, Safety.REVIEW)


def missing(task: Task) -> Iterator[Mend]:
    """An argument that the callee now requires: the value it had before, else a function that asks for it."""
    for name in task.case.outcome.subjects or (task.case.outcome.subject,):
        value = value_of(Question(task.case, task.provider, task.source, task.paths, name))
        reason = f"{task.callee} now requires {name}"
        if value is None:
            what = {"name": name, "value": f"{task.stubs}.{asks(task.callee, name)}()"}
            reason += "; no older version tells its value"
            yield task.mend("add-argument", what, reason, Provenance.STUB, Safety.REVIEW)
            continue
        what = {"name": name, "value": value.text}
        reason += f"; {value.why}"
        yield task.mend("add-argument", what, reason, value.provenance, value.safety, value.evidence)


def asks(callee: str, name: str) -> str:
    """Name of the function that asks for an argument: `decide_scheduler_block_size`."""
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", callee).lower()
    return f"decide_{words}_{name}"


def default_changed(task: Task) -> Iterator[Mend]:
    """A default that changed under a call which leaves it out: pass what it was."""
    change, provider, paths = task.case.finding.change, task.provider, task.paths
    assert change is not None
    name, old = change.subject, change.old
    now = provider.parameter(provider.new, paths, name)
    if not isinstance(task.case.use.operation, Call) or now is None:
        raise CannotMendError(f"{name} is no parameter of {task.callee} that a call passes")
    new = now.default_value or ""
    if new == "None" or not literal(new):
        raise CannotMendError(f"{task.callee} now decides {name} itself; {old} would overrule it")
    text = kept(old, now)
    if text is None:
        raise CannotMendError(f"the former default of {name}, {old}, is no value of {now.annotation or 'it'}")
    before = next((each for each in provider.older if _default(task, each, name) == old), None)
    reason = f"{name} defaults to {new} now; it was {old}"
    evidence = tuple(provider.place(each, paths, name) for each in (before, provider.new) if each is not None)
    what = {"name": name, "value": text}
    yield task.mend("add-argument", what, reason, Provenance.LAST_DEFAULT, Safety.REVIEW, evidence)


def _default(task: Task, surface: object, name: str) -> str | None:
    parameter = task.provider.parameter(surface, task.paths, name)  # type: ignore[arg-type]
    return parameter.default_value if parameter is not None else None


def shifted(task: Task) -> Iterator[Mend]:
    """Positional arguments that land elsewhere now, or nowhere: by the names they had, those that are gone left out."""
    operation = task.case.use.operation
    before = task.before()
    old = task.provider.signature(before, task.paths) if before is not None else None
    new = task.provider.signature(task.provider.new, task.paths)
    if not isinstance(operation, Call) or old is None or new is None:
        raise CannotMendError(f"no older version tells what the arguments of {task.callee} are")
    count, names = len(operation.shape.positional), _places(old)
    if operation.shape.star or count > len(names):
        raise CannotMendError("which arguments are meant depends on what is unpacked")
    first = next((n for n in range(count) if _places(new)[n : n + 1] != [names[n]]), count)
    known = {each.name for each in new.parameters if each.kind in _BY_NAME}
    evidence = (task.provider.place(before, task.paths), *task.here) if before is not None else task.here
    for position in range(first, count):
        if names[position] not in known:
            reason = f"{task.callee} no longer accepts {names[position]}"
            what = {"position": str(position)}
            yield task.mend("drop-argument", what, reason, Provenance.DROPPED, Safety.REVIEW, evidence)
    if any(name in known for name in names[first:count]):
        what = {"names": ",".join(names), "first": str(first)}
        reason = f"the parameters of {task.callee} stand in another order"
        yield task.mend("name-arguments", what, reason, Provenance.RENAMED, evidence=evidence)


def positional_only(task: Task) -> Iterator[Mend]:
    """A keyword of what is now positional alone."""
    new = task.provider.signature(task.provider.new, task.paths)
    if new is None:
        raise CannotMendError(f"the parameters of {task.callee} are not known")
    reason = f"{task.callee} takes {task.case.outcome.subject} by position alone"
    what = {"names": ",".join(each.name for each in new.parameters if each.kind in _BY_PLACE)}
    yield task.mend("order-arguments", what, reason, Provenance.RENAMED)


def _places(signature: Signature) -> list[str]:
    return [each.name for each in signature.parameters if each.kind in _BY_PLACE]
