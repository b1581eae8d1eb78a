"""Ancestors of classes in two versions, and marks a symbol carries."""

from __future__ import annotations

import builtins
from typing import TYPE_CHECKING

from apidrift.model.symbols import Attribute, Class, Function

if TYPE_CHECKING:
    from apidrift.model.symbols import Symbol


def last(name: str) -> str:
    """The last component of a qualified name: an ancestor that moved to another module is the same ancestor."""
    return name.partition("[")[0].rpartition(".")[2]


def ancestry(symbol: Class) -> frozenset[str]:
    """The last names of all ancestors of a class, those of its builtin ancestors included."""
    found = set(map(last, symbol.mro))
    for name in symbol.mro:
        known = getattr(builtins, name.removeprefix("builtins."), None)
        found |= {each.__name__ for each in known.__mro__} if isinstance(known, type) else set()
    return frozenset(found)


def exceptional_name(name: str) -> bool:
    """Whether a name is that of an exception: a builtin one, or one that is called so."""
    found = getattr(builtins, name.removeprefix("builtins."), None)
    if isinstance(found, type):
        return issubclass(found, BaseException)
    return last(name).endswith(("Error", "Exception", "Warning", "Interrupt"))


def exceptional(symbol: Class) -> bool:
    """Whether a class is an exception."""
    return any(map(exceptional_name, symbol.mro))


def is_final(symbol: Symbol | None) -> bool:
    """Whether a symbol is declared final."""
    return isinstance(symbol, Class | Function | Attribute) and symbol.final


def announced(symbol: Symbol | None) -> str:
    """The deprecation a symbol announces; empty where it announces none."""
    return symbol.deprecated if isinstance(symbol, Class | Function) else ""
