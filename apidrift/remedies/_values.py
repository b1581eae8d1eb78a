"""Where the value of an argument comes from that a call must now pass; the first source that knows it is taken."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from apidrift.model.edit import Provenance, Safety

if TYPE_CHECKING:
    from apidrift.remedies._case import Case, Provider
    from apidrift.remedies._source import Source


@dataclass(frozen=True, slots=True)
class Value:
    """An expression for an argument, and why it is that one."""

    text: str
    provenance: Provenance
    why: str
    evidence: tuple[str, ...] = ()
    safety: Safety = Safety.SAFE


@dataclass(frozen=True, slots=True)
class Question:
    """Which argument is wanted, and where."""

    case: Case
    provider: Provider
    source: Source
    paths: tuple[str, ...]
    name: str
    """The keyword."""


def value_of(question: Question) -> Value | None:
    """The value to pass; None where nobody knows it."""
    from apidrift.remedies._value_body import older_body  # noqa: PLC0415 -- they need the types above
    from apidrift.remedies._value_default import last_default  # noqa: PLC0415

    for source in (last_default, older_body):
        value = source(question)
        if value is not None:
            return value
    return None
