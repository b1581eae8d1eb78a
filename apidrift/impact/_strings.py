"""Names of the provider inside strings: dotted paths and the names of remote methods."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.impact._attributes import attribute
from apidrift.impact._calls import Answer, call
from apidrift.impact._paths import evaluate, missing_module
from apidrift.impact._values import Failed, Foreign, Problem, Unknown
from apidrift.model.change import Failure
from apidrift.model.surface import Found, Missing

if TYPE_CHECKING:
    from apidrift.impact._world import World
    from apidrift.model.contract import Named, Use


def assess_named(world: World, use: Use, operation: Named) -> Answer:
    """Whether what a string names exists, and takes the call that will be made of it."""
    if operation.kind == "dotted":
        return _dotted(world, operation.text.replace(":", "."))
    if operation.kind == "rpc" and use.receivers:
        return _method(world, use, operation)
    return Answer(unknown=f"a name of kind {operation.kind} in a string")


def _dotted(world: World, text: str) -> Answer:
    if not world.owns(text):
        return Answer(unknown=f"{text} lies outside the provider")
    found = world.resolve(text)
    if isinstance(found, Found):
        line = found.symbol.line if found.symbol is not None else 0
        return Answer(symbol=found.path, line=line)
    if isinstance(found, Missing):
        gone = missing_module(world, text.rpartition(".")[0])
        if gone is not None:
            return Answer((gone.problem,), symbol=gone.problem.symbol)
        words = f"module {found.at!r} has no attribute {found.name!r}"
        problem = Problem(Failure.MISSING_NAME, found.name, "AttributeError", words, text, likely=True)
        return Answer((problem,), symbol=text)
    return Answer(unknown=found.reason)


def _method(world: World, use: Use, operation: Named) -> Answer:
    host = evaluate(world, use.receivers[0])
    value = attribute(world, host, operation.text)
    if isinstance(value, Failed):
        return Answer((value.problem,), symbol=value.problem.symbol)
    if isinstance(value, Unknown | Foreign):
        return Answer(unknown=f"where {operation.text} is looked up is not known")
    return call(world, value, operation.shape) if operation.shape is not None else Answer()
