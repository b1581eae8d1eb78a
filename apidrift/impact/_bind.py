"""The argument binder: a call's shape against a signature, refusing exactly as CPython, pydantic and msgspec do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from apidrift.impact._values import Problem
from apidrift.model.change import Failure
from apidrift.model.signature import Parameter, ParameterKind

if TYPE_CHECKING:
    from apidrift.model.paths import Shape

_POSITIONAL = frozenset({ParameterKind.POSITIONAL_ONLY, ParameterKind.POSITIONAL_OR_KEYWORD})
_KEYWORD = frozenset({ParameterKind.POSITIONAL_OR_KEYWORD, ParameterKind.KEYWORD_ONLY})


class Bound(msgspec.Struct, frozen=True):
    """What came of binding: nothing, problems in the order Python meets them, or doubts."""

    problems: tuple[Problem, ...] = ()
    doubts: tuple[str, ...] = ()
    """Why the call may fail all the same: it depends on what `*`, `**` or a condition brings."""


class Table(msgspec.Struct, frozen=True):
    """A signature sorted for binding."""

    positional: tuple[Parameter, ...]
    keyword_only: tuple[Parameter, ...]
    keywords: dict[str, Parameter]
    """Parameters by every keyword that reaches them."""
    has_star: bool
    has_double_star: bool


def table(parameters: tuple[Parameter, ...]) -> Table:
    """Sort a signature for binding."""
    keywords: dict[str, Parameter] = {}
    for parameter in parameters:
        if parameter.kind in _KEYWORD:
            keywords[parameter.keyword] = parameter
            if parameter.also_by_name:
                keywords[parameter.name] = parameter
    kinds = {parameter.kind for parameter in parameters}
    return Table(
        tuple(p for p in parameters if p.kind in _POSITIONAL),
        tuple(p for p in parameters if p.kind is ParameterKind.KEYWORD_ONLY),
        keywords,
        ParameterKind.VAR_POSITIONAL in kinds,
        ParameterKind.VAR_KEYWORD in kinds,
    )


def bind(parameters: tuple[Parameter, ...], shape: Shape, name: str, hidden: int = 0) -> Bound:
    """Bind as CPython does.

    Args:
        parameters: the callee's, `self` and `cls` left out.
        shape: the call.
        name: the qualified name CPython prints (`Scheduler.__init__`).
        hidden: how many arguments Python passes by itself (1 for a bound method); they count in messages.
    """
    sorted_ = table(parameters)
    filled = {parameter.name for parameter in sorted_.positional[: len(shape.positional)]}
    problems = _keyword_problems(sorted_, shape, name, filled)
    problems += _too_many(sorted_, shape, name, hidden, filled)
    missing, doubts = _missing(sorted_, shape, name, filled)
    return Bound(tuple(problems + missing), tuple(doubts + _maybe_doubts(sorted_, shape)))


def _keyword_problems(sorted_: Table, shape: Shape, name: str, filled: set[str]) -> list[Problem]:
    problems: list[Problem] = []
    by_position = set(filled)
    for keyword in shape.keywords:
        parameter = sorted_.keywords.get(keyword)
        if parameter is None:
            problems += [] if sorted_.has_double_star else [_unexpected(sorted_, shape, name, keyword)]
        elif parameter.name in by_position:
            text = f"{name}() got multiple values for argument {keyword!r}"
            problems.append(Problem(Failure.MULTIPLE_VALUES, keyword, "TypeError", text))
        else:
            filled.add(parameter.name)
    return list(dict.fromkeys(problems))


def _unexpected(sorted_: Table, shape: Shape, name: str, keyword: str) -> Problem:
    hidden_names = [p.name for p in sorted_.positional if p.kind is ParameterKind.POSITIONAL_ONLY]
    clashes = [one for one in hidden_names if one in shape.keywords]
    if clashes:
        text = f"{name}() got some positional-only arguments passed as keyword arguments: '{', '.join(clashes)}'"
        return Problem(Failure.POSITIONAL_ONLY_KEYWORD, clashes[0], "TypeError", text)
    text = f"{name}() got an unexpected keyword argument {keyword!r}"
    return Problem(Failure.UNEXPECTED_KEYWORD, keyword, "TypeError", text)


def _too_many(sorted_: Table, shape: Shape, name: str, hidden: int, filled: set[str]) -> list[Problem]:
    if sorted_.has_star or len(shape.positional) <= len(sorted_.positional):
        return []
    most = len(sorted_.positional) + hidden
    optional = sum(not parameter.required for parameter in sorted_.positional)
    given = len(shape.positional) + hidden
    extra = sum(parameter.name in filled for parameter in sorted_.keyword_only)
    takes = f"from {most - optional} to {most}" if optional else str(most)
    plural = "s" if optional or most != 1 else ""
    aside = f" positional argument{'s' * (given != 1)} (and {extra} keyword-only argument{'s' * (extra != 1)})"
    verb = "was" if given == 1 and not extra else "were"
    text = f"{name}() takes {takes} positional argument{plural} but {given}{aside if extra else ''} {verb} given"
    return [Problem(Failure.TOO_MANY_POSITIONAL, str(len(sorted_.positional)), "TypeError", text)]


def _missing(sorted_: Table, shape: Shape, name: str, filled: set[str]) -> tuple[list[Problem], list[str]]:
    problems: list[Problem] = []
    doubts: list[str] = []
    for kind, group in (("positional", sorted_.positional), ("keyword-only", sorted_.keyword_only)):
        lacking = [p for p in group if p.required and p.name not in filled]
        doubtful = [p for p in lacking if _may_come(p, shape)]
        sure = [p for p in lacking if p not in doubtful]
        doubts += [f"argument {p.name!r} is passed only if {_source(p, shape)} brings it" for p in doubtful]
        if sure:
            problems.append(_missing_problem(name, kind, [p.name for p in sure]))
    return problems, doubts


def _may_come(parameter: Parameter, shape: Shape) -> bool:
    if shape.star and parameter.kind in _POSITIONAL:
        return True
    if parameter.kind is ParameterKind.POSITIONAL_ONLY:
        return False
    return shape.double_star or parameter.keyword in shape.maybe


def _source(parameter: Parameter, shape: Shape) -> str:
    if parameter.keyword in shape.maybe:
        return "a condition"
    return "**" if shape.double_star and parameter.kind is not ParameterKind.POSITIONAL_ONLY else "*"


def _missing_problem(name: str, kind: str, lacking: list[str]) -> Problem:
    quoted = [repr(one) for one in lacking]
    count = len(quoted)
    comma = "," if count > 2 else ""  # noqa: PLR2004 -- an Oxford comma from three on, as CPython has it
    listed = f"{', '.join(quoted[:-1])}{comma} and {quoted[-1]}" if count > 1 else quoted[0]
    text = f"{name}() missing {count} required {kind} argument{'s' * (count != 1)}: {listed}"
    return Problem(Failure.MISSING_ARGUMENT, lacking[0], "TypeError", text, also=tuple(lacking[1:]))


def _maybe_doubts(sorted_: Table, shape: Shape) -> list[str]:
    if sorted_.has_double_star:
        return []
    return [
        f"argument {keyword!r} is passed on some paths and not accepted"
        for keyword in shape.maybe
        if keyword not in sorted_.keywords
    ]


def landing(parameters: tuple[Parameter, ...], shape: Shape) -> dict[str, str]:
    """Where each argument lands: parameter name by argument (`0`, `1` … or the keyword)."""
    sorted_ = table(parameters)
    places = {str(i): p.name for i, p in enumerate(sorted_.positional[: len(shape.positional)])}
    star = next((p.name for p in parameters if p.kind is ParameterKind.VAR_POSITIONAL), "")
    if star:
        places |= {str(i): star for i in range(len(sorted_.positional), len(shape.positional))}
    double = next((p.name for p in parameters if p.kind is ParameterKind.VAR_KEYWORD), "")
    for keyword in shape.keywords:
        parameter = sorted_.keywords.get(keyword)
        if parameter is not None or double:
            places[keyword] = parameter.name if parameter is not None else double
    return places
