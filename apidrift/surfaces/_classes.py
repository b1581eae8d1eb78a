"""Classes: bases, members and the effective constructor."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from apidrift.model.surface import TRANSPARENT_BASES
from apidrift.model.symbols import Alias, Attribute, Class, Flavour, Function, Symbol, Variants
from apidrift.surfaces._enums import enum_members
from apidrift.surfaces._flavours import flag, text_setting
from apidrift.surfaces._functions import build_function
from apidrift.surfaces._griffe import spell_expression
from apidrift.surfaces._synthesis import as_parameter
from apidrift.surfaces._text import digest
from apidrift.surfaces._types import ANY

if TYPE_CHECKING:
    from apidrift.surfaces._agent import Agent
    from apidrift.surfaces._binding import Binding, Entry
    from apidrift.surfaces._classinfo import ClassInfo
    from apidrift.surfaces._flavours import Making

_LONG = 120
_HOOKS = {"__getattr__": "defines __getattr__", "__getattribute__": "defines __getattribute__"}


def build_class(agent: Agent, info: ClassInfo) -> Class:
    """The symbol for one class."""
    making = agent.flavours.making(info)
    order = agent.classes.order_of(info)
    made = agent.constructors.constructor(info)
    names = tuple(agent.decorators.name(d, info.outer) for d in info.node.decorator_list)
    members = _members(agent, info, making)
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
        extra=made.extra or _extra(making),
        fields=tuple(as_parameter(f) for f in fields),
        field_flags=_flags(fields),
        frozen=_frozen(agent, info, making),
        slots=slots(agent, info, making),
        abstract=_abstract(agent, info),
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


def _flags(fields: tuple[object, ...]) -> dict[str, tuple[str, ...]]:
    flags: dict[str, tuple[str, ...]] = {}
    for field in fields:
        marks = [
            m
            for m, on in (("InitVar", field.initvar), ("init=False", not field.init), ("kw_only", bool(field.kw_only)))
            if on
        ]  # type: ignore[attr-defined]
        if marks:
            flags[field.name] = tuple(marks)  # type: ignore[attr-defined]
    return flags


def _frozen(agent: Agent, info: ClassInfo, making: Making) -> bool:
    if making.flavour is Flavour.PYDANTIC:
        return agent.synthesis.model_settings(info, making).get("frozen") is True
    return flag(making, "frozen") or making.flavour is Flavour.NAMEDTUPLE


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


# Members -------------------------------------------------------------------------------------------------------------


def _members(agent: Agent, info: ClassInfo, making: Making) -> dict[str, Symbol]:
    members: dict[str, Symbol] = {}
    for name, entry in info.entries.items():
        if entry.best is not None:
            members[name] = member(agent, info, name, entry)
    if making.flavour is Flavour.ENUM:
        members.update(enum_members(agent, info, members))
    for name in agent.instance(info).attributes:
        old = members.get(name)
        if old is None or (isinstance(old, Attribute) and info.entries[name].best and info.entries[name].best.declared):  # type: ignore[union-attr]
            members[name] = _instance_attribute(agent, info, name, old)
    return members


def member(agent: Agent, info: ClassInfo, name: str, entry: Entry) -> Symbol:
    """The symbol a class body binds to a name."""
    options = [
        _option(agent, info, name, binding) for binding in entry.runtime or ([entry.typing] if entry.typing else [])
    ]
    if len({_without_line(o) for o in options}) == 1:
        return options[0]
    return Variants(tuple(options), tuple(b.condition for b in entry.runtime), line=entry.runtime[0].node.lineno)


def _without_line(symbol: Symbol) -> str:
    import msgspec  # noqa: PLC0415 -- loaded by the model

    return str(msgspec.structs.replace(symbol, line=0))


def _option(agent: Agent, info: ClassInfo, name: str, binding: Binding) -> Symbol:
    node = binding.node
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return build_function(agent, binding, info.scope, method=True, env=agent.env(info))
    if isinstance(node, ast.ClassDef):
        inner = agent.classes.info(f"{info.path}.{name}")
        if inner is None or inner.node is not node:
            inner = agent.classes.make(f"{info.path}.{name}", info.unit, node, info.scope)
        return build_class(agent, inner)
    if binding.target:
        return Alias(agent.world.canonical(binding.target), line=node.lineno)
    return _variable(agent, info, name, binding)


def _variable(agent: Agent, info: ClassInfo, name: str, binding: Binding) -> Symbol:
    value = binding.value
    if (
        isinstance(value, ast.Name)
        and value.id != name
        and (entry := info.entries.get(value.id)) is not None
        and entry.best
    ):
        # `plural = singular`: the same function under another name.
        if isinstance(entry.best.node, ast.FunctionDef | ast.AsyncFunctionDef):
            return _option(agent, info, value.id, entry.best)
    if isinstance(value, ast.Call) and info.scope.node_path(value.func) == "property" and value.args:
        return _property(agent, info, value, binding)
    known = agent.default_value(value, info.scope, _others(agent, info, name)) if value is not None else None
    spelled = spell_expression(value) if value is not None else ""
    return Attribute(
        annotation=spell_expression(binding.annotation) if binding.annotation is not None else "",
        type=agent.bound_type(binding, info),
        value=known or "",
        spelled="" if known == spelled else shorten(spelled),
        instance=binding.declared,
        line=binding.node.lineno,
    )


def _others(agent: Agent, info: ClassInfo, name: str) -> dict[str, object]:
    return {k: v for k, v in agent.env(info).items() if k != name}


def _property(agent: Agent, info: ClassInfo, call: ast.Call, binding: Binding) -> Symbol:
    from apidrift.model.symbols import Binding as Binds  # noqa: PLC0415 -- the name is taken here

    getter = call.args[0]
    entry = info.entries.get(getter.id) if isinstance(getter, ast.Name) else None
    settable = len(call.args) > 1 or any(k.arg == "fset" for k in call.keywords)
    if entry and entry.best and isinstance(entry.best.node, ast.FunctionDef):
        function = build_function(agent, entry.best, info.scope, method=True)
        return Function(
            function.signature,
            Binds.PROPERTY,
            settable=settable,
            result=function.result,
            body=function.body,
            line=binding.node.lineno,
        )
    return Function(binding=Binds.PROPERTY, settable=settable, line=binding.node.lineno)


def _instance_attribute(agent: Agent, info: ClassInfo, name: str, old: Symbol | None) -> Attribute:
    assigned = agent.instance(info).attributes[name]
    value, frame = assigned.values[0]
    spelled = spell_expression(value) if value is not None and len(assigned.values) == 1 else ""
    known = (
        agent.default_value(value, info.scope, dict.fromkeys(()))
        if isinstance(value, ast.Constant) and len(assigned.values) == 1
        else None
    )
    del frame
    annotation = spell_expression(assigned.annotation) if assigned.annotation is not None else ""
    if isinstance(old, Attribute):
        return Attribute(old.annotation, old.type, instance=True, line=old.line)
    return Attribute(
        annotation=annotation,
        type=agent.member_type(info.path, name),
        value=known or "",
        spelled="" if known is not None or len(spelled) > _LONG else spelled,
        instance=True,
        line=assigned.line,
    )


def shorten(text: str) -> str:
    """Long displays cut to a hash."""
    return text if len(text) <= _LONG else f"<{digest(text, 12)}>"


# Slots and abstract methods ------------------------------------------------------------------------------------------


def slots(agent: Agent, info: ClassInfo, making: Making) -> tuple[str, ...] | None:
    """Own `__slots__`, when no class of the chain gives instances a `__dict__`."""
    for owner in (info, *(agent.classes.info(n) for n in agent.classes.order_of(info) if n not in TRANSPARENT_BASES)):
        if owner is None or own_slots(agent, owner, agent.flavours.making(owner)) is None:
            return None
    return own_slots(agent, info, making)


def own_slots(agent: Agent, info: ClassInfo, making: Making) -> tuple[str, ...] | None:
    """The `__slots__` one class declares or its machinery makes; None when instances get a `__dict__`."""
    entry = info.entries.get("__slots__")
    if entry is not None and entry.best is not None:
        value = agent.evaluator.evaluate(entry.best.value, info.unit)
        names = (value,) if isinstance(value, str) else value
        if not isinstance(names, tuple | list | dict | set) or "__dict__" in names:
            return None
        return tuple(str(n) for n in names)
    if flag(making, "slots", default=making.maker in {"attr.define", "attrs.define", "attr.frozen", "attrs.frozen"}):
        return tuple(f.name for f in agent.synthesis.own(info, making))
    return None


def _abstract(agent: Agent, info: ClassInfo) -> tuple[str, ...]:
    """Abstract names that nothing in the MRO implements, if the metaclass enforces them."""
    order = agent.classes.order_of(info)
    if (
        not any(n == "abc.ABC" for n in order)
        and agent.constructors.metaclass(info).rpartition(".")[2] != "ABCMeta"
        and "typing.Protocol" not in order
    ):
        return ()
    seen: set[str] = set()
    missing: set[str] = set()
    for owner in (info, *(i for n in order if (i := agent.classes.info(n)) is not None)):
        for name, entry in owner.entries.items():
            if name in seen or entry.best is None or entry.best.declared:
                continue
            seen.add(name)
            decorators = getattr(entry.best.node, "decorator_list", ())
            if any(agent.decorators.name(d, owner.scope).startswith("abc.abstract") for d in decorators):
                missing.add(name)
    return tuple(sorted(missing))
