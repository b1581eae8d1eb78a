"""The reverse contract: what the provider's own calls ask of a consumer's override or replacement."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from apidrift.impact._bind import bind
from apidrift.impact._members import Member, lookup
from apidrift.impact._values import ClassValue, InstanceValue, ModuleValue, Problem
from apidrift.model.change import Failure
from apidrift.model.paths import Argument, Shape
from apidrift.model.surface import Found
from apidrift.model.symbols import Function

if TYPE_CHECKING:
    from collections.abc import Iterable

    from apidrift.impact._values import Value
    from apidrift.impact._world import World
    from apidrift.model.body import Callers, Site
    from apidrift.model.contract import Override, Replace, Subclass
    from apidrift.model.signature import Signature


def refused_overrides(world: World, base: ClassValue, operation: Subclass) -> tuple[Problem, ...]:
    """The overrides that none of the provider's calls of the hook fits."""
    found = [_refused(world, base, operation, member) for member in operation.members]
    return tuple(problem for problem in found if problem is not None)


def _refused(world: World, base: ClassValue, operation: Subclass, member: Override) -> Problem | None:
    if member.binding == "property" or member.name.startswith("__"):
        return None
    hook = lookup(world, base.path, base.symbol, member.name)
    if not isinstance(hook, Member) or not isinstance(hook.symbol, Function):
        return None
    sites = reaching(world, base, operation, f"{hook.owner}.{member.name}")
    name = f"{operation.name.rpartition('.')[2]}.{member.name}"
    return _problem(member.signature, sites, name, f"{hook.owner}.{member.name}", hidden=member.binding != "static")


def reaching(world: World, base: ClassValue, operation: Subclass, path: str) -> list[Site]:
    """The provider's calls of a hook that lead to the consumer's class: not those in methods it overrides whole."""
    callers = world.surface.callers(path)
    family = {base.path, *base.symbol.mro}
    silent = {member.name for member in operation.members if not member.calls_super}
    return [
        site
        for site in (callers.sites if callers is not None else ())
        if site.on in family and not (_owner(site.caller) in family and site.caller.rpartition(".")[2] in silent)
    ]


def _owner(path: str) -> str:
    return path.rpartition(".")[0]


def refused_replacement(world: World, owner: Value, operation: Replace) -> Problem | None:
    """Why a function that stands in for the provider's is refused by every one of the provider's calls."""
    path, callers = _calls_of(world, owner, operation)
    if callers is None or operation.signature is None:
        return None
    method = not isinstance(owner, ModuleValue)
    # A name imported into another module keeps the original there.
    sites = [site for site in callers.sites if method or site.caller.startswith(f"{_owner(path)}.")]
    return _problem(operation.signature, sites, operation.by or operation.name, path, hidden=method)


def fits_every_call(world: World, owner: Value, operation: Replace) -> bool:
    """Whether all calls of the provider's are known, and a replacement takes every one."""
    _, callers = _calls_of(world, owner, operation)
    if callers is None or operation.signature is None or not callers.whole or not callers.sites:
        return False
    bound = [bind(operation.signature.parameters, shape_of(site), operation.name) for site in callers.sites]
    return not any(each.problems or each.doubts for each in bound)


def _calls_of(world: World, owner: Value, operation: Replace) -> tuple[str, Callers | None]:
    path = replaced(world, owner, operation.name)
    return path, world.surface.callers(path) if path else None


def replaced(world: World, owner: Value, name: str) -> str:
    """Canonical path of the function that a replacement stands in for; empty where that is not known."""
    match owner:
        case ModuleValue(module):
            found = world.resolve(f"{module}.{name}")
            known = isinstance(found, Found) and isinstance(found.symbol, Function) and _owner(found.path) == module
            return found.path if known and isinstance(found, Found) else ""
        case ClassValue(path, symbol) | InstanceValue(path, symbol):
            member = lookup(world, path, symbol, name)
            known = isinstance(member, Member) and isinstance(member.symbol, Function)
            return f"{member.owner}.{name}" if known and isinstance(member, Member) else ""
        case _:
            return ""


def _problem(own: Signature, sites: Iterable[Site], name: str, path: str, *, hidden: bool) -> Problem | None:
    refused: Problem | None = None
    for site in sites:
        problems = bind(own.parameters, shape_of(site), name, int(hidden)).problems
        if not problems:
            return None
        refused = refused or problems[0]
    if refused is None:
        return None
    return msgspec.structs.replace(refused, failure=Failure.BAD_OVERRIDE, subject=path.rpartition(".")[2], symbol=path)


def shape_of(site: Site) -> Shape:
    """A place in the provider as a call's shape."""
    keywords = dict.fromkeys(site.keywords, Argument())
    return Shape((Argument(),) * site.positional, keywords, star=site.star, double_star=site.double_star)
