"""What an expression gives, on a walk over a body."""

from __future__ import annotations

import abc
import ast
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from apidrift.model.body import ITEM
from apidrift.surfaces._outcome_values import (
    UNKNOWN,
    Branch,
    Carrier,
    Closure,
    Constant,
    Env,
    Kind,
    Value,
    is_none,
    is_true,
    just,
    same,
    union_of,
)
from apidrift.surfaces._text import dotted

if TYPE_CHECKING:
    from collections.abc import Callable

    from apidrift.surfaces._binding import FunctionNode

_DEPTH = 6

_DISPLAYS: dict[type[ast.AST], str] = {
    ast.List: "list",
    ast.ListComp: "list",
    ast.Set: "set",
    ast.SetComp: "set",
    ast.Dict: "dict",
    ast.DictComp: "dict",
    ast.JoinedStr: "str",
}
_BUILDERS = {"list": "list", "sorted": "list", "tuple": "tuple", "dict": "dict", "set": "set", "str": "str"}
_INDEXED = frozenset({"list", "tuple"})
_RESOLVING = frozenset({"result", "get", "wait", "value"})
"""Methods by which what stands for a later result gives it."""


@dataclass(slots=True)
class Expressions(abc.ABC):
    """Values of expressions.

    Args:
        typed: the type of an expression by other means; empty where that is not known.
        depth: functions defined inside that were entered on the way.
    """

    typed: Callable[[ast.expr], str]
    depth: int = 0
    returned: list[Value] = field(default_factory=list)

    @abc.abstractmethod
    def result(self, node: FunctionNode, env: Env) -> Value:
        """What a function gives with these values of its parameters."""

    def value(self, node: ast.expr, env: Env) -> Value:  # noqa: C901, PLR0911, PLR0912 -- one arm per syntax
        """What an expression gives."""
        match node:
            case ast.Constant(value=value):
                return just(Constant(value))
            case ast.Name(id=name) if name in env:
                return env[name]
            case ast.IfExp(test=test, body=body, orelse=orelse):
                holds = self.truth(test, env)
                parts = [body, orelse] if holds is None else [body if holds else orelse]
                return union_of(self.value(part, env) for part in parts)
            case ast.BoolOp():
                return self._junction(node, env)
            case ast.NamedExpr(target=ast.Name(id=name), value=value):
                env[name] = self.value(value, env)
                return env[name]
            case ast.Lambda():
                return just(Closure(node, env))
            case ast.ListComp(generators=[ast.comprehension() as part]):
                return just(Kind("list", self._filtered_out(part, env)))
            case ast.List(elts=[]):
                return just(Kind("list", empty=True))
            case ast.Subscript(value=owner, slice=key) if not isinstance(key, ast.Slice):
                return self._item(node, owner, env)
            case ast.Call():
                return self._call(node, env)
            case ast.Await(value=value):
                return _awaited(self, self.value(value, env))
            case ast.Compare() | ast.UnaryOp(op=ast.Not()):
                holds = self.truth(node, env)
                return UNKNOWN if holds is None else just(Constant(holds))
            case _:
                name = _DISPLAYS.get(type(node), "") or self.typed(node)
                return just(Kind(name)) if name else UNKNOWN

    def _junction(self, node: ast.BoolOp, env: Env) -> Value:
        wanted = isinstance(node.op, ast.Or)
        found: list[Value] = []
        for part in node.values:
            found.append(self.value(part, env))
            holds = is_true(found[-1])
            if holds is wanted:
                return union_of(found)
            if holds is not None:
                found.pop()
        return union_of(found or [self.value(node.values[-1], env)])

    def _filtered_out(self, part: ast.comprehension, env: Env) -> bool:
        """Whether no element of a display passes a comprehension's conditions."""
        if not isinstance(part.iter, ast.Tuple | ast.List) or not isinstance(part.target, ast.Name) or not part.ifs:
            return False
        for element in part.iter.elts:
            own = Branch(env)
            own[part.target.id] = self.value(element, env)
            if not any(self.truth(test, own) is False for test in part.ifs):
                return False
        return True

    def _item(self, node: ast.Subscript, owner: ast.expr, env: Env) -> Value:
        held = self.value(owner, env)
        if all(isinstance(atom, Kind) and atom.name.partition("[")[0] in _INDEXED for atom in held):
            name = self.typed(node)
            return just(Kind(name or ITEM))
        return UNKNOWN

    def _call(self, node: ast.Call, env: Env) -> Value:
        name = dotted(node.func)
        if name in _BUILDERS and name not in env:
            return just(Kind(_BUILDERS[name]))
        if isinstance(node.func, ast.Attribute) and node.func.attr in _RESOLVING:
            found = _awaited(self, self.value(node.func.value, env))
            if found != UNKNOWN:
                return found
        called = self.value(node.func, env) if isinstance(node.func, ast.Name | ast.Lambda) else UNKNOWN
        if called != UNKNOWN and all(isinstance(atom, Closure) for atom in called):
            arguments = [self.value(argument, env) for argument in node.args]
            return union_of(self.enter(atom, arguments) for atom in called if isinstance(atom, Closure))
        return self._built(node, name, env)

    def _built(self, node: ast.Call, name: str, env: Env) -> Value:
        """An object made with functions, else whatever other means tell of the call."""
        passed = [*node.args, *(keyword.value for keyword in node.keywords)]
        values = [self.value(argument, env) for argument in passed]
        inner = tuple(atom for value in values if len(value) == 1 for atom in value if isinstance(atom, Closure))
        type_ = self.typed(node)
        if inner and len(inner) == sum(any(isinstance(a, Closure) for a in value) for value in values):
            return just(Carrier(inner, type_ or name))
        return just(Kind(type_)) if type_ else UNKNOWN

    def enter(self, closure: Closure, arguments: list[Value]) -> Value:
        """What a function defined inside gives."""
        if self.depth >= _DEPTH:
            return UNKNOWN
        env = Branch(closure.env)
        parameters = [*closure.node.args.posonlyargs, *closure.node.args.args]
        for position, parameter in enumerate(parameters):
            env[parameter.arg] = arguments[position] if position < len(arguments) else UNKNOWN
        walk = type(self)(self.typed, self.depth + 1)
        if isinstance(closure.node, ast.Lambda):
            return walk.value(closure.node.body, env)
        return walk.result(closure.node, env)

    # Conditions -------------------------------------------------------------------------------------------------------

    def truth(self, test: ast.expr, env: Env) -> bool | None:  # noqa: PLR0911 -- one arm per syntax
        """Whether a condition holds; None where that is not known."""
        match test:
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                holds = self.truth(operand, env)
                return None if holds is None else not holds
            case ast.BoolOp(op=op, values=values):
                every = isinstance(op, ast.And)
                parts = [self.truth(value, env) for value in values]
                if any(part is not every for part in parts if part is not None):
                    return not every
                return None if None in parts else every
            case ast.Compare(left=left, ops=[ast.Is() | ast.IsNot() as op], comparators=[ast.Constant(value=None)]):
                nothing = is_none(self.value(left, env))
                return None if nothing is None else nothing is isinstance(op, ast.Is)
            case ast.Compare(
                left=left, ops=[ast.Eq() | ast.NotEq() | ast.Is() | ast.IsNot() as op], comparators=[right]
            ):
                equal = same(self.value(left, env), self.value(right, env))
                return None if equal is None else equal is isinstance(op, ast.Eq | ast.Is)
            case ast.Compare():
                return None
            case _:
                return is_true(self.value(test, env))


def _awaited(walk: Expressions, value: Value) -> Value:
    """What an object built around functions gives: its one source's result, passed through the others."""
    if len(value) != 1 or not isinstance(carrier := next(iter(value)), Carrier):
        return UNKNOWN
    sources = [one for one in carrier.inner if not _needs(one)]
    if len(sources) != 1:
        return UNKNOWN
    found = walk.enter(sources[0], [])
    for other in carrier.inner:
        if other is not sources[0]:
            found = walk.enter(other, [found])
    return found


def _needs(closure: Closure) -> bool:
    """Whether a function has to be called with something."""
    arguments = closure.node.args
    return len(arguments.posonlyargs) + len(arguments.args) > len(arguments.defaults)
