"""Types of expressions, inferred from literals, constructors, annotations and return statements."""

from __future__ import annotations

import ast
import builtins
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from apidrift.surfaces._bodies import Facts, falls_through, gather, is_placeholder
from apidrift.surfaces._flow import Flow
from apidrift.surfaces._layout import Form
from apidrift.surfaces._scope import BUILTINS, Scope
from apidrift.surfaces._text import dotted, without_docstring
from apidrift.surfaces._types import ANY, split_union, union

if TYPE_CHECKING:
    from apidrift.surfaces._agent import Agent
    from apidrift.surfaces._binding import FunctionNode

_BUILTIN_CLASSES = frozenset(n for n in BUILTINS if isinstance(getattr(builtins, n), type))
_BUILTIN_RESULTS = {
    "len": "int",
    "repr": "str",
    "sorted": "list",
    "isinstance": "bool",
    "issubclass": "bool",
    "hasattr": "bool",
    "callable": "bool",
    "id": "int",
    "hash": "int",
    "any": "bool",
    "all": "bool",
    "abs": "",
    "ord": "int",
    "chr": "str",
    "format": "str",
    "print": "None",
    "input": "str",
}
_STR_METHODS = {
    "format": "str",
    "join": "str",
    "strip": "str",
    "lower": "str",
    "upper": "str",
    "replace": "str",
    "split": "list[str]",
    "encode": "bytes",
    "startswith": "bool",
    "endswith": "bool",
}
_DEPTH = 5


@dataclass(slots=True)
class Frame:
    """One function's inside: what its local names hold."""

    scope: Scope
    receiver: str = ""
    """The name of `self` or `cls`."""
    is_class: bool = False
    node: FunctionNode | None = None
    facts: Facts = field(default_factory=Facts)
    known: dict[str, str] = field(default_factory=dict)
    open: set[str] = field(default_factory=set)
    local: Flow | None = None


