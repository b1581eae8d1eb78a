"""Signatures: what a callable accepts, in the order and by the names a caller may use."""

from __future__ import annotations

import enum

from apidrift.model._base import Model


class ParameterKind(enum.StrEnum):
    """How an argument reaches a parameter (PEP 362), spelled as short as the snapshots want it."""

    POSITIONAL_ONLY = "posonly"
    POSITIONAL_OR_KEYWORD = "pos"
    VAR_POSITIONAL = "args"
    KEYWORD_ONLY = "kwonly"
    VAR_KEYWORD = "kwargs"


class Parameter(Model, frozen=True):
    """One parameter. `self` and `cls` are never among the parameters of a method."""

    name: str
    kind: ParameterKind = ParameterKind.POSITIONAL_OR_KEYWORD
    annotation: str = ""
    """As spelled in the source."""
    type: str = ""
    """The annotation as a *type expression* (see `model.types`), names fully qualified; empty: same as
    `annotation`, or unknown."""
    default: str | None = None
    """The default as spelled; None where an argument is required (also for `*args`, `**kwargs`, never required)."""
    value: str | None = None
    """The default's value as a canonical literal (`repr`), where it could be evaluated and differs from `default`."""
    alias: str = ""
    """The keyword callers use where it is not `name` (pydantic alias, msgspec rename)."""
    also_by_name: bool = False
    """With an alias: the name works too (pydantic `populate_by_name`)."""

    @property
    def required(self) -> bool:
        """Whether a call without an argument for it fails."""
        return self.default is None and self.kind not in VARIADIC

    @property
    def keyword(self) -> str:
        """The keyword a caller writes."""
        return self.alias or self.name

    @property
    def default_value(self) -> str | None:
        """The evaluated default where known, else as spelled; None where there is none."""
        return self.value if self.value is not None else self.default


VARIADIC = frozenset({ParameterKind.VAR_POSITIONAL, ParameterKind.VAR_KEYWORD})


class Signature(Model, frozen=True):
    """The parameters of a callable as its caller sees them, and its result's annotation."""

    parameters: tuple[Parameter, ...] = ()
    returns: str = ""
    """The result annotation as spelled, or empty."""
    returns_type: str = ""
    """The result annotation as a type expression with qualified names; empty: same as `returns`, or unknown."""

    def __str__(self) -> str:
        return render_signature(self)


_MARK = {ParameterKind.VAR_POSITIONAL: "*", ParameterKind.VAR_KEYWORD: "**"}


def render_parameter(parameter: Parameter) -> str:
    """One parameter as Python spells it: `*args`, `x: int = 3`."""
    text = _MARK.get(parameter.kind, "") + parameter.keyword
    if parameter.annotation:
        text += f": {parameter.annotation}"
    if parameter.default is not None:
        text += f" = {parameter.default}" if parameter.annotation else f"={parameter.default}"
    return text


def render_signature(signature: Signature) -> str:
    """The signature as Python spells it, `/` and `*` marks included."""
    parts: list[str] = []
    previous: ParameterKind | None = None
    for parameter in signature.parameters:
        kind = parameter.kind
        if previous is ParameterKind.POSITIONAL_ONLY and kind is not ParameterKind.POSITIONAL_ONLY:
            parts.append("/")
        if kind is ParameterKind.KEYWORD_ONLY and previous not in {
            ParameterKind.VAR_POSITIONAL,
            ParameterKind.KEYWORD_ONLY,
        }:
            parts.append("*")
        parts.append(render_parameter(parameter))
        previous = kind
    if previous is ParameterKind.POSITIONAL_ONLY:
        parts.append("/")
    result = f" -> {signature.returns}" if signature.returns else ""
    return f"({', '.join(parts)}){result}"
