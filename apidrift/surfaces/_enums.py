"""Enum members with their values, `auto()` counted out."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from apidrift.model.symbols import Attribute, Symbol
from apidrift.surfaces._literals import UNKNOWN, literal
from apidrift.surfaces._text import spell

if TYPE_CHECKING:
    from apidrift.surfaces._agent import Agent
    from apidrift.surfaces._classinfo import ClassInfo


def enum_members(agent: Agent, info: ClassInfo, members: dict[str, Symbol]) -> dict[str, Symbol]:
    """The members of an enum: public names its body gives a value."""
    found: dict[str, Symbol] = {}
    env: dict[str, object] = {}
    for name, entry in info.entries.items():
        binding = entry.best
        if (
            not isinstance(members.get(name), Attribute)
            or binding is None
            or binding.declared
            or _is_reserved(name, info)
        ):
            continue
        if binding.annotation is not None and binding.value is None:
            continue
        value = _value(agent, info, name, binding.value, env)
        env[name] = value
        text = None if value is UNKNOWN else literal(value)
        found[name] = Attribute(
            type=info.path,
            value=text or "",
            spelled="" if text else spell(binding.value),
            final=True,
            line=binding.node.lineno,
        )
    return found


def _is_reserved(name: str, info: ClassInfo) -> bool:
    if name.startswith("__") or (name.startswith("_") and name.endswith("_")):
        return True
    entry = info.entries.get("_ignore_")
    return entry is not None and entry.best is not None and name in spell(entry.best.value)


def _value(agent: Agent, info: ClassInfo, name: str, node: ast.expr | None, before: dict[str, object]) -> object:
    if isinstance(node, ast.Call) and info.scope.node_path(node.func) == "enum.auto":
        return _automatic(agent, info, name, list(before.values()))
    return agent.evaluator.evaluate(node, info.unit, before)


def _automatic(agent: Agent, info: ClassInfo, name: str, before: list[object]) -> object:
    order = agent.classes.order_of(info)
    if agent.classes.find(info.path, "_generate_next_value_") is not None:
        return UNKNOWN
    if "enum.StrEnum" in order:
        return name.lower()
    numbers = [v for v in before if isinstance(v, int)]
    if len(numbers) < len(before):
        return UNKNOWN
    if {"enum.Flag", "enum.IntFlag"} & set(order):
        return 1 << max((v.bit_length() for v in numbers), default=0)
    return max(numbers, default=0) + 1
