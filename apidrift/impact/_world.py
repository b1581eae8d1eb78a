"""One surface, asked by the judge: names resolved once, type expressions turned into values."""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import TYPE_CHECKING

import msgspec

from apidrift.impact import _tables as tables
from apidrift.impact._exceptions import lineage
from apidrift.impact._types import ANY, NOTHING_SAID, Node, parse_type, substitute
from apidrift.impact._values import (
    Builtin,
    BuiltinClass,
    Callback,
    ClassValue,
    Coroutine,
    Foreign,
    FunctionValue,
    InstanceValue,
    Manager,
    ModuleValue,
    Unknown,
    Value,
    either,
)
from apidrift.model.surface import Found, Gap, Missing, Resolution, Unsure, resolve
from apidrift.model.symbols import Alias, Attribute, Class, Function, Raising, Symbol, Variants

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from apidrift.impact._members import Lookup
    from apidrift.impact._options import JudgeOptions
    from apidrift.model.paths import Shape
    from apidrift.model.surface import Surface


class World:
    """A surface with what was already asked of it."""

    def __init__(self, surface: Surface, options: JudgeOptions) -> None:
        self.surface = surface
        self.options = options
        self.top = surface.release.name
        self.members: dict[tuple[str, str], Lookup] = {}
        self.paths: dict[object, Value] = {}
        self.kin: set[str] = set()
        """Classes that are looked at member by member, for they are one of many a value may be of."""
        self.exceptions: dict[str, tuple[str, ...]] = {}
        """Ancestors of the provider's own exceptions that calls were seen to end with, by unqualified name."""
        self.given: dict[str, list[tuple[str, tuple[str, ...]]]] = {}
        """Attributes that the consumer itself sets on the provider's classes and modules, by name: each with the path
        and, of a class, its ancestors."""
        self.inherited: set[str] = set()
        """The provider's classes that the consumer derives from, ancestors included."""
        self._resolved: dict[str, Resolution] = {}
        self._values: dict[Node, Value] = {}

    def resolve(self, path: str) -> Resolution:
        """`model.surface.resolve`, remembered."""
        found = self._resolved.get(path)
        if found is None:
            found = self._resolved[path] = self._unless_served(resolve(self.surface, path))
        return found

    def _unless_served(self, found: Resolution) -> Resolution:
        """Not known, where a name that the sources lack is one that compiled code puts there."""
        if not isinstance(found, Missing) or found.gap is not Gap.NAME:
            return found
        names = self.options.hints.served.get(found.at, "")
        served = bool(names) and re.fullmatch(names, found.name) is not None
        return Unsure(f"compiled code puts names like {found.name} into {found.at}") if served else found

    def spelled(self, path: str, names: Container[str], shape: Shape) -> Shape:
        """A call with the keywords that a function takes under other names named as its parameters are."""
        home = path.rpartition(".")[0]
        others = next((one.keywords for one in self.options.hints.spellings if home in one.of), {})
        meant = {name: others[name] for name in shape.keywords if name not in names and others.get(name) in names}
        if not meant or not shape.keywords.keys().isdisjoint(meant.values()):
            return shape
        named = {meant.get(name, name): value for name, value in shape.keywords.items()}
        return msgspec.structs.replace(shape, keywords=named)

    def note_exception(self, path: str) -> None:
        """Remember the ancestors of an exception class of the provider."""
        found = self.resolve(path) if self.owns(path) else None
        if isinstance(found, Found) and isinstance(found.symbol, Class):
            above = [name.rpartition(".")[2] for name in found.symbol.mro]
            inherited = [base for name in above for base in lineage(name)]
            self.exceptions[path.rpartition(".")[2]] = tuple(dict.fromkeys([*above, *inherited]))

    def owns(self, path: str) -> bool:
        """Whether a dotted path lies in the provider."""
        return path.partition(".")[0] == self.top

    def gives(self, name: str, path: str, mro: tuple[str, ...] = ()) -> bool:
        """Whether the consumer itself sets an attribute on a module or class, or on a relative of the class."""
        owners = self.given.get(name, ())
        return any(owner == path or owner in mro or path in above for owner, above in owners)

    @contextmanager
    def untouched(self) -> Iterator[None]:
        """Ask for what the provider itself has, whatever the consumer sets."""
        saved, self.given = self.given, {}
        try:
            yield
        finally:
            self.given = saved

    def file_of(self, path: str) -> str:
        """The file that a canonical path's definition stands in; empty where there is none."""
        top, *rest = path.split(".")
        module = self.surface.module(top)
        for part in rest:
            if module is None or not module.package or part not in module.submodules:
                break
            module = self.surface.module(f"{module.name}.{part}")
        return module.path if module is not None else ""

    def typed(self, text: str, receiver: Value | None = None) -> Value:
        """The value a type expression describes; `Self` is the receiver's class."""
        return self.value(self.node(text, receiver))

    def node(self, text: str, receiver: Value | None = None) -> Node:
        """A parsed type expression with `Self` replaced."""
        node = parse_type(text)
        if "Self" in text and isinstance(receiver, InstanceValue | ClassValue):
            node = substitute(node, "Self", Node(receiver.path))
        return node

    def value(self, node: Node) -> Value:
        """The value a parsed type expression describes."""
        found = self._values.get(node)
        if found is None:
            found = self._values[node] = self._value(node)
        return found

    def _value(self, node: Node) -> Value:  # noqa: PLR0911 -- one return per kind of type
        name = node.name
        if name == "Union":
            return either(tuple(self.value(option) for option in node.args))
        if name == "Literal":
            return either(tuple(literal(text) for text in node.literals))
        if name == "None" or name in tables.CONCRETE or name in tables.ABSTRACT:
            return _builtin(node)
        if name == "Callable":
            return Callback(node.args[-1] if node.args else ANY)
        if name == "type":
            return self._class_object(node.args[0] if node.args else ANY)
        if name == "module" and node.args:
            return ModuleValue(node.args[0].name)
        if not node.known or "." not in name:
            return Unknown(f"declared as {name}" if node.known else _unsaid(name))
        return self._named(name)

    def _named(self, name: str) -> Value:
        if not self.owns(name):
            return Foreign(name)
        found = self.resolve(name)
        if isinstance(found, Found):
            if isinstance(found.symbol, Class):
                return InstanceValue(found.path, found.symbol)
            return self._alias(name, found.symbol)
        if isinstance(found, Missing):
            return Unknown(f"the type {name} does not exist here", gone=True)
        return Foreign(found.external) if found.external else Unknown(found.reason)

    def _alias(self, name: str, symbol: Symbol | None) -> Value:
        """What a name other than a class describes when it stands as a type."""
        if not isinstance(symbol, Attribute):
            return Unknown(f"{name} is no class")
        meant = parse_type(symbol.type)
        return self.value(meant.args[0]) if meant.name == "type" and meant.args else Unknown(f"{name} is no class")

    def _class_object(self, node: Node) -> Value:
        inner = self.value(node)
        if node.name == "Literal":
            return Unknown("a type expression, which is no class")
        if isinstance(inner, InstanceValue):
            return ClassValue(inner.path, inner.symbol, exact=False)
        if isinstance(inner, Builtin):
            return BuiltinClass(inner.name)
        return inner if isinstance(inner, Foreign) else Unknown("a class known by its type alone")

    def symbol_value(self, path: str, symbol: Symbol | None, module: str) -> Value:  # noqa: PLR0911 -- one arm per kind
        """The value of a resolved module-level symbol."""
        match symbol:
            case None:
                return ModuleValue(path or module)
            case Class():
                return ClassValue(path, symbol)
            case Function():
                return FunctionValue(path, symbol)
            case Attribute():
                return self.attribute_value(symbol)
            case Variants():
                options = tuple(self.symbol_value(path, option, module) for option in symbol.options)
                return either(options, decided_by_source=True)
            case Alias():
                return self.found_value(self.resolve(symbol.target))
            case Raising():
                return Unknown(f"reading {path} raises under a condition", doubtful=True)

    def found_value(self, found: Resolution) -> Value:
        """The value of a resolution that is no plain success of the path's own step."""
        if isinstance(found, Found):
            return self.symbol_value(found.path, found.symbol, found.module)
        if isinstance(found, Missing):
            return Unknown(f"{found.at} has no {found.name}", doubtful=True)
        return Foreign(found.external) if found.external else Unknown(found.reason, doubtful=True)

    def attribute_value(self, symbol: Attribute, receiver: Value | None = None) -> Value:
        """The value of a variable: by its type, else by its constant."""
        text = symbol.type or symbol.annotation
        value = self.typed(text, receiver) if text else Unknown("its type is not declared")
        if symbol.value and isinstance(value, Unknown):
            return literal(symbol.value)
        if symbol.value and isinstance(value, Builtin) and not symbol.annotation:
            return Builtin(value.name, value.args, value.fixed, symbol.value, exact=True)
        return value

    def result(self, function: FunctionValue) -> Value:
        """What calling a function gives."""
        symbol = function.symbol
        said = symbol.signature.returns_type or symbol.signature.returns
        declared = self.node(said, function.receiver)
        # Who writes `-> Any` means it (a model's `Field()` stands for the field's value), whatever the body returns.
        node = declared if said else self.node(symbol.result, function.receiver)
        if symbol.context_manager:
            return Manager(node.args[0] if node.args else NOTHING_SAID, symbol.is_async)
        if symbol.is_generator and not declared.known:
            name = "async_generator" if symbol.is_async else "generator"
            return Builtin(name, node.args if node.name in tables.ABSTRACT else (), exact=True)
        if symbol.is_generator:
            return self.value(node)
        if symbol.is_async:
            return Coroutine(node, bool(symbol.opaque))
        if symbol.opaque and not declared.known:
            return Unknown(symbol.opaque)
        return _as_declared(self.value(node)) if said else self.value(node)


def _as_declared(value: Value) -> Value:
    if isinstance(value, InstanceValue) and not value.exact:
        return InstanceValue(value.path, value.symbol, member=value.member, declared=True)
    return value


def _unsaid(name: str) -> str:
    return f"declared as {name}, which may be anything" if name in {"Any", "object"} else "its type is not declared"


def _builtin(node: Node) -> Value:
    if node.name != "tuple":
        return Builtin(node.name, node.args)
    if not node.args:
        return Builtin("tuple")
    if node.args[-1].name == "...":
        return Builtin("tuple", node.args[:1])
    return Builtin("tuple", node.args, fixed=True)


def literal(text: str) -> Value:
    """The value of a constant spelled as its `repr`."""
    import ast  # noqa: PLC0415 -- only where a constant is met

    if text == "None":
        return Builtin("None", literal="None", exact=True)
    try:
        value = ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return Unknown("its value is not a constant")
    args = tuple(Node(type(item).__name__) for item in value) if isinstance(value, tuple) else ()
    return Builtin(type(value).__name__, args, isinstance(value, tuple), text, exact=True)
