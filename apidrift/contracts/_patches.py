"""Monkeypatches: a consumer's callable put in the place of something of the provider."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from apidrift.contracts._atoms import NONE, UNKNOWN, Instance, Prov, Value
from apidrift.contracts._scan import place_of
from apidrift.contracts._signatures import signature
from apidrift.contracts._values import FuncAtom, Wrapped, join, providers, text
from apidrift.model import contract as c
from apidrift.model.paths import Attr, Called, Imported, Typed

if TYPE_CHECKING:
    from collections.abc import Callable

    from apidrift.contracts._arguments import Arguments
    from apidrift.contracts._interp import Interp
    from apidrift.contracts._nodes import Node
    from apidrift.model.signature import Signature


def write(it: Interp, owner: Value, name: str, value: Value, node: ast.expr) -> None:
    """Assign to an attribute of a provider value: a write, or a replacement where a function is put there."""
    targets = providers(owner)
    if not targets:
        return
    operation: c.Operation = c.Write(name)
    function = next((atom for atom in value if isinstance(atom, FuncAtom)), None)
    method = next((atom for atom in value if isinstance(atom, Wrapped) and atom.kind == "bound"), None)
    if method is not None:
        function = next((atom for atom in method.value if isinstance(atom, FuncAtom)), None)
    if function is not None:
        instance = is_instance(targets[0].node)
        bound = method is not None or function.receiver is not None
        drop = bound or not (instance or targets[0].node.is_module or _is_submodule(targets[0].node))
        own = signature(function.info, it, drop_first=drop)
        operation = c.Replace(name, own, instance=instance or bound, by=printed(function))
        it.hand(function)
        if not instance and method is None:
            receive(it, function, join(*(instances_of(it, target.node) for target in targets)))
    place(it, targets, name, value)
    if it.inline_depth:
        if it.inline_place is not None:
            it.emit_at(operation, owner, it.inline_place[1])
    else:
        it.emit(operation, owner, node)


def place(it: Interp, targets: list[Prov], name: str, value: Value) -> None:
    """Remember an object of the consumer's own that is put into an attribute of a provider value."""
    own = tuple(atom for atom in value if isinstance(atom, Instance))
    if own and len(own) == len(value):
        for target in targets:
            it.contribute(it.world.place(target.node, name), own)


def receive(it: Interp, function: FuncAtom, value: Value) -> None:
    """Tell a function what it will be bound to: its first parameter is that."""
    args = function.info.node.args
    leading = [*args.posonlyargs, *args.args]
    if leading and function.receiver is None and value:
        it.contribute(function.info.params[leading[0].arg], value)


def instances_of(it: Interp, node: Node) -> Value:
    """An instance of the class a path names; nothing where it names none."""
    name = node.instance_type() if not node.is_module and not _is_submodule(node) else ""
    return (it.typed(name),) if name and "." in name else ()


def printed(function: FuncAtom) -> str:
    """The name that Python prints for a function."""
    return "<lambda>" if isinstance(function.info.node, ast.Lambda) else function.info.qualname


def _is_submodule(node: Node) -> bool:
    return bool(node.dotted()) and not node.dotted().rpartition(".")[2].lstrip("_")[:1].isupper()


def is_instance(node: Node) -> bool:
    """Whether a path leads to an instance: a call or a type stands in it."""
    current: Node | None = node
    while current is not None:
        if isinstance(current.step, Called):
            return True
        current = current.parent
    return isinstance(node.root, Typed) and not node.root.type.startswith("type[")


def _setattr(it: Interp, found: Arguments, node: ast.expr) -> Value:
    name = text(found.get(1))
    if name is not None and not _from_parameters(it, node):
        write(it, found.get(0), name, found.get(2), node.args[0] if isinstance(node, ast.Call) and False else node)
    return NONE


def _from_parameters(it: Interp, node: ast.expr) -> bool:
    """In the pass over a helper itself, what its parameters stand for is told at each of its calls instead."""
    if it.inline_depth or it.func is None or not isinstance(node, ast.Call) or len(node.args) < 2:  # noqa: PLR2004
        return False
    return isinstance(node.args[1], ast.Name) and node.args[1].id in it.func.params


def _method_type(it: Interp, found: Arguments, node: ast.expr) -> Value:
    del node
    for atom in found.get(0):
        if isinstance(atom, FuncAtom):
            it.hand(atom)
            receive(it, atom, tuple(providers(found.get(1))))
    return (Wrapped("bound", found.get(0)),)


def _patch(it: Interp, found: Arguments, node: ast.expr) -> Value:
    target = text(found.get(0))
    if target is not None:
        by_path(it, target, found.get(1, "new"), node)
    return (Wrapped("enter", UNKNOWN),)


