"""What a rule is: metadata and a small check over one symbol in two versions."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from apidrift.model.body import Body, Callers
    from apidrift.model.change import Action, Aspect, Change, Failure, Relevance
    from apidrift.model.surface import Missing, Module, Move
    from apidrift.model.symbols import Class, Symbol


class Direction(enum.StrEnum):
    """Who calls whom."""

    CONSUMER_CALLS = "C"
    PROVIDER_CALLS = "R"


@dataclass(frozen=True, slots=True)
class Pair:
    """One symbol in two versions, aliases followed on both sides.

    `old` or `new` is None where that version has no such symbol (then `old_missing` or `new_missing` says how it
    is lacking) and where the path names a module (then `old_is_module` or `new_is_module` is true).
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
    old_missing: Missing | None = None
    """Set where the old version certainly lacks the path."""
    new_missing: Missing | None = None
    old_is_module: bool = False
    new_is_module: bool = False
    old_external: str = ""
    """Set where the path leads out of the provider: the path outside it."""
    new_external: str = ""
    old_home: Module | None = None
    """The module the path is, or is defined in."""
    new_home: Module | None = None
    old_owner: Class | None = None
    """For a class member: the class that defines it (or, on the side that lacks it, the class asked)."""
    new_owner: Class | None = None
    old_ancestors: tuple[Class, ...] = ()
    """For a class, or the owner of a member: the ancestors that could be read, nearest first."""
    new_ancestors: tuple[Class, ...] = ()
    moves: tuple[Move, ...] = ()
    """Where a missing name may have gone, best first."""
    old_body: Body | None = None
    """For a function: what its body gives away, where that is known."""
    new_body: Body | None = None
    old_callers: Callers | None = None
    """For a method: where the provider itself calls it, where that was looked for."""
    new_callers: Callers | None = None
    old_deprecated: str = ""
    """A deprecation announced by an alias on the way to the old symbol."""
    new_deprecated: str = ""
    memo: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)
    """What several rules derive from this pair, derived once."""

    @property
    def symbol(self) -> str:
        """The path a change is filed under: canonical in the old version, else in the new one."""
        return self.old_path or self.new_path or self.path


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
    weight: int = 2
    """How much a risk of this kind matters: 3 other results in silence, 2 worth a look, 1 seldom matters."""
    tags: frozenset[str] = field(default_factory=frozenset)
    """`owner`: the rule looks at the class around a member, so that it may speak of a member that is the same."""
    claims: frozenset[str] = field(default_factory=frozenset)
    """Names of the rules whose changes this one takes over: those of the same symbol whose subject is this change's
    subject or its `moved_to`; all of the symbol's where this change has no subject. A rename claims the removal and
    the addition it is made of."""
