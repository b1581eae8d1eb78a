"""Expressions evaluated from the source alone: constants across modules, tables, simple arithmetic.

Nothing of the provider is executed. What cannot be told is `UNKNOWN`.
"""

from __future__ import annotations

import ast
import math
from typing import TYPE_CHECKING, Any

from apidrift.surfaces._builtin_calls import BUILTIN_CALLS, METHODS
from apidrift.surfaces._flow import Flow
from apidrift.surfaces._literals import BINARY, COMPARE, LONG, UNARY, UNKNOWN, Env, Ref
from apidrift.surfaces._text import dotted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.surfaces._unit import Target, Unit
    from apidrift.surfaces._world import World

_KNOWN = {"math.inf": math.inf, "math.nan": math.nan, "math.pi": math.pi, "math.e": math.e, "sys.maxsize": 2**63 - 1}
_DEPTH = 40
_BIG = 100_000


class Evaluator:
    """Evaluates expressions where they stand.

    Args:
        world: the provider's names.
    """

    def __init__(self, world: World) -> None:
        self.world = world
        self._depth = 0
        self._names: dict[tuple[str, str], object] = {}

    def evaluate(self, node: ast.expr | None, unit: Unit, env: Env | None = None) -> object:
        """The value of an expression in a module, `env` giving local names; `UNKNOWN` where it cannot be told."""
        if node is None or self._depth > _DEPTH:
            return UNKNOWN
        self._depth += 1
        try:
            return self._evaluate(node, unit, env or {})
        except (ArithmeticError, TypeError, ValueError, LookupError, AttributeError, RecursionError, MemoryError):
            return UNKNOWN
        finally:
            self._depth -= 1

    def _evaluate(self, node: ast.expr, unit: Unit, env: Env) -> object:  # noqa: C901, PLR0911, PLR0912 -- one arm per syntax
        match node:
            case ast.Constant(value=value):
                return value
            case ast.Name(id=name):
                return env[name] if name in env else self._name(unit, name)
            case ast.Attribute():
                return self._attribute(node, unit, env)
            case ast.Tuple(elts=elts):
                return tuple(self._items(elts, unit, env))
            case ast.List(elts=elts):
                return list(self._items(elts, unit, env))
            case ast.Set(elts=elts):
                return set(self._items(elts, unit, env))
            case ast.Dict():
                return self._dict(node, unit, env)
            case ast.BinOp(left=left, op=op, right=right):
                return self._binary(self.known(left, unit, env), op, self.known(right, unit, env))
            case ast.UnaryOp(op=op, operand=operand):
                return UNARY[type(op)](self.known(operand, unit, env))
            case ast.BoolOp(op=op, values=values):
                return self._junction(op, values, unit, env)
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                return COMPARE[type(op)](self.known(left, unit, env), self.known(right, unit, env))
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return self.evaluate(body if self.known(test, unit, env) else orelse, unit, env)
            case ast.JoinedStr(values=values):
                return "".join(self._piece(v, unit, env) for v in values)
            case ast.Subscript(value=value, slice=index):
                return self._subscript(self.known(value, unit, env), index, unit, env)
            case ast.Call():
                return self._call(node, unit, env)
            case ast.ListComp(elt=elt, generators=generators) | ast.GeneratorExp(elt=elt, generators=generators):
                return [self.known(elt, unit, e) for e in self._loops(generators, unit, env)]
            case ast.SetComp(elt=elt, generators=generators):
                return {self.known(elt, unit, e) for e in self._loops(generators, unit, env)}
            case ast.DictComp(key=key, value=value, generators=generators):
                loops = self._loops(generators, unit, env)
                return {self.known(key, unit, e): self.evaluate(value, unit, e) for e in loops}
            case _:
                return UNKNOWN

    def known(self, node: ast.expr, unit: Unit, env: Env) -> Any:
        """Like `evaluate`, for parts without which nothing can be said.

        Raises:
            ValueError: the value cannot be told.
        """
        value = self.evaluate(node, unit, env)
        if value is UNKNOWN:
            raise ValueError(node)
        return value

    def _items(self, nodes: list[ast.expr], unit: Unit, env: Env) -> Iterator[object]:
        for node in nodes:
            if isinstance(node, ast.Starred):
                yield from self.known(node.value, unit, env)
            else:
                yield self.evaluate(node, unit, env)

    def _dict(self, node: ast.Dict, unit: Unit, env: Env) -> dict[object, object]:
        out: dict[object, object] = {}
        for key, value in zip(node.keys, node.values, strict=True):
            if key is None:
                out.update(self.known(value, unit, env))
            else:
                out[self.known(key, unit, env)] = self.evaluate(value, unit, env)
        return out

    @staticmethod
    def _binary(left: Any, op: ast.operator, right: Any) -> object:
        if isinstance(op, ast.Pow | ast.LShift | ast.Mult):
            sizes = [v for v in (left, right) if isinstance(v, int)]
            if any(abs(v) > _BIG for v in sizes) and not isinstance(op, ast.Mult):
                return UNKNOWN
            if any(isinstance(v, str | bytes | list | tuple) for v in (left, right)) and any(v > LONG for v in sizes):
                return UNKNOWN
        if isinstance(left, Ref) or isinstance(right, Ref):
            return UNKNOWN
        return BINARY[type(op)](left, right)

    def _junction(self, op: ast.boolop, values: list[ast.expr], unit: Unit, env: Env) -> object:
        value: object = UNKNOWN
        for node in values:
            value = self.known(node, unit, env)
            if bool(value) is isinstance(op, ast.Or):
                break
        return value

    def _piece(self, node: ast.expr, unit: Unit, env: Env) -> str:
        if isinstance(node, ast.FormattedValue):
            if node.format_spec is not None or node.conversion != -1:
                raise ValueError(node)
            return str(self.known(node.value, unit, env))
        return str(self.known(node, unit, env))

    def _subscript(self, value: Any, index: ast.expr, unit: Unit, env: Env) -> object:
        if isinstance(index, ast.Slice):
            parts = (index.lower, index.upper, index.step)
            return value[slice(*(None if p is None else self.known(p, unit, env) for p in parts))]
        return value[self.known(index, unit, env)]

    def _loops(self, generators: list[ast.comprehension], unit: Unit, env: Env) -> Iterator[Env]:
        first, *rest = generators
        for item in self.known(first.iter, unit, env):
            inner = {**env, **_unpack(first.target, item)}
            if all(self.known(test, unit, inner) for test in first.ifs):
                if rest:
                    yield from self._loops(rest, unit, inner)
                else:
                    yield inner

    # Names -----------------------------------------------------------------------------------------------------------

    def _name(self, unit: Unit, name: str) -> object:
        key = (unit.name, name)
        if key not in self._names:
            self._names[key] = UNKNOWN
            self._names[key] = self._bound(unit, name)
        return self._names[key]

    def _bound(self, unit: Unit, name: str) -> object:
        if name == "__name__":
            return unit.name
        if name == "__package__":
            return unit.name if unit.spot.package else unit.name.rpartition(".")[0]
        entry = self.world.entry(unit.name, name)
        if entry is None:
            return Ref(name) if name in BUILTIN_CALLS else UNKNOWN
        if len(entry.runtime) != 1:
            return UNKNOWN
        return self.at(self.world.follow(f"{unit.name}.{name}"))

    def at(self, target: Target) -> object:  # noqa: PLR0911 -- one way out per kind of target
        """The value a followed path leads to."""
        if target.external:
            return _KNOWN.get(target.path, Ref(target.path))
        if target.unit is None:
            return UNKNOWN
        binding = target.binding
        if binding is None:
            return Ref(target.path)
        if isinstance(binding.node, ast.ClassDef):
            return self._class_member(target, binding.node) if target.rest else Ref(target.path)
        if target.rest:
            return UNKNOWN
        if isinstance(binding.node, ast.FunctionDef | ast.AsyncFunctionDef):
            return Ref(target.path)
        name = target.path.rpartition(".")[2]
        value = self.evaluate(binding.value, target.unit)
        if isinstance(value, dict | list | set):
            from apidrift.surfaces._replay import replay  # noqa: PLC0415 -- the two need one another

            return replay(self, target.unit, name, value)
        return value

    def _class_member(self, target: Target, node: ast.ClassDef) -> object:
        assert target.unit is not None
        path = ".".join([target.path, *target.rest])
        if len(target.rest) != 1 or self._is_enum(target.unit, node):
            return Ref(path)
        flow = Flow(target.unit.name, package=target.unit.spot.package, star=lambda _: ((), False))
        flow.run(node.body)
        entry = flow.entries.get(target.rest[0])
        if entry is None or len(entry.runtime) != 1 or entry.runtime[0].value is None:
            return Ref(path)
        return self.evaluate(entry.runtime[0].value, target.unit, self.class_env(flow, target.unit))

    def _is_enum(self, unit: Unit, node: ast.ClassDef) -> bool:
        for base in node.bases:
            name = dotted(base)
            if name.rpartition(".")[2].endswith(("Enum", "Flag")):
                return True
            target = self.world.follow(f"{unit.name}.{name}") if name else None
            above = target.binding.node if target and target.binding else None
            if not isinstance(above, ast.ClassDef) or above is node or target is None or target.unit is None:
                continue
            if self._is_enum(target.unit, above):
                return True
        return False

    def class_env(self, flow: Flow, unit: Unit) -> Env:
        """The constants of a class body, for expressions that stand in it."""
        env: Env = {}
        for name, entry in flow.entries.items():
            if len(entry.runtime) == 1 and entry.runtime[0].value is not None:
                env[name] = self.evaluate(entry.runtime[0].value, unit, env)
        return env

    def _attribute(self, node: ast.Attribute, unit: Unit, env: Env) -> object:
        name = dotted(node)
        if name in _KNOWN:
            return _KNOWN[name]
        owner = self.known(node.value, unit, env)
        if not isinstance(owner, Ref):
            return UNKNOWN
        return self.at(self.world.follow(f"{owner.path}.{node.attr}"))

    # Calls -----------------------------------------------------------------------------------------------------------

    def _call(self, node: ast.Call, unit: Unit, env: Env) -> object:
        args = [self.known(a.value if isinstance(a, ast.Starred) else a, unit, env) for a in node.args]
        if any(isinstance(a, ast.Starred) for a in node.args):
            return UNKNOWN
        keywords = {k.arg: self.known(k.value, unit, env) for k in node.keywords if k.arg}
        if len(keywords) < len(node.keywords):
            return UNKNOWN
        if isinstance(node.func, ast.Attribute):
            owner = self.evaluate(node.func.value, unit, env)
            if owner is not UNKNOWN and not isinstance(owner, Ref):
                allowed = METHODS.get(type(owner), frozenset())
                return getattr(owner, node.func.attr)(*args, **keywords) if node.func.attr in allowed else UNKNOWN
        function = self.evaluate(node.func, unit, env)
        if isinstance(function, Ref):
            return self.apply(function, args, keywords)
        return UNKNOWN

    def apply(self, function: Ref, args: list[Any], keywords: dict[str, Any]) -> object:
        """The result of calling a known function with known arguments."""
        if function.path in BUILTIN_CALLS:
            return BUILTIN_CALLS[function.path](*args, **keywords)
        return UNKNOWN


def _unpack(target: ast.expr, item: Any) -> Env:
    match target:
        case ast.Name(id=name):
            return {name: item}
        case ast.Tuple(elts=elts) | ast.List(elts=elts):
            out: Env = {}
            for element, part in zip(elts, item, strict=True):
                out.update(_unpack(element, part))
            return out
        case _:
            raise ValueError(target)
