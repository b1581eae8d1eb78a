"""What one function's body gives away when it is asked about: see `model.body`."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from apidrift.model.body import Body
from apidrift.surfaces._admits import Admitted, looked_up
from apidrift.surfaces._given import asks, gives, needs
from apidrift.surfaces._outcome_values import UNKNOWN, Constant, Given, just, render
from apidrift.surfaces._outcomes import Walk
from apidrift.surfaces._refusals import refusals
from apidrift.surfaces._text import dotted

if TYPE_CHECKING:
    from apidrift.surfaces._agent import Agent
    from apidrift.surfaces._binding import FunctionNode
    from apidrift.surfaces._frames import Frame
    from apidrift.surfaces._outcome_values import Env, Value
    from apidrift.surfaces._scope import Scope

_MOST = 12
"""Optional parameters that are tried one by one."""


def read_body(agent: Agent, node: FunctionNode, scope: Scope) -> Body:
    """The facts of one definition."""
    frame = agent.inference.frame(node, scope)
    owner = agent.classes.info(scope.owner) if scope.owner and node.name == "__init__" else None
    return Body(
        decided=_decided(agent, node, frame),
        refusals=refusals(agent, node, frame),
        speaks=_spoken(frame),
        sorts=_sorts(frame),
        gives=gives(node, frame, owner.node if owner is not None else None),
        asks=asks(node, frame),
        needs=needs(node, frame),
        admits=Admitted(agent, node, frame).read(),
        looks_up=looked_up(node, frame),
    )


# What a parameter decides ---------------------------------------------------------------------------------------------


def _decided(agent: Agent, node: FunctionNode, frame: Frame) -> dict[str, tuple[str, str]]:
    """Parameters that decide the type of the result; none where the body is a generator or too much is open."""
    if frame.facts.yields:
        return {}
    defaults = _defaults(node.args)
    wanted = [name for name, value in defaults.items() if value is None or isinstance(value, bool)][:_MOST]
    tested = _tested(node)
    wanted = [name for name in wanted if name in tested]
    if not wanted:
        return {}
    plain = _outcome(agent, node, frame, defaults, "")
    if not plain:
        return {}
    found = {name: _outcome(agent, node, frame, defaults, name) for name in wanted}
    return {name: (plain, given) for name, given in sorted(found.items()) if given and given != plain}


def _defaults(arguments: ast.arguments) -> dict[str, object]:
    """Parameters with a constant default, by name."""
    plain = [*arguments.posonlyargs, *arguments.args]
    pairs = list(zip(plain[len(plain) - len(arguments.defaults) :], arguments.defaults, strict=True))
    pairs += [(a, d) for a, d in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True) if d is not None]
    return {parameter.arg: default.value for parameter, default in pairs if isinstance(default, ast.Constant)}


def _tested(node: FunctionNode) -> set[str]:
    """Every name that the body mentions: a parameter that is not among them decides nothing."""
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}


def _outcome(agent: Agent, node: FunctionNode, frame: Frame, defaults: dict[str, object], given: str) -> str:
    """The type of the result with all parameters at their defaults but one."""
    arguments = node.args
    env: Env = {a.arg: UNKNOWN for a in [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]}
    env |= {a.arg: UNKNOWN for a in (arguments.vararg, arguments.kwarg) if a is not None}
    env |= {name: just(Constant(value)) for name, value in defaults.items()}
    if given:
        env[given] = _other(defaults[given])
    try:
        return render(Walk(lambda each: _type(agent, each, frame)).result(node, env))
    except RecursionError:
        return ""


def _other(default: object) -> Value:
    """What an argument is when it is not the default."""
    return just(Constant(not default)) if isinstance(default, bool) else just(Given())


def _type(agent: Agent, node: ast.expr, frame: Frame) -> str:
    """The type of an expression, where it is a class or builtin and not a name whose meaning the walk follows."""
    if isinstance(node, ast.Name):
        return ""
    return agent.inference.type(node, frame)


def _sorts(frame: Frame) -> bool:
    """Whether every return statement sorts what it returns."""
    values = [each.value for each in frame.facts.returns]
    return bool(values) and all(isinstance(each, ast.Call) and dotted(each.func) == "sorted" for each in values)


# Names a body speaks --------------------------------------------------------------------------------------------------


def _spoken(frame: Frame) -> tuple[str, ...]:
    """What the body calls on its own receiver, by name or through a text."""
    names: set[str] = set()
    for call in frame.facts.calls:
        if isinstance(call.func, ast.Attribute) and frame.receiver and dotted(call.func.value) == frame.receiver:
            names.add(call.func.attr)
            match call.args:
                case [ast.Constant(value=str(text)), *_] if text.isidentifier():
                    names.add(text)
    return tuple(sorted(names))
