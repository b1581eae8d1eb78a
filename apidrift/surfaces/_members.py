"""Members of a class: what its body binds, and what its methods assign on `self`."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

import msgspec

from apidrift.model.symbols import Alias, Attribute, Flavour, Function, Symbol, Variants
from apidrift.model.symbols import Binding as Binds
from apidrift.surfaces._enums import enum_members
from apidrift.surfaces._functions import build_function
from apidrift.surfaces._griffe import spell_expression
from apidrift.surfaces._metaclasses import set_by_metaclass
from apidrift.surfaces._text import digest

if TYPE_CHECKING:
    from apidrift.surfaces._agent import Agent
    from apidrift.surfaces._binding import Binding, Entry
    from apidrift.surfaces._classinfo import ClassInfo
    from apidrift.surfaces._flavours import Making

_FIELDED = frozenset({Flavour.DATACLASS, Flavour.PYDANTIC_DATACLASS, Flavour.PYDANTIC, Flavour.MSGSPEC, Flavour.ATTRS})
_LONG = 120
"""Characters of a spelled value that are kept."""


def class_members(agent: Agent, info: ClassInfo, making: Making) -> dict[str, Symbol]:
    """Own members by name: what the body binds, enum members, instance attributes."""
    members: dict[str, Symbol] = {}
    for name, entry in info.entries.items():
        if entry.best is not None:
            members[name] = member(agent, info, name, entry)
    if making.flavour in _FIELDED:
        members.update(
            {f.name: _field(members[f.name]) for f in agent.synthesis.own(info, making) if f.name in members}
        )
    if making.flavour is Flavour.ENUM:
        members.update(enum_members(agent, info, members))
    for name in agent.instance(info).attributes:
        if name not in members or _is_declared(info, name):
            members[name] = _instance_attribute(agent, info, name, members.get(name))
    if any(keyword.arg == "metaclass" for keyword in info.node.keywords):
        for name, line in set_by_metaclass(agent.classes, agent.constructors.metaclass(info)):
            members.setdefault(name, Attribute(line=line))
    return members


def one_member(agent: Agent, info: ClassInfo, name: str) -> Symbol:
    """One of the members of a class that is known to bind it, without reading the others."""
    entry = info.entries.get(name)
    symbol = member(agent, info, name, entry) if entry is not None and entry.best is not None else None
    if symbol is None or _is_declared(info, name):
        assigned = agent.instance(info).attributes.get(name)
        if assigned is not None:
            return _instance_attribute(agent, info, name, symbol)
    assert symbol is not None
    return symbol


def _field(symbol: Symbol) -> Symbol:
    """A field's member without what the constructor tells already."""
    if isinstance(symbol, Attribute):
        return Attribute(type=symbol.type, value=symbol.value, instance=symbol.instance, line=symbol.line)
    return symbol


def _is_declared(info: ClassInfo, name: str) -> bool:
    entry = info.entries.get(name)
    return entry is not None and entry.best is not None and entry.best.declared


def member(agent: Agent, info: ClassInfo, name: str, entry: Entry) -> Symbol:
    """The symbol a class body binds to a name."""
    options = [
        _option(agent, info, name, binding) for binding in entry.runtime or ([entry.typing] if entry.typing else [])
    ]
    if len({_without_line(o) for o in options}) == 1:
        return options[0]
    return Variants(tuple(options), tuple(b.condition for b in entry.runtime), line=entry.runtime[0].node.lineno)


def _without_line(symbol: Symbol) -> str:
    return str(msgspec.structs.replace(symbol, line=0))


def _option(agent: Agent, info: ClassInfo, name: str, binding: Binding) -> Symbol:
    node = binding.node
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return build_function(agent, binding, info.scope, method=True, env=agent.env(info))
    if isinstance(node, ast.ClassDef):
        inner = agent.classes.info(f"{info.path}.{name}")
        if inner is None or inner.node is not node:
            inner = agent.classes.make(f"{info.path}.{name}", info.unit, node, info.scope)
        return agent.class_symbol(inner)
    if binding.target:
        return Alias(agent.world.canonical(binding.target), line=node.lineno)
    return _variable(agent, info, name, binding)


def _variable(agent: Agent, info: ClassInfo, name: str, binding: Binding) -> Symbol:
    value = binding.value
    if (same := _other_name(info, name, value)) is not None:
        return build_function(agent, same, info.scope, method=True, env=agent.env(info))
    if isinstance(value, ast.Call) and info.scope.node_path(value.func) == "property" and value.args:
        return _property(agent, info, value, binding)
    known = agent.default_value(value, info.scope, _others(agent, info, name)) if value is not None else None
    spelled = spell_expression(value) if value is not None else ""
    return Attribute(
        annotation=spell_expression(binding.annotation) if binding.annotation is not None else "",
        type=agent.read_type(binding, info, name),
        value=known or "",
        spelled="" if known == spelled else shorten(spelled),
        instance=binding.declared,
        line=binding.node.lineno,
    )


def _other_name(info: ClassInfo, name: str, value: ast.expr | None) -> Binding | None:
    """`plural = singular`: the same function under another name."""
    entry = info.entries.get(value.id) if isinstance(value, ast.Name) and value.id != name else None
    best = entry.best if entry else None
    return best if best is not None and isinstance(best.node, ast.FunctionDef | ast.AsyncFunctionDef) else None


def _others(agent: Agent, info: ClassInfo, name: str) -> dict[str, object]:
    return {k: v for k, v in agent.env(info).items() if k != name}


def _property(agent: Agent, info: ClassInfo, call: ast.Call, binding: Binding) -> Symbol:
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
    if isinstance(old, Attribute):
        return Attribute(old.annotation, old.type, instance=True, line=old.line)
    assigned = agent.instance(info).attributes[name]
    value = assigned.values[0][0] if len(assigned.values) == 1 else None
    known = agent.default_value(value, info.scope) if isinstance(value, ast.Constant) else None
    spelled = spell_expression(value)
    origin = agent.instance(info).origins.get(name)
    return Attribute(
        annotation=spell_expression(assigned.annotation),
        type=agent.member_type(info.path, name),
        value=known or "",
        spelled="" if known is not None or len(spelled) > _LONG else spelled,
        instance=True,
        line=assigned.line,
        computed=origin.path if origin and origin.path != name else "",
        unless=origin.unless if origin else "",
    )


def shorten(text: str) -> str:
    """Long displays cut to a hash."""
    return text if len(text) <= _LONG else f"<{digest(text, 12)}>"
