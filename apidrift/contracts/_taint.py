"""Which names of a module lead to the provider, so that whoever imports them is of interest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.contracts._atoms import ClassAtom, Instance, ModuleAtom, Prov, Value
from apidrift.contracts._values import FuncAtom, Mapping, Seq, TypeForm, Wrapped

if TYPE_CHECKING:
    from apidrift.contracts._infos import ClassInfo, FuncInfo

MAX_DEPTH = 4


def leads(value: Value, depth: int = 0) -> bool:
    """Whether a provider value can be reached from this one."""
    if depth > MAX_DEPTH:
        return False
    for atom in value:
        match atom:
            case Prov():
                return True
            case ModuleAtom(info=module):
                found = any(leads(fact.value, depth + 1) for fact in module.globals.values())
            case FuncAtom(info=info):
                found = _function(info, depth + 1)
            case ClassAtom(info=info) | Instance(info=info):
                found = _class(info, depth + 1)
            case Seq(element=inner) | Wrapped(value=inner) | TypeForm(instances=inner):
                found = leads(inner, depth + 1)
            case Mapping() as mapping:
                found = leads(mapping.any_value(), depth + 1)
            case _:
                found = False
        if found:
            return True
    return False


def _function(info: FuncInfo, depth: int) -> bool:
    if (info.node.args.kwarg or info.node.args.vararg) and info.unit is not None and info.unit.uses:
        return True
    return leads(info.returns.value, depth) or leads(info.yields.value, depth)


def _class(info: ClassInfo, depth: int) -> bool:
    if leads(info.bases.value, depth):
        return True
    return any(leads(fact.value, depth) for fact in info.attributes.values())
