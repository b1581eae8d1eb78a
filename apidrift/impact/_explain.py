"""Which change explains a failure, and which rule names it where none does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.errors import UsageError
from apidrift.impact._links import named
from apidrift.model.change import Change, Failure
from apidrift.rules import fallback, rule

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from apidrift.impact._links import Links
    from apidrift.model.finding import Outcome
    from apidrift.rules import Rule

UNCLASSIFIED = "AD000"

_SYMBOL_ITSELF = frozenset(
    {Failure.MISSING_MODULE, Failure.MISSING_NAME, Failure.MISSING_ATTRIBUTE, Failure.MISSING_MEMBER}
    | {Failure.RAISES_ON_ACCESS}
)
"""Failures whose subject is the symbol, so that a change need not repeat it."""


class Symbols:
    """The symbols a use meets on some versions, as changes may file them."""

    def __init__(self, links: Links, number: int, outcomes: Sequence[Sequence[Outcome]]) -> None:
        self.own = _symbols(links, number, outcomes)
        self.through: dict[str, None] = {}
        for other in links.before(number):
            self.through |= _symbols(links, other, outcomes)
        self.all = self.own | self.through

    def __contains__(self, path: object) -> bool:
        return path in self.all


def _symbols(links: Links, number: int, outcomes: Sequence[Sequence[Outcome]]) -> dict[str, None]:
    texts = [version[number].symbol for version in outcomes] + list(named(links.uses[number]))
    texts += [path for version in outcomes for path in version[number].related]
    found: dict[str, None] = {}
    for text in filter(None, texts):
        found[text] = None
        found[text.removesuffix(".__init__").removesuffix(".__new__")] = None
    return found


def explanation(failing: Outcome, symbols: Symbols, changes: Iterable[Change]) -> Change | None:
    """The change that best explains a failure; None where none does."""
    scored = [(score, change) for change in changes if (score := _score(failing, symbols, change)) > 0]
    return max(scored, key=lambda pair: pair[0], default=(0, None))[1]


def _score(failing: Outcome, symbols: Symbols, change: Change) -> float:
    assert failing.failure is not None
    if failing.failure not in rule(change.rule).explains:
        return 0
    near = _nearness(failing, symbols, change.symbol)
    if not near:
        return 0
    if change.subject in failing.subjects:
        near += 4
    elif change.subject and failing.failure not in _SYMBOL_ITSELF and change.symbol in symbols.own:
        return 0
    return near + (change.score if change.moved_to else 0)


def _nearness(failing: Outcome, symbols: Symbols, symbol: str) -> float:
    if symbol in symbols.own:
        return 3
    if symbol in symbols.through:
        return 2
    owner, _, name = symbol.rpartition(".")
    if owner in symbols and name in failing.subjects:
        return 3
    return 1 if failing.failure in _SYMBOL_ITSELF and any(_within(one, symbol) for one in symbols.own) else 0


def _within(path: str, prefix: str) -> bool:
    return path.startswith(f"{prefix}.")


def moved_to(symbols: Symbols, changes: Iterable[Change]) -> str:
    """Where the symbol went, if any change says so."""
    return next((change.moved_to for change in changes if change.moved_to and change.symbol in symbols.own), "")


def naming(failing: Outcome, change: Change | None) -> tuple[str, str]:
    """Code and title of the rule that names a failure."""
    if change is not None:
        found: Rule | None = rule(change.rule)
    else:
        found = _fallback(failing.failure)
    return (found.code, found.title) if found is not None else (UNCLASSIFIED, "fails")


def _fallback(failure: Failure | None) -> Rule | None:
    if failure is None:
        return None
    try:
        return fallback(failure)
    except UsageError:
        return None
