"""The state of one extraction: infos, facts, interned paths and guards, and the list of bodies still to be run."""

from __future__ import annotations

import heapq
from typing import TYPE_CHECKING

import msgspec

from apidrift.contracts._atoms import Deferred, ModuleAtom
from apidrift.contracts._infos import ClassInfo, Fact, FuncInfo, ModuleInfo, Unit
from apidrift.contracts._nodes import Roots
from apidrift.contracts._texts import Texts
from apidrift.contracts._values import join
from apidrift.model.hints import NO_HINTS

if TYPE_CHECKING:
    import ast
    from collections.abc import Callable

    from apidrift.contracts._atoms import Value
    from apidrift.contracts._infos import FunctionNode
    from apidrift.contracts._nodes import Node
    from apidrift.contracts._project import Project
    from apidrift.model.contract import Guard
    from apidrift.model.hints import Hints

MAX_RUNS = 6
"""How often one body is interpreted before what still changes is left as it is."""
MAX_NESTED = 12
"""How deep bodies may be run from within one another, to have a result at hand."""


class World:
    """Everything that outlives the interpretation of one body."""

    def __init__(self, project: Project, run: Callable[[World, Unit], None], hints: Hints = NO_HINTS) -> None:
        self.project = project
        self.hints = hints
        self.texts = Texts(project, hints)
        self.roots = Roots()
        self.units: list[Unit] = []
        self.funcs: dict[int, FuncInfo] = {}
        self.classes: dict[int, ClassInfo] = {}
        self.imported: set[str] = set()
        """Provider modules that an import statement somewhere loads."""
        self.iterated: dict[int, dict[str, None]] = {}
        """Keys by which the elements of an iterable (by its path's id) are looked up in a table."""
        self.resolving: set[object] = set()
        """Deferred names being looked up: one that leads back to itself stands for nothing."""
        self.calls: dict[FuncInfo | ModuleInfo, dict[tuple[int, int], dict[FuncInfo, None]]] = {}
        """Which of the consumer's functions each body calls, by line and column."""
        self.sites: dict[FuncInfo, dict[int, tuple[FuncInfo | ModuleInfo, int, tuple[Guard, ...]]]] = {}
        """Where each of the consumer's functions is called: by whom, in which line and under which guards, by the id
        of the call's node."""
        self.mentions: dict[ModuleInfo, dict[str, list[int]]] = {}
        """Where each module speaks of a name."""
        self.handed: dict[FuncInfo | ModuleInfo, dict[FuncInfo, None]] = {}
        """Which of the consumer's functions each body gives to the provider, to be called some time."""
        self.extensions: dict[str, dict[ClassInfo, None]] = {}
        """Classes that the provider mixes into one of its own, by that one."""
        self.placed: dict[tuple[int, str], Fact] = {}
        """What the consumer puts of its own into attributes of provider values, by path and name."""
        self.lost: dict[str, str] = {}
        """Where provider values were given up, with the reason."""
        self.inlined = 0
        """Nodes of the bodies that were run once more for one call's own arguments."""
        self._guards: dict[bytes, Guard] = {}
        self._queue: list[int] = []
        self._queued: set[int] = set()
        self._run = run
        self._nested = 0

    # Infos ------------------------------------------------------------------------------------------------------------

    def func(self, node: FunctionNode, module: ModuleInfo, qualname: str) -> FuncInfo:
        """The one info of a function's node."""
        found = self.funcs.get(id(node))
        if found is None:
            found = self.funcs[id(node)] = FuncInfo(len(self.funcs), node, module, qualname)
            found.unit = self.unit(module, found)
        return found

    def cls(self, node: ast.ClassDef, module: ModuleInfo, qualname: str) -> ClassInfo:
        """The one info of a class's node."""
        found = self.classes.get(id(node))
        if found is None:
            found = self.classes[id(node)] = ClassInfo(len(self.classes), node, module, qualname)
        return found

    def unit(self, module: ModuleInfo, func: FuncInfo | None) -> Unit:
        """A new body to interpret."""
        unit = Unit(len(self.units), module, func)
        self.units.append(unit)
        return unit

    def module(self, dotted: str) -> ModuleInfo | None:
        """A module of the consumer, ready to be asked for its names."""
        info = self.project.module(dotted)
        return self.opened(info) if info is not None else None

    def opened(self, info: ModuleInfo) -> ModuleInfo:
        """The module, its body run or at least queued."""
        if info.unit is None:
            info.unit = self.unit(info, None)
            self.demand(info.unit)
        return info

    def guard(self, guard: Guard) -> Guard:
        """The one object for equal guards, so that identity tells them apart."""
        return self._guards.setdefault(msgspec.json.encode(guard), guard)

    def place(self, node: Node, name: str) -> Fact:
        """The fact of what the consumer puts into an attribute of a provider value."""
        return self.placed.setdefault((id(node), name), Fact())

    # Facts ------------------------------------------------------------------------------------------------------------

    def read(self, fact: Fact, reader: Unit) -> Value:
        """A fact's value; the reader is run again when it changes."""
        fact.dependents[reader.serial] = reader
        return fact.value

    def peek(self, value: Value, depth: int = 0) -> Value:
        """The value with deferred names looked up in the modules that have been read anyway."""
        if depth > MAX_NESTED or not any(isinstance(atom, Deferred) for atom in value):
            return value
        parts: list[Value] = []
        for atom in value:
            info = self.project.known(atom.module) if isinstance(atom, Deferred) else None
            if info is None or not isinstance(atom, Deferred):
                parts.append((atom,))
            else:
                parts.append(self.peek(info.fact(atom.name).value, depth + 1) if atom.name else (ModuleAtom(info),))
        return join(*parts)

    def put(self, fact: Fact, unit: Unit, value: Value) -> None:
        """Contribute to a fact while a unit runs: what its last run contributed still holds until it ends."""
        pending = join(unit.pending.get(fact, ()), value)
        unit.pending[fact] = pending
        if fact.put(unit.serial, join(fact.contributions.get(unit.serial, ()), pending)):
            self.changed(fact)

    def settle(self, unit: Unit, before: dict[Fact, Value]) -> None:
        """A run is over: what only the last run contributed is taken back."""
        for fact in before:
            if fact not in unit.pending and fact.put(unit.serial, ()):
                self.changed(fact)
        for fact, value in unit.pending.items():
            if fact.put(unit.serial, value):
                self.changed(fact)

    def changed(self, fact: Fact) -> None:
        """Queue everyone who read the fact."""
        for unit in list(fact.dependents.values()):
            self.queue(unit)

    # Work -------------------------------------------------------------------------------------------------------------

    def queue(self, unit: Unit) -> None:
        """Have a unit run (again), unless it has been run often enough."""
        if unit.serial not in self._queued and unit.runs < MAX_RUNS:
            self._queued.add(unit.serial)
            heapq.heappush(self._queue, unit.serial)

    def queue_new(self, unit: Unit) -> None:
        """Have a unit run at least once."""
        if not unit.runs:
            self.queue(unit)

    def demand(self, unit: Unit) -> None:
        """Have a unit run now if it never was and this is not too deep already; else queue it."""
        if unit.runs or unit.running:
            return
        if self._nested < MAX_NESTED:
            self.start(unit)
        else:
            self.queue(unit)

    def start(self, unit: Unit) -> None:
        """Run a unit."""
        self._nested += 1
        unit.running = True
        unit.runs += 1
        before, unit.pending, unit.uses = unit.pending, {}, {}
        try:
            self._run(self, unit)
        finally:
            unit.running = False
            self._nested -= 1
        self.settle(unit, before)

    def drain(self) -> None:
        """Run until nothing changes any more."""
        while self._queue:
            serial = heapq.heappop(self._queue)
            self._queued.discard(serial)
            self.start(self.units[serial])
