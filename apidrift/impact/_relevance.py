"""For which uses a change is a risk although they still bind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.impact._case import Case, concerns
from apidrift.impact._relevant_calls import lost_overload, narrowed, omitted, shifted, swallowed
from apidrift.impact._relevant_classes import excepted, overridden, written
from apidrift.impact._relevant_values import always_true_now, called, iterated, read, result, unpacked
from apidrift.model.change import Aspect, Relevance
from apidrift.rules import rule

if TYPE_CHECKING:
    from collections.abc import Callable

    from apidrift.model.change import Change


def relevant(case: Case, change: Change) -> bool:
    """Whether a change puts the use at risk."""
    found = rule(change.rule)
    if found.name == "overload-removed":
        return concerns(case, change) and lost_overload(case, change)
    if found.aspect is Aspect.RESULT and always_true_now(case, change):
        return True
    if found.name == "variadic-added":
        return change.new.startswith("**") and overridden(case, change)
    check = _CHECKS.get(found.relevance or Relevance.NEVER)
    return check is not None and check(case, change)


_CHECKS: dict[Relevance, Callable[[Case, Change], bool]] = {
    Relevance.ANY: called,
    Relevance.OMITTED: omitted,
    Relevance.PASSED: narrowed,
    Relevance.SHIFTED: shifted,
    Relevance.SWALLOWED: swallowed,
    Relevance.RESULT: result,
    Relevance.READ: read,
    Relevance.ITERATED: iterated,
    Relevance.INSTANCE_WRITTEN: written,
    Relevance.CAUGHT: excepted,
    Relevance.OVERRIDDEN: overridden,
    Relevance.UNPACKED: unpacked,
}
