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
    unread = ""
    served = ""
    hidden = ""
    known = ""
    for owner, cls in ancestors(world.surface, path, symbol):
        if isinstance(cls, Unsure):
            names = base_names(world, owner)
            if names is None:
                unread = unread if unread and may_hide(unread) else owner
            elif name in names:
                known = known or owner
            else:
                served = served or _served(world, owner)
        elif name in cls.members and unread and may_hide(unread):
            return Unclear(f"{name} may be that of {unread}, {_OUTSIDE}")
        elif name in cls.members:
            return Unclear(hidden) if hidden else Member(owner, cls.members[name])
        elif cls.dynamic:
            served = served or f"{owner} may serve {name} at run time: {cls.dynamic}"
            hidden = hidden or (served if may_hide(cls) else "")
    return _elsewhere(world, symbol, name, known, f"{name} may come from {unread}, {_OUTSIDE}" if unread else served)


def _trait(world: World, path: str, name: str) -> Lookup:
    from apidrift.impact._kin import closed  # noqa: PLC0415 -- families are rare

    if tables.implicit(name) or name in (tables.attribute_names("object") or ()):
        return Inherited("object")
    found = world.surface.trait(path, name)
    if found.symbol is not None:
        return Member(found.owner, found.symbol)
    base = closed(world, found.outside, name)
    if found.dynamic or base is None:
        return Unclear(found.dynamic or f"{name} may come from {found.outside[0]}, {_OUTSIDE}")
    return Inherited(base) if base else Absent()


_OUTSIDE = "a base class outside the provider that is not read"


def base_names(world: World, name: str) -> frozenset[str] | None:
    """Every attribute that a base class outside the provider brings; None: the class is not known."""
    base = world.options.bases.get(name)
    return base.members | _OBJECT if base is not None else tables.attribute_names(name)


_OBJECT = frozenset(dir(object))


def _served(world: World, owner: str) -> str:
    base = world.options.bases.get(owner)
    return f"{owner} serves {base.serves}" if base is not None and base.serves else ""


def _elsewhere(world: World, symbol: Class, name: str, known: str, unclear: str) -> Lookup:
    flavour = _FLAVOURED.get(symbol.flavour, "object")
    if known or name in (tables.attribute_names(flavour) or ()) or tables.implicit(name):
        return Inherited(known or flavour)
    unread = [base for base in symbol.opaque_bases if base_names(world, base) is None]
    unread = [base for base in unread if base not in TRANSPARENT_BASES]
    if unclear or unread:
        return Unclear(unclear or f"{name} may come from {unread[0]}, {_OUTSIDE}")
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