def by_path(it: Interp, target: str, value: Value, node: ast.expr) -> None:
    """Put something in the place of what a dotted path names."""
    if it.world.project.is_provider(target) and "." in target and not it.quiet:
        owner, _, name = target.rpartition(".")
        operation = c.Replace(name, _given(it, value, owner))
        if not it.inline_depth:
            it.emit_at(operation, (Prov(owner_of(it, owner)),), place_of(node))


def _given(it: Interp, value: Value, owner: str) -> Signature | None:
    function = next((atom for atom in value if isinstance(atom, FuncAtom)), None)
    drop = owner.rpartition(".")[2][:1].isupper()
    if function:
        it.hand(function)
        if drop:
            receive(it, function, instances_of(it, owner_of(it, owner)))
    return signature(function.info, it, drop_first=drop) if function else None


def by_fixture(it: Interp, found: Arguments, node: ast.Call) -> None:
    """`monkeypatch.setattr(owner, "name", value)` and `setattr("path.to.name", value)` of a test's fixture."""
    if not (isinstance(node.func, ast.Attribute) and node.func.attr == "setattr"):
        return
    path, name = text(found.get(0)), text(found.get(1))
    if path is not None:
        by_path(it, path, found.get(1, "value"), node)
    elif name is not None and providers(found.get(0)):
        value = found.get(2, "value")
        write(it, found.get(0), name, value if any(isinstance(a, FuncAtom) for a in value) else UNKNOWN, node)


def _wrap(it: Interp, found: Arguments, node: ast.expr) -> Value:
    """`wrapt.wrap_function_wrapper(module, "Class.method", wrapper)`: the wrapper gets the instance as its second."""
    _wrapped(it, found, found.get(2, "wrapper"), node)
    return NONE


def _wrap_decorated(it: Interp, found: Arguments, node: ast.expr) -> Value:
    """`@wrapt.patch_function_wrapper(module, "Class.method")`."""
    _wrapped(it, found, (), node)
    return UNKNOWN


def _wrapped(it: Interp, found: Arguments, wrapper: Value, node: ast.expr) -> None:
    names = (text(found.get(1, "name")) or "").split(".")
    module = text(found.get(0, "module" if isinstance(node, ast.Call) else "target"))
    if not names[0] or it.quiet or it.inline_depth:
        return
    if module is not None and it.world.project.is_provider(module):
        owner: Value = (Prov(owner_of(it, ".".join([module, *names[:-1]]))),)
    else:
        owner = tuple(providers(found.get(0)))
        for name in names[:-1]:
            owner = it.step(owner, Attr(name))
    it.emit_at(c.Replace(names[-1]), owner, place_of(node))
    for atom in wrapper:
        if isinstance(atom, FuncAtom) and len(names) > 1:
            _receive_second(it, atom, join(*(instances_of(it, one.node) for one in providers(owner))))


def _receive_second(it: Interp, function: FuncAtom, value: Value) -> None:
    leading = function.info.node.args.args
    if len(leading) > 1:
        it.hand(function)
        it.contribute(function.info.params[leading[1].arg], value)


def _patch_object(it: Interp, found: Arguments, node: ast.expr) -> Value:
    name = text(found.get(1))
    if name is not None and providers(found.get(0)):
        value = found.get(2, "new")
        write(it, found.get(0), name, value if any(isinstance(a, FuncAtom) for a in value) else UNKNOWN, node)
    return (Wrapped("enter", UNKNOWN),)


def owner_of(it: Interp, dotted: str) -> Node:
    """The path of a dotted name: its leading lower-case names are taken for the module."""
    parts = dotted.split(".")
    cut = next((i for i, part in enumerate(parts) if part.lstrip("_")[:1].isupper()), len(parts))
    module = ".".join(parts[:cut] or parts[:1])
    rest = parts[max(cut, 1) :]
    node = it.world.roots.get(Imported(module, rest[0] if rest else ""))
    for name in rest[1:]:
        node = node.then(Attr(name)) or node
    return node


HANDLERS: dict[str, Callable[[Interp, Arguments, ast.expr], Value]] = {
    "builtins.setattr": _setattr,
    "*.extend_enum": _setattr,
    "types.MethodType": _method_type,
    "unittest.mock.patch": _patch,
    "unittest.mock.patch.object": _patch_object,
    "mock.patch": _patch,
    "mock.patch.object": _patch_object,
    "wrapt.wrap_function_wrapper": _wrap,
    "wrapt.patch_function_wrapper": _wrap_decorated,
}
