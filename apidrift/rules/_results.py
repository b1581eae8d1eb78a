"""What a call gives back: both results of a pair, by annotation or by what the body returns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.symbols import Function
from apidrift.model.value import Value
from apidrift.rules._facts import is_method
from apidrift.rules._types import AWAITABLES, ITERATORS, MAPPINGS, SEQUENCES, aligned, members, split

if TYPE_CHECKING:
    from apidrift.rules._rule import Pair


RESULT_RULES = frozenset(
    {
        "result-type-changed",
        "result-none-added",
        "result-arity-changed",
        "result-element-changed",
        "result-became-awaitable",
        "result-became-iterator",
        "result-became-sequence",
        "result-mapping-changed",
        "result-now-nothing",
        "result-added",
        "result-type-narrowed",
    }
)
"""The rules that compare results; a rule that says why all of the result is different claims theirs."""


class Results(Value, frozen=True):
    """The results of both sides of a pair of callables, where both are known and they differ."""

    old_text: str
    new_text: str
    old: frozenset[str]
    """The alternatives, in canonical spelling."""
    new: frozenset[str]

    @property
    def nothing(self) -> bool:
        """The call gave something and gives None only."""
        return self.new == _NONE

    @property
    def something(self) -> bool:
        """The call gave None only and gives something."""
        return self.old == _NONE

    @property
    def narrowed(self) -> bool:
        """Alternatives were lost and none gained."""
        return self.new < self.old and not self.something

    @property
    def none_added(self) -> bool:
        """The call may give None and could not before."""
        return "None" in self.new - self.old and not self.nothing

    @property
    def arity(self) -> tuple[int, int] | None:
        """The lengths of both tuples where they differ, 1 for a result that is no tuple; None where they do not."""
        pair = self._single
        if pair is None:
            return None
        old, new = map(_length, pair)
        return (old, new) if old != new and old is not None and new is not None else None

    @property
    def element_changed(self) -> bool:
        """Both are containers of one kind, and their arguments differ."""
        pair = self._single
        if pair is None or self.arity is not None:
            return False
        (old, old_arguments), (new, new_arguments) = map(split, pair)
        return old == new and old_arguments != new_arguments and bool(old_arguments and new_arguments)

    @property
    def became_awaitable(self) -> bool:
        """The result must be awaited now, by its type alone."""
        return bool(self._heads(self.new) & AWAITABLES) and not self._heads(self.old) & AWAITABLES

    def crossed(self, old: frozenset[str], new: frozenset[str]) -> bool:
        """Whether the one alternative was of the first kind and is of the second."""
        pair = self._single
        return pair is not None and split(pair[0])[0] in old and split(pair[1])[0] in new

    @property
    def mapping_changed(self) -> bool:
        """The result was a mapping and is none, or the reverse; None, awaitables and sequences aside."""
        pair = self._single
        if pair is None or self.became_awaitable or self.arity is not None:
            return False
        return (split(pair[0])[0] in MAPPINGS) is not (split(pair[1])[0] in MAPPINGS)

    @property
    def special(self) -> bool:
        """Whether a narrower rule than "another type" says all there is."""
        return (
            self.nothing
            or self.something
            or self.became_awaitable
            or self.element_changed
            or self.mapping_changed
            or self.arity is not None
            or self.crossed(SEQUENCES, ITERATORS)
            or self.crossed(ITERATORS, SEQUENCES)
            or (self.none_added and self.old == self.new - _NONE)
        )

    @property
    def _single(self) -> tuple[str, str] | None:
        """The one alternative of either side besides None, where there is exactly one and they differ."""
        old, new = self.old - _NONE, self.new - _NONE
        if len(old) != 1 or len(new) != 1 or old == new:
            return None
        return next(iter(old)), next(iter(new))

    @staticmethod
    def _heads(alternatives: frozenset[str]) -> frozenset[str]:
        return frozenset(split(each)[0] for each in alternatives)


_NONE = frozenset({"None"})
_SCALARS = frozenset({"int", "bool", "float", "complex"})


def _length(alternative: str) -> int | None:
    """How many values a result unpacks into: a tuple's length, 1 for a number, None where that is open."""
    head, arguments = split(alternative)
    if head == "tuple":
        return None if not arguments or "..." in arguments else len([each for each in arguments if each != "()"])
    return 1 if head in _SCALARS else None


def results(pair: Pair) -> Results | None:
    """Both results of a pair; None unless both are known and differ in meaning."""
    if "results" not in pair.memo:
        pair.memo["results"] = _compare(pair)
    found: Results | None = pair.memo["results"]
    return found


def result_text(function: Function) -> str:
    """The result as a type expression: the annotation, or what the body returns where that says nothing."""
    declared = function.signature.returns_type or function.signature.returns
    return declared if members(declared) else function.result


def _compare(pair: Pair) -> Results | None:
    if not (is_method(pair.old) and is_method(pair.new)):
        return None
    assert isinstance(pair.old, Function)
    assert isinstance(pair.new, Function)
    old, new = result_text(pair.old), result_text(pair.new)
    before, after = aligned(old, new)
    if not before or not after or before == after:
        return None
    return Results(old, new, before, after)
