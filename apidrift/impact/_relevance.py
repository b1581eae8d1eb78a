"""For which uses a change is a risk although they still bind."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec

from apidrift.impact._admit import admits, node_admits
from apidrift.impact._bind import bind, landing, table
from apidrift.impact._exceptions import caught
from apidrift.impact._explain import Symbols
from apidrift.impact._links import Links, named
from apidrift.impact._reparse import reparse
from apidrift.impact._types import parse_type
from apidrift.model import contract as c
from apidrift.model.change import Change, Relevance
from apidrift.model.finding import Outcome, Verdict
from apidrift.model.signature import ParameterKind
from apidrift.rules import rule

if TYPE_CHECKING:
    from collections.abc import Callable

    from apidrift.model.paths import Argument, Shape
    from apidrift.model.signature import Parameter, Signature


class Case(msgspec.Struct, frozen=True):
    """A use on a version, and what it was on the baseline."""

    links: Links
    number: int
    symbols: Symbols
    base: Outcome
    new: Outcome
    outcomes: tuple[Outcome, ...]
    """All uses' outcomes on the version."""

    @property
    def use(self) -> c.Use:
        """The use itself."""
        return self.links.uses[self.number]

    @property
    def shape(self) -> Shape | None:
        """The call's shape, if it is a call."""
        return self.use.operation.shape if isinstance(self.use.operation, c.Call | c.Decorate) else None

    def signatures(self) -> tuple[Signature, Signature] | None:
        """What the call was bound to on the baseline and on the version."""
        old, new = reparse(self.base.signature), reparse(self.new.signature)
        return (old, new) if old is not None and new is not None else None


def relevant(case: Case, change: Change) -> bool:
    """Whether a change puts the use at risk."""
    found = rule(change.rule)
    if found.name == "overload-removed":
        return _concerns(case, change) and _lost_overload(case, change)
    if found.name == "variadic-added":
        return change.new.startswith("**") and _overridden(case, change)
    check = _CHECKS.get(found.relevance or Relevance.NEVER)
    return check is not None and check(case, change)


def _concerns(case: Case, change: Change) -> bool:
    """Whether the change is about the symbol that the use itself meets."""
    if change.symbol in case.symbols.own:
        return True
    return bool(change.subject) and f"{change.symbol}.{change.subject}" in case.symbols.own


def _works(case: Case) -> bool:
    return case.new.verdict in {Verdict.OK, Verdict.UNKNOWN} and not case.new.blocked and _reached(case.new)


def _reached(outcome: Outcome) -> bool:
    return not outcome.reason.startswith("not reached")


# Parameters -----------------------------------------------------------------------------------------------------------


def _omitted(case: Case, change: Change) -> bool:
    shape = case.shape
    if shape is None or not _concerns(case, change) or not _reached(case.new):
        return False
    return not shape.double_star and change.subject not in _passed(case, shape)


def _passed(case: Case, shape: Shape) -> set[str]:
    """Keywords passed, certainly or perhaps, and the parameters that positionals fill."""
    names = set(shape.keywords) | set(shape.maybe)
    for text in (case.base.signature, case.new.signature):
        signature = reparse(text)
        if signature is not None and (shape.positional or shape.star):
            sorted_ = table(signature.parameters)
            reach = len(sorted_.positional) if shape.star else len(shape.positional)
            names |= {parameter.keyword for parameter in sorted_.positional[:reach]}
    return names


def _narrowed(case: Case, change: Change) -> bool:
    if case.shape is None or not _concerns(case, change) or not _works(case):
        return False
    argument = _argument(case, case.shape, change.subject)
    return argument is not None and node_admits(parse_type(change.new), argument) is False


def _argument(case: Case, shape: Shape, name: str) -> Argument | None:
    if name in shape.keywords:
        return shape.keywords[name]
    signature = reparse(case.new.signature)
    if signature is None:
        return None
    positional = table(signature.parameters).positional
    found = zip(positional, shape.positional, strict=False)
    return next((argument for parameter, argument in found if parameter.keyword == name), None)


def _shifted(case: Case, change: Change) -> bool:
    shape, both = case.shape, case.signatures()
    if shape is None or both is None or not _concerns(case, change) or not _works(case):
        return False
    old, new = (landing(signature.parameters, shape) for signature in both)
    names = [{parameter.name for parameter in signature.parameters} for signature in both]
    moved = [
        int(place)
        for place in old
        if place.isdigit() and old[place] != new.get(place) and (old[place] in names[1] or new.get(place) in names[0])
    ]
    return bool(moved) and min(_index(both, change.subject)) <= max(moved)


def _index(both: tuple[Signature, Signature], name: str) -> tuple[int, ...]:
    orders = [[parameter.keyword for parameter in signature.parameters] for signature in both]
    return tuple(order.index(name) for order in orders if name in order) or (0,)


def _swallowed(case: Case, change: Change) -> bool:
    return case.shape is not None and _concerns(case, change) and change.subject in case.shape.keywords and _works(case)


def _lost_overload(case: Case, change: Change) -> bool:
    shape, lost, left = case.shape, reparse(change.old), reparse(case.new.signature)
    if shape is None or lost is None or left is None or not _works(case):
        return False
    return not bind(lost.parameters, shape, "").problems and _fits(lost, shape) and not _fits(left, shape)


def _fits(signature: Signature, shape: Shape) -> bool:
    sorted_ = table(signature.parameters)
    pairs: list[tuple[Parameter, Argument]] = list(zip(sorted_.positional, shape.positional, strict=False))
    pairs += [(sorted_.keywords[name], value) for name, value in shape.keywords.items() if name in sorted_.keywords]
    return all(admits(parameter, argument) is not False for parameter, argument in pairs)


