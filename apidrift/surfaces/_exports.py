"""`__all__`, however it is put together."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from apidrift.surfaces._text import dotted

if TYPE_CHECKING:
    from apidrift.surfaces._unit import Unit
    from apidrift.surfaces._world import World


def read_exports(world: World, unit: Unit) -> tuple[str, ...] | None:
    """The value of `__all__` after all statements that build it; None when unset or not decidable."""
    if unit.exports is None:
        unit.exports = (_read(world, unit),)
    return unit.exports[0]


def _read(world: World, unit: Unit) -> tuple[str, ...] | None:
    reader = _Reader(world, unit)
    try:
        reader.walk(unit.body)
    except _UndecidableError:
        return None
    return None if reader.names is None else tuple(dict.fromkeys(reader.names))


class _UndecidableError(Exception):
    """The source alone does not tell."""


class _Reader:
    def __init__(self, world: World, unit: Unit) -> None:
        self.world = world
        self.unit = unit
        self.names: list[str] | None = None
        self.seen: set[str] = set()

    def walk(self, body: list[ast.stmt]) -> None:  # noqa: C901 -- one arm per statement
        for node in body:
            match node:
                case ast.Assign(targets=[ast.Name(id="__all__")], value=value):
                    self.names = self.evaluate(value)
                case ast.AnnAssign(target=ast.Name(id="__all__"), value=ast.expr() as value):
                    self.names = self.evaluate(value)
                case ast.AugAssign(target=ast.Name(id="__all__"), op=ast.Add(), value=value):
                    self.names = [*(self.names or []), *self.evaluate(value)]
                case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id="__all__"), attr=method), args=args)):
                    self._method(method, args)
                case ast.Expr(value=ast.Call(func=ast.Name(id=name), args=args)) if made := self._maker(name):
                    self.names = [*(self.names or []), *self._extended(made, args)]
                case ast.If(body=then, orelse=otherwise):
                    self.walk(then)
                    self.walk(otherwise)
                case ast.Try(body=then, orelse=otherwise, finalbody=last):
                    for part in (then, otherwise, last):
                        self.walk(part)
                case ast.With(body=then):
                    self.walk(then)
                case ast.For(body=then) if _mentions_all(then):
                    raise _UndecidableError

    def _method(self, method: str, args: list[ast.expr]) -> None:
        self.names = self.names or []
        match method, args:
            case "extend", [value]:
                self.names += self.evaluate(value)
            case "append", [ast.Constant(value=str() as name)]:
                self.names.append(name)
            case "remove", [ast.Constant(value=str() as name)]:
                self.names = [n for n in self.names if n != name]
            case "sort", _:
                pass
            case _:
                raise _UndecidableError

    def _maker(self, name: str) -> ast.FunctionDef | None:
        """A function of the module that does something to its `__all__`."""
        entry = self.unit.entries.get(name)
        node = entry.best.node if entry and entry.best else None
        return node if isinstance(node, ast.FunctionDef) and _mentions_all(node.body) else None

    def _extended(self, node: ast.FunctionDef, args: list[ast.expr]) -> list[str]:
        """What a function adds that is given a module and reads the `__all__` of that."""
        parameters = [each.arg for each in node.args.args]
        if len(parameters) != 1 or len(args) != 1 or not any(_reads_all(n, parameters[0]) for n in ast.walk(node)):
            raise _UndecidableError
        return self.named(f"{dotted(args[0])}.__all__")

    def evaluate(self, node: ast.expr) -> list[str]:
        match node:
            case ast.List(elts=elts) | ast.Tuple(elts=elts) | ast.Set(elts=elts):
                return [name for element in elts for name in self._element(element)]
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                return self.evaluate(left) + self.evaluate(right)
            case ast.Call(func=ast.Name(id="list" | "tuple" | "sorted" | "set"), args=[inner]):
                return self.evaluate(inner)
            case ast.Call(func=ast.Attribute(value=inner, attr="keys" | "copy"), args=[]):
                return self.evaluate(inner)
            case ast.Dict(keys=keys) if all(key is not None for key in keys):
                return [name for key in keys if key is not None for name in self._element(key)]
            case ast.Name() | ast.Attribute():
                return self.named(dotted(node))
            case _:
                raise _UndecidableError

    def _element(self, node: ast.expr) -> list[str]:
        match node:
            case ast.Constant(value=str() as name):
                return [name]
            case ast.Starred(value=inner):
                return self.evaluate(inner)
            case ast.Attribute(attr="__name__", value=ast.Name(id=name)):
                return [name]
            case _:
                raise _UndecidableError

    def named(self, name: str) -> list[str]:
        """`sub.__all__`, a list by name, or a list of another module."""
        if name == "__all__" and self.names is not None:
            return list(self.names)
        first, _, rest = name.partition(".")
        if name in self.seen:
            raise _UndecidableError
        self.seen.add(name)
        try:
            return self._found(first, rest)
        finally:
            self.seen.discard(name)

    def _found(self, first: str, rest: str) -> list[str]:
        binding = entry.best if (entry := self.unit.entries.get(first)) else None
        if not rest and binding is not None and binding.value is not None:
            return self.evaluate(binding.value)
        origin = binding.target if binding is not None and binding.target else f"{self.unit.name}.{first}"
        module, _, last = (f"{origin}.{rest}" if rest else origin).rpartition(".")
        target = self.world.follow(module)
        if target.unit is None or target.binding is not None or target.unit is self.unit:
            raise _UndecidableError
        if last == "__all__":
            names = read_exports(self.world, target.unit)
        else:
            names = tuple(_Reader(self.world, target.unit).named(last))
        if names is None:
            raise _UndecidableError
        return list(names)


def _reads_all(node: ast.AST, module: str) -> bool:
    match node:
        case ast.Attribute(value=ast.Name(id=name), attr="__all__"):
            return name == module
        case ast.Call(func=ast.Name(id="getattr"), args=[ast.Name(id=name), ast.Constant(value="__all__"), *_]):
            return name == module
        case _:
            return False


def _mentions_all(body: list[ast.stmt]) -> bool:
    return any(isinstance(n, ast.Name) and n.id == "__all__" for s in body for n in ast.walk(s))
