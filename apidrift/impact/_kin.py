"""Values of which only a family of classes is known: one of those in a folder that have certain members.

Such a class is looked at member by member (`Surface.trait`), never whole: a family may have hundreds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.impact._members import Absent, Inherited, Member, lookup
from apidrift.impact._types import parse_type
from apidrift.impact._values import Either, InstanceValue, Unknown, Value
from apidrift.model.finding import Kinship
from apidrift.model.surface import TRANSPARENT_BASES, Found, ancestors
from apidrift.model.symbols import Class, Flavour, Function

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.impact._types import Node
    from apidrift.impact._world import World
    from apidrift.model.hints import Family

TESTS = frozenset({"TypeIs", "TypeGuard"})


def family_at(world: World, path: str) -> Value | None:
    """What a profile says an attribute holds, by its path on the class it is read from; None: it says nothing."""
    family = next((one for one in world.options.hints.families if path in one.at), None)
    return None if family is None else Unknown(f"it may be of any class of {family.scope}", family=family.scope)


def _members(world: World, family: Family, needs: tuple[str, ...]) -> Value:
    paths = world.surface.family(family.scope, tuple(sorted({*family.needs, *needs})))
    if not paths:
        return Unknown(f"no class of {family.scope} has {', '.join(needs)}")
    return Either(tuple(kin(world, path) for path in paths), family=family.scope)


def kin(world: World, path: str) -> InstanceValue:
    """An instance of a class that is looked at member by member."""
    world.kin.add(path)
    return InstanceValue(path, Class())


def kin_type(world: World, node: Node) -> InstanceValue | None:
    """The instance a member's type describes, where it is a class of the same folder as its owner's."""
    scopes = [f"{family.scope}." for family in world.options.hints.families]
    return kin(world, node.name) if not node.args and node.name.startswith(tuple(scopes)) else None


def narrowed(world: World, value: Value, test: str) -> Value:
    """The value where a test of the provider's holds for it: of a family those classes that it can hold for."""
    if not isinstance(value, Unknown) or not value.family:
        return value
    family = next((one for one in world.options.hints.families if one.scope == value.family), None)
    wanted = _wanted(world, test)
    return _members(world, family, wanted) if family and wanted else value


def _wanted(world: World, test: str) -> tuple[str, ...]:
    """What a value has that a function says is of a protocol (`-> TypeIs[Protocol]`)."""
    function = world.resolve(test)
    if not isinstance(function, Found) or not isinstance(function.symbol, Function):
        return ()
    # As spelled: for all other purposes `TypeIs[X]` is a bool. Names are those of the function's module.
    for name in dict.fromkeys(_tested(parse_type(function.symbol.signature.returns))):
        found = world.resolve(name if "." in name else f"{function.module}.{name}")
        if isinstance(found, Found) and isinstance(found.symbol, Class) and found.symbol.flavour is Flavour.PROTOCOL:
            return _members_of(world, found.path, found.symbol)
    return ()


def _tested(node: Node) -> Iterator[str]:
    if node.name.rpartition(".")[2] in TESTS and node.args:
        inner = node.args[0]
        yield inner.args[0].name if inner.name == "type" and inner.args else inner.name
    for part in node.args:
        yield from _tested(part)


def _members_of(world: World, path: str, symbol: Class) -> tuple[str, ...]:
    chain = [owner for _, owner in ancestors(world.surface, path, symbol) if isinstance(owner, Class)]
    names = {name for owner in chain if owner.flavour is Flavour.PROTOCOL for name in owner.members}
    return tuple(sorted(name for name in names if not (name.startswith("__") and name.endswith("__"))))


def closed(world: World, outside: tuple[str, ...], name: str) -> str | None:
    """The base from outside the provider that has a name; empty: none has; None: one of them is not known."""
    known = world.options.hints.outside
    for base in outside:
        if base not in TRANSPARENT_BASES and base not in known:
            return None
    return next((base for base in outside if name in known.get(base, ())), "")


def kinship(world: World, value: Value, name: str) -> Kinship | None:
    """Which classes of a family have a name; None where the value is of no family, or too little is known."""
    if not isinstance(value, Either) or not value.family:
        return None
    having, lacking = [], []
    for option in value.options:
        if isinstance(option, InstanceValue):
            found = lookup(world, option.path, option.symbol, name)
            having += [option.path] if isinstance(found, Member | Inherited) else []
            lacking += [option.path] if isinstance(found, Absent) else []
    if not having and not lacking:
        return None
    return Kinship(value.family, tuple(having), tuple(lacking))


def none_has(shared: Kinship | None) -> str:
    """The reason of a failure that all of a family's classes share, or most."""
    if shared is None:
        return ""
    lacking, count = len(shared.lacking), len(shared.lacking) + len(shared.having)
    if lacking < count:
        return f"{lacking} of the {count} classes of {shared.scope} that it may be lack it"
    return f"none of the {count} classes of {shared.scope} that it may be has it" if count > 1 else ""