# Results and values ---------------------------------------------------------------------------------------------------


def _result(case: Case, change: Change) -> bool:
    if case.shape is None or not _concerns(case, change) or not _works(case):
        return False
    followers = case.links.after(case.number)
    if any(isinstance(case.links.uses[one].operation, c.Await) for one in followers):
        followers = [later for one in followers for later in case.links.after(one)]
    return _matters(case, change, followers)


def _matters(case: Case, change: Change, followers: list[int]) -> bool:
    """Whether what is done with a value depends on the change of its type."""
    if any(case.outcomes[one].verdict is Verdict.BREAKS for one in followers):
        return False  # these speak for themselves
    operations = [case.links.uses[one].operation for one in followers]
    if rule(change.rule).name in {"result-none-added", "result-now-nothing"}:
        tested = any(isinstance(operation, c.Truth) for operation in operations)
        return not tested and any(not isinstance(operation, c.Truth) for operation in operations)
    return any(
        case.outcomes[one].verdict is not Verdict.OK or _depends(case.links.uses[one].operation) for one in followers
    )


def _depends(operation: c.Operation) -> bool:
    """Operations that do not fail on a value of another type, but answer differently."""
    match operation:
        case c.Subscript() | c.Unpack() | c.Iterate() | c.Truth():
            return True
        case c.Operate(method):
            return method in {"__eq__", "__ne__", "__contains__", "__len__", "__bool__"}
        case _:
            return False


def _read(case: Case, change: Change) -> bool:
    if not _concerns(case, change) or not _works(case) or isinstance(case.use.operation, c.Write | c.Delete):
        return False
    kind = rule(change.rule).name
    followers = case.links.after(case.number)
    if kind == "constant-value-changed":
        only_import = isinstance(case.use.operation, c.Import)
        plain = not (only_import and followers) and not isinstance(case.use.operation, c.Subclass | c.Call)
        return plain and bool(named(case.use))  # an instance has its own value, whatever its class says
    if kind == "enum-value-changed":
        return any(_uses_value(case.links.uses[one].operation) for one in (case.number, *followers))
    if isinstance(case.use.operation, c.Read):
        return _matters(case, change, followers)
    return not isinstance(case.use.operation, c.Import) and _depends(case.use.operation)


def _uses_value(operation: c.Operation) -> bool:
    """Whether the number or text behind an enum's member plays a part."""
    match operation:
        case c.Read(name):
            return name == "value"
        case c.Operate(_, operand):
            return bool(operand)
        case _:
            return False


def _iterated(case: Case, change: Change) -> bool:
    return isinstance(case.use.operation, c.Iterate) and change.symbol in case.symbols and _works(case)


def _unpacked(case: Case, change: Change) -> bool:
    match case.use.operation:
        case c.Unpack():
            positional = True
        case c.Subscript(key):
            positional = key.lstrip("-").isdigit()
        case _:
            positional = False
    return positional and _concerns(case, change) and _works(case)


def _any(case: Case, change: Change) -> bool:
    if not _concerns(case, change) or not _works(case) or case.shape is None:
        return False
    followers = [case.links.uses[one].operation for one in case.links.after(case.number)]
    fitting = any(isinstance(operation, c.Await | c.Enter) for operation in followers)
    failing = any(case.outcomes[one].verdict is Verdict.BREAKS for one in case.links.after(case.number))
    return not fitting and not failing


# Exceptions and classes -----------------------------------------------------------------------------------------------


def _caught(case: Case, change: Change) -> bool:
    if isinstance(case.use.operation, c.Check):
        return case.use.operation.where == "except" and change.symbol in case.symbols
    if case.shape is None or not _concerns(case, change):
        return False
    raised = re.findall(r"[\w.]+", change.new)
    handlers = [guard.catches for guard in case.use.guards if isinstance(guard, c.Attempt) and guard.part == "body"]
    for catches in handlers:
        before = caught(change.old, catches)
        if before and before.rpartition(".")[2] not in {"Exception", "BaseException"}:
            return any(not caught(name, catches) for name in raised)
    return False


def _written(case: Case, change: Change) -> bool:
    if not isinstance(case.use.operation, c.Write) or case.new.verdict is not Verdict.UNKNOWN:
        return False
    return change.symbol in case.symbols or change.symbol.rpartition(".")[0] in case.symbols


def _overridden(case: Case, change: Change) -> bool:
    match case.use.operation:
        case c.Subclass() if case.new.verdict is not Verdict.BREAKS:
            override = overriding(case.use, change)
            if override is None:
                return not change.subject and change.symbol == case.new.symbol
            return _concerns(case, change) and not _fits_hook(override, change)
        case c.Replace(signature=signature):
            return _concerns(case, change) and not (signature is not None and _takes(signature, change))
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
    plain = [parameter for parameter in hook.parameters if parameter.kind not in _VARIADIC]
    return all(parameter.name in own or ParameterKind.VAR_KEYWORD in kinds for parameter in plain)


_VARIADIC = {ParameterKind.VAR_POSITIONAL, ParameterKind.VAR_KEYWORD}
_CHECKS: dict[Relevance, Callable[[Case, Change], bool]] = {
    Relevance.ANY: _any,
    Relevance.OMITTED: _omitted,
    Relevance.PASSED: _narrowed,
    Relevance.SHIFTED: _shifted,
    Relevance.SWALLOWED: _swallowed,
    Relevance.RESULT: _result,
    Relevance.READ: _read,
    Relevance.ITERATED: _iterated,
    Relevance.INSTANCE_WRITTEN: _written,
    Relevance.CAUGHT: _caught,
    Relevance.OVERRIDDEN: _overridden,
    Relevance.UNPACKED: _unpacked,
}
