"""The consumer's classes: ancestors, provider bases, attributes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.contracts._atoms import NONE, ClassAtom, Ext, Instance, Lit, Prov, Value
from apidrift.contracts._values import FuncAtom, TypeForm, informative, join

if TYPE_CHECKING:
    from apidrift.contracts._atoms import Atom
    from apidrift.contracts._infos import ClassInfo
    from apidrift.contracts._interp import Interp

TRANSPARENT = {
    "builtins.object",
    "abc.ABC",
    "typing.Generic",
    "typing.Protocol",
    "typing_extensions.Generic",
    "typing_extensions.Protocol",
}


def _bases(it: Interp, info: ClassInfo) -> Value:
    return it.read(info.bases)


def lineage(it: Interp, info: ClassInfo) -> list[ClassInfo]:
    """The class and its ancestors that are the consumer's own, nearest first."""
    found: list[ClassInfo] = []
    stack = [info]
    while stack:
        current = stack.pop(0)
        if current not in found:
            found.append(current)
            stack = [atom.info for atom in _bases(it, current) if isinstance(atom, ClassAtom)] + stack
    return found


def provider_bases(it: Interp, info: ClassInfo) -> list[Prov]:
    """The provider classes among the ancestors, nearest first."""
    found: dict[object, Prov] = {}
    for owner in lineage(it, info):
        for atom in _bases(it, owner):
            for base in _provider_part(atom):
                found.setdefault(base.node.dotted() or id(base.node), base)
    return list(found.values())


def outsiders(it: Interp, info: ClassInfo) -> tuple[str, ...]:
    """Ancestors of other libraries, by name; none where one of its bases stands on them and on the provider already."""
    parents = [atom.info for atom in _bases(it, info) if isinstance(atom, ClassAtom)]
    if any(_outside(it, parent) and provider_bases(it, parent) for parent in parents):
        return ()
    return _outside(it, info)


def _outside(it: Interp, info: ClassInfo) -> tuple[str, ...]:
    atoms = [atom for owner in lineage(it, info) for atom in _bases(it, owner)]
    return tuple(sorted({atom.name for atom in atoms if isinstance(atom, Ext) and atom.name not in TRANSPARENT}))


def _provider_part(atom: Atom) -> list[Prov]:
    if isinstance(atom, TypeForm):
        return [inner for inner in atom.instances if isinstance(inner, Prov)]
    return [atom] if isinstance(atom, Prov) else []


def has_foreign_base(it: Interp, info: ClassInfo) -> bool:
    """Whether an ancestor is neither the consumer's nor the provider's, and may define anything."""
    for owner in lineage(it, info):
        if "__getattr__" in owner.own:
            return True
        for atom in _bases(it, owner):
            known = isinstance(atom, ClassAtom | Prov | TypeForm) or (
                isinstance(atom, Ext) and atom.name in TRANSPARENT
            )
            if not known:
                return True
    return False


def as_instance(it: Interp, base: Prov) -> Prov:
    """An instance of a provider class, known by its type where the class has a plain name."""
    name = base.node.instance_type()
    return it.typed(name, base.guards) if name else base


def own_attribute(it: Interp, owner: ClassInfo, name: str) -> Value:
    """What the class's own body and methods put into an attribute."""
    demand_setters(it, owner, name)
    value = it.read(owner.attribute(name))
    field = owner.annotated.get(name)
    if field is not None and not informative(value):
        declared = field[1]()
        if informative(declared):
            return join(declared, tuple(atom for atom in value if isinstance(atom, Lit)))
    return value


def given(it: Interp, info: ClassInfo, name: str) -> Value:
    """What is put into an attribute from outside the class (`obj.name = …` in a function)."""
    return join(*(it.read(owner.attribute(name)) for owner in lineage(it, info)))


def demand_setters(it: Interp, owner: ClassInfo, name: str) -> None:
    """Have the methods run that set an attribute, in modules where not everything is run anyway."""
    for method in owner.setters.get(name, ()):
        info = owner.methods.get(method)
        if info is not None and info.unit is not None and not info.unit.runs:
            it.world.demand(info.unit)


def below(it: Interp, atom: Instance | ClassAtom, info: ClassInfo, name: str) -> Value:
    """An attribute that only subclasses define: a mix-in's or an abstract base's reliance on them."""
    from apidrift.contracts._attributes import bound  # noqa: PLC0415 -- attributes and classes are one subject

    parts: list[Value] = []
    seen = [info]
    for sub in seen:
        seen += [further for further in sub.subclasses if further not in seen]
        if sub is not info and sub.defines(name):
            receiver = Instance(sub) if isinstance(atom, Instance) else ClassAtom(sub)
            parts.append(bound(it, own_attribute(it, sub, name), receiver))
    return join(*parts)


def hosts(it: Interp, info: ClassInfo) -> list[Prov]:
    """The provider classes that a mix-in is put beside, by its subclasses or by the provider.

    None where a subclass stands without one, or where the mix-in also stands for itself.
    """
    found: dict[object, Prov] = {}
    for atom in it.read(info.hosted):
        if isinstance(atom, Prov):
            found[atom.node.dotted()] = atom
    for sub in info.subclasses:
        bases = provider_bases(it, sub)
        if not bases or info.instantiated or has_foreign_base(it, sub):
            return []
        for base in bases:
            found.setdefault(base.node.dotted() or id(base.node), base)
    return list(found.values())


def find_method(it: Interp, info: ClassInfo, name: str) -> FuncAtom | None:
    """The consumer's function that a class answers a method name with."""
    for owner in lineage(it, info):
        if owner.defines(name):
            for atom in own_attribute(it, owner, name):
                if isinstance(atom, FuncAtom):
                    return atom
            return None
    return None


def is_none(value: Value) -> bool:
    """Whether the value is None and nothing else."""
    return value == NONE
