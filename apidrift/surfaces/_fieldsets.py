"""All fields of a data-like class in order, by the rules of the machinery that makes it."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import TYPE_CHECKING

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
from apidrift.surfaces._flavours import Making, flag
from apidrift.surfaces._literals import UNKNOWN

if TYPE_CHECKING:
    from apidrift.surfaces._agent import Agent
    from apidrift.surfaces._classinfo import ClassInfo


class FieldSets:
    """Collects fields.

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
            found = plain_field(self.agent, info, name, node, making.flavour)
            if making.flavour is Flavour.TYPEDDICT:
                found = replace(found, default=_absence(info, node.annotation, making))
            if found.default is None and making.flavour in {Flavour.DATACLASS, Flavour.PYDANTIC_DATACLASS}:
                found = self._inherited_default(info, name, found, making.flavour)
            fields.append(found if found.kw_only is not None else replace(found, kw_only=keyword_only))
        return fields

    def _inherited_default(self, info: ClassInfo, name: str, found: Field, flavour: Flavour) -> Field:
        """A dataclass asks its class for a default, and so finds what a base's body left under the name."""
        if (entry := info.entries.get(name)) is not None and entry.runtime and not entry.runtime[0].declared:
            return found
        for path in self.agent.classes.order_of(info):
            base = self.agent.classes.info(path)
            value = class_value(base, name) if base else None
            if base is None or value is None:
                continue
            above = with_value(self.agent, base, Field(name), value, flavour)
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
                found = plain_field(self.agent, info, name, annotated[name], making.flavour)
            else:
                found = specified(self.agent, info, Field(name), called[name], making.flavour)
            if name in defaulted and found.default is None:
                found = replace(found, default=f"{name}.default")
            found = replace(found, alias=found.alias or found.name.lstrip("_"), initvar=False)
            fields.append(found if found.kw_only is not None else replace(found, kw_only=flag(making, "kw_only")))
        return fields


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


def _absence(info: ClassInfo, annotation: ast.expr, making: Making) -> str | None:
    """For a key of a typed dict: `...` where it may be left out."""
    wrapper = head_path(annotation, info).rpartition(".")[2]
    if wrapper in {"Required", "NotRequired"}:
        return None if wrapper == "Required" else "..."
    return None if flag(making, "total", default=True) else "..."
