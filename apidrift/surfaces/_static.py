"""The static surface: asked name by name, read from sources, each thing worked out once."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

import msgspec

from apidrift.model.surface import Module, Move, Release, Trait
from apidrift.model.symbols import Alias, Attribute, Raising, Symbol, Variants
from apidrift.surfaces._agent import Agent
from apidrift.surfaces._body import read_body
from apidrift.surfaces._bound import bound_method
from apidrift.surfaces._callers import find_callers
from apidrift.surfaces._functions import build_function
from apidrift.surfaces._griffe import spell_expression
from apidrift.surfaces._index import index_of
from apidrift.surfaces._kin import find_family, find_trait
from apidrift.surfaces._layout import Form
from apidrift.surfaces._members import shorten
from apidrift.surfaces._moves import find_moves
from apidrift.surfaces._scope import Scope
from apidrift.surfaces._words import find_word

if TYPE_CHECKING:
    from apidrift.model.body import Body, Callers
    from apidrift.model.tree import Tree
    from apidrift.surfaces._binding import Binding, Entry
    from apidrift.surfaces._unit import Unit


class StaticSurface:
    """A provider version as its sources tell it.

    Args:
        tree: the provider's files.
        import_name: the top package.
        release: what the surface says of itself.
        drivers: modules known to call what others offer, to be searched in a remote tree too.
    """

    def __init__(self, tree: Tree, import_name: str, release: Release, drivers: tuple[str, ...] = ()) -> None:
        self.release = release
        self.agent = Agent(tree, import_name, drivers)
        self._modules: dict[str, Module | None] = {}
        self._members: dict[tuple[str, str], Symbol | None] = {}
        self._absent: dict[str, set[str]] = {}
        self._moves: dict[str, tuple[Move, ...]] = {}
        self._bodies: dict[str, Body | None] = {}
        self._callers: dict[str, Callers | None] = {}
        self._families: dict[tuple[str, tuple[str, ...]], tuple[str, ...]] = {}
        self._traits: dict[tuple[str, str], Trait] = {}
        self._words: dict[tuple[str, str], bool | None] = {}

    def warm(self, paths: tuple[str, ...] | list[str]) -> None:
        """Say which dotted paths will be asked about, so that a remote tree reads their files together."""
        layout = self.agent.world.layout
        self.agent.world.expand(sorted({layout.split(f"{path}._")[0] for path in paths}))

    def module(self, name: str) -> Module | None:
        """The module by its dotted name; None where there is none."""
        unit = self.agent.world.unit(name)
        known = self._modules.get(name)
        # A search for one name may have told all others.
        if name not in self._modules or (unit and known and known.dynamic != unit.dynamic):
            self._modules[name] = None if unit is None else self._describe(unit)
        return self._modules[name]

    def _describe(self, unit: Unit) -> Module:
        world = self.agent.world
        lazy = world.lazy(unit)
        submodules = world.layout.submodules(unit.name)
        return Module(
            name=unit.name,
            path=unit.spot.path,
            package=unit.spot.package,
            index=index_of(unit, lazy),
            exports=world.exports(unit),
            submodules=submodules,
            dynamic=unit.dynamic,
            absent=tuple(sorted(self._absent.get(unit.name, ()))),
            open_path=unit.open_path,
            problem=unit.problem,
            digest=unit.digest,
        )

    def member(self, module: str, name: str) -> Symbol | None:
        """The symbol a module binds to a name; None where there is none."""
        key = (module, name)
        if key not in self._members:
            self._members[key] = self._member(module, name)
            if self._members[key] is None:
                self._note_absence(module, name)
        return self._members[key]

    def _note_absence(self, module: str, name: str) -> None:
        unit = self.agent.world.unit(module)
        if unit is not None and unit.dynamic and self.agent.world.lacks(unit, name):
            self._absent.setdefault(module, set()).add(name)
            self._modules.pop(module, None)

    def _member(self, module: str, name: str) -> Symbol | None:
        unit = self.agent.world.unit(module)
        entry = self.agent.world.entry(module, name)
        if entry is None and unit is not None:
            entry = self.agent.world.hidden_class(unit, name)
        if unit is None or entry is None or entry.best is None or _is_own_submodule(unit, name, entry.best):
            return None
        if not entry.runtime:
            assert entry.typing is not None
            return self._typing_only(unit, name, entry.typing)
        self.agent.world.expand([module])
        options = self._options(self.agent.world.home(unit, name, entry), name, entry)
        if not options:
            return None
        if len(options) == 1:
            return options[0][0]
        return Variants(tuple(o for o, _ in options), tuple(c for _, c in options), line=entry.runtime[0].node.lineno)

    @staticmethod
    def _typing_only(unit: Unit, name: str, binding: Binding) -> Symbol:
        return Alias(binding.target or f"{unit.name}.{name}", type_checking=True, line=binding.node.lineno)

    def _options(self, unit: Unit, name: str, entry: Entry) -> list[tuple[Symbol, str]]:
        """The possible symbols with their conditions; one when the others cannot happen or are the same."""
        bindings = [b for b in entry.runtime if not b.declared]
        first = bindings[0] if bindings else None
        if first is not None and first.target and self._is_certain(first):
            bindings = bindings[:1]
        options: dict[str, tuple[Symbol, str]] = {}
        for binding in bindings:
            symbol = self._symbol(unit, name, binding)
            options.setdefault(str(msgspec.structs.replace(symbol, line=0)), (symbol, binding.condition))
        return list(options.values())

    def _is_certain(self, binding: Binding) -> bool:
        """An import that cannot fail: the provider's own, or the standard library's."""
        layout = self.agent.world.layout
        module, names = layout.split(binding.target)
        return bool(module) and len(names) <= 1 and layout.spots[module].form in {Form.SOURCE, Form.NAMESPACE}

    def _symbol(self, unit: Unit, name: str, binding: Binding) -> Symbol:
        node = binding.node
        if binding.lazy:
            symbol = self._lazy(binding)
            return self._typed(unit, name, symbol) if isinstance(symbol, Attribute) else symbol
        if binding.target:
            return Alias(binding.target, "star" if binding.star else "import", line=node.lineno)
        scope = Scope(self.agent.world, unit)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            return build_function(self.agent, binding, scope, method=False)
        if isinstance(node, ast.ClassDef):
            path = f"{unit.name}.{name}"
            info = self.agent.classes.info(path)
            if info is None or info.node is not node:
                info = self.agent.classes.make(path, unit, node, scope)
            return self.agent.class_symbol(info)
        return self._variable(unit, name, binding, scope)

    @staticmethod
    def _lazy(binding: Binding) -> Symbol:
        line = binding.node.lineno
        if binding.lazy.startswith("raises "):
            exception, _, message = binding.lazy.removeprefix("raises ").partition(": ")
            return Raising(exception, message, line)
        if binding.target:
            return Alias(
                binding.target, "getattr", deprecated="" if binding.lazy == "served" else binding.lazy, line=line
            )
        return Attribute(line=line)

    def _typed(self, unit: Unit, name: str, symbol: Attribute) -> Symbol:
        """A served value, with the type its module tells type checkers."""
        entry = unit.entries.get(name)
        shown = entry.typing if entry else None
        if shown is None:
            return symbol
        if shown.target:
            return Alias(shown.target, "getattr", line=symbol.line)
        if shown.annotation is None:
            return symbol
        scope = Scope(self.agent.world, unit)
        type_ = self.agent.types.read(shown.annotation, scope)
        return Attribute(spell_expression(shown.annotation), type_, line=symbol.line)

    def _variable(self, unit: Unit, name: str, binding: Binding, scope: Scope) -> Symbol:
        path = f"{unit.name}.{name}"
        target = self.agent.world.follow(path)
        if target.path != path and target.reason == "" and binding.value is not None:
            return Alias(".".join([target.path, *target.rest]), "assignment", line=binding.node.lineno)
        if isinstance(binding.value, ast.Name | ast.Attribute) and target.external:
            return Alias(target.path, "assignment", line=binding.node.lineno)
        if (either := self._either(binding, scope) or bound_method(self.agent, unit, binding)) is not None:
            return either
        if (wrapped := self._wrapped(binding, scope)) is not None:
            return wrapped
        value = self._value(unit, name, binding, scope)
        spelled = spell_expression(binding.value)
        return Attribute(
            annotation=spell_expression(binding.annotation),
            type=self.agent.module_type(binding, scope),
            value=value or "",
            spelled="" if value == spelled else shorten(spelled),
            final="Final" in spell_expression(binding.annotation),
            line=binding.node.lineno,
        )

    def _either(self, binding: Binding, scope: Scope) -> Symbol | None:
        """`Name = A if condition else B`: one of two definitions of the provider."""
        value = binding.value
        if not isinstance(value, ast.IfExp):
            return None
        paths = [
            scope.node_path(arm) if isinstance(arm, ast.Name | ast.Attribute) else ""
            for arm in (value.body, value.orelse)
        ]
        targets = [self.agent.world.follow(path) for path in paths if path]
        if len(targets) < len(paths) or not all(
            t.binding is not None and isinstance(t.binding.node, ast.ClassDef | ast.FunctionDef) for t in targets
        ):
            return None
        known = self.agent.default_value(value.test, scope)
        if known in {"True", "False"}:
            return Alias(targets[known == "False"].path, "assignment", line=binding.node.lineno)
        test = spell_expression(value.test)
        options = tuple(Alias(t.path, "assignment", line=binding.node.lineno) for t in targets)
        return Variants(options, (test, f"not ({test})"), line=binding.node.lineno)

    def _wrapped(self, binding: Binding, scope: Scope) -> Symbol | None:
        """`name = wrap(function)`, where the wrapper takes what the function takes, and answers by its name."""
        value = binding.value
        if not isinstance(value, ast.Call) or not value.args or not isinstance(value.args[0], ast.Name | ast.Attribute):
            return None
        target = self.agent.world.follow(scope.node_path(value.args[0]) or "")
        if target.unit is None or target.binding is None or target.rest:
            return None
        if not isinstance(target.binding.node, ast.FunctionDef):
            return None
        if not self.agent.decorators.keeps(value.func, scope):
            return None
        return Alias(target.path, "assignment", line=binding.node.lineno)

    def _value(self, unit: Unit, name: str, binding: Binding, scope: Scope) -> str | None:
        if binding.value is None:
            return None
        entry = unit.entries.get(name)
        # By its name, a table is seen with all that the module adds to it later.
        by_name = entry is not None and entry.runtime == (binding,)
        return self.agent.default_value(ast.Name(name, ctx=ast.Load()) if by_name else binding.value, scope)

    def moves(self, path: str) -> tuple[Move, ...]:
        """Where a name that this version lacks may have gone, best first."""
        if path not in self._moves:
            self._moves[path] = find_moves(self.agent, path)
        return self._moves[path]

    def body(self, path: str) -> Body | None:
        """What the body of a function or method gives away; None where the path is none."""
        if path not in self._bodies:
            found = self.agent.definition_at(path)
            self._bodies[path] = None if found is None else read_body(self.agent, *found)
        return self._bodies[path]

    def callers(self, path: str) -> Callers | None:
        """Where the provider itself calls a function or method, as far as it is cheap to look."""
        if path not in self._callers:
            self._callers[path] = find_callers(self.agent, path)
        return self._callers[path]

    def family(self, scope: str, needs: tuple[str, ...]) -> tuple[str, ...]:
        """The classes below a module or package that have all of some members."""
        key = (scope, needs)
        if key not in self._families:
            self._families[key] = find_family(self.agent, scope, needs)
        return self._families[key]

    def word(self, scope: str, text: str) -> bool | None:
        """Whether the modules at or below `scope` spell a text."""
        key = (scope, text)
        if key not in self._words:
            self._words[key] = find_word(self.agent, scope, text)
        return self._words[key]

    def trait(self, path: str, name: str) -> Trait:
        """One member of a class, without the rest of it."""
        key = (path, name)
        if key not in self._traits:
            self._traits[key] = find_trait(self.agent, path, name)
        return self._traits[key]


def _is_own_submodule(unit: Unit, name: str, binding: Binding) -> bool:
    """`from . import sub` in a package: the module answers, not an alias of itself."""
    return binding.target == f"{unit.name}.{name}" and not binding.lazy
