"""What bodies and the provider's own calls tell of a pair."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.symbols import Function
from apidrift.rules._facts import is_method
from apidrift.rules._results import result_text, results
from apidrift.rules._types import members, split

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.body import Body, Site
    from apidrift.model.symbols import Symbol
    from apidrift.rules._rule import Pair

GIVEN, OMITTED = 1, 0
"""Which of the two types in `Body.decided` is meant."""


def decided(pair: Pair, side: int) -> Iterator[tuple[str, str, str]]:
    """Parameters of both versions with the types of the result where they are given (or left out), if these differ.

    What may be the same is no difference.
    """
    if not is_method(pair.old) or not is_method(pair.new) or pair.old_body is None or pair.new_body is None:
        return
    shared = _defaults(pair.old).keys() & _defaults(pair.new).keys()
    if side == GIVEN:  # a value other than the default is another one where the default is
        shared = {name for name in shared if _defaults(pair.old)[name] == _defaults(pair.new)[name]}
    for name in sorted({*pair.old_body.decided, *pair.new_body.decided} & shared):
        old, new = _result(pair.old, pair.old_body, name, side), _result(pair.new, pair.new_body, name, side)
        if old and new and _heads(old).isdisjoint(_heads(new)):
            yield name, old, new


def _defaults(symbol: Symbol | None) -> dict[str, str | None]:
    """Parameters and their defaults."""
    return {p.name: p.default_value for p in symbol.signature.parameters} if isinstance(symbol, Function) else {}


def _result(symbol: Symbol | None, body: Body, name: str, side: int) -> str:
    """The type of the result: as the body decides, else as it is whatever is passed."""
    if name in body.decided:
        return body.decided[name][side]
    if side == OMITTED and body.decided:
        return next(iter(body.decided.values()))[OMITTED]
    assert isinstance(symbol, Function)
    text = symbol.result or result_text(symbol)
    return text if members(text) else ""


def _heads(text: str) -> frozenset[str]:
    """The classes of a result without their arguments and modules: a class that moved gives the same."""
    return frozenset(split(each)[0].rpartition(".")[2] for each in members(text) or (text,))


def followers(sites: tuple[Site, ...], name: str) -> list[str]:
    """For each place, how it calls a method next: empty, `?` or `=` as in `Site.then`, `-` where it does not."""
    return [next((mark for mark in ("=", "", "?") if f"{mark}{name}" in site.then), "-") for site in sites]


def follow_ups(pair: Pair) -> Iterator[tuple[str, str]]:
    """New methods that every known caller in the new version calls after this one, with the place that shows it best.

    Merely calling something else too is no sign: its result has to take the place of the first one's, or the first one
    has to do less than it did.
    """
    if pair.old_callers is None or pair.new_callers is None or pair.new_owner is None:
        return
    old, new = pair.old_callers.sites, pair.new_callers.sites
    known = pair.old_owner.members if pair.old_owner is not None else {}
    for name in sorted({mark.lstrip("=?") for site in new for mark in site.then}):
        if name in known or not isinstance(pair.new_owner.members.get(name), Function) or not old:
            continue
        marks = followers(new, name)
        if "-" in marks or any(mark != "-" for mark in followers(old, name)):
            continue
        if "=" in marks or _gives_none(pair) or _did_itself(pair, name):
            best = min(range(len(new)), key=lambda at: ("=", "", "?").index(marks[at]))
            yield name, new[best].caller


def _gives_none(pair: Pair) -> bool:
    """Whether the result may be None now and could not before."""
    found = results(pair)
    return found is not None and (found.none_added or found.nothing)


def _did_itself(pair: Pair, name: str) -> bool:
    """Whether the old body called for what the new method is for, and the new body does not."""
    if pair.old_body is None or pair.new_body is None:
        return False
    return name in pair.old_body.speaks and name not in pair.new_body.speaks
