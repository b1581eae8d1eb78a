"""For which uses a change is a risk although they still bind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.impact._relevant_bodies import (
    by_place,
    lacks_what_is_asked,
    refuses_call,
    result_given,
    result_omitted,
    unfollowed,
)
from apidrift.impact._relevant_calls import admitted_no_more, lost_overload, narrowed, omitted, shifted, swallowed
from apidrift.impact._relevant_classes import excepted, gives_nothing, overridden, refused, written
from apidrift.impact._relevant_hierarchy import (
    asked_more,
    forwarded,
    found_elsewhere,
    lacks_placeholder,
    not_what_it_was,
    operated,
    override_lost,
    replaced_narrower,
    starred,
    tested_for,
)
from apidrift.impact._relevant_strings import named_by_text
from apidrift.impact._relevant_values import always_true_now, called, iterated, read, result, unpacked
from apidrift.model.change import Aspect, Relevance
from apidrift.rules import rule

if TYPE_CHECKING:
    from collections.abc import Callable

    from apidrift.impact._case import Case
    from apidrift.model.change import Change


def relevant(case: Case, change: Change) -> bool:
    """Whether a change puts the use at risk."""
    return named_by_text(case, change) or _relevant(case, change)


def _relevant(case: Case, change: Change) -> bool:
    found = rule(change.rule)
    if found.name in _BY_NAME:
        return _BY_NAME[found.name](case, change)
    if found.aspect is Aspect.PARAMETER and (replaced_narrower(case, change) or forwarded(case, change)):
        return True
    if found.aspect is Aspect.RESULT and always_true_now(case, change):
        return True
    if found.name == "variadic-added":
        return change.new.startswith("**") and overridden(case, change)
    check = _CHECKS.get(found.relevance or Relevance.NEVER)
    return check is not None and check(case, change)


_BY_NAME: dict[str, Callable[[Case, Change], bool]] = {
    "overload-removed": lost_overload,
    "special-method-removed": operated,
    "base-removed": tested_for,
    "bases-reordered": found_elsewhere,
    "attribute-removed": override_lost,
    "attribute-renamed": override_lost,
    "kind-changed": not_what_it_was,
    "star-export-removed": starred,
    "raised-type-added": refused,
    "helper-raises": refused,
    "hook-result-used": gives_nothing,
    "callback-called-otherwise": refuses_call,
    "more-asked-of-argument": lacks_what_is_asked,
    "values-narrowed": admitted_no_more,
    "attribute-added": asked_more,
    "placeholder-added": lacks_placeholder,
    "result-where-given": result_given,
    "result-where-omitted": result_omitted,
    "follow-up-needed": unfollowed,
    "step-left-out": unfollowed,
    "result-reordered": by_place,
}
"""Rules with a question of their own."""

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
