"""What a call gives, seen with some parameters left out and one of them given: a small walk over a body.

Values are sets of what may be there. Whatever is not understood is unknown, and a result with that in it says nothing.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING

from apidrift.surfaces._outcome_expressions import Expressions
from apidrift.surfaces._outcome_values import (
    UNKNOWN,
    Branch,
    Closure,
    Constant,
    Env,
    Value,
    grown,
    join,
    just,
    union_of,
)

if TYPE_CHECKING:
    from apidrift.surfaces._binding import FunctionNode


@dataclass(slots=True)
class Walk(Expressions):
    """One walk over a function."""

    def result(self, node: FunctionNode, env: Env) -> Value:
        """What a function gives with these values of its parameters."""
        if self.run(node.body, env):
            self.returned.append(just(Constant(None)))
        return union_of(self.returned) if self.returned else UNKNOWN

    def run(self, body: list[ast.stmt], env: Env) -> bool:
        """Walk statements; whether control can reach the end."""
        return all(self._statement(statement, env) for statement in body)

    # Statements -------------------------------------------------------------------------------------------------------

    def _statement(self, node: ast.stmt, env: Env) -> bool:  # noqa: C901, PLR0911, PLR0912 -- one arm per statement
        match node:
            case ast.Return(value=value):
                self.returned.append(just(Constant(None)) if value is None else self.value(value, env))
                return False
            case ast.Raise() | ast.Continue() | ast.Break():
                return False
            case ast.Assign(targets=targets, value=value):
                found = self.value(value, env)
                for target in targets:
                    self._bind(target, found, env)
            case ast.AnnAssign(target=target, value=value) if value is not None:
                self._bind(target, self.value(value, env), env)
            case ast.AugAssign(target=ast.Name(id=name)):
                env[name] = grown(env.get(name, UNKNOWN))
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                env[name] = just(Closure(node, env))
            case ast.If(test=test, body=body, orelse=orelse):
                return self._if(test, body, orelse, env)
            case ast.For(target=target, body=body, orelse=orelse):
                self._bind(target, UNKNOWN, env)
                self._maybe([body], env)
                return self.run(orelse, env)
            case ast.While(body=body, orelse=orelse):
                self._maybe([body], env)
                return self.run(orelse, env)
            case ast.With(items=items, body=body):
                for item in items:
                    if item.optional_vars is not None:
                        self._bind(item.optional_vars, UNKNOWN, env)
                return self.run(body, env)
            case ast.Try():
                return self._try(node, env)
            case ast.Expr(
                value=ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="append" | "extend" | "add"))
            ):
                env[name] = grown(env.get(name, UNKNOWN))
            case ast.Match():
                self.returned.append(UNKNOWN)
        return True

    def _bind(self, target: ast.expr, value: Value, env: Env) -> None:
        match target:
            case ast.Name(id=name):
                env[name] = value
            case ast.Tuple(elts=elts) | ast.List(elts=elts):
                for element in elts:
                    self._bind(element, UNKNOWN, env)
            case ast.Starred(value=inner):
                self._bind(inner, UNKNOWN, env)

    def _if(self, test: ast.expr, body: list[ast.stmt], orelse: list[ast.stmt], env: Env) -> bool:
        holds = self.truth(test, env)
        if holds is not None:
            return self.run(body if holds else orelse, env)
        return self._either([body, orelse], env)

    def _either(self, bodies: list[list[ast.stmt]], env: Env) -> bool:
        """One of several blocks runs."""
        start = dict(env)
        ends: list[Env] = []
        for body in bodies:
            own = Branch(start)
            if self.run(body, own):
                ends.append(own)
        join(env, ends)
        return bool(ends)

    def _maybe(self, bodies: list[list[ast.stmt]], env: Env) -> None:
        """Blocks that run any number of times; leaving one by `break` or `continue` goes on behind it."""
        start = dict(env)
        ends: list[Env] = [start]
        for body in bodies:
            own = Branch(start)
            self.run(body, own)
            ends.append(own)
        join(env, ends)

    def _try(self, node: ast.Try, env: Env) -> bool:
        main = [*node.body, *node.orelse]
        ends = self._either([main, *(handler.body for handler in node.handlers)], env)
        return self.run(node.finalbody, env) and ends
