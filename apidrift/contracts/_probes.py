"""Calls that ask what is there: `hasattr`, `getattr`, `find_spec`, `signature`, a distribution's version."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.contracts._atoms import (
    NONE,
    UNKNOWN,
    ClassAtom,
    Ext,
    Instance,
    Lit,
    ModuleAtom,
    Parameters,
    Prov,
    Specifier,
    Unknown,
    Value,
    Version,
    VersionLiteral,
)
from apidrift.contracts._attributes import attribute, member
from apidrift.contracts._values import FuncAtom, Seq, guarded, join, providers, text
from apidrift.model import contract as c
from apidrift.model.paths import Attr

if TYPE_CHECKING:
    import ast
    from collections.abc import Callable

    from apidrift.contracts._arguments import Arguments
    from apidrift.contracts._interp import Interp


MAX_OWNERS = 3


def _looked_up(it: Interp, value: Value, name: str) -> list[Prov]:
    """The provider values on which a name is looked up, where all alternatives are the provider's."""
    found = providers(value)
    for atom in value:
        if isinstance(atom, Instance | ClassAtom):
            found += [base for base in member(it, atom, name)[1] if isinstance(base, Prov)]
    return found


def _has_guards(it: Interp, value: Value, name: str) -> tuple[tuple[c.Guard, ...], tuple[c.Guard, ...]]:
    paths = [owner.node.path() for owner in _looked_up(it, value, name)][:MAX_OWNERS]
    yes = tuple(it.world.guard(c.HasName(path, name)) for path in paths)
    return yes, tuple(it.world.guard(c.HasName(path, name, negated=True)) for path in paths)


def _hasattr(it: Interp, found: Arguments, node: ast.expr) -> Value:
    del node
    name = text(found.get(1))
    if name is None:
        return (Unknown("bool"),)
    yes, no = _has_guards(it, found.get(0), name)
    return (Lit(True, yes), Lit(False, no)) if yes else (Unknown("bool"),)


def _getattr(it: Interp, found: Arguments, node: ast.expr) -> Value:
    name = text(found.get(1))
    if name is None or (it.inline_depth and not providers(found.get(0))):
        return found.get(2) or UNKNOWN
    with it.silence():
        value = attribute(it, found.get(0), name, node)
    owners = _looked_up(it, found.get(0), name)
    if len(found.positional) < 3:  # noqa: PLR2004 -- without a default
        _emit_read(it, owners, name, node, ())
        return value
    yes, no = _has_guards(it, found.get(0), name)
    _emit_read(it, owners, name, node, yes)
    return join(guarded(value, yes), guarded(found.get(2), no)) if owners else join(value, found.get(2))


def _emit_read(it: Interp, owners: list[Prov], name: str, node: ast.expr, also: tuple[c.Guard, ...]) -> None:
    it.emit(c.Read(name), tuple(owners), node, also=also)


def _import_module(it: Interp, found: Arguments, node: ast.expr) -> Value:
    name = text(found.get(0))
    if name is None:
        return UNKNOWN
    if not it.world.project.is_provider(name):
        loaded = it.world.module(name)
        return (ModuleAtom(loaded),) if loaded else (Ext(name),)
    it.world.imported.add(name)
    if not (it.quiet or it.inline_depth):
        place = (node.lineno, node.col_offset, node.end_lineno or 0, node.end_col_offset or 0)
        it.record(c.Import(name), [], place, it.guards)
    return (it.imported(name),)


def _import_or_skip(it: Interp, found: Arguments, node: ast.expr) -> Value:
    """`pytest.importorskip`: what follows is only run where the module is there."""
    saved = it.guards
    it.guards = (*it.guards, it.world.guard(c.Attempt(node.lineno, "body", ("ImportError",))))
    value = _import_module(it, found, node)
    it.guards = saved
    return value


def _find_spec(it: Interp, found: Arguments, node: ast.expr) -> Value:
    del node
    name = text(found.get(0))
    if name is None or not it.world.project.is_provider(name):
        return UNKNOWN
    path = it.imported(name).node.path()
    yes, no = it.world.guard(c.HasName(path, "")), it.world.guard(c.HasName(path, "", negated=True))
    return (Lit("spec", (yes,)), Lit(None, (no,)))


def _signature(it: Interp, found: Arguments, node: ast.expr) -> Value:
    del it, node
    nodes = tuple(owner.node for owner in providers(found.get(0)))
    return (Parameters(nodes[:MAX_OWNERS]),) if nodes else UNKNOWN


def _dir(it: Interp, found: Arguments, node: ast.expr) -> Value:
    del it, node
    nodes = tuple(owner.node for owner in providers(found.get(0)))
    return (Parameters(nodes[:MAX_OWNERS], "names"),) if nodes else UNKNOWN


def _distribution_version(it: Interp, found: Arguments, node: ast.expr) -> Value:
    del node
    name = text(found.get(0))
    if name is None:
        return UNKNOWN
    del it
    return (Version(name),)


def _parse(it: Interp, found: Arguments, node: ast.expr) -> Value:
    del it, node
    value = found.get(0)
    for atom in value:
        if isinstance(atom, Version):
            return (atom,)
    spelled = text(value)
    return (VersionLiteral(spelled),) if spelled else UNKNOWN


def _specifiers(it: Interp, found: Arguments, node: ast.expr) -> Value:
    del it, node
    spelled = text(found.get(0))
    return (Specifier(spelled),) if spelled else UNKNOWN


def _callable(it: Interp, found: Arguments, node: ast.expr) -> Value:
    del it, node
    functions = tuple(atom for atom in found.get(0) if isinstance(atom, FuncAtom | ClassAtom))
    if functions:
        return (Lit(True),)
    truthy = tuple(Lit(True, atom.guards) for atom in providers(found.get(0)))
    falsy = tuple(Lit(False, a.guards) for a in found.get(0) if isinstance(a, Lit))
    return (*truthy, *falsy) if truthy and falsy else (Unknown("bool"),)


def _numbers(it: Interp, found: Arguments, node: ast.expr) -> Value:
    """`tuple(…)` and `map(int, …)` around a version keep it a version."""
    del it, node
    for value in found.positional:
        for atom in value:
            if isinstance(atom, Version):
                return (atom,)
    return ()


VERSION_TYPES = (
    "packaging.version.parse",
    "packaging.version.Version",
    "pkg_resources.parse_version",
    "distutils.version.LooseVersion",
    "distutils.version.StrictVersion",
    "looseversion.LooseVersion",
)
HANDLERS: dict[str, Callable[[Interp, Arguments, ast.expr], Value]] = {
    "builtins.hasattr": _hasattr,
    "builtins.getattr": _getattr,
    "builtins.dir": _dir,
    "builtins.callable": _callable,
    "builtins.__import__": _import_module,
    "importlib.import_module": _import_module,
    "pytest.importorskip": _import_or_skip,
    "importlib.util.find_spec": _find_spec,
    "inspect.signature": _signature,
    "inspect.getfullargspec": _signature,
    "importlib.metadata.version": _distribution_version,
    "importlib_metadata.version": _distribution_version,
    "*.get_version": _distribution_version,
    **dict.fromkeys(VERSION_TYPES, _parse),
    "packaging.specifiers.SpecifierSet": _specifiers,
}
__all__ = ["HANDLERS", "NONE", "Attr", "Seq"]
