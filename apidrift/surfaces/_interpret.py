"""A tiny interpreter for module-level `__getattr__` functions: what does it answer for this name?

Only what can be told from the source is followed; nothing of the provider runs.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from apidrift.surfaces._flow import Flow
from apidrift.surfaces._text import dotted
from apidrift.surfaces._values import UNKNOWN, Env, Ref

if TYPE_CHECKING:
    from apidrift.surfaces._flow import FunctionNode
    from apidrift.surfaces._values import Evaluator
    from apidrift.surfaces._world import Unit

_STEPS = 4000


@dataclass(frozen=True, slots=True)
class Closure:
    """A function with the local names around it."""

    node: FunctionNode
    unit: Unit
    env: Env


@dataclass(frozen=True, slots=True)
class Returned:
    """The answer is this value."""

    value: object
    warning: str = ""


@dataclass(frozen=True, slots=True)
class Raised:
    """The answer is an exception."""

    exception: str
    message: str = ""


class _RaisedError(Exception):
    def __init__(self, raised: Raised) -> None:
        super().__init__(raised)
        self.raised = raised


class Stuck(Exception):  # noqa: N818 -- not an error: the source does not tell
    """The interpreter cannot tell what happens."""


@dataclass(slots=True)
class _State:
    unit: Unit
    env: Env
    warning: str = ""
    imports: Flow | None = None
    module: str = ""


class Interpreter:
    """Runs small pure functions on known arguments.

    Args:
        evaluator: for expressions.
    """

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.world = evaluator.world
        self._steps = 0

    def call(self, closure: Closure, args: list[object], keywords: Env | None = None) -> Returned | Raised:
        """What a call gives.

        Raises:
            Stuck: the source does not tell.
        """
        self._steps = 0
        return self._call(closure, args, keywords or {})

    def _call(self, closure: Closure, args: list[object], keywords: Env) -> Returned | Raised:
        parameters = closure.node.args
        plain = [a.arg for a in [*parameters.posonlyargs, *parameters.args]]
        env: Env = {**closure.env}
        for name, default in zip(plain[len(plain) - len(parameters.defaults) :], parameters.defaults, strict=True):
            env[name] = self.evaluator.evaluate(default, closure.unit, closure.env)
        for argument, default in zip(parameters.kwonlyargs, parameters.kw_defaults, strict=True):
            env[argument.arg] = self.evaluator.evaluate(default, closure.unit, closure.env)
        env.update(zip(plain, args, strict=False))
        env.update(keywords)
        state = _State(closure.unit, env)
        return self._block(closure.node.body, state) or Returned(None, state.warning)

    def _block(self, body: list[ast.stmt], state: _State) -> Returned | Raised | None:
        for statement in body:
            self._steps += 1
            if self._steps > _STEPS:
                raise Stuck
            try:
                done = self._statement(statement, state)
            except _RaisedError as error:
                return error.raised
            if done is not None:
                return done
        return None

    def _statement(self, node: ast.stmt, state: _State) -> Returned | Raised | None:  # noqa: C901, PLR0911, PLR0912 -- one arm per statement
        match node:
            case ast.Return(value=value):
                return self._return(value, state)
            case ast.Raise(exc=raised):
                return self._raise(raised, state)
            case ast.If(test=test, body=body, orelse=orelse):
                return self._block(body if self._truth(test, state) else orelse, state)
            case ast.Assign(targets=targets, value=value):
                result = self._value(value, state)
                for target in targets:
                    self._assign(target, result, state)
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                self._assign(target, self._value(value, state), state)
            case ast.Import() | ast.ImportFrom():
                self._import(node, state)
            case ast.FunctionDef():
                state.env[node.name] = Closure(node, state.unit, state.env)
            case ast.Expr(value=ast.Call() as call):
                self._effect(call, state)
            case ast.Try(body=body, handlers=handlers, orelse=orelse):
                return self._try(body, handlers, orelse, state)
            case ast.With(body=body):
                return self._block(body, state)
            case ast.Expr() | ast.Pass() | ast.Global() | ast.Assert() | ast.Delete() | ast.For():
                return None
            case _:
                raise Stuck
        return None

    def _try(
        self, body: list[ast.stmt], handlers: list[ast.ExceptHandler], orelse: list[ast.stmt], state: _State
    ) -> Returned | Raised | None:
        done = self._block(body, state)
        if isinstance(done, Raised):
            for handler in handlers:
                if handler.type is None or dotted(handler.type).endswith(
                    (done.exception.rpartition(".")[2], "Exception")
                ):
                    return self._block(handler.body, state)
        return done if done is not None else self._block(orelse, state)

    def _return(self, node: ast.expr | None, state: _State) -> Returned | Raised:
        if node is None:
            return Returned(None, state.warning)
        if isinstance(node, ast.Call):
            result = self._invoke(node, state)
            if isinstance(result, Raised):
                return result
            if isinstance(result, Returned):
                return Returned(result.value, result.warning or state.warning)
        return Returned(self._value(node, state), state.warning)

    def _raise(self, node: ast.expr | None, state: _State) -> Raised:
        if node is None:
            return Raised("Exception")
        head = node.func if isinstance(node, ast.Call) else node
        value = self._value(head, state)
        name = value.path if isinstance(value, Ref) else dotted(head)
        message = self._value(node.args[0], state) if isinstance(node, ast.Call) and node.args else ""
        return Raised(name, message if isinstance(message, str) else "")

    def _truth(self, node: ast.expr, state: _State) -> bool:
        match node:
            case ast.BoolOp(op=op, values=values):
                wanted = isinstance(op, ast.Or)
                return next((wanted for v in values if self._truth(v, state) is wanted), not wanted)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return not self._truth(operand, state)
            case ast.NamedExpr(target=ast.Name(id=name), value=value):
                state.env[name] = self._value(value, state)
                return bool(state.env[name])
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                return self._compare(left, op, right, state)
        value = self._value(node, state)
        if value is UNKNOWN:
            raise Stuck
        return bool(value)

    def _compare(self, left: ast.expr, op: ast.cmpop, right: ast.expr, state: _State) -> bool:
        if isinstance(op, ast.In | ast.NotIn) and isinstance(right, ast.Call | ast.Name) and _is_globals(right, state):
            name = self._value(left, state)
            found = isinstance(name, str) and self._in_module(name, state)
            return found if isinstance(op, ast.In) else not found
        one, two = self._value(left, state), self._value(right, state)
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

    def _in_module(self, name: str, state: _State) -> bool:
        unit = self.world.unit(state.module) if state.module else state.unit
        entry = unit.entries.get(name) if unit else None
        return entry is not None and bool(entry.runtime)

    def _assign(self, target: ast.expr, value: Any, state: _State) -> None:
        match target:
            case ast.Name(id=name):
                state.env[name] = value
            case ast.Tuple(elts=elts) | ast.List(elts=elts):
                if value is UNKNOWN:
                    raise Stuck
                parts = list(value)
                if len(parts) != len(elts):
                    raise Stuck
                for element, part in zip(elts, parts, strict=True):
                    self._assign(element, part, state)

    def _import(self, node: ast.Import | ast.ImportFrom, state: _State) -> None:
        flow = Flow(state.unit.name, package=state.unit.spot.package, star=lambda _: ((), False))
        flow.run([node])
        for name, entry in flow.entries.items():
            if entry.best:
                state.env[name] = Ref(entry.best.target)

    def _effect(self, call: ast.Call, state: _State) -> None:
        name = dotted(call.func)
        if name.rpartition(".")[2] in {"warn", "warn_deprecated", "warning", "warning_once", "deprecate", "warn_once"}:
            texts = [v for a in call.args if isinstance(v := self._value(a, state), str)]
            state.warning = texts[0] if texts else "deprecated"
        elif self._value(call.func, state) is not UNKNOWN:
            result = self._invoke(call, state)
            if isinstance(result, Returned) and result.warning:
                state.warning = result.warning

    # Expressions -----------------------------------------------------------------------------------------------------

    def _value(self, node: ast.expr, state: _State) -> Any:
        match node:
            case ast.Call():
                result = self._invoke(node, state)
                if isinstance(result, Raised):
                    raise Stuck
                return (
                    result.value
                    if isinstance(result, Returned)
                    else self.evaluator.evaluate(node, state.unit, state.env)
                )
            case ast.Subscript(value=owner, slice=index) if dotted(owner) == "sys.modules":
                name = self._value(index, state)
                return Ref(name) if isinstance(name, str) else UNKNOWN
            case ast.Subscript(value=owner, slice=index) if _is_globals(owner, state):
                return self._module_item(self._value(index, state), state)
            case ast.Subscript(value=owner, slice=index) if not isinstance(index, ast.Slice):
                table, key = self._value(owner, state), self._value(index, state)
                synthetic = ast.Subscript(ast.Name("table"), ast.Name("key"))
                return self.evaluator.evaluate(synthetic, state.unit, {"table": table, "key": key})
            case ast.Attribute(attr="__dict__") if (owner := self._value(node.value, state)) and isinstance(owner, Ref):
                state.module = owner.path
                return Ref(f"globals:{owner.path}")
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return self._value(body if self._truth(test, state) else orelse, state)
            case ast.NamedExpr(target=ast.Name(id=name), value=value):
                state.env[name] = self._value(value, state)
                return state.env[name]
        return self.evaluator.evaluate(node, state.unit, state.env)

    def _module_item(self, name: object, state: _State) -> object:
        if not isinstance(name, str):
            return UNKNOWN
        if not self._in_module(name, state):
            raise _RaisedError(Raised("KeyError", name))
        return Ref(f"{state.module or state.unit.name}.{name}")

    def _invoke(self, node: ast.Call, state: _State) -> Returned | Raised | None:
        """A call that means something here; None: evaluate it as any expression."""
        name = dotted(node.func)
        last = name.rpartition(".")[2]
        args = [self._value(a, state) for a in node.args]
        keywords: Env = {k.arg: self._value(k.value, state) for k in node.keywords if k.arg}
        match last, args:
            case (
                "import_module"
                | "__import__"
                | "import_string"
                | "resolve_obj_by_qualname"
                | "locate"
                | "import_from_string",
                [str() as path, *_],
            ):
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
        return self._call(function, args, keywords)

    def _method(self, node: ast.Call, args: list[object], keywords: Env, state: _State) -> Returned | None:
        """A method of a known value, whose arguments are already worked out."""
        if not isinstance(node.func, ast.Attribute):
            return None
        owner = self._value(node.func.value, state)
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

    def _imported(self, path: str, more: list[object], state: _State) -> object:
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
            return self._function(ast.Name(name, ast.Load()), _State(closure.unit, dict(closure.env)))
        except (Stuck, _RaisedError):
            return None

    def _made(self, name: str, state: _State) -> object:
        """A module's variable that holds what another function made: `helper = make_helper(__name__)`."""
        entry = state.unit.entries.get(name)
        value = entry.best.value if entry and entry.best else None
        if not isinstance(value, ast.Call):
            return UNKNOWN
        made = self._invoke(value, _State(state.unit, {}))
        return made.value if isinstance(made, Returned) else UNKNOWN

    def _function(self, node: ast.expr, state: _State) -> Closure | None:
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


def _is_globals(node: ast.expr, state: _State) -> bool:
    match node:
        case ast.Call(func=ast.Name(id="globals" | "vars")):
            return True
        case ast.Name(id=name):
            value = state.env.get(name)
            return isinstance(value, Ref) and value.path.startswith("globals:")
        case _:
            return False
