"""Which uses a recipe means."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from apidrift.model.contract import Call, Import, Read, Replace, Subscript, Write
from apidrift.model.finding import Verdict
from apidrift.model.paths import Called
from apidrift.remedies._case import named_path

if TYPE_CHECKING:
    from collections.abc import Sequence

    from apidrift.model.contract import Use
    from apidrift.model.finding import Outcome
    from apidrift.model.paths import Argument, Shape
    from apidrift.model.recipe import Match, Recipe
    from apidrift.remedies._case import Case

Judged = tuple["Use", "Outcome"]
"""A use and what was judged of it."""


def matching(match: Match, uses: Sequence[Judged]) -> list[Use]:
    """The uses that a recipe means, in the order of the contract."""
    return [use for use, outcome in uses if _matches(match, use, outcome)]


def touching(match: Match, uses: Sequence[Judged]) -> bool:
    """Whether the consumer uses one of the symbols at all."""
    return any(set(match.paths) & _paths(use, outcome) for use, outcome in uses)


def settles(recipe: Recipe, case: Case) -> bool:
    """Whether a recipe that was put to work answers a finding, though it stands elsewhere."""
    change = case.finding.change
    subject = change.subject if change is not None else case.outcome.subject
    return any(each.subject == subject and _matches(each, case.use, case.outcome) for each in recipe.settles)


def _matches(match: Match, use: Use, outcome: Outcome) -> bool:
    operation = use.operation
    if match.broken and outcome.verdict is not Verdict.BREAKS:
        return False
    tag = msgspec.to_builtins(operation)["is"]
    if tag != match.operation or not set(match.paths) & _paths(use, outcome):
        return False
    if match.key and not (isinstance(operation, Subscript) and operation.key == match.key):
        return False
    shape = _shape(use)
    if shape is None:
        return not (match.passes or match.lacks or match.first)
    return _fits(match, shape)


def _fits(match: Match, shape: Shape) -> bool:
    if match.first and (not shape.positional or shape.positional[0].literal != match.first):
        return False
    if any(name in shape.keywords or name in shape.maybe for name in match.lacks):
        return False
    return all(name in shape.keywords and _is(shape.keywords[name], value) for name, value in match.passes.items())


def _is(argument: Argument, value: str) -> bool:
    return not value or argument.literal == value


def _shape(use: Use) -> Shape | None:
    """The shape of the call, or of the call whose result is used."""
    if isinstance(use.operation, Call):
        return use.operation.shape
    last = use.receivers[0].steps[-1] if use.receivers and use.receivers[0].steps else None
    return last.shape if isinstance(last, Called) else None


def _paths(use: Use, outcome: Outcome) -> set[str]:
    match use.operation:
        case Import(module, name):
            return {f"{module}.{name}" if name else module}
        case Read(name) | Write(name) | Replace(name):
            found = {f"{named_path(path)}.{name}" for path in use.receivers}
        case _:
            found = {named_path(path) for path in use.receivers}
    return found | {outcome.symbol.removesuffix(".__init__").removesuffix(".__new__")} - {""}
