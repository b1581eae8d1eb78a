"""In which order a run would meet the uses: told from the consumer's own call graph."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, TypeAlias

from apidrift.contracts._evaluation import Evaluation
from apidrift.contracts._infos import FuncInfo, ModuleInfo
from apidrift.model.contract import Call, Decorate, Import, Read

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from apidrift.contracts._infos import Unit
    from apidrift.contracts._world import World
    from apidrift.model.contract import Use

Body: TypeAlias = FuncInfo | ModuleInfo
Event: TypeAlias = "Use | Body"

MADE = ("__new__", "__init__", "__post_init__", "__init_subclass__")
"""Methods that run when an instance is made."""
UNMADE = ("__del__", "__exit__", "__aexit__")
"""Methods that run when it is over."""


def run_order(world: World) -> dict[int, int]:
    """The position of each use in a run, from 1, by the `id` of the use.

    Imports come first, each module's before those of the modules that import it go on. Then what nobody calls is
    taken for an entry point: `if __name__ == "__main__":` blocks, then functions and classes in the order in which
    their modules are imported, a class's constructor before its other methods, private functions last. What an entry
    point calls is met at the call; what it hands to the provider, which will call it some time, when the entry point
    is over.
    """
    walk = _Walk(world)
    walk.modules()
    walk.entries()
    return walk.found


class _Walk:
    def __init__(self, world: World) -> None:
        self.world = world
        self.found: dict[int, int] = {}
        self.seen: set[Body] = set()
        self.later: list[Event] = []
        """Under `if __name__ == "__main__":`, met so far."""
        self.handed: list[FuncInfo] = []
        self.events = _Events(world)
        opened = {unit.module.path: unit.module for unit in world.units if unit.func is None}
        self.order = [opened[path] for path in sorted(opened)]
        """Modules: by path, then as they are imported."""

    def modules(self) -> None:
        """What happens when the modules are imported."""
        imported = {inner for module in self.order for inner in self.events.imports(module)}
        given = [*(m for m in self.order if m not in imported), *(m for m in self.order if m in imported)]
        self.order = []
        for module in given:
            self.meet([module])

    def entries(self) -> None:
        """What happens after that."""
        self.meet(self.later)
        self.meet(self.handed)
        place = {module: number for number, module in enumerate(self.order)}
        inner = self.events.inner
        units = [unit for unit in self.world.units if unit.func is not None]
        functions = [unit.func for unit in units if unit.func is not None and unit.func not in inner]
        functions.sort(key=lambda one: (_late(one), place.get(one.module, len(place)), *_within(one)))
        for function in (*functions, *(unit.func for unit in units if unit.func is not None)):
            self.meet([function])
            handed, self.handed = self.handed, []
            self.meet(handed)

    def meet(self, events: Sequence[Event]) -> None:
        """Go through events and what they lead to, without recursion: call chains may be long."""
        stack = [iter(events)]
        while stack:
            event = next(stack[-1], None)
            if event is None:
                stack.pop()
            elif not isinstance(event, FuncInfo | ModuleInfo):
                self.found.setdefault(id(event), len(self.found) + 1)
            elif event not in self.seen:
                self.seen.add(event)
                stack.append(self._entered(event))

    def _entered(self, body: Body) -> Iterator[Event]:
        events, main = self.events.of(body)
        self.later += main
        self.handed += self.events.handed(body)
        yield from events
        if isinstance(body, ModuleInfo):
            self.order.append(body)


class _Events:
    """What happens in each body, in order."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.units: dict[Body, Unit] = {unit.func or unit.module: unit for unit in world.units}
        self.named = _named(world)
        self.inner = {callee for calls in world.calls.values() for places in calls.values() for callee in places}
        """Functions that the consumer itself calls, names or hands over."""
        self.inner |= {one for handed in world.handed.values() for one in handed}
        uses = [use for unit in world.units for use in unit.uses.values()]
        self.inner |= {function for use in uses for function in self._by_name(use)}

    def of(self, body: Body) -> tuple[list[Event], list[Event]]:
        """The events of a body, and those under `if __name__ == "__main__":`."""
        unit = self.units.get(body)
        calls = self.world.calls.get(body, {})
        uses = list(unit.uses.values()) if unit is not None else []
        if not uses and not calls and isinstance(body, FuncInfo):
            return [], []
        steps = Evaluation(_statements(body))
        timed: list[tuple[int, int, int, Event]] = []
        for number, use in enumerate(uses):
            step = steps.at(use.place.line, use.place.column, call=not isinstance(use.operation, Read))
            turn = -1 if isinstance(use.operation, Call | Decorate | Import | Read) else 2  # then what becomes of it
            timed.append((step, turn, number, use))
            timed += [(step, 0, 0, target) for target in self._by_name(use)]
        for (line, column), callees in calls.items():
            step = steps.at(line, column, call=True)
            timed += [(step, 1, number, callee) for number, callee in enumerate(callees)]
        if isinstance(body, ModuleInfo):
            for inner, line, column in _imports(self.world, body):
                timed.append((steps.at(line, column, call=False), 0, 0, inner))
        timed.sort(key=lambda one: one[:3])
        main = [event for step, *_, event in timed if step in steps.main]
        return [event for step, *_, event in timed if step not in steps.main], main

    def imports(self, module: ModuleInfo) -> Iterator[ModuleInfo]:
        """The consumer's modules that a module imports."""
        return (inner for inner, _, _ in _imports(self.world, module))

    def handed(self, body: Body) -> list[FuncInfo]:
        """The functions that a body hands to the provider."""
        return list(self.world.handed.get(body, ()))

    def _by_name(self, use: Use) -> list[FuncInfo]:
        """The consumer's method that a call of the provider names in its first argument (`collective_rpc("name")`)."""
        if not isinstance(use.operation, Call) or not use.operation.shape.positional:
            return []
        text = use.operation.shape.positional[0].literal
        return self.named.get(text[1:-1], []) if text[:1] in {"'", '"'} else []


def _named(world: World) -> dict[str, list[FuncInfo]]:
    """Methods that only one class has, and that the consumer itself does not call."""
    called = {callee for calls in world.calls.values() for places in calls.values() for callee in places}
    found: dict[str, list[FuncInfo]] = {}
    for info in world.classes.values():
        for name, method in info.methods.items():
            found.setdefault(name, []).append(method)
    return {name: methods for name, methods in found.items() if len(methods) == 1 and methods[0] not in called}


def _statements(body: Body) -> list[ast.AST]:
    if isinstance(body, ModuleInfo):
        return list(body.tree.body)
    return [body.node.body] if isinstance(body.node, ast.Lambda) else list(body.node.body)


def _imports(world: World, module: ModuleInfo) -> Iterator[tuple[ModuleInfo, int, int]]:
    """The consumer's modules that were read and that a module's import statements load, with the places."""
    for name, line, column in module.imports:
        parts = name.split(".")
        for length in range(1, len(parts) + 1):
            inner = world.project.known(".".join(parts[:length]))
            if inner is not None and inner is not module and inner.unit is not None:
                yield inner, line, column


def _late(function: FuncInfo) -> bool:
    name = function.qualname.rpartition(".")[2]
    return name in UNMADE or (name.startswith("_") and not name.endswith("__"))


def _within(function: FuncInfo) -> tuple[int, int, int]:
    """The function's position in its module: a class stands where it begins, its constructor first."""
    name = function.qualname.rpartition(".")[2]
    top = function.cls.node.lineno if function.cls is not None else function.node.lineno
    return top, MADE.index(name) if name in MADE else len(MADE), function.node.lineno
