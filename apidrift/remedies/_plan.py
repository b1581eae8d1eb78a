"""From a finding to what is to be done at its place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Failure
from apidrift.model.finding import Verdict
from apidrift.remedies import _plan_arguments as arguments
from apidrift.remedies import _plan_names as names
from apidrift.remedies import _plan_results as results
from apidrift.remedies._errors import CannotMendError
from apidrift.rules import rule

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from apidrift.remedies._mend import Mend
    from apidrift.remedies._task import Task

    Planner = Callable[[Task], Iterator[Mend]]


def plan(task: Task) -> list[Mend]:
    """What mends a finding.

    Raises:
        CannotMendError: nothing that is known does; the text says why.
    """
    change = task.case.finding.change
    by_change = _BY_CHANGE.get(rule(change.rule).name) if change is not None else None
    by_failure = None
    failure = task.case.outcome.failure
    if failure is not None and (task.case.finding.verdict is Verdict.BREAKS or failure in _SILENT):
        by_failure = _BY_FAILURE.get(failure)
    planner = by_failure or by_change
    if planner is None and task.case.finding.exception and task.case.finding.moved_to:
        planner = names.moved  # some of the classes that it may be lack the name
    if planner is None:
        raise CannotMendError("no kind of edit mends this")
    return list(planner(task))


_SILENT = frozenset({Failure.CONSTRUCTOR_REPLACED})
"""What fails without an exception, and so is a risk."""
_BY_FAILURE: dict[Failure, Planner] = {
    Failure.UNEXPECTED_KEYWORD: arguments.unexpected,
    Failure.FORBIDDEN_EXTRA: arguments.unexpected,
    Failure.MISSING_ARGUMENT: arguments.missing,
    Failure.TOO_MANY_POSITIONAL: arguments.shifted,
    Failure.MULTIPLE_VALUES: arguments.shifted,
    Failure.POSITIONAL_ONLY_KEYWORD: arguments.positional_only,
    Failure.MISSING_MODULE: names.moved,
    Failure.MISSING_NAME: names.moved,
    Failure.RAISES_ON_ACCESS: names.moved,
    Failure.MISSING_ATTRIBUTE: names.moved,
    Failure.MISSING_MEMBER: names.moved,
    Failure.CONSTRUCTOR_REPLACED: results.forwarded,
}
_BY_CHANGE: dict[str, Planner] = {
    "parameter-default-changed": arguments.default_changed,
    "parameter-inserted": arguments.shifted,
    "parameter-reordered": arguments.shifted,
    "parameter-removed-swallowed": arguments.swallowed,
    "name-moved": names.moved,
    "name-renamed": names.moved,
    "attribute-renamed": names.moved,
    "enum-member-renamed": names.moved,
    "method-became-property": results.no_call,
    "became-async": results.awaited,
    "result-became-awaitable": results.awaited,
    "result-became-iterator": results.listed,
    "result-where-given": results.unwrapped,
    "result-where-omitted": results.unwrapped,
    "follow-up-needed": results.followed,
}
