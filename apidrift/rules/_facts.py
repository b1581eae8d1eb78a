"""Facts: how a rule states what differs, and the words for a symbol's kind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Change
from apidrift.model.contract import Place
from apidrift.model.symbols import Attribute, Binding, Class, Function

if TYPE_CHECKING:
    from apidrift.model.symbols import Symbol
    from apidrift.rules._rule import Pair

PROPERTIES = frozenset({Binding.PROPERTY, Binding.CACHED_PROPERTY})
"""How a function binds that is read rather than called."""


def fact(
    pair: Pair,
    rule: str,
    *,
    subject: str = "",
    old: str = "",
    new: str = "",
    symbol: str = "",
    moved_to: str = "",
    score: float = 1.0,
) -> Change:
    """A change on a pair, with the places of both definitions filled in.

    Args:
        pair: what is compared.
        rule: code of the rule that speaks.
        subject: the parameter, field, member or base concerned; empty: the symbol itself.
        old: the fact in the old version, as short text.
        new: the fact in the new version.
        symbol: where the change is filed, if not under the pair's canonical path.
        moved_to: for renames and moves, the new path or name.
        score: for renames and moves, how sure the match is.
    """
    return Change(
        rule=rule,
        symbol=symbol or pair.symbol,
        subject=subject,
        old=old,
        new=new,
        old_place=_place(pair.old_module_path, pair.old),
        new_place=_place(pair.new_module_path, pair.new),
        moved_to=moved_to,
        score=score,
    )


def _place(path: str, symbol: Symbol | None) -> Place | None:
    return Place(path=path, line=symbol.line if symbol is not None else 1) if path else None


def is_property(symbol: Symbol | None) -> bool:
    """Whether the symbol is read like an attribute though a function computes it."""
    return isinstance(symbol, Function) and symbol.binding in PROPERTIES


def is_method(symbol: Symbol | None) -> bool:
    """Whether the symbol is a function that is called."""
    return isinstance(symbol, Function) and symbol.binding not in PROPERTIES


def writable(symbol: Symbol | None) -> bool:
    """Whether assigning to the symbol on an instance works: a plain attribute, or a property with a setter."""
    return (isinstance(symbol, Attribute) and not symbol.final) or (
        isinstance(symbol, Function) and symbol.binding in PROPERTIES and symbol.settable
    )


def member_kind(symbol: Symbol | None) -> str:
    """What a class member is, in one word; empty where there is none."""
    return "method" if is_method(symbol) else kind(symbol)


def callable_now(symbol: Symbol | None) -> bool:
    """Whether the symbol is a function that is called, or a class."""
    return is_method(symbol) or isinstance(symbol, Class)


def kind(symbol: Symbol | None, *, is_module: bool = False) -> str:
    """What a symbol is, in one word; empty where there is none."""
    match symbol:
        case None:
            return "module" if is_module else ""
        case Class():
            return "class"
        case Function():
            return "property" if symbol.binding in PROPERTIES else "function"
        case Attribute():
            return "value"
        case _:
            return ""


def uncertain(symbol: Symbol | None) -> str:
    """Why the signature a caller meets is not certain; empty where it is."""
    match symbol:
        case Function():
            return symbol.opaque
        case Class():
            return symbol.constructor_opaque
        case _:
            return ""
