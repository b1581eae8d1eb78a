"""For which handlers, subclasses and replacements a change is a risk."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from apidrift.impact._calls import FITS
from apidrift.impact._case import Case, concerns, works
from apidrift.impact._exceptions import caught
from apidrift.impact._relevant_values import goes_on
from apidrift.impact._reparse import reparse
from apidrift.model import contract as c
from apidrift.model.change import Failure
from apidrift.model.finding import Verdict
from apidrift.model.signature import ParameterKind
from apidrift.rules import rule

if TYPE_CHECKING:
    from apidrift.model.change import Change
    from apidrift.model.signature import Signature


def excepted(case: Case, change: Change) -> bool:
    """A call in a `try` that no longer catches what it raises."""
    if isinstance(case.use.operation, c.Check):
        return case.use.operation.where == "except" and change.symbol in case.symbols
    if case.shape is None or not concerns(case, change):
        return False
    raised = re.findall(r"[\w.]+", change.new)
    handlers = [guard.catches for guard in case.use.guards if isinstance(guard, c.Attempt) and guard.part == "body"]
    for catches in handlers:
        before = caught(change.old, catches)
        if before and before.rpartition(".")[2] not in {"Exception", "BaseException"}:
            return any(not caught(name, catches) for name in raised)
    return False


def refused(case: Case, change: Change) -> bool:
    """A call that may be refused now, with an exception that nothing around it catches.

    A call whose arguments do not fit either meets this one when that is mended.
    """
    guards = [guard for guard in case.use.guards if isinstance(guard, c.Attempt) and guard.part == "body"]
    if change.old:
        return False  # instead of another one, which `raised-type-changed` is about
    raised = change.subject or change.new
    runs = works(case) or (case.new.failure in _ARGUMENTS and not case.new.blocked)
    return concerns(case, change) and runs and goes_on(case) and not any(caught(raised, g.catches) for g in guards)


_ARGUMENTS = frozenset(
    {
        Failure.MISSING_ARGUMENT,
        Failure.UNEXPECTED_KEYWORD,
        Failure.TOO_MANY_POSITIONAL,
        Failure.MULTIPLE_VALUES,
        Failure.POSITIONAL_ONLY_KEYWORD,
        Failure.FORBIDDEN_EXTRA,
    }
)


def gives_nothing(case: Case, change: Change) -> bool:
    """A consumer's class that overrides a hook with a method that returns nothing."""
    if not isinstance(case.use.operation, c.Subclass) or not concerns(case, change):
        return False
    override = overriding(case.use, change)
    returns = override is not None and (override.returns_none or change.new.startswith("unpacked"))
    return override is not None and returns and not override.is_async


def written(case: Case, change: Change) -> bool:
    """A write to an instance that may have no room for it."""
    if not isinstance(case.use.operation, c.Write) or case.new.verdict is not Verdict.UNKNOWN:
        return False
    return change.symbol in case.symbols or change.symbol.rpartition(".")[0] in case.symbols


def overridden(case: Case, change: Change) -> bool:
    """A consumer's class or replacement that does not follow the changed hook."""
    match case.use.operation:
        case c.Subclass() if case.new.verdict is not Verdict.BREAKS:
            override = overriding(case.use, change)
            if override is None:
                return not change.subject and change.symbol == case.new.symbol
            return concerns(case, change) and not _fits_hook(override, change)
        case c.Replace() if case.new.reason == FITS and change.new.startswith("("):
            return False
        case c.Replace(signature=signature):
            return concerns(case, change) and not (signature is not None and _takes(signature, change))
        case _:
            return False


def overriding(use: c.Use, change: Change) -> c.Override | None:
    """The method of the consumer's class that overrides what a change is about."""
    if not isinstance(use.operation, c.Subclass):
        return None
    wanted = {change.subject, change.symbol.rpartition(".")[2]}
    return next((member for member in use.operation.members if member.name in wanted), None)


def _fits_hook(override: c.Override, change: Change) -> bool:
    """Whether an override is fine with what changed about the hook."""
    if rule(change.rule).name == "result-added":
        return not override.returns_none
    return _takes(override.signature, change)


def _takes(signature: Signature, change: Change) -> bool:
    """Whether an override takes every argument that the changed hook may be called with."""
    kinds = {parameter.kind for parameter in signature.parameters}
    if change.new.startswith("**"):
        return ParameterKind.VAR_KEYWORD in kinds
    hook = reparse(change.new) if change.new.startswith("(") else None
    if hook is None:
        return False
    if {ParameterKind.VAR_KEYWORD, ParameterKind.VAR_POSITIONAL} <= kinds:
        return True
    own = {parameter.name for parameter in signature.parameters}
    known = {parameter.name for parameter in hook.parameters}
    mine = [p for p in signature.parameters if p.kind not in _VARIADIC and p.default is None and p.name != "self"]
    if len([p for p in hook.parameters if p.kind not in _VARIADIC]) < len(mine) and _VARIADIC.isdisjoint(
        p.kind for p in hook.parameters
    ):
        return all(p.name in known for p in mine)
    plain = [parameter for parameter in hook.parameters if parameter.kind not in _VARIADIC]
    return all(parameter.name in own or ParameterKind.VAR_KEYWORD in kinds for parameter in plain)


_VARIADIC = {ParameterKind.VAR_POSITIONAL, ParameterKind.VAR_KEYWORD}
