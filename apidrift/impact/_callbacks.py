"""Functions and classes of the consumer handed to the provider: whether the body's own calls fit them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from apidrift.impact._bind import bind, landing
from apidrift.impact._hooks import shape_of
from apidrift.impact._values import ClassValue, FunctionValue, Problem, Value
from apidrift.model.change import Failure
from apidrift.model.surface import NotCoveredError

if TYPE_CHECKING:
    from apidrift.impact._world import World
    from apidrift.model.body import Body
    from apidrift.model.paths import Argument, Shape
    from apidrift.model.signature import Signature


def refused_callback(world: World, value: Value, shape: Shape) -> Problem | None:
    """Why an argument that is a function is refused: none of the calls that the callee's body makes of it fits."""
    given = {str(at): one for at, one in enumerate(shape.positional)} | shape.keywords
    if not any(one.takes is not None for one in given.values()):
        return None
    found = _body(world, value)
    if found is None:
        return None
    path, signature, body = found
    for at, name in landing(signature.parameters, shape).items():
        argument = given[at]
        if argument.takes is not None and body.gives.get(name):
            problem = _none_fits(argument, argument.takes, body, name)
            if problem is not None:
                return msgspec.structs.replace(problem, symbol=path)
    return None


def _none_fits(argument: Argument, takes: Signature, body: Body, name: str) -> Problem | None:
    printed = f"{argument.type.rpartition('.')[2]}.__init__" if argument.type else "callback"
    bound = [bind(takes.parameters, shape_of(site), printed) for site in body.gives[name]]
    if not all(each.problems for each in bound):
        return None
    return msgspec.structs.replace(bound[0].problems[0], failure=Failure.BAD_OVERRIDE, subject=name, likely=True)


def _body(world: World, value: Value) -> tuple[str, Signature, Body] | None:
    """The path, signature and body of what is called; None where one is not known."""
    match value:
        case FunctionValue(path, symbol) if not (symbol.opaque or symbol.is_async or symbol.is_generator):
            signature: Signature | None = symbol.signature
        case ClassValue(path, symbol=cls) if "__init__" in cls.members and not cls.constructor_opaque:
            path, signature = f"{path}.__init__", cls.constructor
        case _:
            return None
    try:
        body = world.surface.body(path)
    except NotCoveredError:
        return None
    return (path.removesuffix(".__init__"), signature, body) if body is not None and signature is not None else None
