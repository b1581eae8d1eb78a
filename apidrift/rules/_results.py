"""What a call gives back: both results of a pair, by annotation or by what the body returns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from apidrift.model.symbols import Function
from apidrift.rules._facts import is_method
from apidrift.rules._types import members, split

if TYPE_CHECKING:
    from apidrift.rules._rule import Pair


@dataclass(frozen=True, slots=True)
class Results:
    """The results of both sides of a pair of callables, where both are known and they differ."""

    old_text: str
    new_text: str
    old: frozenset[str]
    """The alternatives, in canonical spelling."""
    new: frozenset[str]

    @property
    def none_added(self) -> bool:
        """The call may give None now and could not before."""
        return "None" in self.new and "None" not in self.old and self.new != {"None"}

    @property
    def solid(self) -> tuple[frozenset[str], frozenset[str]]:
        """Both sets of alternatives without None."""
        return self.old - {"None"}, self.new - {"None"}

    @property
    def single(self) -> tuple[str, str] | None:
        """The one alternative of either side besides None, where there is exactly one and they differ."""
        old, new = self.solid
        if len(old) != 1 or len(new) != 1 or old == new:
            return None
        return next(iter(old)), next(iter(new))

    @property
    def heads(self) -> tuple[str, str] | None:
        """The heads of `single`."""
        pair = self.single
        return (split(pair[0])[0], split(pair[1])[0]) if pair else None


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
    before, after = members(old), members(new)
    if not before or not after or before == after:
        return None
    return Results(old, new, before, after)
