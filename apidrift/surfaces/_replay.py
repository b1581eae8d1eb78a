"""Tables that a module builds step by step: `TABLE["x"] = …`, `TABLE.update(…)`, `TABLE["x"].extend(…)`."""

from __future__ import annotations

import ast
import copy
from typing import TYPE_CHECKING, Any

from apidrift.surfaces._literals import UNKNOWN

if TYPE_CHECKING:
    from apidrift.surfaces._unit import Unit
    from apidrift.surfaces._values import Evaluator


def replay(evaluator: Evaluator, unit: Unit, name: str, value: object, *, partial: bool = False) -> object:
    """The value of a module's table after all statements that add to it, whichever branch they stand in.

    Args:
        evaluator: for what is added.
        unit: the module.
        name: the table's name.
        value: what it is first given.
        partial: leave out what cannot be told, instead of giving up.
    """
    if not any(_touches(node, name) for node in unit.body):
        return value
    replayed = _Replay(evaluator, unit, name, copy.deepcopy(value))
    replayed.walk(unit.body)
    return replayed.table if partial or not replayed.lost else UNKNOWN


def _touches(node: ast.stmt, name: str) -> bool:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Import | ast.ImportFrom):
        return False
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
        return False
    return any(isinstance(n, ast.Name) and n.id == name for n in ast.walk(node))


class _Replay:
    def __init__(self, evaluator: Evaluator, unit: Unit, name: str, table: Any) -> None:
        self.evaluator = evaluator
        self.unit = unit
        self.name = name
        self.table = table
        self.lost = False

    def walk(self, body: list[ast.stmt]) -> None:
        for node in body:
            try:
                self._statement(node)
            except (TypeError, ValueError, LookupError, AttributeError):
                self.lost = True

    def _statement(self, node: ast.stmt) -> None:  # noqa: C901 -- one arm per statement
        match node:
            case ast.Assign(targets=[ast.Subscript(value=owner, slice=key)], value=value):
                if (place := self._place(owner)) is not None:
                    place[self._value(key)] = self._value(value)
            case ast.AugAssign(target=target, op=ast.Add() | ast.BitOr(), value=value):
                if (place := self._place(target)) is not None:
                    self._extend(place, self._value(value))
            case ast.Expr(value=ast.Call(func=ast.Attribute(value=owner, attr=method), args=[*_, last])):
                if (place := self._place(owner)) is not None:
                    self._method(place, method, self._value(last))
            case ast.Expr(value=ast.Call(func=ast.Attribute(value=owner, attr=method), args=[])):
                if self._place(owner) is not None:
                    raise ValueError(method)
            case ast.If(body=then, orelse=otherwise):
                self.walk(then)
                self.walk(otherwise)
            case ast.Try():
                self._try(node)
            case ast.With(body=then):
                self.walk(then)
            case ast.For() if _touches(node, self.name):
                raise ValueError(self.name)

    def _try(self, node: ast.Try) -> None:
        # The optional parts stand in `else`; what a handler puts there instead (dummies) does not count.
        self.walk(node.body)
        self.walk(node.orelse)
        self.walk(node.finalbody)

    def _place(self, node: ast.expr) -> Any:
        match node:
            case ast.Name(id=name) if name == self.name:
                return self.table
            case ast.Subscript(value=owner, slice=key):
                place = self._place(owner)
                return None if place is None else place[self._value(key)]
            case ast.Call(func=ast.Attribute(value=owner, attr="setdefault"), args=[key, default]):
                place = self._place(owner)
                return None if place is None else place.setdefault(self._value(key), self._value(default))
            case _:
                return None

    def _value(self, node: ast.expr) -> Any:
        return self.evaluator.known(node, self.unit, {})

    @staticmethod
    def _extend(place: Any, value: Any) -> None:
        if isinstance(place, list):
            place.extend(value)
        else:
            place.update(value)

    @staticmethod
    def _method(place: Any, method: str, value: Any) -> None:
        if method in {"append", "extend", "update", "add", "remove", "discard"}:
            getattr(place, method)(value)
        elif method == "pop":
            place.pop(value, None)
        else:
            raise ValueError(method)
