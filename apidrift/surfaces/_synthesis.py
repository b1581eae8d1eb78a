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
    declared,
    head_path,
    is_class_variable,
    is_specifier,
    mangled,
    plain_field,
    specified,
    with_value,
)
from apidrift.surfaces._flavours import Making, flag, text_setting
from apidrift.surfaces._literals import UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Iterable

    from apidrift.surfaces._agent import Agent
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


class Synthesis:
    """Builds constructors from fields.

    Args:
        agent: the readers.
    """

    def __init__(self, agent: Agent) -> None:
        self.agent = agent
        self._fields: dict[str, tuple[Field, ...]] = {}

    def fields(self, info: ClassInfo, making: Making) -> tuple[Field, ...]:
        """All fields of a data-like class in order, inheritance applied."""
        return tuple(f for f in self._all(info, making) if not f.classvar)

    def _all(self, info: ClassInfo, making: Making) -> tuple[Field, ...]:
        if info.path not in self._fields:
            self._fields[info.path] = ()
            self._fields[info.path] = self._collect(info, making)
        return self._fields[info.path]

    def _collect(self, info: ClassInfo, making: Making) -> tuple[Field, ...]:
        merged: dict[str, Field] = {}
        for name in reversed(self.agent.classes.order_of(info)):
            base = self.agent.classes.info(name)
            if base is None:
                continue
            above = self.agent.flavours.making(base)
            if not _is_kin(above.flavour, making.flavour):
                continue
            own = {f.name for f in self.own(base, above)}
            merged.update({f.name: f for f in self._all(base, above) if f.name in own or f.name not in merged})
        for own_field in self.own(info, making):
            if making.flavour is Flavour.ATTRS:
                merged.pop(own_field.name, None)
            merged[own_field.name] = own_field
        return tuple(merged.values())

    def own(self, info: ClassInfo, making: Making) -> list[Field]:
        """The fields a class body adds or replaces."""
        if making.flavour is Flavour.ATTRS:
            return self._attrs_fields(info, making)
        fields: list[Field] = []
        keyword_only = flag(making, "kw_only")
        for name, node in declared(info):
            if self._is_private(name, making.flavour):
                continue
            if is_class_variable(node.annotation, info):
                fields.append(Field(mangled(info, name), classvar=True))
                continue
            if head_path(node.annotation, info) == "dataclasses.KW_ONLY":
                keyword_only = True
                continue
            found = plain_field(self.agent, info, name, node)
            if making.flavour is Flavour.TYPEDDICT:
                found = replace(found, default=_absence(info, node.annotation, making))
            if found.default is None and making.flavour in {Flavour.DATACLASS, Flavour.PYDANTIC_DATACLASS}:
                found = self._inherited_default(info, name, found)
            fields.append(found if found.kw_only is not None else replace(found, kw_only=keyword_only))
        return fields

    def _inherited_default(self, info: ClassInfo, name: str, found: Field) -> Field:
        """A dataclass asks its class for a default, and so finds what a base's body left under the name."""
        if (entry := info.entries.get(name)) is not None and entry.runtime and not entry.runtime[0].declared:
            return found
        for path in self.agent.classes.order_of(info):
            base = self.agent.classes.info(path)
            value = class_value(base, name) if base else None
            if base is None or value is None:
                continue
            above = with_value(self.agent, base, Field(name), value)
            if above.default is not None and not above.factory:
                return replace(found, default=above.default, value=above.value)
        return found

    @staticmethod
    def _is_private(name: str, flavour: Flavour) -> bool:
        return flavour is Flavour.PYDANTIC and (name.startswith("_") or name == "model_config")

    def _attrs_fields(self, info: ClassInfo, making: Making) -> list[Field]:
        automatic = making.settings.get(
            "auto_attribs", None if making.maker not in {"attr.s", "attr.attrs", "attr.attributes"} else False
        )
        annotated = dict(declared(info))
        called = {
            n: v
            for n in info.entries
            if isinstance(v := class_value(info, n), ast.Call) and is_specifier(self.agent, info, v)
        }
        if automatic is None or automatic is UNKNOWN:
            automatic = all(name in annotated for name in called)
        fields: list[Field] = []
        defaulted = _default_methods(info)
        for name in annotated if automatic else called:
            if name in annotated:
                if is_class_variable(annotated[name].annotation, info):
                    continue
                found = plain_field(self.agent, info, name, annotated[name])
            else:
                found = specified(self.agent, info, Field(name), called[name])
            if name in defaulted and found.default is None:
                found = replace(found, default=f"{name}.default")
            found = replace(found, alias=found.alias or found.name.lstrip("_"), initvar=False)
            fields.append(found if found.kw_only is not None else replace(found, kw_only=flag(making, "kw_only")))
        return fields

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
            parameters = tuple(_parameter(replace(f, kw_only=False)) for f in fields)
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


def _absence(info: ClassInfo, annotation: ast.expr, making: Making) -> str | None:
    """For a key of a typed dict: `...` where it may be left out."""
    wrapper = head_path(annotation, info).rpartition(".")[2]
    if wrapper in {"Required", "NotRequired"}:
        return None if wrapper == "Required" else "..."
    return None if flag(making, "total", default=True) else "..."


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


def _is_kin(above: Flavour, below: Flavour) -> bool:
    kin = {Flavour.DATACLASS, Flavour.PYDANTIC_DATACLASS}
    return above is below or {above, below} <= kin


def _default_methods(info: ClassInfo) -> set[str]:
    """Attrs fields whose default a method gives: `@x.default`."""
    found: set[str] = set()
    for node in info.node.body:
        for decorator in getattr(node, "decorator_list", ()):
            if (
                isinstance(decorator, ast.Attribute)
                and decorator.attr == "default"
                and isinstance(decorator.value, ast.Name)
            ):
                found.add(decorator.value.id)
    return found
