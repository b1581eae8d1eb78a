"""The expressions of the tiny interpreter: what means something special inside a module's `__getattr__`."""

from __future__ import annotations

import abc
import ast
from typing import TYPE_CHECKING, Any

from apidrift.surfaces._answers import Closure, Raised, RaisedError, Returned, State, Stuck
from apidrift.surfaces._literals import UNKNOWN, Env, Ref
from apidrift.surfaces._text import dotted

if TYPE_CHECKING:
    from apidrift.surfaces._values import Evaluator

_IMPORTERS = frozenset(
    {"import_module", "__import__", "import_string", "resolve_obj_by_qualname", "locate", "import_from_string"}
)
"""Functions, by last name, that import what a string names."""


class Values(abc.ABC):
    """Expressions in a function's body, its local names known.

    Args:
        evaluator: for everything that is not special.
    """

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.world = evaluator.world

    @abc.abstractmethod
    def apply(self, closure: Closure, args: list[object], keywords: Env) -> Returned | Raised:
        """What a call of a known function gives."""

    def truth(self, node: ast.expr, state: State) -> bool:
        """Whether a condition holds.

        Raises:
            Stuck: the source does not tell.
        """
        match node:
            case ast.BoolOp(op=op, values=values):
                wanted = isinstance(op, ast.Or)
                return next((wanted for v in values if self.truth(v, state) is wanted), not wanted)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return not self.truth(operand, state)
            case ast.NamedExpr(target=ast.Name(id=name), value=value):
                state.env[name] = self.value(value, state)
                return bool(state.env[name])
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                return self._compare(left, op, right, state)
        value = self.value(node, state)
        if value is UNKNOWN:
            raise Stuck
        return bool(value)

    def _compare(self, left: ast.expr, op: ast.cmpop, right: ast.expr, state: State) -> bool:
        if isinstance(op, ast.In | ast.NotIn) and isinstance(right, ast.Call | ast.Name) and _is_globals(right, state):
            name = self.value(left, state)
            found = isinstance(name, str) and self._in_module(name, state)
            return found if isinstance(op, ast.In) else not found
        one, two = self.value(left, state), self.value(right, state)
        if isinstance(op, ast.Is | ast.IsNot) and isinstance(right, ast.Constant) and right.value is None:
            if one is UNKNOWN:
                raise Stuck
            return (one is None) is isinstance(op, ast.Is)
        if one is UNKNOWN or two is UNKNOWN:
            raise Stuck
        synthetic = ast.Compare(ast.Name("left"), [op], [ast.Name("right")])
        value = self.evaluator.evaluate(synthetic, state.unit, {"left": one, "right": two})
        if value is UNKNOWN:
            raise Stuck
        return bool(value)

    def _in_module(self, name: str, state: State) -> bool:
        unit = self.world.unit(state.module) if state.module else state.unit
        entry = unit.entries.get(name) if unit else None
        return entry is not None and bool(entry.runtime)

    def value(self, node: ast.expr, state: State) -> Any:  # noqa: PLR0911 -- one way out per kind
        """What an expression gives; `UNKNOWN` where the source does not tell."""
        match node:
            case ast.Call():
                result = self.invoke(node, state)
                if isinstance(result, Raised):
                    raise Stuck
                return (
                    result.value
                    if isinstance(result, Returned)
                    else self.evaluator.evaluate(node, state.unit, state.env)
                )
            case ast.Subscript(value=owner, slice=index) if dotted(owner) == "sys.modules":
                name = self.value(index, state)
                return Ref(name) if isinstance(name, str) else UNKNOWN
            case ast.Subscript(value=owner, slice=index) if _is_globals(owner, state):
                return self._module_item(self.value(index, state), state)
            case ast.Subscript(value=owner, slice=index) if not isinstance(index, ast.Slice):
                table, key = self.value(owner, state), self.value(index, state)
                if isinstance(table, dict) and isinstance(key, str) and key not in table:
                    raise RaisedError(Raised("KeyError", key))
                synthetic = ast.Subscript(ast.Name("table"), ast.Name("key"))
                return self.evaluator.evaluate(synthetic, state.unit, {"table": table, "key": key})
            case ast.Attribute(attr="__dict__") if (owner := self.value(node.value, state)) and isinstance(owner, Ref):
                state.module = owner.path
                return Ref(f"globals:{owner.path}")
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return self.value(body if self.truth(test, state) else orelse, state)
            case ast.NamedExpr(target=ast.Name(id=name), value=value):
                state.env[name] = self.value(value, state)
                return state.env[name]
        return self.evaluator.evaluate(node, state.unit, state.env)

    def _module_item(self, name: object, state: State) -> object:
        if not isinstance(name, str):
            return UNKNOWN
        if not self._in_module(name, state):
            raise RaisedError(Raised("KeyError", name))
        return Ref(f"{state.module or state.unit.name}.{name}")

    def invoke(self, node: ast.Call, state: State) -> Returned | Raised | None:  # noqa: PLR0911 -- one way out per kind
        """A call that means something here; None: evaluate it as any expression."""
        name = dotted(node.func)
        last = name.rpartition(".")[2]
        args = [self.value(a, state) for a in node.args]
        keywords: Env = {k.arg: self.value(k.value, state) for k in node.keywords if k.arg}
        match last, args:
            case _, [str() as path, *_] if last in _IMPORTERS:
                return Returned(self._imported(path, [*args[1:], *keywords.values()], state))
            case "getattr", [Ref(path), str() as attribute, *_]:
                return Returned(Ref(f"{path}.{attribute}"))
            case "globals" | "vars", _:
                return Returned(Ref(f"globals:{state.unit.name}"))
            case "get", [str() as key, *_] if isinstance(node.func, ast.Attribute) and _is_globals(
                node.func.value, state
            ):
                return Returned(self._module_item(key, state))
            case "cast", [_, value]:
                return Returned(value)
        function = self._function(node.func, state)
        if function is None:
            return self._method(node, args, keywords, state)
        return self.apply(function, args, keywords)

    def _method(self, node: ast.Call, args: list[object], keywords: Env, state: State) -> Returned | None:
        """A method of a known value, whose arguments are already worked out."""
        if not isinstance(node.func, ast.Attribute):
            return None
        owner = self.value(node.func.value, state)
        if owner is UNKNOWN or isinstance(owner, Ref | Closure) or UNKNOWN in args:
            return None
        env: Env = {
            "owner": owner,
            **{f"a{i}": a for i, a in enumerate(args)},
            **{f"k_{k}": v for k, v in keywords.items()},
        }
        call = ast.Call(
            ast.Attribute(ast.Name("owner"), node.func.attr),
            [ast.Name(f"a{i}") for i in range(len(args))],
            [ast.keyword(k, ast.Name(f"k_{k}")) for k in keywords],
        )
        return Returned(self.evaluator.evaluate(call, state.unit, env))

    def _imported(self, path: str, more: list[object], state: State) -> object:
        if ":" in path:
            path = path.replace(":", ".")
        if not path.startswith("."):
            return Ref(path)
        package = next(
            (m for m in more if isinstance(m, str)),
            state.unit.name if state.unit.spot.package else state.unit.name.rpartition(".")[0],
        )
        level = len(path) - len(path.lstrip("."))
        base = package.split(".")
        base = base[: len(base) - level + 1]
        rest = path.lstrip(".")
        return Ref(".".join([*base, *([rest] if rest else [])]))

    def function(self, name: str, closure: Closure) -> Closure | None:
        """The function a name means inside another one, if the source tells."""
        try:
            return self._function(ast.Name(name, ast.Load()), State(closure.unit, dict(closure.env)))
        except (Stuck, RaisedError):
            return None

    def _made(self, name: str, state: State) -> object:
        """A module's variable that holds what another function made: `helper = make_helper(__name__)`."""
        entry = state.unit.entries.get(name)
        value = entry.best.value if entry and entry.best else None
        if not isinstance(value, ast.Call):
            return UNKNOWN
        made = self.invoke(value, State(state.unit, {}))
        return made.value if isinstance(made, Returned) else UNKNOWN

    def _function(self, node: ast.expr, state: State) -> Closure | None:
        name = dotted(node)
        if not name:
            return None
        value = state.env[name] if name in state.env else self.evaluator.evaluate(node, state.unit, state.env)
        if isinstance(value, Closure):
            return value
        if value is UNKNOWN and isinstance(node, ast.Name):
            value = self._made(node.id, state)
        if isinstance(value, Closure):
            return value
        if isinstance(value, Ref):
            target = self.world.follow(value.path)
            definition = target.binding.node if target.binding and not target.rest else None
            if isinstance(definition, ast.FunctionDef) and target.unit is not None:
                return Closure(definition, target.unit, {})
        return None


def _is_globals(node: ast.expr, state: State) -> bool:
    match node:
        case ast.Call(func=ast.Name(id="globals" | "vars")):
            return True
        case ast.Name(id=name):
            value = state.env.get(name)
            return isinstance(value, Ref) and value.path.startswith("globals:")
        case _:
            return False
