"""For which uses a change of a result or a value is a risk."""

from __future__ import annotations

import ast
import math
from typing import TYPE_CHECKING

from apidrift.impact._case import Case, concerns, works
from apidrift.impact._links import Links, named
from apidrift.impact._types import Node, parse_type
from apidrift.model import contract as c
from apidrift.model.finding import Verdict
from apidrift.rules import rule

if TYPE_CHECKING:
    from apidrift.model.change import Change


def result(case: Case, change: Change) -> bool:
    """A call whose result is put to a use that depends on its type."""
    if case.shape is None or not concerns(case, change) or not works(case):
        return False
    return _matters(case, change, followers(case.links, case.number))


def always_true_now(case: Case, change: Change) -> bool:
    """A call whose result is tested, and now passes every test (`bool` became a tuple)."""
    if case.shape is None or not _concerns_truth(case, change):
        return False
    tested = [one for one in followers(case.links, case.number) if isinstance(case.links.uses[one].operation, c.Truth)]
    return bool(tested) and always_true(parse_type(change.new)) and not always_true(parse_type(change.old))


def _concerns_truth(case: Case, change: Change) -> bool:
    return bool(change.old and change.new) and concerns(case, change) and works(case)


def always_true(node: Node) -> bool:
    """Whether every value of a type is true: tuples that are never empty, callables, modules."""
    if node.name == "Union":
        return all(map(always_true, node.args))
    if node.name == "tuple":
        return bool(node.args) and node.args[-1].name != "..."
    return node.name in {"Callable", "type", "Generator", "generator", "Iterator", "Coroutine"}


def followers(links: Links, number: int) -> list[int]:
    """The uses of a call's result, in order; of what awaiting it gives, where it is awaited."""
    found = links.after(number)
    if any(isinstance(links.uses[one].operation, c.Await) for one in found):
        found = [later for one in found for later in links.after(one)]
    return sorted(found)


def _matters(case: Case, change: Change, later: list[int]) -> bool:
    """Whether what is done with a value depends on the change of its type."""
    if any(case.outcomes[one].verdict is Verdict.BREAKS for one in later):
        return False  # these speak for themselves
    later = [one for one in later if not _walked_at_once(case, change, one)]
    operations = [case.links.uses[one].operation for one in later]
    if rule(change.rule).name in {"result-none-added", "result-now-nothing"}:
        return not any(map(_asks, operations)) and bool(operations)
    return any(
        case.outcomes[one].verdict is not Verdict.OK
        or case.outcomes[one].blocked
        or _depends(case.links.uses[one].operation, change)
        for one in later
    )


_RUN_OUT = frozenset({"became-generator", "no-longer-generator", "result-became-iterator", "result-became-sequence"})
"""Changes that a loop over the call itself does not meet: whatever comes is walked once, from its beginning."""


def _walked_at_once(case: Case, change: Change, number: int) -> bool:
    """Whether a use walks through the result where the call stands, so that nothing else can."""
    later, place = case.links.uses[number], case.use.place
    at_once = isinstance(later.operation, c.Iterate) and not later.operation.keys
    same = (later.place.path, later.place.line, later.place.column) == (place.path, place.line, place.column)
    return at_once and same and rule(change.rule).name in _RUN_OUT


def _asks(operation: c.Operation) -> bool:
    """Whether an operation asks what it was given before anything else is done with it."""
    return isinstance(operation, c.Truth) or (isinstance(operation, c.Operate) and operation.method == "is")


def _depends(operation: c.Operation, change: Change) -> bool:  # noqa: PLR0911 -- one arm per operation
    """Operations that do not fail on a value of another type, but answer differently."""
    match operation:
        case c.Iterate():
            return not _same_walk(change)
        case c.Subscript(key) if key.isdigit():
            return not _same_walk(change) or int(key) >= min(_lengths(change))
        case c.Unpack(count, starred):
            return not _same_walk(change) or (starred and count > min(_lengths(change)))
        case c.Subscript():
            return True
        case c.Truth() | c.Operate("__contains__" | "__len__" | "__bool__"):
            return not _same_walk(change) or len(set(_lengths(change))) > 1
        case c.Operate(method):
            return method in _TELLING
        case _:
            return False


