"""Annotations as type expressions: names qualified, sugar unified (`Optional[X]` is `X | None`)."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from apidrift.surfaces._literals import UNKNOWN, literal
from apidrift.surfaces._text import spell

if TYPE_CHECKING:
    from apidrift.surfaces._scope import Scope
    from apidrift.surfaces._unit import Target
    from apidrift.surfaces._values import Evaluator

ANY = "Any"
_TYPING = ("typing.", "typing_extensions.", "_typeshed.")
_GENERICS = {
    "List": "list",
    "Dict": "dict",
    "Set": "set",
    "FrozenSet": "frozenset",
    "Tuple": "tuple",
    "Type": "type",
    "Text": "str",
    "AnyStr": "str | bytes",
    "DefaultDict": "collections.defaultdict",
    "OrderedDict": "collections.OrderedDict",
    "Counter": "collections.Counter",
    "ChainMap": "collections.ChainMap",
    "Deque": "collections.deque",
    "Pattern": "re.Pattern",
    "Match": "re.Match",
    "ContextManager": "contextlib.AbstractContextManager",
    "AsyncContextManager": "contextlib.AbstractAsyncContextManager",
    "AbstractSet": "collections.abc.Set",
    "NoReturn": "Never",
    "LiteralString": "str",
}
_ABC = frozenset(
    [
        "Awaitable",
        "Coroutine",
        "AsyncIterable",
        "AsyncIterator",
        "AsyncGenerator",
        "Iterable",
        "Iterator",
        "Generator",
        "Reversible",
        "Container",
        "Collection",
        "Callable",
        "Sequence",
        "MutableSequence",
        "Mapping",
        "MutableMapping",
        "MutableSet",
        "MappingView",
        "KeysView",
        "ItemsView",
        "ValuesView",
        "Hashable",
        "Sized",
        "ByteString",
        "Buffer",
    ]
)
_TRANSPARENT = frozenset(
    {"Annotated", "Final", "ClassVar", "Required", "NotRequired", "ReadOnly", "Unpack", "TypeGuard", "TypeIs"}
)
_OWN_WRAPPERS = frozenset(
    {
        "dataclasses.InitVar",
        "pydantic.SkipValidation",
        "pydantic.functional_validators.SkipValidation",
        "pydantic.InstanceOf",
    }
)
_BARE = frozenset({"Any", "Self", "Literal", "Never"})
_VARIABLES = frozenset({"TypeVar", "ParamSpec", "TypeVarTuple"})
_LIMIT = 8


class TypeReader:
    """Turns annotations into type expressions.

    Args:
        evaluator: for the values inside `Literal[…]`.
    """

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self._aliases: dict[str, str] = {}
        self._open: set[str] = set()

    def read(self, node: ast.expr | None, scope: Scope) -> str:
        """The type expression of an annotation; `Any` stands for what is not known; empty without annotation."""
        if node is None:
            return ""
        try:
            return self._read(node, scope, 0)
        except RecursionError:
            return ANY

    def _read(self, node: ast.expr, scope: Scope, depth: int) -> str:  # noqa: C901, PLR0911 -- one arm per syntax
        match node:
            case ast.Constant(value=None):
                return "None"
            case ast.Constant(value=str() as text):
                return self._string(text, scope, depth)
            case ast.Constant(value=value) if value is Ellipsis:
                return "..."
            case ast.BinOp(left=left, op=ast.BitOr(), right=right):
                return union(self._read(left, scope, depth), self._read(right, scope, depth))
            case ast.Name() | ast.Attribute():
                return self._name(node, scope, depth)
            case ast.Subscript(value=value, slice=index):
                return self._subscript(value, index, scope, depth)
            case ast.List(elts=elts):
                return "[" + ", ".join(self._read(e, scope, depth) for e in elts) + "]"
            case ast.Tuple(elts=elts):
                return ", ".join(self._read(e, scope, depth) for e in elts)
            case ast.Starred(value=inner):
                return self._read(inner, scope, depth)
            case ast.Call(func=func, args=[*_]) if spell(func).endswith("NewType"):
                return ANY
            case _:
                return ANY

    def _string(self, text: str, scope: Scope, depth: int) -> str:
        try:
            inner = ast.parse(text.strip(), mode="eval").body
        except (SyntaxError, ValueError):
            return ANY
        return ANY if depth > _LIMIT else self._read(inner, scope, depth + 1)

    def _name(self, node: ast.expr, scope: Scope, depth: int) -> str:
        name = spell(node)
        if name in scope.variables:
            return scope.variables[name]
        path = scope.type_path(name)
        if not path:
            return ANY
        return self._path(path, scope, depth)

    def _path(self, path: str, scope: Scope, depth: int) -> str:
        if (special := _special(path)) is not None:
            return special
        if "." not in path or scope.world.is_plain_class(path):
            return path
        target = scope.world.follow(path)
        if target.unit is None or target.binding is None:
            return path
        if isinstance(target.binding.node, ast.ClassDef):
            return path
        if isinstance(target.binding.node, ast.FunctionDef | ast.AsyncFunctionDef):
            return ANY
        return self._alias(path, target, scope, depth)

    def _alias(self, path: str, target: Target, scope: Scope, depth: int) -> str:
        """A module's variable used as a type: a type alias, a type variable, a NewType."""
        if path not in self._aliases:
            if path in self._open or depth > _LIMIT:
                return ANY
            self._open.add(path)
            self._aliases[path] = self._alias_value(path, target, scope, depth)
            self._open.discard(path)
        return self._aliases[path]

    def _alias_value(self, path: str, target: Target, scope: Scope, depth: int) -> str:
        from apidrift.surfaces._scope import Scope as NewScope  # noqa: PLC0415 -- a module-level scope of the alias

        assert target.unit is not None
        assert target.binding is not None
        value = target.binding.value
        inner = NewScope(scope.world, target.unit)
        if value is None or target.rest:
            return ANY
        if isinstance(value, ast.Call):
            return self._called(path, value, inner, depth)
        if isinstance(value, ast.Constant) and value.value is not None and not isinstance(value.value, str):
            return ANY
        return self._read(value, inner, depth + 1)

    def _called(self, path: str, call: ast.Call, scope: Scope, depth: int) -> str:
        function = scope.node_path(call.func).rpartition(".")[2]
        if function in _VARIABLES:
            bound = next((k.value for k in call.keywords if k.arg == "bound"), None)
            if bound is not None:
                return self._read(bound, scope, depth + 1)
            if len(call.args) > 1:
                return union(*(self._read(a, scope, depth + 1) for a in call.args[1:]))
            return ANY
        if function == "NewType" and len(call.args) == 2:  # noqa: PLR2004 -- NewType(name, type)
            return self._read(call.args[1], scope, depth + 1)
        if function in {"namedtuple", "NamedTuple", "TypedDict", "Enum", "IntEnum", "StrEnum", "Flag", "IntFlag"}:
            return path
        return ANY

    def _subscript(self, value: ast.expr, index: ast.expr, scope: Scope, depth: int) -> str:  # noqa: PLR0911 -- one way out per kind
        path = scope.path(spell(value)) if isinstance(value, ast.Name | ast.Attribute) else ""
        last = path.rpartition(".")[2]
        items = index.elts if isinstance(index, ast.Tuple) else [index]
        if path in _OWN_WRAPPERS:
            return self._read(index, scope, depth)
        if path.startswith(_TYPING):
            match last:
                case "Optional":
                    return union(self._read(index, scope, depth), "None")
                case "Union":
                    return union(*(self._read(i, scope, depth) for i in items))
                case "Literal":
                    return self._literal(items, scope)
                case "TypeGuard" | "TypeIs":
                    return "bool"
                case _ if last in _TRANSPARENT:
                    return self._read(items[0], scope, depth)
        head = self._read(value, scope, depth)
        if head in {ANY, "Never"} or "|" in head:
            return head
        if "[" in head:
            return head
        return f"{head}[{', '.join(self._read(i, scope, depth) for i in items)}]"

    def _literal(self, items: list[ast.expr], scope: Scope) -> str:
        values: list[str] = []
        for item in items:
            value = self.evaluator.evaluate(item, scope.unit)
            if value is UNKNOWN or (text := literal(value)) is None:
                nested = self._read(item, scope, 1)
                if not nested.startswith("Literal["):
                    return ANY
                text = nested[len("Literal[") : -1]
            values.append(text)
        return f"Literal[{', '.join(dict.fromkeys(values))}]"


def _special(path: str) -> str | None:
    if not path.startswith(_TYPING):
        return None
    last = path.rpartition(".")[2]
    if last in _BARE or last == "Protocol":
        return last if last in _BARE else path
    if last in _GENERICS:
        return _GENERICS[last]
    if last in _ABC:
        return f"collections.abc.{last}"
    if last in _TRANSPARENT:
        return ANY
    return "typing." + last


def split_union(text: str) -> list[str]:
    """The members of a union at the top level of a type expression."""
    parts, depth, quote, start = [], 0, "", 0
    for position, char in enumerate(text):
        if quote:
            quote = "" if char == quote and text[position - 1] != "\\" else quote
        elif char in "'\"":
            quote = char
        elif char in "[(":
            depth += 1
        elif char in "])":
            depth -= 1
        elif char == "|" and not depth:
            parts.append(text[start:position].strip())
            start = position + 1
    parts.append(text[start:].strip())
    return [p for p in parts if p]


def union(*types: str) -> str:
    """A union of type expressions: flat, without repeats, `None` last."""
    members = list(dict.fromkeys(m for t in types for m in split_union(t)))
    if "None" in members:
        members = [*(m for m in members if m != "None"), "None"]
    return " | ".join(members)
