"""What calls and attribute reads give, by annotations and by what bodies return."""

from __future__ import annotations

import abc
import ast
from typing import TYPE_CHECKING

from apidrift.model.symbols import Flavour
from apidrift.surfaces._frames import BUILTIN_CLASSES, Frame, Names
from apidrift.surfaces._text import dotted
from apidrift.surfaces._types import ANY, split_union

if TYPE_CHECKING:
    from apidrift.surfaces._binding import FunctionNode
    from apidrift.surfaces._scope import Scope

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

_BYTES_METHODS = {
    "join": "bytes",
    "strip": "bytes",
    "lower": "bytes",
    "upper": "bytes",
    "replace": "bytes",
    "split": "list[bytes]",
    "decode": "str",
    "hex": "str",
    "startswith": "bool",
    "endswith": "bool",
}
_METHODS = {"str": _STR_METHODS, "bytes": _BYTES_METHODS}


class Calls(Names):
    """Types of calls and attributes."""

    _calls: dict[tuple[int, int], str]
    _asking: int

    @abc.abstractmethod
    def result(self, node: FunctionNode, scope: Scope) -> str:
        """The type a call returns, by its return statements."""

    def attribute(self, node: ast.Attribute, frame: Frame) -> str:
        """The type of an attribute read."""
        path = self.path(node, frame)
        if path:
            return self.of_path(path, frame) or self._enum_member(path)
        owner = self.type(node.value, frame)
        return self.member(owner, node.attr, frame)

    def _enum_member(self, path: str) -> str:
        """The enum whose member a path names; empty where it names something else."""
        owner, _, name = path.rpartition(".")
        info = self.agent.classes.info(owner)
        entry = info.entries.get(name) if info is not None else None
        if info is None or entry is None or entry.best is None or entry.best.value is None:
            return ""
        return owner if self.agent.flavours.making(info).flavour is Flavour.ENUM else ""

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

    def call(self, node: ast.Call, frame: Frame) -> str:
        """The type of what a call gives.

        Each part of a chain (`x.replace(…).replace(…)`) is asked for several times by the part behind it, so the
        answers are kept until the outermost question is answered.
        """
        key = (id(node), id(frame))
        if key not in self._calls:
            self._asking += 1
            self._calls[key] = self._call(node, frame)
            self._asking -= 1
        result = self._calls[key]
        if not self._asking:
            self._calls.clear()
        return result

    def _call(self, node: ast.Call, frame: Frame) -> str:  # noqa: PLR0911 -- one way out per kind
        path = self.path(node.func, frame)
        if path in _BUILTIN_RESULTS:
            return _BUILTIN_RESULTS[path]
        if path in BUILTIN_CLASSES:
            return "" if path in {"type", "super", "object"} else path
        if path in {"typing.cast", "typing_extensions.cast"} and node.args:
            return self.agent.types.read(node.args[0], frame.scope)
        if path and frame.scope.world.is_class(path):
            return path
        found = self.definition(node.func, frame)
        if found is not None:
            result = self.of_function(*found)
            return self._bind_self(result, node.func, frame)
        callee = self.type(node.func, frame)
        if callee.startswith("type[") and callee.endswith("]") and "|" not in callee:
            inner = callee[5:-1]
            return inner if inner != ANY else ""
        table = _METHODS.get(self.type(node.func.value, frame)) if isinstance(node.func, ast.Attribute) else None
        return table.get(node.func.attr, "") if table and isinstance(node.func, ast.Attribute) else ""

    def _bind_self(self, result: str, func: ast.expr, frame: Frame) -> str:
        if "Self" not in result:
            return result
        owner = self.type(func.value, frame) if isinstance(func, ast.Attribute) else ""
        if owner in {"Self", "type[Self]"}:
            return result
        owner = owner[5:-1] if owner.startswith("type[") else owner
        return owner if result == "Self" else ""

    def definition(self, func: ast.expr, frame: Frame) -> tuple[FunctionNode, Scope] | None:
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

    def awaited(self, node: ast.expr, frame: Frame) -> str:
        """The type of what awaiting a call gives."""
        found = self.definition(node.func, frame) if isinstance(node, ast.Call) else None
        if found is None or not isinstance(found[0], ast.AsyncFunctionDef):
            return ""
        return self.of_function(*found, awaited=True)
