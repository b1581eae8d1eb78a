"""Import statements: of the provider (uses), of the consumer's own modules (values), of anything else (names)."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from apidrift.contracts._atoms import UNKNOWN, Deferred, Ext, ModuleAtom, Prov, Value, Version
from apidrift.contracts._attributes import holds_version
from apidrift.contracts._interp import Interp
from apidrift.contracts._project import relative
from apidrift.contracts._values import guarded
from apidrift.model import contract as c

if TYPE_CHECKING:
    from apidrift.contracts._atoms import Atom


def _place(alias: ast.alias) -> tuple[int, int, int, int]:
    return alias.lineno, alias.col_offset, alias.end_lineno or alias.lineno, alias.end_col_offset or alias.col_offset


def _record(it: Interp, operation: c.Import, alias: ast.alias) -> None:
    if not (it.quiet or it.inline_depth):
        it.record(operation, [], _place(alias), it.guards)


def _note(it: Interp, names: list[str], alias: ast.alias) -> None:
    """Keep which of the consumer's own modules are imported when this one is."""
    if it.func is None:
        for name in names:
            if name in it.world.project.paths:
                it.module.imports[name, alias.lineno, alias.col_offset] = None


def _import(it: Interp, node: ast.stmt) -> bool:
    assert isinstance(node, ast.Import)
    for alias in node.names:
        top = alias.name.partition(".")[0]
        if it.world.project.is_provider(alias.name):
            parts = alias.name.split(".")
            it.world.imported.update(".".join(parts[: i + 1]) for i in range(len(parts)))
            _record(it, c.Import(alias.name, asname=alias.asname or ""), alias)
            _imply(it, Prov(it.imported(alias.name).node), "")
            it.bind(alias.asname or top, (it.imported(alias.name if alias.asname else top),))
        else:
            _note(it, [alias.name], alias)
            it.bind(alias.asname or top, _module(it, alias.name if alias.asname else top))
    return False


def _imply(it: Interp, owner: Prov, name: str) -> None:
    """Once an import in a `try` has succeeded, what is bound after it exists only where the import works."""
    if it.in_import_try:
        guard = it.world.guard(c.HasName(owner.node.path(), name))
        it.implied = (*it.implied, guard)
        it.in_import_try[-1].append(guard)


def _module(it: Interp, dotted: str) -> Value:
    if it.world.project.is_provider(dotted):
        return (it.imported(dotted),)
    path = it.world.project.paths.get(dotted)
    if path is None:
        return (Ext(dotted),)
    if not it.world.project.loaded(path):
        return (Deferred(dotted, ""),)
    loaded = it.world.module(dotted)
    return (ModuleAtom(loaded),) if loaded else UNKNOWN


def _import_from(it: Interp, node: ast.stmt) -> bool:
    assert isinstance(node, ast.ImportFrom)
    target = relative(it.module.name, package=it.module.package, level=node.level, target=node.module or "")
    if node.level == 0 and it.world.project.is_provider(target):
        _from_provider(it, node, target)
        return False
    for alias in node.names:
        _note(it, [target, f"{target}.{alias.name}"], alias)
        if alias.name == "*":
            star = _module(it, target)
            if not any(star[0].key == other[0].key for other in it.module.stars):
                it.module.stars.append(star)
        else:
            it.bind(alias.asname or alias.name, _from_own(it, target, alias.name))
    if node.module == "__future__":
        return False
    return False


def _from_provider(it: Interp, node: ast.ImportFrom, target: str) -> None:
    it.world.imported.add(target)
    for alias in node.names:
        _record(it, c.Import(target, alias.name, alias.asname or ""), alias)
        if alias.name == "*":
            star: tuple[Atom, ...] = guarded((it.imported(target),), it.hard)
            if not any(star[0].key == other[0].key for other in it.module.stars):
                it.module.stars.append(star)
            continue
        _imply(it, it.imported(target), alias.name)
        submodule = f"{target}.{alias.name}"
        found: Atom = it.imported(submodule) if submodule in it.world.imported else it.imported(target, alias.name)
        if holds_version(target, alias.name):
            found = Version(target.partition(".")[0])
        it.bind(alias.asname or alias.name, (found,))


def _from_own(it: Interp, target: str, name: str) -> Value:
    submodule = f"{target}.{name}"
    path = it.world.project.paths.get(target)
    if path is None:
        return _module(it, submodule)
    if not it.world.project.loaded(path):
        return (Deferred(target, name),)
    return own_name(it, target, name)


def own_name(it: Interp, target: str, name: str) -> Value:
    """A name of one of the consumer's modules, which is read if it has not been; without a name, the module."""
    module = it.world.module(target)
    if not name:
        return (ModuleAtom(module),) if module is not None else UNKNOWN
    submodule = f"{target}.{name}"
    if module is None:
        return UNKNOWN
    if submodule in it.world.project.paths and (name not in module.bound or module is it.module):
        return _module(it, submodule)
    value = it.global_name(module, name)
    return UNKNOWN if any(isinstance(a, Ext) and a.name == f"builtins.{name}" for a in value) else value


Interp.OWN_NAME = own_name
Interp.EXEC.update({ast.Import: _import, ast.ImportFrom: _import_from})
