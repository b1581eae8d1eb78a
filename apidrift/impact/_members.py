"""Finding a member on a class: own members, ancestors nearest first, and bases known from outside the provider."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import msgspec

from apidrift.impact import _tables as tables
from apidrift.model.surface import TRANSPARENT_BASES, Unsure, ancestors, may_hide
from apidrift.model.symbols import Class, Flavour, Symbol

if TYPE_CHECKING:
    from apidrift.impact._world import World


class Member(msgspec.Struct, frozen=True):
    """A member and the class that defines it."""

    owner: str
    symbol: Symbol


class Inherited(msgspec.Struct, frozen=True):
    """A member from a base outside the provider whose names are known."""

    base: str


class Absent(msgspec.Struct, frozen=True):
    """No class of the MRO has it, and all of them are known."""


class Unclear(msgspec.Struct, frozen=True):
    """It cannot be told, with the reason."""

    reason: str


Lookup: TypeAlias = Member | Inherited | Absent | Unclear


def lookup(world: World, path: str, symbol: Class, name: str) -> Lookup:
    """Find a member by its name, remembered per surface."""
    key = (path, name)
    found = world.members.get(key)
    if found is None:
        found = world.members[key] = _lookup(world, path, symbol, name)
    return found


def _lookup(world: World, path: str, symbol: Class, name: str) -> Lookup:
    if path in world.kin:
        return _trait(world, path, name)
    unclear = beyond = ""
    known = ""
    for owner, cls in ancestors(world.surface, path, symbol):
        if isinstance(cls, Unsure):
            names = tables.attribute_names(owner)
            if names is None:
                unclear = unclear or cls.reason
            elif name in names:
                known = known or owner
        elif name in cls.members:
            return Unclear(f"{name} may be overridden: {unclear}") if unclear else Member(owner, cls.members[name])
        elif cls.dynamic:
            beyond = beyond or f"{owner} may serve it at run time: {cls.dynamic}"
            unclear = unclear or (beyond if may_hide(cls) else "")
    return _elsewhere(symbol, name, known, unclear or beyond)


def _trait(world: World, path: str, name: str) -> Lookup:
    from apidrift.impact._kin import closed  # noqa: PLC0415 -- families are rare

    if tables.implicit(name) or name in (tables.attribute_names("object") or ()):
        return Inherited("object")
    found = world.surface.trait(path, name)
    if found.symbol is not None:
        return Member(found.owner, found.symbol)
    base = closed(world, found.outside, name)
    if found.dynamic or base is None:
        return Unclear(found.dynamic or f"it inherits from {found.outside[0]}, which is not part of the provider")
    return Inherited(base) if base else Absent()


def _elsewhere(symbol: Class, name: str, known: str, unclear: str) -> Lookup:
    flavour = _FLAVOURED.get(symbol.flavour, "object")
    if known or name in (tables.attribute_names(flavour) or ()) or tables.implicit(name):
        return Inherited(known or flavour)
    unread = [base for base in symbol.opaque_bases if tables.attribute_names(base) is None]
    unread = [base for base in unread if base not in TRANSPARENT_BASES]
    if unclear or unread:
        return Unclear(unclear or f"it inherits from {unread[0]}, which is not part of the provider")
    if symbol.extra == "allow" and symbol.flavour is Flavour.PYDANTIC:
        return Unclear("the model allows extra fields")
    return Absent()


_FLAVOURED = {
    Flavour.ENUM: "enum.Enum",
    Flavour.PYDANTIC: "pydantic.BaseModel",
    Flavour.MSGSPEC: "msgspec.Struct",
    Flavour.NAMEDTUPLE: "typing.NamedTuple",
    Flavour.TYPEDDICT: "dict",
}


def builtin_base(world: World, path: str, symbol: Class) -> str:
    """The builtin type a class is a kind of (`tuple`, `str` …), or empty."""
    if symbol.flavour in _BUILTIN:
        return _BUILTIN[symbol.flavour]
    bases = [name for name, cls in ancestors(world.surface, path, symbol) if isinstance(cls, Unsure)]
    bases += symbol.opaque_bases
    return next((base for base in bases if base in tables.CONCRETE), "")


_BUILTIN = {Flavour.NAMEDTUPLE: "tuple", Flavour.TYPEDDICT: "dict"}
