"""Constructors that do not bind as functions do: pydantic models and data classes, msgspec structs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from apidrift.impact._bind import Bound, Table, table
from apidrift.impact._values import Problem
from apidrift.model.change import Failure

if TYPE_CHECKING:
    from apidrift.model.paths import Shape
    from apidrift.model.signature import Parameter, Signature


def bind_pydantic_model(signature: Signature, shape: Shape, name: str, extra: str) -> Bound:
    """Bind a call of a `pydantic.BaseModel` subclass, whose constructor takes keywords alone.

    The input's value is data the analysis does not have; the message elides it as `…`.
    """
    if shape.positional:
        given = len(shape.positional) + 1
        text = f"BaseModel.__init__() takes 1 positional argument but {given} were given"
        return Bound((Problem(Failure.TOO_MANY_POSITIONAL, "0", "TypeError", text),))
    sorted_ = table(signature.parameters)
    missing, doubts = _lacking(sorted_, shape, set())
    errors = [(p.keyword, "Field required", "missing") for p in missing]
    unknown = _strangers(sorted_, shape) if extra == "forbid" else []
    errors += [(keyword, "Extra inputs are not permitted", "extra_forbidden") for keyword in unknown]
    failure = Failure.MISSING_ARGUMENT if missing else Failure.FORBIDDEN_EXTRA
    return _validation(name, errors, failure, doubts, "dict")


def bind_pydantic_dataclass(signature: Signature, shape: Shape, name: str, extra: str) -> Bound:
    """Bind a call of a `pydantic.dataclasses.dataclass`; every fault is listed, fields first."""
    sorted_ = table(signature.parameters)
    given = sorted_.positional[: len(shape.positional)]
    filled = {p.name for p in given}
    missing, doubts = _lacking(sorted_, shape, filled)
    errors: list[tuple[str, str, str]] = []
    for parameter in signature.parameters:
        if parameter in missing:
            errors.append((parameter.keyword, "Field required", "missing"))
        elif parameter.name in filled and parameter.keyword in shape.keywords:
            errors.append((parameter.keyword, "Got multiple values for argument", "multiple_argument_values"))
    too_many = range(len(sorted_.positional), len(shape.positional)) if not sorted_.has_star else range(0)
    errors += [(str(i), "Unexpected positional argument", "unexpected_positional_argument") for i in too_many]
    unknown = _strangers(sorted_, shape) if extra == "forbid" else []
    errors += [(keyword, "Unexpected keyword argument", "unexpected_keyword_argument") for keyword in unknown]
    failure = _FAILURES[errors[0][2]] if errors else Failure.MISSING_ARGUMENT
    return _validation(name, errors, failure, doubts, "ArgsKwargs")


_FAILURES = {
    "missing": Failure.MISSING_ARGUMENT,
    "multiple_argument_values": Failure.MULTIPLE_VALUES,
    "unexpected_positional_argument": Failure.TOO_MANY_POSITIONAL,
    "unexpected_keyword_argument": Failure.UNEXPECTED_KEYWORD,
}


def _lacking(sorted_: Table, shape: Shape, filled: set[str]) -> tuple[list[Parameter], list[str]]:
    passed = {p.name for keyword, p in sorted_.keywords.items() if keyword in shape.keywords} | filled
    every = dict.fromkeys((*sorted_.positional, *sorted_.keyword_only, *sorted_.keywords.values()))
    lacking = [p for p in every if p.required and p.name not in passed]
    doubtful = [p for p in lacking if shape.double_star or shape.star or p.keyword in shape.maybe]
    doubts = [f"field {p.name!r} is passed only on some paths" for p in doubtful]
    return [p for p in lacking if p not in doubtful], doubts


def _strangers(sorted_: Table, shape: Shape) -> list[str]:
    return [] if sorted_.has_double_star else [k for k in shape.keywords if k not in sorted_.keywords]


def _validation(
    name: str, errors: list[tuple[str, str, str]], failure: Failure, doubts: list[str], input_type: str
) -> Bound:
    if not errors:
        return Bound((), tuple(doubts))
    lines = [f"{len(errors)} validation error{'s' * (len(errors) != 1)} for {name}"]
    for place, words, code in errors:
        kind = input_type if code == "missing" else "…"
        lines += [place, f"  {words} [type={code}, input_value=…, input_type={kind}]"]
    also = tuple(place for place, _, _ in errors[1:])
    problem = Problem(failure, errors[0][0], "pydantic.ValidationError", "\n".join(lines), also=also)
    return Bound((problem,), tuple(doubts))


def bind_msgspec(signature: Signature, shape: Shape) -> Bound:
    """Bind a call of a `msgspec.Struct` subclass: positionals first, then keywords, then what lacks."""
    plain = tuple(msgspec.structs.replace(p, alias="") for p in signature.parameters)  # `rename` is for encoding alone
    sorted_ = table(plain)
    problems: list[Problem] = []
    if len(shape.positional) > len(sorted_.positional):
        text = "Extra positional arguments provided"
        problems.append(Problem(Failure.TOO_MANY_POSITIONAL, str(len(sorted_.positional)), "TypeError", text))
    filled = {p.name for p in sorted_.positional[: len(shape.positional)]}
    for keyword in shape.keywords:
        problems += _msgspec_keyword(sorted_, keyword, filled)
    missing, doubts = _lacking(sorted_, shape, filled)
    problems += [
        Problem(Failure.MISSING_ARGUMENT, p.name, "TypeError", f"Missing required argument {p.name!r}") for p in missing
    ]
    return Bound(tuple(problems), tuple(doubts))


def _msgspec_keyword(sorted_: Table, keyword: str, filled: set[str]) -> list[Problem]:
    parameter = sorted_.keywords.get(keyword)
    if parameter is None:
        text = f"Unexpected keyword argument {keyword!r}"
        return [Problem(Failure.UNEXPECTED_KEYWORD, keyword, "TypeError", text)]
    if parameter.name in filled:
        text = f"Argument {keyword!r} given by name and position"
        return [Problem(Failure.MULTIPLE_VALUES, keyword, "TypeError", text)]
    return []
