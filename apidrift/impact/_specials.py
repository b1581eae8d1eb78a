"""Whether an instance has a special method, or another one that serves as well."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.impact._attributes import attribute
from apidrift.impact._members import Inherited, lookup
from apidrift.impact._values import Failed, InstanceValue, Value
from apidrift.model.surface import Unsure, ancestors
from apidrift.model.symbols import Attribute

if TYPE_CHECKING:
    from apidrift.impact._world import World

SAME = "="
"""Stands for another operand of the same kind."""
CONVERSIONS = {"__int__": ("__index__", "__trunc__"), "__float__": ("__index__",), "__fspath__": ()}
"""What texts can be converted to, with the special methods that serve as well."""
_MIRRORED = {"__lt__": ("__gt__",)}
"""What the other operand may know instead."""
_ORDER = frozenset({"__lt__", "__le__", "__gt__", "__ge__"})
_TOTAL = "functools.total_ordering"


def supplied(world: World, value: InstanceValue, method: str, operand: str) -> Value | None:
    """What serves for an operation on an instance; None where nothing does."""
    if method == "__hash__" and _unhashable(world, value):
        return None
    others = _MIRRORED.get(method, ()) if operand == SAME else CONVERSIONS.get(method, ())
    for name in (method, *others):
        special = attribute(world, value, name)
        if _makes(world, value, name) or (not isinstance(special, Failed) and not _mere_object(world, value, name)):
            return special
    return None


def _makes(world: World, value: InstanceValue, method: str) -> bool:
    """Whether a decorator of the class or of an ancestor makes a special method."""
    classes = [cls for _, cls in ancestors(world.surface, value.path, value.symbol) if not isinstance(cls, Unsure)]
    return any(method in cls.generated or (method in _ORDER and _TOTAL in cls.decorators) for cls in classes)


def _mere_object(world: World, value: InstanceValue, method: str) -> bool:
    """Whether a comparison is only `object`'s own, which knows no order."""
    return method in _ORDER and lookup(world, value.path, value.symbol, method) == Inherited("object")


def _unhashable(world: World, value: InstanceValue) -> bool:
    """Whether the nearest class that says anything of equality takes the hash away: `__eq__` alone, or None."""
    for _, cls in ancestors(world.surface, value.path, value.symbol):
        if isinstance(cls, Unsure):
            return False
        if made := {"__hash__", "-__hash__"}.intersection(cls.generated):
            return "-__hash__" in made
        own = cls.members.get("__hash__")
        if own is not None or "__eq__" in cls.members:
            return own is None or (isinstance(own, Attribute) and own.value == "None")
    return False
