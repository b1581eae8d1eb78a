"""What follows from a test: the facts for its two outcomes, and how it narrows what is tested."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from apidrift.contracts._atoms import (
    ClassAtom,
    Lit,
    ModuleAtom,
    Prov,
    Unknown,
    Value,
)
from apidrift.contracts._scan import names_of
from apidrift.contracts._values import FuncAtom, Mapping, Seq
from apidrift.model import contract as c

if TYPE_CHECKING:
    import ast

    from apidrift.contracts._atoms import Atom
    from apidrift.contracts._interp import Interp


Narrowing = dict[str, Value]


@dataclass(slots=True)
class Verdict:
    """What follows where a test holds, and where it does not."""

    true: tuple[c.Guard, ...] = ()
    false: tuple[c.Guard, ...] = ()
    narrow_true: Narrowing = field(default_factory=dict)
    narrow_false: Narrowing = field(default_factory=dict)
    value: Value = ()
    """The value of the tested expression itself, where it is not plain true or false."""
    static: bool | None = None
    """The outcome, where it is always the same."""

    def inverted(self) -> Verdict:
        """The verdict of `not test`."""
        flipped = None if self.static is None else not self.static
        return Verdict(self.false, self.true, self.narrow_false, self.narrow_true, (), flipped)

    def as_value(self) -> Value:
        """The test's result as a value: true and false, each under its facts."""
        if self.value:
            return self.value
        if self.static is not None:
            return (Lit(self.static),)
        hard_true = tuple(g for g in self.true if not isinstance(g, c.Condition))
        hard_false = tuple(g for g in self.false if not isinstance(g, c.Condition))
        if not hard_true and not hard_false:
            return (Unknown("bool"),)
        return (Lit(True, hard_true), Lit(False, hard_false))


def hard(guards: tuple[c.Guard, ...]) -> tuple[c.Guard, ...]:
    """The guards that are facts."""
    return tuple(guard for guard in guards if not isinstance(guard, c.Condition))


def condition(it: Interp, node: ast.expr) -> c.Guard:
    """A guard for a test that is not understood."""
    return it.world.guard(c.Condition(names_of(node)))


def partition(it: Interp, value: Value, sides: tuple[Value, Value], node: ast.expr, key: str) -> Verdict:
    """The facts of a test that tells alternatives apart."""
    yes, no = sides
    true, false = _facts(yes, value), _facts(no, value)
    verdict = Verdict(true, false, value=value)
    if key and yes and no:
        verdict.narrow_true = {key: yes} if len(yes) < len(value) else {}
        verdict.narrow_false = {key: no} if len(no) < len(value) else {}
    if value and not no and all(isinstance(a, Lit) for a in yes):
        verdict.static = True
    if value and not yes:
        verdict.static = False
    if not true and not false and verdict.static is None:
        guard = condition(it, node)
        verdict.true = verdict.false = (guard,)
    return verdict


def _facts(side: Value, value: Value) -> tuple[c.Guard, ...]:
    """What is certain when one of these alternatives arrived: the guards they share."""
    if not side or len(side) == len(value):
        shared = side[0].guards if len(side) == 1 else ()
        return shared if len(value) == 1 and isinstance(side[:1] and side[0], Lit) else ()
    shared = side[0].guards
    for atom in side[1:]:
        shared = tuple(guard for guard in shared if any(guard is other for other in atom.guards))
    return shared


def can_be(atom: Atom, truth: bool) -> bool:  # noqa: FBT001, PLR0911 -- one arm per kind
    """Whether an alternative can be true (or false)."""
    match atom:
        case Lit(value=value):
            return bool(value) is truth
        case ClassAtom() | FuncAtom() | ModuleAtom():
            return truth
        case Prov(node=node) if node.parent is None:
            return truth
        case Prov():
            return True
        case Seq(items=items) if items is not None:
            return bool(items) is truth
        case Mapping(entries=entries, more=False) if all(entry.certain for entry in entries.values()):
            return bool(entries) is truth
        case _:
            return True
