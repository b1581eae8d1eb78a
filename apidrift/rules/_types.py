"""Type expressions, compared by meaning: `Optional[X]`, `Union[None, X]` and `X | None` are the same."""

from __future__ import annotations

import ast
import functools
import re

_HOMES = ("typing.", "typing_extensions.", "collections.abc.", "collections.", "builtins.", "types.")
_SPELLINGS = {
    "List": "list",
    "Dict": "dict",
    "Tuple": "tuple",
    "Set": "set",
    "FrozenSet": "frozenset",
    "Type": "type",
    "NoneType": "None",
    "Text": "str",
    "DefaultDict": "defaultdict",
}
_WRAPPERS = frozenset({"Annotated", "Final", "ClassVar", "InitVar", "Required", "NotRequired", "ReadOnly"})

SEQUENCES = frozenset({"list", "tuple", "Sequence", "MutableSequence"})
"""Types that can be indexed by number and iterated again and again."""
ITERATORS = frozenset({"Iterator", "Generator", "Iterable", "map", "filter", "zip"})
"""Types that can be iterated, but not indexed."""
MAPPINGS = frozenset({"dict", "Mapping", "MutableMapping", "defaultdict", "OrderedDict"})
"""Types that are indexed by key."""
AWAITABLES = frozenset({"Awaitable", "Coroutine", "Future", "Task"})
"""Types that must be awaited."""
UNKNOWN = frozenset({"", "Any", "object", "Incomplete"})
"""Type expressions that say nothing."""


@functools.lru_cache(maxsize=4096)
def members(text: str) -> frozenset[str]:
    """The alternatives of a type expression, each in canonical spelling; empty where it says nothing."""
    try:
        node = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError):
        return frozenset({text.strip()} - UNKNOWN)
    found = frozenset(_members(node))
    return frozenset() if found & UNKNOWN else found


def split(member: str) -> tuple[str, tuple[str, ...]]:
    """Head and arguments of one canonical alternative: `dict[str, int]` is `("dict", ("str", "int"))`."""
    head, bracket, rest = member.partition("[")
    return head, _split_arguments(rest[:-1]) if bracket else ()


def aligned(old: str, new: str) -> tuple[frozenset[str], frozenset[str]]:
    """The alternatives of two type expressions, less precise where only one of them says more.

    `dict` and `dict[str, Any]` say nothing of the values, so `dict[str, int]` is compared with either as `dict`.
    """
    before, after = members(old), members(new)
    if before == after or _homeless(before) == _homeless(after):
        return before, before
    vague = {split(each)[0] for each in before | after if _is_vague(each)}
    before, after = _blurred(before, vague), _blurred(after, vague)
    return before, frozenset(next((b for b in sorted(before) if _alike(b, each)), each) for each in after)


def _alike(one: str, other: str) -> bool:
    """Whether two alternatives say the same wherever both say something."""
    if one == other or one in UNKNOWN or other in UNKNOWN:
        return True
    (head, arguments), (other_head, others) = split(one), split(other)
    if head != other_head or len(arguments) != len(others) or not arguments:
        return False
    return all(map(_alike, arguments, others))


def _is_vague(member: str) -> bool:
    arguments = split(member)[1]
    return not arguments or any(each in UNKNOWN or " | Any" in each for each in arguments)


def _homeless(alternatives: frozenset[str]) -> frozenset[str]:
    """The alternatives without the modules that classes are kept in: `np._core.X` is what `np.core.X` was."""
    return frozenset(_MODULES.sub(".", each) for each in alternatives)


_MODULES = re.compile(r"(?<=\w)\.(?:\w+\.)+")


def _blurred(alternatives: frozenset[str], vague: set[str]) -> frozenset[str]:
    return frozenset(split(each)[0] if split(each)[0] in vague else each for each in alternatives)


def literals(text: str) -> frozenset[str]:
    """The values a type expression lists in `Literal[…]`, as `repr`."""
    return frozenset(split(each)[1][0] for each in members(text) if each.startswith("Literal["))


def _split_arguments(text: str) -> tuple[str, ...]:
    parts: list[str] = []
    depth, start, quote = 0, 0, ""
    for position, character in enumerate(text):
        if quote:
            quote = "" if character == quote else quote
        elif character in "'\"":
            quote = character
        elif character in "[(":
            depth += 1
        elif character in ")]":
            depth -= 1
        elif character == "," and not depth:
            parts.append(text[start:position].strip())
            start = position + 1
    last = text[start:].strip()
    return (*parts, last) if last else tuple(parts)


def _members(node: ast.expr) -> list[str]:
    match node:
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return [*_members(left), *_members(right)]
        case ast.Constant(value=str(text)):
            return sorted(members(text)) or ["Any"]
        case ast.Subscript(value=value, slice=inner):
            return _subscripted(_name(value), _elements(inner))
        case _:
            return [_name(node)]


def _subscripted(head: str, inner: list[ast.expr]) -> list[str]:
    if head == "Optional":
        return [*_members(inner[0]), "None"]
    if head == "Union":
        return [each for one in inner for each in _members(one)]
    if head == "Literal":
        return [f"Literal[{ast.unparse(one)}]" for one in inner]
    if head in _WRAPPERS:
        return _members(inner[0])
    return [f"{head}[{', '.join(map(_joined, inner))}]"]


def _joined(node: ast.expr) -> str:
    if isinstance(node, ast.List | ast.Tuple):
        return f"[{', '.join(map(_joined, node.elts))}]"
    return " | ".join(sorted(_members(node)))


def _elements(node: ast.expr) -> list[ast.expr]:
    return node.elts if isinstance(node, ast.Tuple) else [node]


def _name(node: ast.expr) -> str:
    text = ast.unparse(node)
    for home in _HOMES:
        text = text.removeprefix(home)
    return _SPELLINGS.get(text, text)
