"""Whether an argument at a call site is one a parameter's declared type takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.impact import _tables as tables
from apidrift.impact._bind import table
from apidrift.impact._types import Node, parse_type
from apidrift.impact._values import Builtin
from apidrift.impact._world import literal

if TYPE_CHECKING:
    from apidrift.model.paths import Argument, Shape
    from apidrift.model.signature import Parameter, Signature

_WIDER = {"bool": {"int", "float", "complex"}, "int": {"float", "complex"}, "float": {"complex"}}
"""What PEP 484 lets stand in for what."""


def admits(parameter: Parameter, argument: Argument) -> bool | None:
    """Whether the type takes the argument; None: it cannot be told."""
    return node_admits(parse_type(parameter.type or parameter.annotation), argument)


def fits(signature: Signature, shape: Shape) -> bool:
    """Whether no argument of a call is certainly of another type than its parameter's."""
    return all(admits(parameter, argument) is not False for parameter, argument in _passed(signature, shape))


def certainly_fits(signature: Signature, shape: Shape) -> bool:
    """Whether every argument of a call is certainly of its parameter's type."""
    given = not (shape.star or shape.double_star or shape.maybe)
    return given and all(admits(parameter, argument) is True for parameter, argument in _passed(signature, shape))


def _passed(signature: Signature, shape: Shape) -> list[tuple[Parameter, Argument]]:
    sorted_ = table(signature.parameters)
    passed = list(zip(sorted_.positional, shape.positional, strict=False))
    return passed + [(sorted_.keywords[k], one) for k, one in shape.keywords.items() if k in sorted_.keywords]


def node_admits(node: Node, argument: Argument) -> bool | None:
    """Whether a type expression takes an argument; None: it cannot be told."""
    if node.name == "Union":
        answers = [node_admits(option, argument) for option in node.args]
        return True if True in answers else None if None in answers else False
    if node.name == "Literal":
        return argument.literal in node.literals if argument.literal else None
    given = _type_of(argument)
    if not given or (node.name not in tables.CONCRETE and node.name not in tables.ABSTRACT):
        return None
    if node.name in tables.ABSTRACT - {"list", "set", "frozenset", "dict"}:
        return None if given in _CONTAINERS else False
    return given == node.name or node.name in _WIDER.get(given, set())


_CONTAINERS = frozenset({"list", "dict", "tuple", "set", "frozenset", "str", "bytes", "range", "generator"})


def _type_of(argument: Argument) -> str:
    if argument.literal:
        value = literal(argument.literal)
        return value.name if isinstance(value, Builtin) else ""
    name = parse_type(argument.type).name
    return name if name in tables.CONCRETE else ""
