"""Which names of a module lead to the provider, so that whoever imports them is of interest."""

from __future__ import annotations

from apidrift.contracts._atoms import ClassAtom, Instance, ModuleAtom, Prov, Value
from apidrift.contracts._infos import ClassInfo, FuncInfo
from apidrift.contracts._values import FuncAtom, Mapping, Seq, TypeForm, Wrapped

MAX_DEPTH = 4


def leads(value: Value) -> bool:
    """Whether a provider value can be reached from this one."""
    return _leads(value, set(), 0)


def _leads(value: Value, seen: set[int], depth: int) -> bool:
    return any(_atom(atom, seen, depth + 1) for atom in value) if depth < MAX_DEPTH else False


def _atom(atom: object, seen: set[int], depth: int) -> bool:  # noqa: PLR0911 -- one arm per kind
    match atom:
        case Prov():
            return True
        case FuncAtom(info=info) | ClassAtom(info=info) | Instance(info=info):
            if id(info) in seen:
                return False
            seen.add(id(info))
            if isinstance(info, FuncInfo) and _passes_on(info):
                return True
            return any(_leads(value, seen, depth) for value in _behind(info))
        case ModuleAtom(info=module):
            return any(isinstance(held, Prov) for fact in module.globals.values() for held in fact.value)
        case Seq(element=inner) | Wrapped(value=inner) | TypeForm(instances=inner):
            return _leads(inner, seen, depth)
        case Mapping() as mapping:
            return _leads(mapping.any_value(), seen, depth)
        case _:
            return False


def _passes_on(info: FuncInfo) -> bool:
    """Whether a function gathers arguments and calls the provider, perhaps with them."""
    gathers = info.node.args.kwarg or info.node.args.vararg
    return bool(gathers and info.unit is not None and info.unit.uses)


def _behind(info: FuncInfo | ClassInfo) -> list[Value]:
    """The values that can be got at through a function or class."""
    if isinstance(info, ClassInfo):
        return [info.bases.value, *(fact.value for fact in info.attributes.values())]
    return [info.returns.value, info.yields.value]
