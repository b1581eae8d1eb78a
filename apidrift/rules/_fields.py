"""Fields of data-like classes in two versions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.symbols import Class, Flavour
from apidrift.rules._members import both_classes

if TYPE_CHECKING:
    from apidrift.rules._rule import Pair


def has_field(symbol: Class, name: str) -> bool:
    """Whether a class has a field of this name."""
    return any(each.name == name for each in symbol.fields)


def flagged(symbol: Class, flag: str) -> frozenset[str]:
    """The names of the fields that carry a mark (`InitVar`, `init=False`)."""
    return frozenset(name for name, flags in symbol.field_flags.items() if flag in flags)


def excluded(symbol: Class, name: str) -> bool:
    """Whether a field is no parameter of the constructor."""
    return "init=False" in symbol.field_flags.get(name, ())


def typed_dicts(pair: Pair) -> tuple[Class, Class] | None:
    """Both sides, where both are typed dictionaries."""
    both = both_classes(pair)
    return both if both and all(each.flavour is Flavour.TYPEDDICT for each in both) else None


def keys(symbol: Class) -> frozenset[str]:
    """The keys of a typed dictionary."""
    return frozenset(each.name for each in symbol.fields)


def required(symbol: Class, name: str) -> bool:
    """Whether a key of a typed dictionary must be there."""
    return any(each.name == name and each.required for each in symbol.fields)
