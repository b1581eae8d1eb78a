"""Type expressions, parsed once: `list[vllm.v1.request.Request] | None` becomes a small tree."""

from __future__ import annotations

import ast
from functools import lru_cache
from typing import NamedTuple


class Node(NamedTuple):
    """A type expression. `name` is a dotted name, or `Union`, `Literal`, `Callable`, `...`."""

    name: str
    args: tuple[Node, ...] = ()
    literals: tuple[str, ...] = ()
    """For `Literal`: the `repr` of each value."""

    @property
    def known(self) -> bool:
        """Whether it says anything."""
        return self.name not in UNSAID


ANY = Node("Any")
NOTHING_SAID = Node("")
NONE = Node("None")
UNSAID = frozenset({"Any", "object", "Incomplete", "Unknown", ""})

_PREFIXES = ("typing.", "typing_extensions.", "collections.abc.", "builtins.", "types.", "_typeshed.", "contextlib.")
_SPELLINGS = {
    "List": "list",
    "Dict": "dict",
    "Tuple": "tuple",
    "Set": "set",
    "FrozenSet": "frozenset",
    "Type": "type",
    "Text": "str",
    "NoneType": "None",
    "CoroutineType": "Coroutine",
    "GeneratorType": "Generator",
    "LiteralString": "str",
    "NoReturn": "Never",
}
_WRAPPERS = frozenset({"Annotated", "Final", "ClassVar", "InitVar", "Required", "NotRequired", "ReadOnly", "Unpack"})


@lru_cache(maxsize=8192)
def parse_type(text: str) -> Node:
    """Parse a type expression; anything that is none parses to `Any`."""
    if not text:
        return NOTHING_SAID
    try:
        tree = ast.parse(text.strip(), mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ANY
    return _node(tree.body)


def _node(tree: ast.expr) -> Node:  # noqa: PLR0911 -- one return per kind of expression
    match tree:
        case ast.Constant(value=None):
            return NONE
        case ast.Constant(value=str() as text):
            return parse_type(text)
        case ast.Constant(value=value) if value is ...:
            return Node("...")
        case ast.BinOp(op=ast.BitOr()):
            return _union((_node(tree.left), _node(tree.right)))
        case ast.Subscript():
            return _subscript(tree)
        case ast.List():
            return Node("[]", tuple(map(_node, tree.elts)))
        case _:
            return Node(_plain(_dotted(tree)))


def _dotted(tree: ast.expr) -> str:
    if isinstance(tree, ast.Name):
        return tree.id
    if isinstance(tree, ast.Attribute):
        base = _dotted(tree.value)
        return f"{base}.{tree.attr}" if base else ""
    return ""


@lru_cache(maxsize=4096)
def _plain(name: str) -> str:
    if name == "dataclasses.InitVar":
        return "InitVar"
    for prefix in _PREFIXES:
        if name.startswith(prefix):
            name = name.removeprefix(prefix)
            break
    return _SPELLINGS.get(name, name) or "Any"


def _subscript(tree: ast.Subscript) -> Node:
    name = _plain(_dotted(tree.value))
    parts = tree.slice.elts if isinstance(tree.slice, ast.Tuple) else [tree.slice]
    if name == "Literal":
        return Node(name, (), tuple(ast.unparse(part) for part in parts))
    if name in _WRAPPERS:
        return _node(parts[0])
    args = tuple(map(_node, parts))
    if name == "Optional":
        return _union((*args, NONE))
    return _union(args) if name == "Union" else Node(name, args)


def _union(options: tuple[Node, ...]) -> Node:
    flat: list[Node] = []
    for option in options:
        for part in option.args if option.name == "Union" else (option,):
            if part not in flat:
                flat.append(part)
    return Node("Union", tuple(flat)) if len(flat) > 1 else flat[0]


def substitute(node: Node, name: str, replacement: Node) -> Node:
    """The expression with one name replaced throughout (`Self` by the receiver's class)."""
    if node.name == name:
        return replacement
    if not node.args:
        return node
    return node._replace(args=tuple(substitute(arg, name, replacement) for arg in node.args))


def optional(node: Node) -> bool:
    """Whether None is one of the values."""
    return node.name == "None" or (node.name == "Union" and NONE in node.args)


def names(node: Node) -> tuple[str, ...]:
    """Every dotted name in the expression."""
    own = (node.name,) if "." in node.name or node.name.isidentifier() else ()
    return own + tuple(name for arg in node.args for name in names(arg))
