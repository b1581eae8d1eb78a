"""What a rule is: metadata and a small check over one symbol in two versions."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from apidrift.model.change import Action, Aspect, Change, Failure, Relevance
    from apidrift.model.symbols import Symbol


class Direction(enum.StrEnum):
    """Who calls whom."""

    CONSUMER_CALLS = "C"
    PROVIDER_CALLS = "R"


@dataclass(frozen=True, slots=True)
class Pair:
    """One symbol in two versions, aliases followed on both sides.

    `old` or `new` is None where that version has no such symbol.
    """

    path: str
    """The path as the consumer or an alias names it."""
    old: Symbol | None
    new: Symbol | None
    old_path: str = ""
    """Canonical path in the old version."""
    new_path: str = ""
    old_module_path: str = ""
    """File of the old definition, for places."""
    new_module_path: str = ""


@dataclass(frozen=True, slots=True)
class Rule:
    """Metadata and check of one kind of change. The module's docstring is its public page."""

    code: str
    """`AD` and three digits, never reused."""
    name: str
    """Kebab-case; the file's stem with `_` for `-`."""
    title: str
    """A few words for a report's line, e.g. `parameter removed`."""
    aspect: Aspect
    action: Action
    check: Callable[[Pair], Iterator[Change]]
    explains: frozenset[Failure] = frozenset()
    """The failures this change is the explanation of, when subject and symbol agree."""
    relevance: Relevance | None = None
    """For whom it is a risk when nothing fails."""
    direction: Direction = Direction.CONSUMER_CALLS
    remedy: str = "sometimes"
    """`never`, `sometimes` or `always`: whether an edit can mend it."""
    since: str = "0.1.0"
    mirror: str = ""
    """Name of the mirror rule (added ↔ removed), or the written reason why there is none."""
    tags: frozenset[str] = field(default_factory=frozenset)
