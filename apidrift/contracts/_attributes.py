"""Attribute access: on provider paths, and on the consumer's own classes, instances and modules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.contracts import _classes as classes
from apidrift.contracts._atoms import (
    UNKNOWN,
    Atom,
    ClassAtom,
    Ext,
    Instance,
    ModuleAtom,
    Parameters,
    Prov,
    Super,
    Unknown,
    Value,
    Version,
)
from apidrift.contracts._values import FuncAtom, Mapping, guarded, join
from apidrift.model import contract as c
from apidrift.model.paths import Attr, Imported

if TYPE_CHECKING:
    import ast

    from apidrift.contracts._infos import ClassInfo, FuncInfo
    from apidrift.contracts._interp import Interp

SAME_VERSION = {"base_version", "public", "release"}
VERSION_NAMES = {"VERSION", "version"}
VERSION_MODULES = {"version", "_version", "__version__", "__about__"}
FIELD_TABLES = {"__dataclass_fields__", "model_fields", "__fields__", "__annotations__", "__struct_fields__"}


def attribute(it: Interp, owner: Value, name: str, node: ast.expr, *, silent: bool = False) -> Value:
    """The value of an attribute; reading it from the provider is a use unless `silent` (a callee's is not)."""
    parts: list[Value] = []
    read: list[Atom] = []
    others: list[Atom] = []
    for atom in owner:
        if isinstance(atom, Prov):
            own = it.read(it.world.place(atom.node, name))
            if own:
                parts.append(own)
                continue
            submodule = _submodule(it, atom, name)
            parts.append(submodule or _special(atom, name) or it.step((atom,), Attr(name)))
            read += [] if submodule else [atom]
        else:
            found, bases = member(it, atom, name)
            parts.append(found)
            read += bases
            others += [] if bases or (isinstance(atom, _CLASSY) and not found) else [atom]
    if not silent and any(isinstance(atom, Prov) for atom in read):
        it.emit(c.Read(name), (*read, *others), node)
    return join(*parts) or UNKNOWN


_CLASSY = (Instance, ClassAtom, Super, FuncAtom)
"""Where nothing is found on these, nothing of the consumer's is what arrives."""


def holds_version(module: str, name: str) -> bool:
    """Whether a name of a provider's module is its version, by the names that are in use for it."""
    rest = module.partition(".")[2]
    if not rest:
        return name in {"__version__", "VERSION"}
    return name == "__version__" or (name in VERSION_NAMES and rest in VERSION_MODULES)


def _submodule(it: Interp, atom: Prov, name: str) -> Value:
    if not atom.node.is_module or not isinstance(atom.node.root, Imported):
        return ()
    dotted = f"{atom.node.root.module}.{name}"
    return guarded((it.imported(dotted),), atom.guards) if dotted in it.world.imported else ()


def _special(atom: Prov, name: str) -> Value:
    root = atom.node.root
    if atom.node.is_module and isinstance(root, Imported) and holds_version(root.module, name):
        return (Version(root.module.partition(".")[0]),)
    if name in FIELD_TABLES:
        return (Parameters((atom.node,)),)
    return ()


def member(it: Interp, atom: Atom, name: str) -> tuple[Value, list[Atom]]:  # noqa: PLR0911 -- one arm per kind
    """An attribute of something that is not a provider path, and the provider bases it was looked up on."""
    match atom:
        case Instance(info=info) | ClassAtom(info=info):
            return on_class(it, atom, info, name)
        case Super(info=info):
            return on_super(it, info, name)
        case ModuleAtom(info=module):
            submodule = it.world.project.paths.get(f"{module.name}.{name}")
            if name not in module.bound and submodule is not None:
                loaded = it.world.module(f"{module.name}.{name}")
                return ((ModuleAtom(loaded),) if loaded else UNKNOWN), []
            return it.global_name(it.world.opened(module), name), []
        case Ext(name=dotted, guards=guards):
            return guarded((Ext(f"{dotted}.{name}"),), guards), []
        case FuncAtom(made_by=made) if made is not None:
            base = Prov(made)
            return it.step((base,), Attr(name)), [base]
        case Version(distribution=distribution, parts=parts):
            return ((atom,) if name in SAME_VERSION else (Version(distribution, parts, name),)), []
        case Parameters(kind="parameters") if name in {"parameters", "args", "kwonlyargs", "co_varnames"}:
            return (atom,), []
        case Mapping() | Unknown():
            return (), []
        case _:
            return (), []


def on_class(it: Interp, atom: Instance | ClassAtom, info: ClassInfo, name: str) -> tuple[Value, list[Atom]]:
    """An attribute of a consumer's class or instance, through its ancestors down to provider bases."""
    for owner in classes.lineage(it, info):
        if owner.defines(name):
            value = classes.own_attribute(it, owner, name)
            return bound(it, value, atom), []
    given = classes.given(it, info, name)
    if given:
        return bound(it, given, atom), []
    bases = classes.provider_bases(it, info)
    if bases:
        receivers: list[Atom] = [b if isinstance(atom, ClassAtom) else classes.as_instance(it, b) for b in bases]
        unsure: list[Atom] = [Unknown()] if len(bases) > 1 or classes.has_foreign_base(it, info) else []
        return it.step(tuple(receivers), Attr(name)), [*receivers, *unsure]
    below = classes.below(it, atom, info, name)
    hosts = [] if below or classes.has_foreign_base(it, info) else classes.hosts(it, info)
    beside: list[Atom] = [h if isinstance(atom, ClassAtom) else classes.as_instance(it, h) for h in hosts]
    return (it.step(tuple(beside), Attr(name)), beside) if len(beside) == 1 else (below, [])


def on_super(it: Interp, info: ClassInfo, name: str) -> tuple[Value, list[Atom]]:
    """`super().name` in a method of the class."""
    for owner in classes.lineage(it, info)[1:]:
        if owner.defines(name):
            return bound(it, classes.own_attribute(it, owner, name), Instance(info)), []
    bases = classes.provider_bases(it, info)
    receivers: list[Atom] = [classes.as_instance(it, base) for base in bases]
    unsure: list[Atom] = [Unknown()] if len(bases) > 1 or (bases and classes.has_foreign_base(it, info)) else []
    return it.step(tuple(receivers), Attr(name)), [*receivers, *unsure]


def bound(it: Interp, value: Value, receiver: Instance | ClassAtom) -> Value:
    """What reading a class's attribute through a receiver gives: functions bind, properties are called."""
    parts: list[Value] = []
    for atom in value:
        if isinstance(atom, FuncAtom) and atom.receiver is None and atom.info.cls is not None:
            parts.append(_bind(it, atom, atom.info, receiver))
        else:
            parts.append((atom,))
    return join(*parts)


def _bind(it: Interp, atom: FuncAtom, info: FuncInfo, receiver: Instance | ClassAtom) -> Value:
    if info.binding == "static":
        return (atom,)
    if info.binding == "class":
        return (FuncAtom(info, (ClassAtom(receiver.info),), atom.made_by),)
    if isinstance(receiver, ClassAtom):
        return (atom,)
    if info.binding == "property":
        from apidrift.contracts._functions import result  # noqa: PLC0415 -- properties run their function

        return result(it, info)
    return (FuncAtom(info, (receiver,), atom.made_by),)
