"""Which change explains a failure, and which rule names it where none does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.errors import UsageError
from apidrift.impact._links import named, prefixes
from apidrift.model.change import Change, Failure
from apidrift.rules import fallback, rule

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from apidrift.impact._links import Links
    from apidrift.model.finding import Outcome
    from apidrift.rules import Rule

UNCLASSIFIED = "AD000"

_SYMBOL_ITSELF = frozenset(
    {Failure.MISSING_MODULE, Failure.MISSING_NAME, Failure.MISSING_ATTRIBUTE, Failure.MISSING_MEMBER}
    | {Failure.RAISES_ON_ACCESS, Failure.ALWAYS_RAISES}
)
"""Failures whose subject is the symbol, so that a change need not repeat it."""


class Symbols:
    """The symbols a use meets on some versions, as changes may file them."""

    def __init__(self, own: dict[str, None], through: dict[str, None]) -> None:
        self.own = own
        self.through = through
        self.all = own | through

    def __contains__(self, path: object) -> bool:
        return path in self.all


class SymbolTable:
    """The symbols of every use, found once for uses that are alike: a path may be used a thousand times."""

    def __init__(self, links: Links, outcomes: Sequence[Sequence[Outcome]]) -> None:
        self._links = links
        self._outcomes = outcomes
        self._kinds: dict[object, dict[tuple[str, ...], list[int]]] = {}

    def of(self, number: int) -> Symbols:
        """The symbols of one use."""
        through: dict[str, None] = {}
        for receiver in self._links.uses[number].receivers:
            for prefix in reversed(prefixes(receiver)):
                for texts in self._before(prefix, number):
                    through |= dict.fromkeys(texts)
        return Symbols(_symbols(self._links, number, self._outcomes), through)

    def _before(self, prefix: object, number: int) -> Iterator[tuple[str, ...]]:
        """What the uses that decide a prefix meet, each kind once, in the order of the first that is another use."""
        if prefix not in self._kinds:
            kinds: dict[tuple[str, ...], list[int]] = {}
            for one in self._links.by_key.get(prefix, ()):
                numbers = kinds.setdefault(tuple(_symbols(self._links, one, self._outcomes)), [])
                if len(numbers) < 2:  # noqa: PLR2004 -- the first, and the next should the first be the use itself
                    numbers.append(one)
            self._kinds[prefix] = kinds
        others = [
            (other, texts)
            for texts, numbers in self._kinds[prefix].items()
            for other in [next((one for one in numbers if one != number), None)]
            if other is not None
        ]
        return (texts for _, texts in sorted(others))


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
    elif change.subject and failing.failure not in _SYMBOL_ITSELF:
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