_TELLING = frozenset(f"__{name}__" for name in ("eq", "ne", "lt", "le", "gt", "ge", "add", "radd", "mod", "mul"))
"""Operators whose result depends on the type, or that may not take the other operand any more."""

_IN_ORDER = frozenset({"list", "tuple"})


def _same_walk(change: Change) -> bool:
    """Whether both types hold the same elements in an order of their own: a list and a tuple do."""
    old, new = parse_type(change.old), parse_type(change.new)
    if not {old.name, new.name} <= _IN_ORDER:
        return False
    elements = [{arg for arg in node.args if arg.name != "..."} for node in (old, new)]
    return not all(elements) or elements[0] == elements[1]


def _lengths(change: Change) -> tuple[float, ...]:
    """How many items both types have, where both are tuples that spell theirs out; else as many as one likes."""
    nodes = [parse_type(text) for text in (change.old, change.new)]
    fixed = all(node.name == "tuple" and node.args and node.args[-1].name != "..." for node in nodes)
    return tuple(len(node.args) for node in nodes) if fixed else (math.inf,)


def read(case: Case, change: Change) -> bool:
    """A read of a value that changed."""
    if not concerns(case, change) or not works(case) or isinstance(case.use.operation, c.Write | c.Delete):
        return False
    kind = rule(change.rule).name
    later = case.links.after(case.number)
    if kind == "constant-value-changed":
        only_import = isinstance(case.use.operation, c.Import)
        if isinstance(case.use.operation, c.Subscript) and _same_item(case.use.operation.key, change):
            return False
        plain = not (only_import and later) and not isinstance(case.use.operation, c.Subclass | c.Call)
        return plain and bool(named(case.use))  # an instance has its own value, whatever its class says
    if kind == "enum-value-changed":
        return any(_uses_value(case.links.uses[one].operation) for one in (case.number, *later))
    if isinstance(case.use.operation, c.Read):
        return _matters(case, change, later)
    return not isinstance(case.use.operation, c.Import) and _depends(case.use.operation, change)


def _same_item(key: str, change: Change) -> bool:
    """Whether a table that changed still holds the same under a key."""
    try:
        old, new, wanted = (ast.literal_eval(text) for text in (change.old, change.new, key))
        return bool(old[wanted] == new[wanted])
    except (ValueError, SyntaxError, LookupError, TypeError):
        return False


def _uses_value(operation: c.Operation) -> bool:
    """Whether the number or text behind an enum's member plays a part."""
    match operation:
        case c.Read(name):
            return name == "value"
        case c.Operate(_, operand):
            return bool(operand)
        case _:
            return False


def iterated(case: Case, change: Change) -> bool:
    """Iteration over a class whose members changed."""
    return isinstance(case.use.operation, c.Iterate) and change.symbol in case.symbols and works(case)


def unpacked(case: Case, change: Change) -> bool:
    """Positional use of fields that changed places."""
    match case.use.operation:
        case c.Unpack():
            positional = True
        case c.Subscript(key):
            positional = key.lstrip("-").isdigit()
        case _:
            positional = False
    return positional and concerns(case, change) and works(case)


def called(case: Case, change: Change) -> bool:
    """A call, where nothing done with its result shows that the change is met."""
    later = case.links.after(case.number)
    if later and all(_walked_at_once(case, change, one) for one in later):
        return False
    return concerns(case, change) and works(case) and goes_on(case)


def goes_on(case: Case) -> bool:
    """Whether the use is a call whose result is neither awaited nor entered, nor fails to serve."""
    if case.shape is None:
        return False
    operations = [case.links.uses[one].operation for one in case.links.after(case.number)]
    fitting = any(isinstance(operation, c.Await | c.Enter) for operation in operations)
    failing = any(case.outcomes[one].verdict is Verdict.BREAKS for one in case.links.after(case.number))
    return not fitting and not failing
