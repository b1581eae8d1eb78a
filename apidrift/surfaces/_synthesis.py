"""Constructors that no source spells out: dataclass, pydantic, msgspec, attrs, named tuples, typed dicts, enums."""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from apidrift.model.signature import Parameter, ParameterKind, Signature
from apidrift.model.symbols import Flavour
from apidrift.surfaces._fields import (
    Field,
    class_value,
)
from apidrift.surfaces._fieldsets import FieldSets
from apidrift.surfaces._flavours import Making, text_setting

if TYPE_CHECKING:
    from collections.abc import Iterable

    from apidrift.surfaces._classinfo import ClassInfo

KEYWORD = ParameterKind.KEYWORD_ONLY
PLAIN = ParameterKind.POSITIONAL_OR_KEYWORD


@dataclass(frozen=True, slots=True)
class Constructor:
    """The constructor a caller meets."""

    signature: Signature | None = None
    name: str = ""
    opaque: str = ""
    fields: tuple[Field, ...] = ()
    extra: str = ""
    hands_on: str = ""


class Synthesis(FieldSets):
    """Builds constructors from fields."""

    # Signatures ------------------------------------------------------------------------------------------------------

    def constructor(self, info: ClassInfo, making: Making) -> Constructor:  # noqa: PLR0911 -- one arm per flavour
        """The constructor the machinery of a flavour makes for a class."""
        fields = self.fields(info, making)
        name = f"{qualname(info)}.__init__"
        match making.flavour:
            case Flavour.PYDANTIC:
                return self._pydantic(info, making, fields)
            case Flavour.NAMEDTUPLE:
                return Constructor(Signature(tuple(map(_parameter, fields))), f"{qualname(info)}.__new__", "", fields)
            case Flavour.TYPEDDICT:
                return Constructor(_open_signature(), "dict", "", fields)
            case Flavour.ENUM:
                return Constructor(_ENUM, "EnumType.__call__")
            case Flavour.MSGSPEC:
                return Constructor(*self._ordered(fields), fields=fields, extra="forbid")
            case Flavour.PYDANTIC_DATACLASS:
                extra = text_setting(making.settings, "extra") or "ignore"
                signature, opaque = self._ordered(fields)
                return Constructor(signature, "", opaque, fields, extra)
            case _:
                signature, opaque = self._ordered(fields)
                return Constructor(signature, name, opaque or making.note, fields)

    @staticmethod
    def _ordered(fields: Iterable[Field]) -> tuple[Signature, str]:
        """Fields as parameters: plain ones first, keyword-only ones after them.

        The note says why that is not certain: a required one after an optional one is an error at import time.
        """
        entering = [f for f in fields if f.init]
        plain = [_parameter(f) for f in entering if not f.kw_only]
        keyword = [_parameter(f) for f in entering if f.kw_only]
        note = next((f.note for f in entering if f.note), "")
        optional = False
        for parameter in plain:
            if parameter.required and optional:
                note = note or f"non-default argument {parameter.name!r} follows default argument"
            optional = optional or not parameter.required
        return Signature((*plain, *keyword)), note

    def _pydantic(self, info: ClassInfo, making: Making, fields: tuple[Field, ...]) -> Constructor:
        settings = self.model_settings(info, making)
        by_name = any(
            settings.get(n) is True for n in ("populate_by_name", "validate_by_name", "allow_population_by_field_name")
        )
        note = "an alias generator names its parameters" if settings.get("alias_generator") is not None else ""
        note = note or next((f.note for f in fields if f.note), "")
        parameters = tuple(
            replace_alias(_parameter(replace(f, kw_only=True)), f.alias, by_name=by_name) for f in fields if f.init
        )
        extra = text_setting(settings, "extra") or "ignore"
        if self._is_root(info):
            parameters = tuple(_parameter(replace(f, kw_only=False)) for f in fields) or (Parameter("root"),)
        return Constructor(Signature(parameters), "", note, fields, extra)

    def _is_root(self, info: ClassInfo) -> bool:
        return "pydantic.RootModel" in self.agent.classes.order_of(info)

    def model_settings(self, info: ClassInfo, making: Making) -> dict[str, object]:
        """Pydantic's configuration: bases first, then `model_config` or `class Config`, then class keywords."""
        settings: dict[str, object] = {}
        for name in reversed((info.path, *self.agent.classes.order_of(info))):
            owner = info if name == info.path else self.agent.classes.info(name)
            if owner is not None:
                settings.update(self._own_settings(owner))
        settings.update({k: v for k, v in making.settings.items() if k != "metaclass"})
        return settings

    def _own_settings(self, info: ClassInfo) -> dict[str, object]:
        value = class_value(info, "model_config")
        if value is not None:
            return self.agent.flavours.config_values(value, info.scope)
        entry = info.entries.get("Config")
        node = entry.best.node if entry and entry.best else None
        if not isinstance(node, ast.ClassDef):
            return {}
        pairs = [(s.targets[0], s.value) for s in node.body if isinstance(s, ast.Assign)]
        return {t.id: self.agent.evaluator.evaluate(v, info.unit) for t, v in pairs if isinstance(t, ast.Name)}


_ENUM = Signature((Parameter("value"), Parameter("names", default="None")))


def _open_signature() -> Signature:
    return Signature((Parameter("args", ParameterKind.VAR_POSITIONAL), Parameter("kwargs", ParameterKind.VAR_KEYWORD)))


def _parameter(field: Field) -> Parameter:
    alias = field.alias if field.alias != field.name else ""
    return Parameter(
        name=field.name,
        kind=KEYWORD if field.kw_only else PLAIN,
        annotation=field.annotation,
        type="" if field.type == field.annotation else field.type,
        default=field.default,
        value=None if field.value == field.default else field.value,
        alias=alias,
    )


def replace_alias(parameter: Parameter, alias: str, *, by_name: bool) -> Parameter:
    """The parameter with a pydantic alias and whether its own name works too."""
    if not alias or alias == parameter.name:
        return parameter
    return Parameter(
        parameter.name,
        parameter.kind,
        parameter.annotation,
        parameter.type,
        parameter.default,
        parameter.value,
        alias,
        by_name,
    )


def as_parameter(field: Field) -> Parameter:
    """A field for `Class.fields`: its name, its default, and whether it is keyword-only.

    Types stand in the members, and in the constructor.
    """
    whole = _parameter(field)
    return Parameter(whole.name, whole.kind, default=whole.default, alias=whole.alias)


def qualname(info: ClassInfo) -> str:
    """The class's `__qualname__`."""
    return info.path[len(info.unit.name) + 1 :]
