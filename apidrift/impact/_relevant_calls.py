"""For which calls a change of a parameter is a risk."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from apidrift.impact._admit import fits, node_admits
from apidrift.impact._bind import bind, landing, table
from apidrift.impact._calls import HANDED_ON
from apidrift.impact._case import Case, concerns, reached, works
from apidrift.impact._reparse import reparse
from apidrift.impact._types import parse_type

if TYPE_CHECKING:
    from apidrift.model.change import Change
    from apidrift.model.paths import Argument, Shape
    from apidrift.model.signature import Signature


def omitted(case: Case, change: Change) -> bool:
    """A call that leaves the changed parameter to its default."""
    shape = case.shape
    if shape is None or not concerns(case, change) or not reached(case.new):
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


def narrowed(case: Case, change: Change) -> bool:
    """A call that passes what the parameter no longer takes."""
    if case.shape is None or not concerns(case, change) or not works(case):
        return False
    argument = filled(case, case.shape, change.subject)
    return argument is not None and node_admits(parse_type(change.new), argument) is False


def admitted_no_more(case: Case, change: Change) -> bool:
    """A call that passes a constant which the old body admitted and the new one refuses."""
    if case.shape is None or not concerns(case, change) or not works(case):
        return False
    argument = filled(case, case.shape, change.subject)
    if argument is None or not argument.literal:
        return False
    wanted = ast.literal_eval(argument.literal)
    old, new = (ast.literal_eval(f"({text},)") for text in (change.old, change.new))
    return wanted in old and wanted not in new


def filled(case: Case, shape: Shape, name: str) -> Argument | None:
    """The argument that a call gives a parameter, by keyword or by position; None where it gives none."""
    if name in shape.keywords:
        return shape.keywords[name]
    signature = reparse(case.new.signature)
    if signature is None:
        return None
    positional = table(signature.parameters).positional
    found = zip(positional, shape.positional, strict=False)
    return next((argument for parameter, argument in found if parameter.keyword == name), None)


def shifted(case: Case, change: Change) -> bool:
    """A call whose positional arguments land on other parameters."""
    shape, both = case.shape, case.signatures()
    if shape is None or both is None or not concerns(case, change) or not works(case):
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


def swallowed(case: Case, change: Change) -> bool:
    """A call whose keyword is now taken silently."""
    if case.shape is None or case.new.reason == HANDED_ON or not concerns(case, change):
        return False
    return change.subject in case.shape.keywords and works(case)


def lost_overload(case: Case, change: Change) -> bool:
    """A call that only the removed overload admits."""
    shape, lost, left = case.shape, reparse(change.old), reparse(case.new.signature)
    if shape is None or lost is None or left is None or not concerns(case, change) or not works(case):
        return False
    return not bind(lost.parameters, shape, "").problems and fits(lost, shape) and not fits(left, shape)
