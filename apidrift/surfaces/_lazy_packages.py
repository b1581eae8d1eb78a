"""Packages made lazy by a library: `lazy_loader.attach`, and modules that put a lazy one in their place."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from apidrift.surfaces._binding import Binding, Entry
from apidrift.surfaces._flow import Flow
from apidrift.surfaces._replay import replay
from apidrift.surfaces._text import dotted
from apidrift.surfaces._values import Evaluator

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.surfaces._unit import Unit
    from apidrift.surfaces._world import World


def read_attached(world: World, unit: Unit, binding: Binding) -> dict[str, Entry] | None:
    """What `__getattr__, __dir__, __all__ = lazy.attach(…)` serves; None if it is something else."""
    node = binding.node
    call = node.value if isinstance(node, ast.Assign) else None
    if not isinstance(call, ast.Call):
        return None
    # Some packages carry a copy of it, with an underscore.
    match dotted(call.func).rpartition(".")[2].lstrip("_"):
        case "attach":
            return _attach(world, unit, node, call)
        case "attach_stub":
            return _attach_stub(world, unit, node)
        case _:
            return None


def _attach(world: World, unit: Unit, node: ast.stmt, call: ast.Call) -> dict[str, Entry] | None:
    given = dict(zip(("package_name", "submodules", "submod_attrs"), call.args, strict=False))
    given.update({k.arg: k.value for k in call.keywords if k.arg})
    table = Evaluator(world).evaluate(given["submod_attrs"], unit) if "submod_attrs" in given else {}
    if not isinstance(table, dict):
        return None
    return _entries(unit, node, table)


def read_relative(unit: Unit) -> dict[str, Entry]:
    """What `…, __getattr__, … = anything(__name__, [".sub"], ["._sub.Name"])` serves: relative paths, spelled out.

    Several libraries have such a function of their own, in the standard library's words for relative imports.
    """
    found: dict[str, Entry] = {}
    for node in _assignments(unit.body):
        match node:
            case ast.Assign(
                targets=[ast.Tuple(elts=names)], value=ast.Call(args=[ast.Name(id="__name__"), *given], keywords=more)
            ) if any(dotted(name) == "__getattr__" for name in names):
                for display in [*given, *(keyword.value for keyword in more)]:
                    found.update(_relative(unit, node, display))
    return found


def _assignments(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    for node in body:
        if isinstance(node, ast.If):
            yield from _assignments([*node.body, *node.orelse])
        else:
            yield node


def _relative(unit: Unit, node: ast.stmt, display: ast.expr) -> dict[str, Entry]:
    found: dict[str, Entry] = {}
    for element in display.elts if isinstance(display, ast.List | ast.Tuple) else ():
        text = element.value if isinstance(element, ast.Constant) and isinstance(element.value, str) else ""
        path = text.lstrip(".")
        level = len(text) - len(path)
        package = ".".join(unit.name.split(".")[: max(unit.name.count(".") + 2 - level, 0)])
        name = path.rpartition(".")[2]
        if level and package and path and f"{package}.{path}" != f"{unit.name}.{name}":
            found[name] = Entry((Binding(node, target=f"{package}.{path}", lazy="served"),))
    return found


def _entries(unit: Unit, node: ast.stmt, table: dict[object, object]) -> dict[str, Entry]:
    """Entries of a table of submodule → names."""
    found: dict[str, Entry] = {}
    for module, names in table.items():
        if isinstance(module, str) and isinstance(names, list | tuple | set):
            for name in names:
                found[str(name)] = Entry((Binding(node, target=f"{unit.name}.{module}.{name}", lazy="served"),))
    return found


def _attach_stub(world: World, unit: Unit, node: ast.stmt) -> dict[str, Entry] | None:
    stub = world.stub(unit)
    if stub is None or stub.problem:
        return None
    return {
        name: Entry((Binding(node, target=entry.best.target, lazy="served"),))
        for name, entry in stub.entries.items()
        if entry.best is not None and entry.best.target
    }


def read_replaced(world: World, unit: Unit, made: ast.expr) -> dict[str, Entry]:
    """Names of a module that puts `_LazyModule(name, file, import_structure)` in its place.

    The structure is a table of submodule → names, perhaps built step by step, or what a function gathers from the
    `__all__` of all files beside the module.
    """
    if not isinstance(made, ast.Call):
        return {}
    evaluator = Evaluator(world)
    found: dict[str, Entry] = {}
    statement = ast.copy_location(ast.Expr(made), made)
    for name, display in _structures(unit.body):
        table = evaluator.evaluate(display, unit)
        if isinstance(table, dict):
            whole = replay(evaluator, unit, name, table, partial=True)
            found.update(_entries(unit, statement, whole) if isinstance(whole, dict) else {})
    for argument in made.args:
        if isinstance(argument, ast.Call) or _is_gathered(unit, argument):
            found = {**_gathered(world, unit, made), **found}
    return found


def _structures(body: list[ast.stmt]) -> Iterator[tuple[str, ast.Dict]]:
    """Tables of submodule → names at module level: dict displays whose values are lists."""
    for node in body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Dict(values=values) as display):
                if any(isinstance(v, ast.List | ast.Tuple) for v in values) or not values:
                    yield name, display
            case ast.If(body=then, orelse=otherwise):
                yield from _structures(then)
                yield from _structures(otherwise)


def _is_gathered(unit: Unit, argument: ast.expr) -> bool:
    entry = unit.entries.get(dotted(argument))
    value = entry.best.value if entry and entry.best else None
    return (
        isinstance(value, ast.Call)
        and dotted(value.func).endswith("define_import_structure")
        and len(value.args) == 1
        and not value.keywords
    )


def _gathered(world: World, unit: Unit, made: ast.expr) -> dict[str, Entry]:
    """The `__all__` of the modules directly beside a package's `__init__`."""
    statement = ast.copy_location(ast.Expr(made), made)
    modules = [f"{unit.name}.{child}" for child in world.layout.submodules(unit.name)]
    modules = [m for m in modules if not world.layout.spots[m].package]
    world.prefetch(modules)
    found: dict[str, Entry] = {}
    for module in modules:
        for name in listed(world, module):
            found[name] = Entry((Binding(statement, target=f"{module}.{name}", lazy="served"),))
    return found


def listed(world: World, module: str) -> list[str]:
    """A module's `__all__`, read from its last statements without walking the module."""
    text = world.text(module)
    at = text.rfind(b"\n__all__")
    if at < 0:
        return []
    try:
        tail = ast.parse(text[at:].decode("utf-8", "replace")).body
    except (SyntaxError, ValueError):
        return []
    flow = Flow(module, package=False, star=lambda _: ((), False))
    flow.run(tail)
    value = flow.given("__all__")
    names = ast.literal_eval(value) if isinstance(value, ast.List | ast.Tuple) and _is_literal(value) else []
    return [str(n) for n in names]


def _is_literal(node: ast.List | ast.Tuple) -> bool:
    return all(isinstance(e, ast.Constant) for e in node.elts)
