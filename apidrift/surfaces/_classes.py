"""Classes: bases, members and the effective constructor."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from apidrift.model.surface import TRANSPARENT_BASES
from apidrift.model.symbols import Class, Flavour
from apidrift.surfaces._flavours import flag, text_setting
from apidrift.surfaces._griffe import spell_expression
from apidrift.surfaces._members import class_members
from apidrift.surfaces._remade import remakes
from apidrift.surfaces._slots import abstract_names, slots
from apidrift.surfaces._synthesis import as_parameter
from apidrift.surfaces._types import ANY
from apidrift.surfaces._unresolved import unresolved

if TYPE_CHECKING:
    from apidrift.surfaces._agent import Agent
    from apidrift.surfaces._classinfo import ClassInfo
    from apidrift.surfaces._fields import Field
    from apidrift.surfaces._flavours import Making

_HOOKS = {"__getattr__": "defines __getattr__", "__getattribute__": "defines __getattribute__"}


def build_class(agent: Agent, info: ClassInfo) -> Class:
    """The symbol for one class."""
    making = agent.flavours.making(info)
    order = agent.classes.order_of(info)
    made = agent.constructors.constructor(info)
    names = tuple(agent.decorators.name(d, info.outer) for d in info.node.decorator_list)
    members = class_members(agent, info, making)
    fields = made.fields or (
        agent.synthesis.fields(info, making)
        if making.flavour not in {Flavour.PLAIN, Flavour.ENUM, Flavour.PROTOCOL}
        else ()
    )
    return Class(
        bases=tuple(_base(agent, info, position) for position in range(len(info.bases))),
        mro=order,
        opaque_bases=tuple(n for n in order if n not in TRANSPARENT_BASES and agent.classes.info(n) is None),
        flavour=making.flavour,
        members=members,
        constructor=made.signature,
        constructor_name=made.name,
        constructor_opaque=made.opaque,
        constructor_hands_on=made.hands_on,
        remakes=remakes(agent, info),
        unresolved=unresolved(agent, info),
        extra=made.extra or _extra(making),
        fields=tuple(as_parameter(f) for f in fields),
        field_flags=_flags(fields),
        frozen=_frozen(agent, info, making),
        generated=_generated(info, making),
        slots=slots(agent, info, making),
        abstract=abstract_names(agent, info),
        metaclass=agent.constructors.metaclass(info),
        decorators=names,
        final=any(n in {"typing.final", "typing_extensions.final"} for n in names),
        dynamic=_dynamic(agent, info),
        deprecated=_deprecated(info, names),
        line=info.node.lineno,
    )


def _base(agent: Agent, info: ClassInfo, position: int) -> str:
    base = info.bases[position]
    if not base.known:
        return spell_expression(base.node)
    text = agent.types.read(base.node, info.outer)
    return base.path if text == ANY else text


def _extra(making: Making) -> str:
    return (
        text_setting(making.settings, "extra")
        if making.flavour in {Flavour.PYDANTIC, Flavour.PYDANTIC_DATACLASS}
        else ""
    )


def _flags(fields: tuple[Field, ...]) -> dict[str, tuple[str, ...]]:
    flags: dict[str, tuple[str, ...]] = {}
    for field in fields:
        marks = (("InitVar", field.initvar), ("init=False", not field.init), ("kw_only", bool(field.kw_only)))
        if on := tuple(mark for mark, is_on in marks if is_on):
            flags[field.name] = on
    return flags


def _frozen(agent: Agent, info: ClassInfo, making: Making) -> bool:
    if making.flavour is Flavour.PYDANTIC:
        return agent.synthesis.model_settings(info, making).get("frozen") is True
    return flag(making, "frozen") or making.flavour is Flavour.NAMEDTUPLE


_ORDER = ("__ge__", "__gt__", "__le__", "__lt__")


def _generated(info: ClassInfo, making: Making) -> tuple[str, ...]:
    """What `dataclasses.dataclass` makes of `eq`, `order`, `frozen` and `unsafe_hash`, by its own table."""
    if making.flavour not in {Flavour.DATACLASS, Flavour.PYDANTIC_DATACLASS} or making.inherited:
        return ()
    order = _ORDER if flag(making, "order") else ()
    if "__hash__" in info.entries or not flag(making, "eq", default=True):
        return order
    made = flag(making, "frozen") or flag(making, "unsafe_hash")
    return (*(() if made else ("-__hash__",)), *order, *(("__hash__",) if made else ()))


def _deprecated(info: ClassInfo, names: tuple[str, ...]) -> str:
    for name, node in zip(names, info.node.decorator_list, strict=True):
        if "deprecat" in name.rpartition(".")[2].lower():
            first = node.args[0] if isinstance(node, ast.Call) and node.args else None
            return first.value if isinstance(first, ast.Constant) and isinstance(first.value, str) else "deprecated"
    return ""


def _dynamic(agent: Agent, info: ClassInfo) -> str:
    for name, why in _HOOKS.items():
        if name in info.entries:
            return why
    return info.dynamic or agent.instance(info).dynamic
