"""The readers of one provider, tied together."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from apidrift.surfaces._bound import method_of_made
from apidrift.surfaces._classinfo import ClassReader
from apidrift.surfaces._constructors import ConstructorReader
from apidrift.surfaces._decorators import DecoratorReader, is_property
from apidrift.surfaces._flavours import FlavourReader
from apidrift.surfaces._frames import Frame
from apidrift.surfaces._infer import Inference
from apidrift.surfaces._instance import Instance, gather_instance
from apidrift.surfaces._literals import UNKNOWN, literal
from apidrift.surfaces._scope import Scope
from apidrift.surfaces._synthesis import Synthesis
from apidrift.surfaces._type_aliases import DECLARED, alias_type
from apidrift.surfaces._types import ANY, TypeReader, union
from apidrift.surfaces._values import Evaluator
from apidrift.surfaces._world import World

if TYPE_CHECKING:
    from apidrift.model.symbols import Class
    from apidrift.model.tree import Tree
    from apidrift.surfaces._binding import Binding, FunctionNode
    from apidrift.surfaces._classinfo import ClassInfo
    from apidrift.surfaces._literals import Env
    from apidrift.surfaces._unit import Target


class Agent:
    """What the parts of the static agent share.

    Args:
        tree: the provider's files.
        name: the import name.
        drivers: modules known to call what others offer.
    """

    def __init__(self, tree: Tree, name: str, drivers: tuple[str, ...] = ()) -> None:
        self.world = World(tree, name)
        self.drivers = drivers
        self.evaluator = Evaluator(self.world)
        self.types = TypeReader(self.evaluator)
        self.classes = ClassReader(self.world)
        self.decorators = DecoratorReader(self.world)
        self.inference = Inference(self)
        self.flavours = FlavourReader(self)
        self.synthesis = Synthesis(self)
        self.constructors = ConstructorReader(self)
        self._instances: dict[str, Instance] = {}
        self._member_types: dict[tuple[str, str], str] = {}
        self._envs: dict[str, Env] = {}

    # Values ----------------------------------------------------------------------------------------------------------

    def default_value(self, node: ast.expr, scope: Scope, env: Env | None = None) -> str | None:
        """A default's value as a canonical literal; None when it cannot be told."""
        value = self.evaluator.evaluate(node, scope.unit, env)
        return None if value is UNKNOWN else literal(value)

    def env(self, info: ClassInfo) -> Env:
        """The constants of a class body."""
        if info.path not in self._envs:
            env: Env = {}
            for name, entry in info.entries.items():
                if len(entry.runtime) == 1 and entry.runtime[0].value is not None:
                    value = self.evaluator.evaluate(entry.runtime[0].value, info.unit, env)
                    if value is not UNKNOWN:
                        env[name] = value
            self._envs[info.path] = env
        return self._envs[info.path]

    # Definitions -----------------------------------------------------------------------------------------------------

    def scope_of(self, path: str) -> Scope | None:
        """The scope a definition stands in, for a path outside any class."""
        target = self.world.follow(path)
        return Scope(self.world, target.unit) if target.unit is not None else None

    def function_at(self, path: str) -> tuple[FunctionNode, Scope] | None:
        """The function or method a canonical path leads to."""
        target = self.world.follow(path)
        if target.unit is None or target.binding is None:
            return None
        node = target.binding.node
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            return None if target.rest else (node, Scope(self.world, target.unit))
        if isinstance(node, ast.ClassDef) and len(target.rest) == 1:
            return self.method_at(target.path, target.rest[0])
        bound = None if target.rest else method_of_made(self.world, target.unit, target.binding)
        return self.method_at(*bound) if bound else None

    def definition_at(self, path: str) -> tuple[FunctionNode, Scope] | None:
        """The function, method or property that a path defines itself, inherited ones left out."""
        owner, _, name = path.rpartition(".")
        info = self.classes.info(owner) if owner else None
        entry = info.entries.get(name) if info else None
        node = entry.best.node if entry and entry.best else None
        if info is not None:
            return (node, info.scope) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) else None
        return self.function_at(path)

    def method_at(self, owner: str, name: str) -> tuple[FunctionNode, Scope] | None:
        """The method a class has under a name, inherited ones included; not for properties."""
        found = self.classes.find(owner, name)
        if found is None or found[1].best is None:
            return None
        node = found[1].best.node
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            return None
        if any(is_property(self.decorators.name(d, found[0].scope)) for d in node.decorator_list):
            return None
        return node, found[0].scope

    def inherited(self, owner: str, name: str) -> tuple[FunctionNode, Scope] | None:
        """The method that `super()` finds in a class."""
        for path in self.classes.order(owner):
            info = self.classes.info(path)
            entry = info.entries.get(name) if info else None
            if info and entry and entry.best and isinstance(entry.best.node, ast.FunctionDef | ast.AsyncFunctionDef):
                return entry.best.node, info.scope
        return None

    def class_symbol(self, info: ClassInfo) -> Class:
        """The symbol for one class."""
        from apidrift.surfaces._classes import build_class  # noqa: PLC0415 -- the two need one another

        return build_class(self, info)

    # Types of members and variables ----------------------------------------------------------------------------------

    def instance(self, info: ClassInfo) -> Instance:
        """What the methods of a class assign on their receiver."""
        if info.path not in self._instances:
            self._instances[info.path] = gather_instance(info, self.inference)
        return self._instances[info.path]

    def member_type(self, owner: str, name: str) -> str:
        """The type of an attribute read from an instance; empty when it is not known."""
        key = (owner, name)
        if key not in self._member_types:
            self._member_types[key] = ""
            self._member_types[key] = self._member_type(owner, name)
        return self._member_types[key]

    def _member_type(self, owner: str, name: str) -> str:
        for info in self.classes.chain(owner):
            entry = info.entries.get(name)
            if entry is not None and entry.best is not None and not entry.best.declared:
                return self.read_type(entry.best, info, name)
            assigned = self.instance(info).attributes.get(name)
            if entry is not None and entry.best is not None:
                return self.types.read(entry.best.annotation, info.scope)
            if assigned is not None:
                return self.assigned_type(info, name)
        return ""

    def assigned_type(self, info: ClassInfo, name: str) -> str:
        """The type of an instance attribute, by annotation or by all that is assigned to it."""
        assigned = self.instance(info).attributes[name]
        if assigned.annotation is not None and assigned.frame is not None:
            annotated = self.types.read(assigned.annotation, assigned.frame.scope)
            if annotated != ANY:
                return annotated
        types = [self.inference.type(value, frame) for value, frame in assigned.values]
        return union(*types) if all(types) else ""

    def read_type(self, binding: Binding, info: ClassInfo, name: str) -> str:
        """The type of what a class body binds to a name, as read from an instance that methods may have set it on.

        A bare `None` in the body says nothing but that the attribute is set later, perhaps by a subclass.
        """
        bound = self.bound_type(binding, info)
        if binding.annotation is not None or binding.value is None or (bound and bound != "None"):
            return bound
        return self.assigned_type(info, name) if name in self.instance(info).attributes else ""

    def bound_type(self, binding: Binding, info: ClassInfo) -> str:
        """The type of what a class body binds, as read from an instance."""
        match binding.node:
            case ast.ClassDef(name=name):
                return f"type[{info.path}.{name}]"
            case ast.FunctionDef() | ast.AsyncFunctionDef() as node:
                if any(is_property(self.decorators.name(d, info.scope)) for d in node.decorator_list):
                    annotated = self.types.read(node.returns, info.scope)
                    return annotated if annotated not in {"", ANY} else self.inference.result(node, info.scope)
                return ""
        if binding.annotation is not None:
            annotated = self.types.read(binding.annotation, info.scope)
            if annotated != ANY:
                return annotated
        return self.inference.type(binding.value, Frame(info.scope)) if binding.value is not None else ""

    def variable_type(self, target: Target) -> str:
        """The type of a module's variable."""
        assert target.unit is not None
        assert target.binding is not None
        key = ("", target.path)
        if key not in self._member_types:
            self._member_types[key] = ""
            self._member_types[key] = self.module_type(target.binding, Scope(self.world, target.unit))
        return self._member_types[key]

    def module_type(self, binding: Binding, scope: Scope) -> str:
        """The type of what one statement of a module binds: `type[X]` for an alias of the type X."""
        if binding.annotation is not None:
            annotated = self.types.read(binding.annotation, scope)
            if annotated == DECLARED:
                return alias_type(self.types, binding.value, scope, declared=True)
            if annotated != ANY:
                return annotated
        if binding.value is None:
            return ""
        inferred = self.inference.type(binding.value, Frame(scope))
        is_statement = type(binding.node).__name__ == "TypeAlias"  # `type X = …`, in the syntax from Python 3.12 on
        return inferred or alias_type(self.types, binding.value, scope, declared=is_statement)
