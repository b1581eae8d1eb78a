"""A tiny interpreter for module-level `__getattr__` functions: what does it answer for this name?

Only what can be told from the source is followed; nothing of the provider runs.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from apidrift.surfaces._answers import Closure, Raised, RaisedError, Returned, State, Stuck
from apidrift.surfaces._flow import Flow
from apidrift.surfaces._interpret_values import Values
from apidrift.surfaces._literals import UNKNOWN, Env, Ref
from apidrift.surfaces._text import dotted

if TYPE_CHECKING:
    from apidrift.surfaces._values import Evaluator

_STEPS = 4000


class Interpreter(Values):
    """Runs small pure functions on known arguments.

    Args:
        evaluator: for expressions.
    """

    def __init__(self, evaluator: Evaluator) -> None:
        super().__init__(evaluator)
        self._steps = 0

    def call(self, closure: Closure, args: list[object], keywords: Env | None = None) -> Returned | Raised:
        """What a call gives.

        Raises:
            Stuck: the source does not tell.
        """
        self._steps = 0
        return self.apply(closure, args, keywords or {})

    def apply(self, closure: Closure, args: list[object], keywords: Env) -> Returned | Raised:
        """What a call gives, within a run that is already going on."""
        parameters = closure.node.args
        plain = [a.arg for a in [*parameters.posonlyargs, *parameters.args]]
        env: Env = {**closure.env}
        for name, default in zip(plain[len(plain) - len(parameters.defaults) :], parameters.defaults, strict=True):
            env[name] = self.evaluator.evaluate(default, closure.unit, closure.env)
        for argument, given in zip(parameters.kwonlyargs, parameters.kw_defaults, strict=True):
            env[argument.arg] = self.evaluator.evaluate(given, closure.unit, closure.env)
        env.update(zip(plain, args, strict=False))
        env.update(keywords)
        state = State(closure.unit, env)
        return self._block(closure.node.body, state) or Returned(None, state.warning)

    def _block(self, body: list[ast.stmt], state: State) -> Returned | Raised | None:
        for statement in body:
            self._steps += 1
            if self._steps > _STEPS:
                raise Stuck
            try:
                done = self._statement(statement, state)
            except RaisedError as error:
                return error.raised
            if done is not None:
                return done
        return None

    def _statement(self, node: ast.stmt, state: State) -> Returned | Raised | None:  # noqa: C901, PLR0911, PLR0912 -- one arm per statement
        match node:
            case ast.Return(value=returned):
                return self._return(returned, state)
            case ast.Raise(exc=thrown):
                return self._raise(thrown, state)
            case ast.If(test=test, body=body, orelse=orelse):
                return self._block(body if self.truth(test, state) else orelse, state)
            case ast.Assign(targets=targets, value=assigned):
                result = self.value(assigned, state)
                for target in targets:
                    self._assign(target, result, state)
            case ast.AnnAssign(target=target, value=ast.expr() as given):
                self._assign(target, self.value(given, state), state)
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
        self, body: list[ast.stmt], handlers: list[ast.ExceptHandler], orelse: list[ast.stmt], state: State
    ) -> Returned | Raised | None:
        done = self._block(body, state)
        if isinstance(done, Raised):
            for handler in handlers:
                if handler.type is None or dotted(handler.type).endswith(
                    (done.exception.rpartition(".")[2], "Exception")
                ):
                    return self._block(handler.body, state)
        return done if done is not None else self._block(orelse, state)

    def _return(self, node: ast.expr | None, state: State) -> Returned | Raised:
        if node is None:
            return Returned(None, state.warning)
        if isinstance(node, ast.Call):
            result = self.invoke(node, state)
            if isinstance(result, Raised):
                return result
            if isinstance(result, Returned):
                return Returned(result.value, result.warning or state.warning)
        return Returned(self.value(node, state), state.warning)

    def _raise(self, node: ast.expr | None, state: State) -> Raised:
        if node is None:
            return Raised("Exception")
        head = node.func if isinstance(node, ast.Call) else node
        value = self.value(head, state)
        name = value.path if isinstance(value, Ref) else dotted(head)
        message = self.value(node.args[0], state) if isinstance(node, ast.Call) and node.args else ""
        return Raised(name, message if isinstance(message, str) else "")

    def _assign(self, target: ast.expr, value: Any, state: State) -> None:
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

    def _import(self, node: ast.Import | ast.ImportFrom, state: State) -> None:
        flow = Flow(state.unit.name, package=state.unit.spot.package, star=lambda _: ((), False))
        flow.run([node])
        for name, entry in flow.entries.items():
            if entry.best:
                state.env[name] = Ref(entry.best.target)

    def _effect(self, call: ast.Call, state: State) -> None:
        name = dotted(call.func)
        if name.rpartition(".")[2] in {"warn", "warn_deprecated", "warning", "warning_once", "deprecate", "warn_once"}:
            texts = [v for a in call.args if isinstance(v := self.value(a, state), str)]
            state.warning = texts[0] if texts else "deprecated"
        elif self.value(call.func, state) is not UNKNOWN:
            result = self.invoke(call, state)
            if isinstance(result, Returned) and result.warning:
                state.warning = result.warning
