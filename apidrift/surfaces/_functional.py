"""Classes made by a call: `namedtuple("T", "a b")`, `NamedTuple(…)`, `TypedDict(…)`, `Enum("E", "A B")`.

They are rewritten as the class statement that would make the same class, so that one path reads both.
"""

from __future__ import annotations

import ast

from apidrift.surfaces._text import dotted

STANDARD_BASES = frozenset(
    {"typing.NamedTuple", "typing.TypedDict", *(f"enum.{n}" for n in ("Enum", "IntEnum", "StrEnum", "Flag", "IntFlag"))}
)
"""Bases that rewritten classes name although their module may not import them."""

_ENUMS = frozenset({"Enum", "IntEnum", "StrEnum", "Flag", "IntFlag"})


def class_of_call(call: ast.expr | None, name: str = "") -> ast.ClassDef | None:
    """The class statement for a functional class; None if the call is something else or not literal.

    Args:
        call: the expression.
        name: the name it is assigned to; empty to use the name given in the call.
    """
    if not isinstance(call, ast.Call) or not call.args or not isinstance(call.args[0], ast.Constant):
        return None
    made = dotted(call.func).rpartition(".")[2]
    name = name or str(call.args[0].value)
    try:
        body, base = _body(made, call)
    except (ValueError, SyntaxError):
        return None
    node = ast.ClassDef(name, [ast.Name(base, ast.Load())], _keywords(made, call), body or [ast.Pass()], [])
    return ast.copy_location(node, call)


def _body(made: str, call: ast.Call) -> tuple[list[ast.stmt], str]:
    if made == "namedtuple":
        return _named_tuple(call), "typing.NamedTuple"
    if made == "NamedTuple":
        return [_field(n, a, None, call) for n, a in _pairs(_second(call))], "typing.NamedTuple"
    if made == "TypedDict":
        return [_field(n, a, None, call) for n, a in _pairs(_second(call))], "typing.TypedDict"
    if made in _ENUMS and len(call.args) > 1:
        return _enum(call), f"enum.{made}"
    raise ValueError(made)


def _second(call: ast.Call) -> ast.expr:
    found = call.args[1] if len(call.args) > 1 else next((k.value for k in call.keywords if k.arg == "fields"), None)
    if found is None:
        raise ValueError(call)
    return found


def _keywords(made: str, call: ast.Call) -> list[ast.keyword]:
    return [k for k in call.keywords if made == "TypedDict" and k.arg == "total"]


def _named_tuple(call: ast.Call) -> list[ast.stmt]:
    given = next((k.value for k in call.keywords if k.arg == "field_names"), None)
    fields = _words(ast.literal_eval(given or _second(call)))
    defaults = next((k.value for k in call.keywords if k.arg == "defaults"), None)
    values: list[ast.expr] = []
    if defaults is not None:
        if not isinstance(defaults, ast.Tuple | ast.List):
            return [_field(f, ast.Name("Any", ast.Load()), ast.Constant(Ellipsis), call) for f in fields]
        values = list(defaults.elts)
    padded: list[ast.expr | None] = [*[None] * (len(fields) - len(values)), *values]
    return [_field(f, ast.Name("object", ast.Load()), v, call) for f, v in zip(fields, padded, strict=True)]


def _words(value: object) -> list[str]:
    if isinstance(value, str):
        return value.replace(",", " ").split()
    if isinstance(value, list | tuple):
        return [str(v) for v in value]
    raise ValueError(value)


def _pairs(node: ast.expr) -> list[tuple[str, ast.expr]]:
    if isinstance(node, ast.Dict):
        return [(str(ast.literal_eval(k)), v) for k, v in zip(node.keys, node.values, strict=True) if k is not None]
    if isinstance(node, ast.List | ast.Tuple):
        pairs = [e.elts for e in node.elts if isinstance(e, ast.Tuple)]
        return [(str(ast.literal_eval(key)), value) for key, value in pairs]
    raise ValueError(node)


def _field(name: str, annotation: ast.expr, value: ast.expr | None, call: ast.Call) -> ast.stmt:
    node = ast.AnnAssign(ast.Name(name, ast.Store()), annotation, value, simple=1)
    return ast.copy_location(node, call)


def _enum(call: ast.Call) -> list[ast.stmt]:
    names = call.args[1]
    if isinstance(names, ast.Dict) or _is_pairs(names):
        members = _pairs(names)
    else:
        start = next((int(ast.literal_eval(k.value)) for k in call.keywords if k.arg == "start"), 1)
        words = _words(ast.literal_eval(names))
        flags = dotted(call.func).endswith("Flag")
        values = [start << i if flags else start + i for i in range(len(words))]
        members = [(w, ast.Constant(v)) for w, v in zip(words, values, strict=True)]
    return [ast.copy_location(ast.Assign([ast.Name(n, ast.Store())], v), call) for n, v in members]


def _is_pairs(node: ast.expr) -> bool:
    return isinstance(node, ast.List | ast.Tuple) and bool(node.elts) and isinstance(node.elts[0], ast.Tuple | ast.List)


def inline_bases(node: ast.ClassDef) -> ast.ClassDef:
    """`class T(namedtuple("B", "a b"))` with the made base drawn into the class itself."""
    body: list[ast.stmt] = []
    bases: list[ast.expr] = []
    for base in node.bases:
        made = class_of_call(base)
        bases += made.bases if made else [base]
        body += made.body if made else []
    if not body:
        return node
    new = ast.ClassDef(node.name, bases, node.keywords, [*body, *node.body], node.decorator_list)
    return ast.copy_location(new, node)
