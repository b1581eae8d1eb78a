"""Running the rules over one pair."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING

import msgspec

from apidrift.model.symbols import Attribute, Function, Symbol, Variants
from apidrift.rules import all_rules

if TYPE_CHECKING:
    from collections.abc import Sequence

    from apidrift.model.change import Change
    from apidrift.rules import Pair, Rule


def changes_of(pair: Pair, rules: Sequence[Rule] | None = None) -> tuple[Change, ...]:
    """Everything that rules (by default all of them) say of a pair, unsettled.

    Where a side is defined differently under conditions nobody can decide, only what holds whichever definitions
    are taken is a change.
    """
    if same(pair):
        return ()
    if not isinstance(pair.old, Variants) and not isinstance(pair.new, Variants):
        return _run(pair, rules)
    runs = [
        _run(replace(pair, old=old, new=new, memo={}), rules)
        for old, new in product(_options(pair.old), _options(pair.new))
    ]
    certain = set.intersection(*({(c.rule, c.symbol, c.subject) for c in run} for run in runs))
    return tuple(c for c in runs[0] if (c.rule, c.symbol, c.subject) in certain)


def same(pair: Pair) -> bool:
    """Whether both sides are equal in every respect, places included, so that no rule has anything to say."""
    return (
        pair.old == pair.new
        and pair.old_missing == pair.new_missing
        and pair.old_is_module == pair.new_is_module
        and pair.old_deprecated == pair.new_deprecated
        and (not pair.old_is_module or pair.old_home == pair.new_home)
        and pair.old_owner == pair.new_owner
        and pair.old_ancestors == pair.new_ancestors
        and pair.old_body == pair.new_body
        and pair.old_callers == pair.new_callers
    )


def _run(pair: Pair, rules: Sequence[Rule] | None) -> tuple[Change, ...]:
    chosen: Sequence[Rule] = all_rules() if rules is None else rules
    if _only_moved(pair):
        chosen = [rule for rule in chosen if "owner" in rule.tags]
    return tuple(change for rule in chosen for change in rule.check(pair))


def _only_moved(pair: Pair) -> bool:
    """Whether both sides are the same but for the line they stand on, as most of what a release touches is."""
    old, new = pair.old, pair.new
    if not isinstance(old, Function | Attribute) or not isinstance(new, Function | Attribute):
        return False
    unchanged = pair.old_deprecated == pair.new_deprecated
    return unchanged and old == msgspec.structs.replace(new, line=old.line)


def _options(symbol: Symbol | None) -> tuple[Symbol | None, ...]:
    return symbol.options if isinstance(symbol, Variants) else (symbol,)
