"""One pass over one body: environment, guards, and the uses met. The knowledge of each node lies in the other files."""

from __future__ import annotations

import ast
import builtins
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeAlias

from apidrift.contracts._arrivals import arrivals
from apidrift.contracts._atoms import UNKNOWN, Atom, Deferred, Ext, ModuleAtom, Open, Prov, Value, merge_guards
from apidrift.contracts._env import Env
from apidrift.contracts._nodes import MAX_STEPS
from apidrift.contracts._scan import end_of, place_of
from apidrift.contracts._values import guarded, join, providers, without_none
from apidrift.model import contract as c
from apidrift.model.paths import Imported, Typed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from apidrift.contracts._infos import ClassInfo, Fact, FuncInfo, ModuleInfo, Unit
    from apidrift.contracts._nodes import Node
    from apidrift.contracts._values import FuncAtom
    from apidrift.contracts._world import World
    from apidrift.model.paths import Step

HARD = (c.TypeChecking, c.VersionGate, c.PythonGate, c.PlatformGate, c.HasName, c.HasParameter, c.HasValue)
"""Guards that say when a value exists at all, and so travel with it."""
MAX_INLINE = 3
Place: TypeAlias = tuple[int, int, int, int]


class Interp:
    """Interprets one body. `inline` passes run a callee's body with a call's own arguments, at the call's place."""

    EVAL: dict[type, Callable[[Interp, ast.expr], Value]] = {}
    EXEC: dict[type, Callable[[Interp, ast.stmt], bool]] = {}
    OWN_NAME: Callable[[Interp, str, str], Value]

    def __init__(self, world: World, unit: Unit, func: FuncInfo | None) -> None:
        self.world = world
        self.unit = unit
        self.func = func
        self.module: ModuleInfo = func.module if func else unit.module
        self.env = Env()
        self.guards: tuple[c.Guard, ...] = func.guards if func else ()
        self.implied: tuple[c.Guard, ...] = ()
        """Facts that hold for what is bound here but do not protect what is used here."""
        self.scope: str = func.qualname if func else ""
        self.cls: ClassInfo | None = None
        """The class whose body is being run."""
        self.shared: set[str] = set()
        """Names declared `global`."""
        self.outer_names: set[str] = set()
        """Names declared `nonlocal`."""
        self.loops = 0
        self.scoped = False
        """In a comprehension, whose names are its own."""
        self.in_import_try: list[list[c.Guard]] = []
        """For each `try` around that catches failing imports: what its body has imported so far."""
        self.inline_place: tuple[ModuleInfo, Place, str] | None = None
        self.inline_depth = 0
        self.doubts = 0
        """Calls on the way here that may mean another function than the one that is run."""
        self.quiet = 0
        self.idle = 0
        """In a handler that no run enters: what it binds is bound nowhere else."""
        self.spliced: set[str] = set()
        """In an inline pass: the parameters that gather a call's remaining arguments."""
        self.returned: Value = ()
        self.yielded: Value = ()
        self.inline_active: tuple[FuncInfo, ...] = ()
        self.memo: dict[object, Value] = {}

    # Dispatch ---------------------------------------------------------------------------------------------------------

    def eval(self, node: ast.expr) -> Value:
        """The value of an expression; its uses are recorded on the way."""
        handler = self.EVAL.get(type(node))
        return handler(self, node) if handler else UNKNOWN

    def spread(self, node: ast.expr) -> Value:
        """The value of an expression that is put to use as it is: reading an imported name is then a use."""
        value = self.eval(node)
        if isinstance(node, ast.Name):
            for atom in providers(value):
                if atom.node.parent is None and isinstance(atom.node.root, Imported) and atom.node.root.name:
                    owner = self.imported(atom.node.root.module)
                    self.emit(c.Read(atom.node.root.name), (Prov(owner.node, atom.guards),), node)
        return value

    def run(self, body: list[ast.stmt]) -> bool:
        """Run statements. Returns whether control never comes out at the end."""
        for statement in body:
            handler = self.EXEC.get(type(statement))
            if handler is not None and handler(self, statement):
                return True
        return False

    @contextmanager
    def branch(self, *guards: c.Guard, env: Env | None = None) -> Iterator[Env]:
        """Run something in a layer of its own, under more guards."""
        saved_env, saved_guards, saved_implied = self.env, self.guards, self.implied
        self.env = env if env is not None else Env(saved_env)
        self.guards = merge_guards(saved_guards, guards)
        try:
            yield self.env
        finally:
            self.env, self.guards, self.implied = saved_env, saved_guards, saved_implied

    # Names ------------------------------------------------------------------------------------------------------------

    def lookup(self, name: str) -> Value:
        """What a name stands for here."""
        found = self.env.get(name)
        if found:
            return self.resolved(found)
        if self.func is not None:
            for outer in self.func.outers:
                if name in outer.bound:
                    return self.read(outer.cell(name))
        return self.global_name(self.module, name)

    def read(self, fact: Fact) -> Value:
        """A fact's value; this body is run again when it changes."""
        return self.resolved(self.world.read(fact, self.unit))

    def resolved(self, value: Value) -> Value:
        """The value with the names it defers looked up."""
        if not any(isinstance(atom, Deferred) for atom in value):
            return value
        return join(*(self._looked_up(atom) if isinstance(atom, Deferred) else (atom,) for atom in value))

    def _looked_up(self, atom: Deferred) -> Value:
        if atom.key in self.world.resolving:
            return ()
        self.world.resolving.add(atom.key)
        try:
            return guarded(type(self).OWN_NAME(self, atom.module, atom.name), atom.guards)
        finally:
            self.world.resolving.discard(atom.key)

    def global_name(self, module: ModuleInfo, name: str) -> Value:
        """What a name stands for at a module's level."""
        if name in module.bound or name in module.globals:
            found = self.read(module.fact(name))
            if found or name in module.bound:
                return found
        starred = self.starred(module, name)
        if starred:
            return starred
        return (Ext(f"builtins.{name}"),) if hasattr(builtins, name) else UNKNOWN

    def starred(self, module: ModuleInfo, name: str) -> Value:
        """What a name may be through the module's star imports."""
        if name.startswith("_") or (module.stars and hasattr(builtins, name)):
            return ()
        found: Value = ()
        for star in module.stars:
            for atom in self.resolved(star):
                if isinstance(atom, Prov) and isinstance(atom.node.root, Imported):
                    root = self.world.roots.get(Imported(atom.node.root.module, name))
                    found = join(found, (Prov(root, atom.guards),))
                else:
                    found = join(found, self.star_of(atom, name))
        if found and any(isinstance(atom, Ext) for star in module.stars for atom in star):
            return join(found, UNKNOWN)
        return found

    def star_of(self, atom: Atom, name: str) -> Value:
        """A name through a star import of one of the consumer's own modules."""
        if isinstance(atom, ModuleAtom) and atom.info is not self.module:
            if name in atom.info.bound:
                return self.read(atom.info.fact(name))
            if len(atom.info.stars) and atom.info.stars is not self.module.stars:
                return self.starred(atom.info, name)
        return ()

    @property
    def hard(self) -> tuple[c.Guard, ...]:
        """The guards that travel with a value bound here."""
        return tuple(guard for guard in (*self.guards, *self.implied) if isinstance(guard, HARD))

    def bind(self, name: str, value: Value) -> None:
        """Assign a plain name in the current scope."""
        value = guarded(value or UNKNOWN, self.hard)
        if name in self.shared:
            self.put_global(name, value)
        elif name in self.outer_names and self.func is not None:
            for outer in self.func.outers:
                if name in outer.bound:
                    self.contribute(outer.cell(name), value)
                    break
        self.env.set(name, value)
        if self.cls is not None or self.scoped:
            return
        if self.func is None:
            self.put_global(name, value)
        elif not self.inline_depth:
            self.contribute(self.func.cell(name), value)

    def put_global(self, name: str, value: Value) -> None:
        """Contribute to a module-level name."""
        self.contribute(self.module.fact(name), value)

    def contribute(self, fact: Fact, value: Value) -> None:
        """Contribute to a fact, unless this pass stands for one call only."""
        if not (self.inline_depth or self.idle):
            self.world.put(fact, self.unit, value)

    def hand(self, atom: FuncAtom) -> None:
        """Note that the consumer's function is given to the provider here."""
        self.world.handed.setdefault(self.func or self.module, {})[atom.info] = None

    # Paths ------------------------------------------------------------------------------------------------------------

    def imported(self, module: str, name: str = "") -> Prov:
        """The provider object an import binds."""
        return Prov(self.world.roots.get(Imported(module, name)))

    def typed(self, type_: str, guards: tuple[c.Guard, ...] = ()) -> Prov:
        """A provider value known by its type."""
        kept = tuple(guard for guard in guards if not isinstance(guard, c.TypeChecking))
        return Prov(self.world.roots.get(Typed(type_)), kept)

    def step(self, value: Value, step: Step) -> Value:
        """All provider alternatives, one step further; nothing of the others."""
        found: list[Prov] = []
        for atom in providers(value):
            node = atom.node.then(step)
            if node is not None:
                found.append(Prov(node, atom.guards))
            elif atom.node.depth >= MAX_STEPS:
                self.world.lost.setdefault(
                    f"{self.module.path}:{self.scope or '<module>'}", "a chain of too many steps"
                )
        return tuple(found)

    # Uses -------------------------------------------------------------------------------------------------------------

    def emit(self, operation: c.Operation, value: Value, node: ast.expr, *, also: tuple[c.Guard, ...] = ()) -> None:
        """Record a use of the provider alternatives of a value, at the place of an expression."""
        if self.quiet or self.inline_depth:
            return
        self.emit_at(operation, value, place_of(node), also=also, end=end_of(node))

    def emit_at(
        self,
        operation: c.Operation,
        value: Value,
        place: Place,
        *,
        also: tuple[c.Guard, ...] = (),
        end: tuple[int, int] = (0, 0),
    ) -> None:
        """Record a use at a place: one for each set of guards its receivers arrive under, if these exclude each other.

        `end` is where the whole expression ends, which tells the two calls of `f()()` apart.
        """
        atoms = providers(value)
        others = [atom for atom in without_none(value) if not isinstance(atom, Prov | Open)]
        for group, common in arrivals(atoms):
            guards = merge_guards(merge_guards(self.guards, common), also)
            conditional = bool(others) and not group[0].guards
            self.record(operation, [atom.node for atom in group], place, guards, conditional=conditional, end=end)

    def record(
        self,
        operation: c.Operation,
        receivers: list[Node],
        place: Place,
        guards: tuple[c.Guard, ...],
        *,
        conditional: bool = False,
        end: tuple[int, int] = (0, 0),
    ) -> None:
        """Add a use, or further receivers to the same one."""
        module, scope = self.module, self.scope
        if self.inline_place is not None:
            module, place, scope = self.inline_place
        key = (place, end, repr(operation), tuple(map(id, guards)))
        paths = tuple(node.path() for node in receivers)
        before = self.unit.uses.get(key)
        if before is not None:
            paths = (*before.receivers, *(path for path in paths if path not in before.receivers))
            conditional = conditional or before.conditional
        spot = c.Place(module.path, *place)
        self.unit.uses[key] = c.Use(spot, operation, paths, guards, scope, conditional)

    @contextmanager
    def either(self) -> Iterator[None]:
        """Run one of several functions that a call may mean: what it uses is used on some paths only."""
        self.doubts += 1
        try:
            yield
        finally:
            self.doubts -= 1

    @contextmanager
    def silence(self) -> Iterator[None]:
        """Evaluate something without recording uses."""
        self.quiet += 1
        try:
            yield
        finally:
            self.quiet -= 1
