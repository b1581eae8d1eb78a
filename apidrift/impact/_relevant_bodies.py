"""For which uses a change inside a body, or in how the provider itself calls, is a risk."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from apidrift.impact._bind import bind
from apidrift.impact._case import Case, concerns, works
from apidrift.impact._relevant_calls import filled
from apidrift.impact._relevant_values import followers, result
from apidrift.impact._reparse import reparse
from apidrift.model import contract as c
from apidrift.model.paths import Argument, Attr, Shape

if TYPE_CHECKING:
    from apidrift.model.change import Change


def result_given(case: Case, change: Change) -> bool:
    """A call that gives the deciding argument another value than its default, and uses what comes of it."""
    return case.shape is not None and _given(case, change.subject) is True and result(case, change)


def result_omitted(case: Case, change: Change) -> bool:
    """A call that leaves the deciding argument out, and uses what comes of it."""
    return case.shape is not None and _given(case, change.subject) is False and result(case, change)


def _given(case: Case, name: str) -> bool | None:
    """Whether a call gives a parameter another value than its default; None where that is open."""
    shape = case.shape
    assert shape is not None
    if shape.double_star or shape.star or name in shape.maybe:
        return None
    argument = filled(case, shape, name)
    if argument is None:
        return False
    signature = reparse(case.new.signature)
    defaults = [p.default for p in signature.parameters if p.name == name] if signature is not None else []
    return not argument.literal or argument.literal not in defaults


def unfollowed(case: Case, change: Change) -> bool:
    """A call of the first of two steps by a consumer that never takes the second."""
    if case.shape is None or not concerns(case, change) or not works(case):
        return False
    return not any(_names(use, change.subject) for use in case.links.uses)


def _names(use: c.Use, name: str) -> bool:
    """Whether a use calls, reads or names a method."""
    match use.operation:
        case c.Call():
            return any(path.steps and path.steps[-1] == Attr(name) for path in use.receivers)
        case c.Read(read):
            return read == name
        case c.Named(text=text):
            return text == name
        case _:
            return any(isinstance(guard, c.HasName) and guard.name == name for guard in use.guards)


def refuses_call(case: Case, change: Change) -> bool:
    """A call that passes a function which cannot be called in the new way."""
    if case.shape is None or not concerns(case, change) or not works(case):
        return False
    argument = filled(case, case.shape, change.subject)
    if argument is None or argument.takes is None:
        return False
    own = argument.takes.parameters
    return bool(bind(own, read_shape(change.new), "").problems) and not bind(own, read_shape(change.old), "").problems


def read_shape(text: str) -> Shape:
    """A call's shape from its text, as a rule gives it (`(_, strict=_)`)."""
    node = ast.parse(f"f{text}", mode="eval").body
    assert isinstance(node, ast.Call)
    plain = [each for each in node.args if not isinstance(each, ast.Starred)]
    return Shape(
        (Argument(),) * len(plain),
        {keyword.arg: Argument() for keyword in node.keywords if keyword.arg is not None},
        star=len(plain) < len(node.args),
        double_star=any(keyword.arg is None for keyword in node.keywords),
    )


def lacks_what_is_asked(case: Case, change: Change) -> bool:
    """A call that passes an object of the consumer's own without what is asked of it now."""
    if case.shape is None or not concerns(case, change) or not works(case):
        return False
    argument = filled(case, case.shape, change.subject)
    return argument is not None and bool(argument.has) and not set(change.new.split(", ")) <= set(argument.has)


def by_place(case: Case, change: Change) -> bool:
    """A call whose result is gone through or taken apart by place, or compared."""
    if case.shape is None or not concerns(case, change) or not works(case):
        return False
    later = [case.links.uses[one].operation for one in followers(case.links, case.number)]
    return any(
        isinstance(each, c.Iterate | c.Subscript | c.Unpack) or (isinstance(each, c.Operate) and each.method in _EQUAL)
        for each in later
    )


_EQUAL = frozenset({"__eq__", "__ne__"})
