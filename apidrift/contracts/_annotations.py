"""Type expressions: what the instances of an annotation may be."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from apidrift.contracts._atoms import NONE, UNKNOWN, Atom, ClassAtom, Ext, Instance, Lit, Prov, Unknown, Value
from apidrift.contracts._interp import Interp
from apidrift.contracts._values import Entry, Mapping, Seq, TypeForm, Wrapped, join

if TYPE_CHECKING:
    from apidrift.contracts._infos import FuncInfo, ModuleInfo

SEQUENCES = {
    "list", "List", "Sequence", "MutableSequence", "Iterable", "Iterator", "Generator", "Collection", "set", "Set",
    "frozenset", "FrozenSet", "AbstractSet", "Deque", "deque", "AsyncIterator", "AsyncIterable", "AsyncGenerator",
}  # fmt: skip
MAPPINGS = {"dict", "Dict", "Mapping", "MutableMapping", "OrderedDict", "defaultdict", "DefaultDict"}
TRANSPARENT = {"Optional", "Annotated", "ClassVar", "Final", "Required", "NotRequired", "ReadOnly", "InitVar"}
SIMPLE = {"int", "str", "float", "bool", "bytes", "object"}


def annotated(it: Interp, node: ast.expr, module: ModuleInfo, func: FuncInfo | None) -> Value:
    """The value of a variable of this annotation, evaluated where the annotation stands."""
    inner = Interp(it.world, it.unit, func)
    inner.module, inner.quiet = module, 1
    if it.func is func and it.module is module:
        inner.env = it.env
    return instances(inner, evaluate(inner, node))


def evaluate(it: Interp, node: ast.expr) -> Value:
    """The value of a type expression; strings in it are expressions too."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        try:
            return evaluate(it, ast.parse(node.value.strip(), mode="eval").body)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return UNKNOWN
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        parts = [instances(it, evaluate(it, side)) for side in (node.left, node.right)]
        return (TypeForm(join(*parts)),)
    if isinstance(node, ast.Subscript):
        owner = evaluate(it, node.value)
        form = generic(it, owner[0], node) if len(owner) == 1 else None
        return form if form is not None else owner
    return it.eval(node)


def is_type(value: Value) -> bool:
    """Whether a value can stand in `A | B` as a type."""
    return bool(value) and all(
        isinstance(atom, ClassAtom | TypeForm)
        or (isinstance(atom, Lit) and atom.value is None)
        or (isinstance(atom, Prov) and bool(atom.node.dotted()) and atom.node.dotted().rpartition(".")[2][:1].isupper())
        or (isinstance(atom, Ext) and atom.name.rpartition(".")[2] in SIMPLE | SEQUENCES | MAPPINGS | {"tuple", "Any"})
        for atom in value
    )


def instances(it: Interp, value: Value) -> Value:
    """What an instance of a type may be."""
    return join(*(_instance(it, atom) for atom in value)) or UNKNOWN


def _instance(it: Interp, atom: Atom) -> Value:  # noqa: PLR0911 -- one arm per kind
    match atom:
        case Prov(node=node, guards=guards):
            name = node.instance_type()
            return (it.typed(name, guards),) if name else UNKNOWN
        case ClassAtom(info=info):
            return (Instance(info),)
        case TypeForm(instances=inner):
            return inner
        case Lit(value=None):
            return NONE
        case Lit(value=str(text)):
            return instances(it, evaluate(it, ast.Constant(text)))
        case Ext(name=name):
            return _plain(name.rpartition(".")[2])
        case _:
            return UNKNOWN


def _plain(name: str) -> Value:
    if name in SIMPLE:
        return (Unknown(name),)
    if name in {"dict", "Dict"}:
        return (Mapping({}, more=True, element=UNKNOWN),)
    return UNKNOWN


def generic(it: Interp, owner: Atom, node: ast.Subscript) -> Value | None:
    """The value of `owner[…]` where the owner is a generic type; None where it is not."""
    if isinstance(owner, ClassAtom):
        return (owner,)
    if isinstance(owner, Prov):
        return (owner,)
    if not isinstance(owner, Ext):
        return None
    name = owner.name.rpartition(".")[2]
    if name in {"Generic", "Protocol"}:
        return (owner,)
    parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    if name == "Literal":
        return (TypeForm(UNKNOWN),)
    inner = [instances(it, evaluate(it, part)) for part in parts if not isinstance(part, ast.List | ast.Slice)]
    built = _generic(it, name, inner, parts)
    return None if built is None else (TypeForm(built),)


def _generic(it: Interp, name: str, inner: list[Value], parts: list[ast.expr]) -> Value | None:  # noqa: C901, PLR0911 -- one arm per kind
    if name in {"Type", "type"}:
        return join(*(_class_of(it, part) for part in parts))
    if name == "Union":
        return join(*inner)
    if name in TRANSPARENT:
        return join(inner[0] if inner else (), NONE if name == "Optional" else ())
    if name in SEQUENCES:
        return (Seq("list" if name in {"list", "List"} else "iterator", None, inner[0] if inner else UNKNOWN),)
    if name in MAPPINGS:
        return (Mapping({}, more=True, element=inner[1] if len(inner) > 1 else UNKNOWN),)
    if name in {"tuple", "Tuple"}:
        if any(isinstance(part, ast.Constant) and part.value is Ellipsis for part in parts):
            return (Seq("tuple", None, inner[0]),)
        return (Seq("tuple", tuple(inner)),)
    if name in {"Awaitable", "Coroutine"}:
        return (Wrapped("await", inner[-1] if inner else UNKNOWN),)
    if name == "Callable":
        return (Wrapped("call", inner[-1] if inner else UNKNOWN),)
    if name in {"AbstractContextManager", "ContextManager"}:
        return (Wrapped("enter", inner[0] if inner else UNKNOWN),)
    return None


def _class_of(it: Interp, part: ast.expr) -> Value:
    """`type[X]`: some class that is X or below it."""
    found: list[Atom] = []
    for atom in instances(it, evaluate(it, part)):
        if isinstance(atom, Prov) and atom.node.dotted():
            found.append(it.typed(f"type[{atom.node.dotted()}]", atom.guards))
        elif isinstance(atom, Instance):
            found.append(ClassAtom(atom.info))
    return tuple(found) or UNKNOWN


__all__ = ["Entry", "annotated", "evaluate", "generic", "instances", "is_type"]
