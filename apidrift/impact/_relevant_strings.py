"""For which calls with a constant text a change elsewhere in the callee's module is a risk."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.impact._case import Case, works
from apidrift.impact._lookups import module_of, reads, table, texts
from apidrift.model import contract as c
from apidrift.rules import rule

if TYPE_CHECKING:
    from apidrift.model.change import Change

LOST = frozenset({"attribute-removed", "attribute-renamed"})
DEMANDING = frozenset({"parameter-added-required", "parameter-became-required", "parameter-removed"})


def _brought(case: Case, word: str) -> bool:
    """Whether the consumer gives a text to another callee too, which may be how it becomes known."""
    return any(
        isinstance(use.operation, c.Call | c.Decorate)
        and use.operation.shape is not None
        and word in texts(use.operation.shape)
        and use.receivers != case.use.receivers
        for use in case.links.uses
    )


def _is_remote(case: Case) -> bool:
    """Whether the call's text is known to name a method elsewhere, which is a use of its own."""
    place = case.use.place
    return any((place.path, place.line + below) in case.links.remote for below in range(_NEAR))


_NEAR = 3
"""On how many lines, its own included, the first argument of a call may stand."""


def named_by_text(case: Case, change: Change) -> bool:
    """A text that names a key which is gone, or a method which is gone or takes other arguments."""
    if case.shape is not None and rule(change.rule).name == "known-text-removed":
        return change.symbol in case.base.related and works(case) and not _brought(case, change.subject)
    if case.shape is None or change.symbol in case.symbols.all or not works(case) or _is_remote(case):
        return False
    home = module_of(case.new)
    if not home or not change.symbol.startswith(f"{home}."):
        return False
    kind, known = rule(change.rule).name, texts(case.shape)
    if kind == "constant-value-changed":
        return any(text in table(change.old) and text not in table(change.new) for text in known)
    if kind in LOST and change.symbol.rpartition(".")[2] in reads(case.shape):
        return True
    below = change.symbol.removeprefix(f"{home}.").split(".")
    return len(below) > 1 and below[-1] in known and kind in LOST | DEMANDING
