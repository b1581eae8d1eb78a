"""Claims: a rename takes over the removal and the addition it is made of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.rules._registry import rule

if TYPE_CHECKING:
    from collections.abc import Iterable

    from apidrift.model.change import Change


def settle(changes: Iterable[Change]) -> tuple[Change, ...]:
    """The changes without those that another one claims, each once, in order of symbol, code and subject."""
    each = dict.fromkeys(changes)
    claimed = {
        (name, change.symbol, subject)
        for change in each
        for name in rule(change.rule).claims
        for subject in (change.subject, change.moved_to)
    }
    return tuple(sorted((c for c in each if not _taken(c, claimed)), key=_order))


def _taken(change: Change, claimed: set[tuple[str, str, str]]) -> bool:
    """Whether the change itself, or everything its rule says of the symbol, is claimed."""
    name = rule(change.rule).name
    return bool(claimed & {(name, change.symbol, change.subject), (name, change.symbol, "")})


def _order(change: Change) -> tuple[str, str, str, str, str]:
    return change.symbol, change.rule, change.subject, change.old, change.new
