"""For which uses a change of a class's ancestry, members or special methods is a risk although nothing fails."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.impact._calls import FITS
from apidrift.impact._case import Case, concerns, reached, works
from apidrift.impact._lookups import module_of
from apidrift.impact._relevant_classes import overridden
from apidrift.impact._relevant_values import read
from apidrift.impact._reparse import reparse
from apidrift.model import contract as c
from apidrift.model.finding import Verdict
from apidrift.model.paths import Imported
from apidrift.model.signature import VARIADIC, ParameterKind
from apidrift.rules import rule

if TYPE_CHECKING:
    from apidrift.model.change import Change
    from apidrift.model.signature import Signature


def operated(case: Case, change: Change) -> bool:
    """An operator that falls back to what every object does: `==` compares identities, any object is true."""
    match case.use.operation:
        case c.Operate(method):
            return method == change.subject and change.symbol in case.symbols.own and works(case)
        case c.Truth():
            return change.subject in {"__bool__", "__len__"} and change.symbol in case.symbols.own and works(case)
        case _:
            return False


def tested_for(case: Case, change: Change) -> bool:
    """A test for a class that one the consumer touches no longer derives from."""
    match case.use.operation:
        case c.Check("isinstance" | "issubclass"):
            return change.subject in case.symbols.own and works(case)
        case _:
            return False


def asked_more(case: Case, change: Change) -> bool:
    """A test for a protocol that asks for one more member; else an override that meets a new member."""
    if isinstance(case.use.operation, c.Check):
        asked = change.new.startswith("protocol ") and _owner(change.symbol) in case.symbols.own
        return asked and works(case)
    return overridden(case, change)


def lacks_placeholder(case: Case, change: Change) -> bool:
    """A class without the method that its base now calls and does not have, though it keeps a method that calls it."""
    if not isinstance(case.use.operation, c.Subclass) or change.symbol not in case.symbols.own or not works(case):
        return False
    own = {*case.use.operation.brings, *(member.name for member in case.use.operation.members)}
    return change.subject not in own and not set(change.new.removeprefix("called by ").split(", ")) <= own


def found_elsewhere(case: Case, change: Change) -> bool:
    """A member that another ancestor supplies now."""
    if not works(case) or change.symbol not in case.symbols.all or not (case.base.symbol and case.new.symbol):
        return False
    kept = (change.old.split(", "), change.new.split(", "))
    return case.base.symbol != case.new.symbol and all(
        _owner(outcome.symbol) in names for outcome, names in zip((case.base, case.new), kept, strict=True)
    )


def _owner(path: str) -> str:
    return path.rpartition(".")[0]


def not_what_it_was(case: Case, change: Change) -> bool:
    """Something read from what is another kind of thing now, of which nothing is known."""
    if read(case, change):
        return True
    lost = case.new.verdict is Verdict.UNKNOWN and case.base.verdict is Verdict.OK and not case.new.blocked
    return lost and change.symbol in case.symbols.all and isinstance(case.use.operation, c.Read | c.Subscript)


def starred(case: Case, change: Change) -> bool:
    """A star import that no longer binds a name the file uses."""
    operation, place = case.use.operation, case.use.place.path
    if not isinstance(operation, c.Import) or operation.name != "*" or change.symbol not in case.symbols.own:
        return False
    if not works(case):
        return False
    inside = [use for use in case.links.uses if use.place.path == place]
    explicit = [use.operation for use in inside if isinstance(use.operation, c.Import)]
    if any((each.module, each.name) == (operation.module, change.subject) for each in explicit):
        return False
    wanted = Imported(operation.module, change.subject)
    return any(receiver.root == wanted for use in inside for receiver in use.receivers)


def forwarded(case: Case, change: Change) -> bool:
    """A keyword that is handed on to a function that no longer takes it."""
    if case.shape is None or change.symbol not in case.new.related or not works(case):
        return False
    return change.subject in case.shape.keywords and rule(change.rule).name in {
        "parameter-removed",
        "parameter-renamed",
    }


def override_lost(case: Case, change: Change) -> bool:
    """A class that overrides what its base no longer has: the override runs no more."""
    if not isinstance(case.use.operation, c.Subclass) or case.new.verdict is Verdict.BREAKS or not reached(case.new):
        return False
    name = change.symbol.rpartition(".")[2]
    return concerns(case, change) and any(member.name == name for member in case.use.operation.members)


def replaced_narrower(case: Case, change: Change) -> bool:
    """A function put in the place of one that is called with more now."""
    match case.use.operation:
        case c.Replace(signature=own) if own is not None and module_of(case.new) == _owner(case.new.symbol):
            # A method's replacement is held to the hook's signature by a rule of its own.
            hook = reparse(case.new.signature)
            if case.new.reason == FITS:
                return False
            return hook is not None and concerns(case, change) and reached(case.new) and not fits(own, hook)
        case _:
            return False


def fits(own: Signature, hook: Signature) -> bool:
    """Whether a replacement can be called in every way the original can."""
    mine = [parameter for parameter in own.parameters if parameter.kind not in VARIADIC]
    theirs = [parameter for parameter in hook.parameters if parameter.kind not in VARIADIC]
    kinds = {parameter.kind for parameter in own.parameters}
    if ParameterKind.VAR_KEYWORD not in kinds and {p.name for p in theirs} - {p.name for p in mine}:
        return ParameterKind.VAR_POSITIONAL in kinds and len(theirs) <= len(mine)
    return True
