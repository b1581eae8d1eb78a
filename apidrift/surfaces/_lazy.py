"""What a module's `__getattr__` serves: lazy tables, deprecated names, names that raise."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from apidrift.surfaces._answers import Closure, Raised, Returned, Stuck
from apidrift.surfaces._binding import Binding, Entry
from apidrift.surfaces._interpret import Interpreter
from apidrift.surfaces._lazy_packages import read_attached, read_relative, read_replaced
from apidrift.surfaces._literals import Ref
from apidrift.surfaces._text import dotted
from apidrift.surfaces._values import Evaluator

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.surfaces._unit import Unit
    from apidrift.surfaces._world import World

_NOBODY = "apidrift_asks_for_no_such_name"
_MOST = 20_000


def read_lazy(world: World, unit: Unit) -> dict[str, Entry]:
    """The names a module's `__getattr__` answers, by name. Marks the module dynamic when there may be more."""
    if unit.lazy is None:
        unit.lazy = {}
        entry = unit.entries.get("__getattr__")
        if entry is not None and entry.runtime:
            _read(world, unit, entry.runtime[0])
        if unit.flow is not None and unit.flow.replaced is not None:
            unit.lazy = {**read_replaced(world, unit, unit.flow.replaced), **unit.lazy}
    return unit.lazy


def _read(world: World, unit: Unit, binding: Binding) -> None:
    if (attached := read_attached(world, unit, binding)) is not None:
        unit.lazy = attached
        return
    unit.lazy = read_relative(unit)
    spelled = bool(unit.lazy)
    evaluator = Evaluator(world)
    interpreter = Interpreter(evaluator)
    closure = _closure(world, unit, binding, interpreter)
    if closure is None and spelled:
        return
    if closure is None:
        unit.dynamic = unit.dynamic or "its __getattr__ comes from elsewhere"
        return
    for name in _candidates(evaluator, closure):
        if name in unit.entries and unit.entries[name].runtime:
            continue
        answer = _ask(interpreter, closure, name)
        if (found := _entry(world, unit, binding, name, answer)) is not None:
            unit.lazy = {**(unit.lazy or {}), name: found}
    last = _ask(interpreter, closure, _NOBODY)
    if not isinstance(last, Raised) and not spelled:
        unit.dynamic = unit.dynamic or "its __getattr__ answers names it computes"


def _ask(interpreter: Interpreter, closure: Closure, name: str) -> Returned | Raised | None:
    try:
        return interpreter.call(closure, [name])
    except (Stuck, RecursionError, TypeError, ValueError, LookupError):
        return None


def _entry(world: World, unit: Unit, binding: Binding, name: str, answer: Returned | Raised | None) -> Entry | None:
    match answer:
        case Returned(Ref(path), warning) if path != f"{unit.name}.{name}" or warning:
            return Entry((Binding(binding.node, target=path, lazy=warning or "served"),))
        case Returned(Ref(path)) if path in world.layout.spots:
            return None
        case Returned():
            return Entry((Binding(binding.node, lazy="served"),))
        case None:
            # It is answered, but the source does not tell with what.
            return Entry((Binding(binding.node, lazy="served"),))
        case Raised(exception, message) if exception.rpartition(".")[2] != "AttributeError":
            return Entry((Binding(binding.node, lazy=f"raises {exception}: {message}"),))
        case _:
            return None


def _closure(world: World, unit: Unit, binding: Binding, interpreter: Interpreter) -> Closure | None:
    node = binding.node
    if isinstance(node, ast.FunctionDef):
        return Closure(node, unit, {})
    value = binding.value
    if binding.target:
        target = world.follow(binding.target)
        if target.unit is not None and target.binding and isinstance(target.binding.node, ast.FunctionDef):
            return Closure(target.binding.node, target.unit, {})
    if not isinstance(value, ast.Call):
        return None
    target = world.follow(f"{unit.name}.{dotted(value.func)}")
    if target.unit is None or target.binding is None or not isinstance(target.binding.node, ast.FunctionDef):
        return None
    args = [interpreter.evaluator.evaluate(a, unit) for a in value.args]
    keywords = {k.arg: interpreter.evaluator.evaluate(k.value, unit) for k in value.keywords if k.arg}
    try:
        made = interpreter.call(Closure(target.binding.node, target.unit, {}), args, keywords)
    except Stuck:
        return None
    return made.value if isinstance(made, Returned) and isinstance(made.value, Closure) else None


def _candidates(evaluator: Evaluator, closure: Closure) -> list[str]:
    """Every name the function may know: strings in its body, keys and items of the tables it looks into."""
    names: dict[str, None] = {}
    for node, unit in _walk(evaluator, closure):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            names[node.value.rpartition(":")[2]] = None
        elif isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Load):
            for text in _strings(evaluator.evaluate(node, unit, closure.env)):
                names[text] = None
                names[text.rpartition(":")[2]] = None
    return [n for n in names if n.isidentifier()][:_MOST]


def _walk(evaluator: Evaluator, closure: Closure) -> Iterator[tuple[ast.AST, Unit]]:
    """The function, and those it hands the name on to."""
    yield from ((node, closure.unit) for node in ast.walk(closure.node))
    called = [n.func.id for n in ast.walk(closure.node) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)]
    for name in called:
        made = Interpreter(evaluator).function(name, closure)
        if made is not None and made.node is not closure.node:
            yield from ((node, made.unit) for node in ast.walk(made.node))


def _strings(value: object) -> Iterator[str]:
    match value:
        case dict():
            yield from (k for k in value if isinstance(k, str))
        case list() | tuple() | set() | frozenset():
            yield from (v for v in value if isinstance(v, str))
