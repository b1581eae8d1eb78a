"""Types of expressions, inferred from literals, constructors, annotations and return statements."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from apidrift.surfaces._bodies import falls_through, gather, is_placeholder
from apidrift.surfaces._calls import Calls
from apidrift.surfaces._frames import Frame
from apidrift.surfaces._layout import Form
from apidrift.surfaces._text import dotted, without_docstring
from apidrift.surfaces._types import ANY, union

if TYPE_CHECKING:
    from apidrift.surfaces._agent import Agent
    from apidrift.surfaces._binding import FunctionNode
    from apidrift.surfaces._scope import Scope

_DEPTH = 5


class Inference(Calls):
    """Infers types. `""` means: not known.

    Args:
        agent: the readers.
    """

    def __init__(self, agent: Agent) -> None:
        super().__init__(agent)
        self._results: dict[int, str] = {}
        self._open: set[int] = set()
        self._frames: dict[int, Frame] = {}
        self._calls: dict[tuple[int, int], str] = {}
        self._asking = 0

    def result(self, node: FunctionNode, scope: Scope) -> str:
        """The type a call returns, by its return statements."""
        key = id(node)
        if key not in self._results:
            if key in self._open or len(self._open) > _DEPTH:
                return ""
            self._open.add(key)
            self._results[key] = self._result(node, scope)
            self._open.discard(key)
        return self._results[key]

    def _result(self, node: FunctionNode, scope: Scope) -> str:
        is_stub = scope.unit.spot.form is Form.STUB
        if is_placeholder(without_docstring(node.body)) and (scope.classes or is_stub or _is_raising(node)):
            return ""
        frame = self.frame(node, scope)
        if frame.facts.yields:
            return self._yielded(frame)
        types = [self.type(r.value, frame) if r.value is not None else "None" for r in frame.facts.returns]
        if not all(types):
            return ""
        if falls_through(node.body):
            types.append("None")
        return union(*types)

    def _yielded(self, frame: Frame) -> str:
        name = (
            "collections.abc.AsyncGenerator"
            if isinstance(frame.node, ast.AsyncFunctionDef)
            else "collections.abc.Generator"
        )
        types = [
            self.type(y.value, frame) if isinstance(y, ast.Yield) and y.value is not None else ""
            for y in frame.facts.yields
        ]
        return f"{name}[{union(*types)}]" if all(types) else name

    def frame(self, node: FunctionNode, scope: Scope) -> Frame:
        """The inside of a function, walked once."""
        if id(node) not in self._frames:
            self._frames[id(node)] = self._make(node, scope)
        return self._frames[id(node)]

    def _make(self, node: FunctionNode, scope: Scope) -> Frame:
        frame = Frame(scope, node=node, facts=gather(node))
        plain = [*node.args.posonlyargs, *node.args.args]
        names = [dotted(d) for d in node.decorator_list]
        if scope.classes and plain and "staticmethod" not in names:
            frame.receiver = plain[0].arg
            frame.is_class = "classmethod" in names or node.name == "__new__"
        for argument in [*plain, *node.args.kwonlyargs]:
            if argument.annotation is not None and argument.arg != frame.receiver:
                frame.known[argument.arg] = self.agent.types.read(argument.annotation, scope)
            else:
                frame.known[argument.arg] = ""
        if node.args.vararg:
            frame.known[node.args.vararg.arg] = "tuple"
        if node.args.kwarg:
            frame.known[node.args.kwarg.arg] = "dict[str, Any]"
        return frame

    def type(self, node: ast.expr | None, frame: Frame) -> str:  # noqa: C901, PLR0911, PLR0912 -- one arm per syntax
        """The type expression of an expression; empty when it is not known."""
        match node:
            case None:
                return ""
            case ast.Constant(value=value):
                return "None" if value is None else "..." if value is Ellipsis else type(value).__name__
            case ast.JoinedStr():
                return "str"
            case ast.Tuple(elts=elts):
                if any(isinstance(e, ast.Starred) for e in elts):
                    return "tuple"
                return f"tuple[{', '.join(self.type(e, frame) or ANY for e in elts) or '()'}]"
            case ast.List(elts=elts) | ast.Set(elts=elts):
                return self._display("list" if isinstance(node, ast.List) else "set", elts, frame)
            case ast.ListComp() | ast.SetComp():
                return "list" if isinstance(node, ast.ListComp) else "set"
            case ast.Dict():
                return "dict"
            case ast.DictComp():
                return "dict"
            case ast.GeneratorExp():
                return "collections.abc.Generator"
            case ast.Compare(ops=ops):
                return (
                    "bool"
                    if all(isinstance(o, ast.In | ast.NotIn | ast.Is | ast.IsNot) for o in ops)
                    else self._compared(node, frame)
                )
            case ast.UnaryOp(op=ast.Not()):
                return "bool"
            case ast.UnaryOp(operand=operand):
                return self.type(operand, frame)
            case ast.IfExp(body=body, orelse=orelse):
                return self.all_of(body, orelse, frame=frame)
            case ast.BoolOp(values=values):
                return self.all_of(*values, frame=frame)
            case ast.BinOp():
                return self._binary(node, frame)
            case ast.NamedExpr(value=value):
                return self.type(value, frame)
            case ast.Await(value=value):
                return self.awaited(value, frame)
            case ast.Lambda():
                return "collections.abc.Callable"
            case ast.Call():
                return self.call(node, frame)
            case ast.Name(id=name):
                return self.name(name, frame)
            case ast.Attribute():
                return self.attribute(node, frame)
            case _:
                return ""

    def _compared(self, node: ast.Compare, frame: Frame) -> str:
        # A comparison of arrays is an array: only plain values are known to give a bool.
        left = self.type(node.left, frame)
        return "bool" if left in {"int", "str", "float", "bool", "bytes"} else ""

    def _display(self, name: str, elts: list[ast.expr], frame: Frame) -> str:
        types = {self.type(e, frame) for e in elts}
        if len(types) == 1 and (only := types.pop()):
            return f"{name}[{only}]"
        return name

    def _binary(self, node: ast.BinOp, frame: Frame) -> str:
        left, right = self.type(node.left, frame), self.type(node.right, frame)
        if left == "str" and isinstance(node.op, ast.Mod | ast.Add):
            return "str"
        if {left, right} <= {"int", "float", "bool"} and left and right:
            return "float" if isinstance(node.op, ast.Div) or "float" in {left, right} else "int"
        return left if left == right and left.partition("[")[0] in {"list", "bytes"} else ""


def _is_raising(node: FunctionNode) -> bool:
    return bool(node.body) and isinstance(node.body[-1], ast.Raise)
