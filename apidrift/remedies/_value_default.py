"""The default that a parameter last had: what calls that left it out have meant all along."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.edit import Provenance, Safety
from apidrift.remedies._fit import bare, fits, literal
from apidrift.remedies._values import Question, Value

if TYPE_CHECKING:
    from apidrift.model.signature import Parameter


def last_default(question: Question) -> Value | None:
    """The value of the newest older version that had a default for it; None where none had, or none that fits."""
    provider = question.provider
    now = provider.parameter(provider.new, question.paths, question.name)
    for surface in provider.older:
        parameter = provider.parameter(surface, question.paths, question.name)
        if parameter is None or parameter.required or parameter.default is None:
            continue
        text = kept(parameter.default_value or "", now)
        if text is None:
            return None
        version = surface.release.version
        why = f"{question.name} defaulted to {parameter.default_value} in {version}"
        if text != parameter.default_value:
            why += f", which a {bare(now.annotation if now else '')} spells {text}"
        place = provider.place(surface, question.paths, question.name)
        known = now is not None and fits(text, now.type or now.annotation)
        return Value(text, Provenance.LAST_DEFAULT, why, (place,), Safety.SAFE if known else Safety.REVIEW)
    return None


def kept(default: str, now: Parameter | None) -> str | None:
    """How the new parameter spells an old default; None where it cannot."""
    if not literal(default):
        return None
    annotation = (now.type or now.annotation) if now is not None else ""
    if default == "None" and bare(annotation) == "bool":
        return "False"  # what is not a truth value any more was a false one
    return None if fits(default, annotation) is False else default