class Inference:
    """Infers types. `""` means: not known.

    Args:
        agent: the readers.
    """

    def __init__(self, agent: Agent) -> None:
        self.agent = agent
        self._results: dict[int, str] = {}
        self._open: set[int] = set()
        self._frames: dict[int, Frame] = {}

    # Results ---------------------------------------------------------------------------------------------------------

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

    # Expressions -----------------------------------------------------------------------------------------------------

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
                return self._all(body, orelse, frame=frame)
            case ast.BoolOp(values=values):
                return self._all(*values, frame=frame)
            case ast.BinOp():
                return self._binary(node, frame)
            case ast.NamedExpr(value=value):
                return self.type(value, frame)
            case ast.Await(value=value):
                return self._awaited(value, frame)
            case ast.Lambda():
                return "collections.abc.Callable"
            case ast.Call():
                return self._call(node, frame)
            case ast.Name(id=name):
                return self._name(name, frame)
            case ast.Attribute():
                return self._attribute(node, frame)
            case _:
                return ""

    def _all(self, *nodes: ast.expr, frame: Frame) -> str:
        types = [self.type(n, frame) for n in nodes]
        return union(*types) if all(types) else ""

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

    def _awaited(self, node: ast.expr, frame: Frame) -> str:
        found = self._callee(node.func, frame) if isinstance(node, ast.Call) else None
        if found is None or not isinstance(found[0], ast.AsyncFunctionDef):
            return ""
        return self.of_function(*found, awaited=True)

    def _name(self, name: str, frame: Frame) -> str:
        if name == frame.receiver:
            return "type[Self]" if frame.is_class else "Self"
        if name in frame.known:
            known = frame.known[name]
            return "" if self._reassigned(name, frame) else known
        if name in frame.open:
            return ""
        values = [(a, v) for t, a, v, _ in frame.facts.assigns if isinstance(t, ast.Name) and t.id == name]
        if values:
            frame.open.add(name)
            frame.known[name] = self._assigned(values, frame)
            frame.open.discard(name)
            return frame.known[name]
        if self._is_local(name, frame):
            return ""
        return self._global(name, frame)

    @staticmethod
    def _reassigned(name: str, frame: Frame) -> bool:
        plain = frame.node.args if frame.node else None
        if plain is None or name not in {a.arg for a in [*plain.posonlyargs, *plain.args, *plain.kwonlyargs]}:
            return False
        return any(isinstance(t, ast.Name) and t.id == name for t, *_ in frame.facts.assigns)

    @staticmethod
    def _is_local(name: str, frame: Frame) -> bool:
        targets = [t for t, _ in (*frame.facts.loops, *frame.facts.withs)]
        return any(isinstance(n, ast.Name) and n.id == name for t in targets for n in ast.walk(t)) or any(
            i.name == name for i in frame.facts.inner
        )

    def _assigned(self, values: list[tuple[ast.expr | None, ast.expr | None]], frame: Frame) -> str:
        annotated = next((a for a, _ in values if a is not None), None)
        if annotated is not None:
            return self.agent.types.read(annotated, frame.scope)
        return (
            self._all(*(v for _, v in values if v is not None), frame=frame)
            if all(v is not None for _, v in values)
            else ""
        )

    def path(self, node: ast.expr, frame: Frame) -> str:
        """The canonical path of a chain of names, imports inside the function included."""
        name = dotted(node)
        first, _, rest = name.partition(".")
        if not name or first == frame.receiver or first in frame.known or self._is_local(first, frame):
            return ""
        if any(isinstance(t, ast.Name) and t.id == first for t, *_ in frame.facts.assigns):
            return ""
        if frame.facts.imports:
            if frame.local is None:
                unit = frame.scope.unit
                frame.local = Flow(unit.name, package=unit.spot.package, star=lambda _: ((), False))
                frame.local.run(list(frame.facts.imports))
            entry = frame.local.entries.get(first)
            if entry and entry.best:
                return frame.scope.world.canonical(f"{entry.best.target}.{rest}" if rest else entry.best.target)
        module = Scope(frame.scope.world, frame.scope.unit)
        return module.path(name)

    def _global(self, name: str, frame: Frame) -> str:
        return self.of_path(self.path(ast.Name(name), frame), frame)

    def of_path(self, path: str, frame: Frame) -> str:  # noqa: PLR0911 -- one way out per kind
        """The type of what a canonical path names: `type[X]` for a class."""
        if not path:
            return ""
        if path in _BUILTIN_CLASSES:
            return f"type[{path}]"
        if frame.scope.world.is_plain_class(path):
            return f"type[{path}]"
        target = frame.scope.world.follow(path)
        if target.unit is None:
            return ""
        if target.binding is None:
            return f"module[{target.path}]"
        if isinstance(target.binding.node, ast.ClassDef) and not target.rest:
            return f"type[{target.path}]"
        if target.rest or isinstance(target.binding.node, ast.FunctionDef | ast.AsyncFunctionDef):
            return ""
        return self.agent.variable_type(target)

    def _attribute(self, node: ast.Attribute, frame: Frame) -> str:
        path = self.path(node, frame)
        if path:
            return self.of_path(path, frame)
        owner = self.type(node.value, frame)
        return self.member(owner, node.attr, frame)

    def member(self, owner: str, name: str, frame: Frame) -> str:
        """The type of an attribute of a value of a type."""
        members = [m for m in split_union(owner) if m != "None"]
        if len(members) != 1:
            return ""
        head = members[0].partition("[")[0]
        if head == "Self":
            head = frame.scope.owner
        found = self.agent.member_type(head, name)
        if "Self" in found and members[0] != "Self":
            found = members[0] if found == "Self" else ""
        return found

    def _call(self, node: ast.Call, frame: Frame) -> str:  # noqa: PLR0911 -- one way out per kind
        path = self.path(node.func, frame)
        if path in _BUILTIN_RESULTS:
            return _BUILTIN_RESULTS[path]
        if path in _BUILTIN_CLASSES:
            return "" if path in {"type", "super", "object"} else path
        if path in {"typing.cast", "typing_extensions.cast"} and node.args:
            return self.agent.types.read(node.args[0], frame.scope)
        if path and frame.scope.world.is_class(path):
            return path
        found = self._callee(node.func, frame)
        if found is not None:
            result = self.of_function(*found)
            return self._bind_self(result, node.func, frame)
        callee = self.type(node.func, frame)
        if callee.startswith("type[") and callee.endswith("]") and "|" not in callee:
            inner = callee[5:-1]
            return inner if inner != ANY else ""
        if isinstance(node.func, ast.Attribute) and self.type(node.func.value, frame) == "str":
            return _STR_METHODS.get(node.func.attr, "")
        return ""

    def _bind_self(self, result: str, func: ast.expr, frame: Frame) -> str:
        if "Self" not in result:
            return result
        owner = self.type(func.value, frame) if isinstance(func, ast.Attribute) else ""
        if owner in {"Self", "type[Self]"}:
            return result
        owner = owner[5:-1] if owner.startswith("type[") else owner
        return owner if result == "Self" else ""

    def _callee(self, func: ast.expr, frame: Frame) -> tuple[FunctionNode, Scope] | None:
        """The definition a call reaches, when the source tells."""
        path = self.path(func, frame)
        if path:
            return self.agent.function_at(path)
        if not isinstance(func, ast.Attribute):
            return None
        match func.value:
            case ast.Call(func=ast.Name(id="super"), args=[]) if frame.scope.owner:
                return self.agent.inherited(frame.scope.owner, func.attr)
        owner = self.type(func.value, frame)
        owner = (
            frame.scope.owner
            if owner in {"Self", "type[Self]"}
            else owner.removeprefix("type[").partition("[")[0].removesuffix("]")
        )
        if not owner or "|" in owner:
            return None
        return self.agent.method_at(owner, func.attr)

    def of_function(self, node: FunctionNode, scope: Scope, *, awaited: bool = False) -> str:
        """What a call of a definition gives: by its annotation, else by its body."""
        if any(
            not dotted(d).endswith(("staticmethod", "classmethod", "cache", "lru_cache", "override", "abstractmethod"))
            for d in node.decorator_list
        ):
            return ""
        if isinstance(node, ast.AsyncFunctionDef) and not awaited:
            return ""
        annotated = self.agent.types.read(node.returns, scope)
        if annotated and annotated != ANY:
            return annotated
        return self.result(node, scope)


def _is_raising(node: FunctionNode) -> bool:
    return bool(node.body) and isinstance(node.body[-1], ast.Raise)
