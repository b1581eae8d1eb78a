"""Constructors that are put in place after the class body was read: by a decorator, or by a base's hook."""

from __future__ import annotations

import ast
import sys
from typing import TYPE_CHECKING

from apidrift.surfaces._decorators import TRANSPARENT
from apidrift.surfaces._flavours import MAKERS
from apidrift.surfaces._text import dotted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.surfaces._agent import Agent
    from apidrift.surfaces._binding import FunctionNode
    from apidrift.surfaces._classinfo import ClassInfo
    from apidrift.surfaces._scope import Scope

_HOOK = "__init_subclass__"
_SAME = ("register", "implement", "deprecat")
"""What the names of decorators that hand the class back as it was begin with, by convention."""


def remade(agent: Agent, info: ClassInfo) -> str:
    """Why a class's constructor may not be what its body says; empty: nothing replaces it.

    Args:
        agent: the readers.
        info: the class.
    """
    return _decorated(agent, info) or _hooked(agent, info)


def _decorated(agent: Agent, info: ClassInfo) -> str:
    """A decorator of another distribution: its source is not at hand, and it may wrap `__init__`."""
    for node in info.node.decorator_list:
        path = agent.decorators.name(node, info.outer)
        known = path in TRANSPARENT or path in MAKERS or path.partition(".")[0] in sys.stdlib_module_names
        if known or path.rpartition(".")[2].lstrip("_").startswith(_SAME):
            continue
        if agent.world.follow(path).external:
            return f"{info.node.name} is decorated with {path}, which may change its constructor"
    return ""


def _hooked(agent: Agent, info: ClassInfo) -> str:
    """A base whose `__init_subclass__` gives each subclass another constructor."""
    for name in agent.classes.order_of(info):
        base = agent.classes.info(name)
        entry = base.entries.get(_HOOK) if base else None
        node = entry.best.node if entry and entry.best else None
        if base is None or not isinstance(node, ast.FunctionDef):
            continue
        if _replaces(agent, node, base.scope):
            return f"{base.node.name}.{_HOOK} replaces the constructor of its subclasses"
        return ""
    return ""


def remakes(agent: Agent, info: ClassInfo) -> str:
    """The hook by which a class has its subclasses made data classes; empty: there is none.

    A class that is made one so gets a constructor that calls no other, unless its own body has one.

    Args:
        agent: the readers.
        info: the class.
    """
    for base in (info, *map(agent.classes.info, agent.classes.order_of(info))):
        entry = base.entries.get(_HOOK) if base else None
        node = entry.best.node if entry and entry.best else None
        if base is None or not isinstance(node, ast.FunctionDef):
            continue
        made = any(_is_maker(call, base.scope) for call in _given(node, _first(node)))
        return f"{base.node.name}.{_HOOK}" if made else ""
    return ""


def _is_maker(call: ast.Call, scope: Scope) -> bool:
    """Whether a call makes a data class with a constructor."""
    kept = any(word.arg == "init" and not _is_true(word.value) for word in call.keywords)
    return scope.node_path(call.func) in MAKERS and not kept


def _is_true(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is True


def _replaces(agent: Agent, hook: FunctionNode, scope: Scope) -> bool:
    subject = _first(hook)
    return _sets(hook, subject) or any(_remakes(agent, call, scope) for call in _given(hook, subject))


def _remakes(agent: Agent, call: ast.Call, scope: Scope) -> bool:
    """Whether a function that is given the class makes a constructor: a known maker, or by its own body."""
    path = scope.node_path(call.func)
    if path in MAKERS:
        return True
    target = agent.world.follow(path) if path else None
    node = target.binding.node if target and target.binding and not target.rest else None
    return isinstance(node, ast.FunctionDef) and _sets(node, _first(node))


def _first(node: FunctionNode) -> str:
    return next((a.arg for a in (*node.args.posonlyargs, *node.args.args)), "")


def _given(node: FunctionNode, subject: str) -> Iterator[ast.Call]:
    """Calls that are handed a name as their first argument, `maker(…)(name)` by its maker."""
    for call in ast.walk(node):
        if isinstance(call, ast.Call) and call.args and dotted(call.args[0]) == subject:
            yield call.func if isinstance(call.func, ast.Call) else call


def _sets(node: FunctionNode, subject: str) -> bool:
    """Whether a body puts a function into `subject.__init__` or `subject.__new__`."""
    names = {f"{subject}.__init__", f"{subject}.__new__"}
    for each in ast.walk(node):
        match each:
            case ast.Assign(targets=targets) if names & {dotted(target) for target in targets}:
                return True
            case ast.Call(func=ast.Name(id="setattr"), args=[owner, ast.Constant(value=str(name)), _]) if (
                f"{dotted(owner)}.{name}" in names
            ):
                return True
    return False
