"""Functions of a module that are methods of an object it made: `encode = _default.encode`."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

import msgspec

from apidrift.model.symbols import Binding as Binds
from apidrift.surfaces._binding import FunctionNode
from apidrift.surfaces._scope import Scope
from apidrift.surfaces._text import dotted

if TYPE_CHECKING:
    from apidrift.model.symbols import Function
    from apidrift.surfaces._agent import Agent
    from apidrift.surfaces._binding import Binding
    from apidrift.surfaces._unit import Unit
    from apidrift.surfaces._world import World


def method_of_made(world: World, unit: Unit, binding: Binding) -> tuple[str, str] | None:
    """The class and the method that a name stands for, bound to an instance; None where it is something else."""
    match binding.value:
        case ast.Attribute(value=ast.Name(id=owner), attr=method):
            entry = unit.entries.get(owner)
            made = entry.runtime[0].value if entry is not None and len(entry.runtime) == 1 else None
            path = Scope(world, unit).node_path(made.func) if isinstance(made, ast.Call) and dotted(made.func) else ""
            return (world.follow(path).path, method) if path and world.is_class(path) else None
        case _:
            return None


def bound_method(agent: Agent, unit: Unit, binding: Binding) -> Function | None:
    """The method that a module's name stands for, its receiver filled in."""
    from apidrift.surfaces._functions import build_function  # noqa: PLC0415 -- the two need one another

    bound = method_of_made(agent.world, unit, binding)
    found = agent.classes.find(*bound) if bound else None
    best = found[1].best if found else None
    if bound is None or found is None or best is None or not isinstance(best.node, FunctionNode):
        return None
    if agent.method_at(*bound) is None:
        return None  # a property
    symbol = build_function(agent, best, found[0].scope, method=True)
    made_by = found[0].path.rpartition(".")[2]
    return msgspec.structs.replace(symbol, binding=Binds.FUNCTION, bound_as=f"{made_by}.{best.node.name}")
