"""Calls that give something else now, or leave something to do."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import libcst as cst

from apidrift.model.contract import Call, Subscript
from apidrift.model.edit import Provenance, Safety
from apidrift.model.signature import VARIADIC
from apidrift.model.surface import NotCoveredError
from apidrift.remedies._errors import CannotMendError
from apidrift.remedies._fit import fits
from apidrift.remedies._locate import call_at, name_at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.signature import Signature
    from apidrift.remedies._mend import Mend
    from apidrift.remedies._task import Task

_ONE_OF_MANY = frozenset({"0", "-1"})


def unwrapped(task: Task) -> Iterator[Mend]:
    """The only element of a list was taken; now the element itself comes back."""
    change, operation = task.case.finding.change, task.case.use.operation
    assert change is not None
    if change.old.partition("[")[0] not in {"list", "tuple"}:
        raise CannotMendError(f"{task.callee} gives {change.new} where it gave {change.old}")
    if not isinstance(operation, Subscript) or operation.key not in _ONE_OF_MANY:
        raise CannotMendError(f"{task.callee} gives one item where it gave a {change.old}")
    reason = f"{task.callee} gives the item itself where {change.subject} is given, no longer a {change.old} of it"
    yield task.mend("unwrap-result", {}, reason, Provenance.NEW_BODY)


def forwarded(task: Task) -> Iterator[Mend]:
    """A base gives the class a constructor of its own; one in the class itself stays, and calls the inherited one."""
    reason = f"{task.case.outcome.reason}; one of its own does"
    yield replace(task.mend("forward-constructor", {}, reason, Provenance.NEW_BODY), harmless=True)


def followed(task: Task) -> Iterator[Mend]:
    """A method that the provider now follows with another."""
    change = task.case.finding.change
    assert change is not None
    name = change.subject
    path = f"{change.symbol.rpartition('.')[0]}.{name}"
    signature = task.provider.signature(task.provider.new, (path,))
    passed = _nothing(signature)
    if passed is None:
        raise CannotMendError(f"{task.callee} must be followed by {name}, whose arguments nothing tells")
    func = call_at(task.source, task.case.use.place).func
    if not isinstance(func, cst.Attribute):
        raise CannotMendError(f"{task.callee} is called on nothing that has a {name}")
    code = f"{task.source.code(func.value)}.{name}({passed})"
    kind = "second-call" if _in_place(task, change.symbol, name) else "insert-after"
    evidence = (task.provider.place(task.provider.new, (path,)), change.new)
    reason = f"{task.callee} must be followed by {name}, as the provider's own callers do"
    yield task.mend(kind, {"code": code}, reason, Provenance.CALLERS, evidence=evidence)


def _nothing(signature: Signature | None) -> str | None:
    """The arguments of a call that passes nothing: None for what is required and may be None; None: it is not so."""
    if signature is None:
        return None
    parts = []
    for parameter in signature.parameters:
        if not parameter.required or parameter.kind in VARIADIC:
            continue
        if fits("None", parameter.type or parameter.annotation) is not True:
            return None
        parts.append("None")
    return ", ".join(parts)


def _in_place(task: Task, symbol: str, name: str) -> bool:
    """Whether the second call's result takes the place of the first one's."""
    try:
        callers = task.provider.new.callers(symbol)
    except NotCoveredError:
        return False
    return callers is not None and any(f"={name}" in site.then for site in callers.sites)


def no_call(task: Task) -> Iterator[Mend]:
    """A method that became a property."""
    if not isinstance(task.case.use.operation, Call):
        raise CannotMendError(f"{task.callee} is a property now; it is not called here")
    yield task.mend("drop-call", {}, f"{task.callee} is a property now", Provenance.RENAMED)


def awaited(task: Task) -> Iterator[Mend]:
    """A call whose result must be awaited now."""
    if not isinstance(task.case.use.operation, Call):
        raise CannotMendError(f"the result of {task.callee} must be awaited where it is called")
    around = task.source.within(name_at(task.source, task.case.use.place), cst.FunctionDef)
    if around is None or around.asynchronous is None:
        raise CannotMendError(f"{task.callee} must be awaited, but the function around is not async")
    yield task.mend(
        "wrap-result", {"before": "(await ", "after": ")"}, f"{task.callee} is async now", Provenance.NEW_BODY
    )


def listed(task: Task) -> Iterator[Mend]:
    """A call whose result is an iterator now."""
    if not isinstance(task.case.use.operation, Call):
        raise CannotMendError(f"{task.callee} gives an iterator now")
    reason = f"{task.callee} gives an iterator now"
    yield task.mend("wrap-result", {"before": "list(", "after": ")"}, reason, Provenance.NEW_BODY, Safety.REVIEW)
