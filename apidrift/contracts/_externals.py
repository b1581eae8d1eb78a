"""Names of the standard library that the analysis understands, called by the consumer."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from apidrift.contracts import _handed as handed
from apidrift.contracts import _patches as patches
from apidrift.contracts import _probes as probes
from apidrift.contracts import _texts as texts
from apidrift.contracts._atoms import UNKNOWN, ClassAtom, Ext, Instance, Lit, Prov, Super, Unknown, Value, Version
from apidrift.contracts._items import iterate
from apidrift.contracts._values import Entry, Mapping, Partial, Seq, TypeForm, Wrapped, join
from apidrift.model import contract as c
from apidrift.model.paths import Argument, Attr, Iterated, Shape

if TYPE_CHECKING:
    from collections.abc import Callable

    from apidrift.contracts._arguments import Arguments
    from apidrift.contracts._interp import Interp

Handler = "Callable[[Interp, Arguments, ast.expr], Value]"


def raw(it: Interp, callee: Value, node: ast.Call) -> Value | None:
    """Calls whose arguments are not evaluated like any other's; None for all others."""
    if len(callee) != 1 or not isinstance(callee[0], Ext):
        return None
    name = callee[0].name
    if name == "builtins.super":
        return _super(it, node)
    if name in {"builtins.isinstance", "builtins.issubclass"} and len(node.args) > 1:
        it.spread(node.args[0])
        check_classes(it, node.args[1], name.removeprefix("builtins."))
        return (Unknown("bool"),)
    if name.rpartition(".")[2] == "cast" and name.startswith("typing") and len(node.args) > 1:
        return _cast(it, node)
    return None


def _super(it: Interp, node: ast.Call) -> Value:
    del node
    func = it.func
    while func is not None and func.cls is None:
        func = func.outers[0] if func.outers else None
    return (Super(func.cls),) if func is not None and func.cls is not None else UNKNOWN


def _cast(it: Interp, node: ast.Call) -> Value:
    from apidrift.contracts._annotations import evaluate, instances  # noqa: PLC0415

    value = it.eval(node.args[1])
    return join(instances(it, evaluate(it, node.args[0]))) or value


def check_classes(it: Interp, node: ast.expr, where: str) -> Value:
    """Evaluate the class or tuple of classes of a type test; provider classes in it are a use."""
    nodes = node.elts if isinstance(node, ast.Tuple) else [node]
    found: list[Value] = []
    for part in nodes:
        value = it.eval(part)
        it.emit(c.Check(where), tuple(a for a in value if isinstance(a, Prov)), part)
        found += [join(*(atom.items or ())) if isinstance(atom, Seq) else (atom,) for atom in value]
    return join(*found)


def call(it: Interp, name: str, found: Arguments, node: ast.expr) -> Value:
    """The result of calling a name outside the consumer and the providers."""
    handler = HANDLERS.get(name) or HANDLERS.get(f"*.{name.rpartition('.')[2]}")
    return handler(it, found, node) if handler else UNKNOWN


def _argument_node(node: ast.expr, index: int = 0) -> ast.expr:
    if isinstance(node, ast.Call) and index < len(node.args):
        return node.args[index]
    return node


def _sequence(kind: str) -> Callable[[Interp, Arguments, ast.expr], Value]:
    def handler(it: Interp, found: Arguments, node: ast.expr) -> Value:
        value = found.get(0)
        if not value:
            return (Seq(kind, ()),)
        element = iterate(it, value, _argument_node(node))
        known = value[0].items if len(value) == 1 and isinstance(value[0], Seq) and value[0].kind != "set" else None
        return (Seq(kind, known if kind in {"list", "tuple"} else None, element),)

    return handler


def _enumerate(it: Interp, found: Arguments, node: ast.expr) -> Value:
    element = iterate(it, found.get(0), _argument_node(node))
    return (Seq("iterator", None, (Seq("tuple", ((Unknown("int"),), element)),)),)


def _zip(it: Interp, found: Arguments, node: ast.expr) -> Value:
    items = tuple(iterate(it, v, _argument_node(node, i)) for i, v in enumerate(found.positional))
    return (Seq("iterator", None, (Seq("tuple", items),)),)


def _map(it: Interp, found: Arguments, node: ast.expr) -> Value:
    from apidrift.contracts._arguments import Arguments as Given  # noqa: PLC0415
    from apidrift.contracts._calls import call as call_value  # noqa: PLC0415

    elements = [iterate(it, v, _argument_node(node, i + 1)) for i, v in enumerate(found.positional[1:])]
    result = call_value(it, found.get(0), Given(elements), _argument_node(node)) if elements else UNKNOWN
    return (Seq("iterator", None, result),)


def _element(it: Interp, found: Arguments, node: ast.expr) -> Value:
    return join(
        *(iterate(it, v, _argument_node(node, i)) for i, v in enumerate(found.positional[:1])), *found.positional[1:]
    )


def _consume(it: Interp, found: Arguments, node: ast.expr) -> Value:
    if len(found.positional) == 1:
        return iterate(it, found.get(0), _argument_node(node))
    return join(*found.positional) or UNKNOWN


def _islice(it: Interp, found: Arguments, node: ast.expr) -> Value:
    return (Seq("iterator", None, iterate(it, found.get(0), _argument_node(node))),)


def _asking(method: str, type_: str) -> Callable[[Interp, Arguments, ast.expr], Value]:
    """A builtin that needs a special method of its first argument."""

    def handler(it: Interp, found: Arguments, node: ast.expr) -> Value:
        version = tuple(atom for atom in found.get(0) if isinstance(atom, Version))
        if not version and len(found.positional) == 1:
            it.emit(c.Operate(method), found.get(0), _argument_node(node))
        return version or (Unknown(type_),)

    return handler


def _next(it: Interp, found: Arguments, node: ast.expr) -> Value:
    it.emit(c.Operate("__next__"), found.get(0), _argument_node(node))
    element = it.step(found.get(0), Iterated())
    rest = tuple(atom for atom in found.get(0) if not isinstance(atom, Prov))
    own = iterate(it, rest, _argument_node(node)) if rest else ()
    return join(element, own, *found.positional[1:]) or UNKNOWN


def _ordered(it: Interp, found: Arguments, node: ast.expr) -> Value:
    """`sorted(xs)`: without a key the elements are compared with one another."""
    result = _sequence("list")(it, found, node)
    if "key" not in found.keywords and not found.double_star:
        element = join(*(atom.element for atom in result if isinstance(atom, Seq)))
        it.emit(c.Operate("__lt__", SAME), element, _argument_node(node))
    return result


SAME = "="
"""Stands for another operand of the same kind."""


def _len(it: Interp, found: Arguments, node: ast.expr) -> Value:
    it.emit(c.Operate("__len__"), found.get(0), _argument_node(node))
    return (Unknown("int"),)


def _bool(it: Interp, found: Arguments, node: ast.expr) -> Value:
    it.emit(c.Truth(), found.get(0), _argument_node(node))
    return found.get(0) or UNKNOWN


def _dict(it: Interp, found: Arguments, node: ast.expr) -> Value:
    from apidrift.contracts._items import fold_mapping  # noqa: PLC0415

    del it, node
    entries: dict[object, Entry] = {}
    more = found.double_star
    for value in found.positional:
        more = fold_mapping(entries, value) or more
    entries |= {name: Entry(value) for name, value in found.keywords.items()}
    for name, value in found.maybe.items():
        entries.setdefault(name, Entry(value, False))
    return (Mapping(entries, more=more),)


def _type(it: Interp, found: Arguments, node: ast.expr) -> Value:
    del node
    if len(found.positional) != 1:
        return UNKNOWN
    parts: list[Value] = [it.step(found.get(0), Attr("__class__"))]
    parts += [(ClassAtom(atom.info),) for atom in found.get(0) if isinstance(atom, Instance)]
    return join(*parts) or UNKNOWN


def _partial(it: Interp, found: Arguments, node: ast.expr) -> Value:
    from apidrift.contracts._arguments import Arguments as Given  # noqa: PLC0415

    del it, node
    if not found.positional:
        return UNKNOWN
    rest = Given(
        found.positional[1:], found.keywords, found.maybe,
        star=found.star, star_element=found.star_element, double_star=found.double_star, spliced=found.spliced,
    )  # fmt: skip
    return (Partial(found.get(0), rest, rest.key()),)


def _replace(it: Interp, found: Arguments, node: ast.expr) -> Value:
    """`dataclasses.replace(x, field=…)`: the class of `x` is constructed anew, with the other fields as they are."""
    made = it.step(found.get(0), Attr("__class__"))
    given = {name: Argument() for name in found.keywords}
    it.emit(c.Call(Shape(keywords=given, double_star=True)), made, node)
    return found.get(0) or UNKNOWN


def _same(it: Interp, found: Arguments, node: ast.expr) -> Value:
    del it, node
    return found.get(0) or UNKNOWN


def _coroutine(it: Interp, found: Arguments, node: ast.expr) -> Value:
    from apidrift.contracts._expressions import awaited  # noqa: PLC0415

    return awaited(it, found.get(0), _argument_node(node))


def _plain(type_: str) -> Callable[[Interp, Arguments, ast.expr], Value]:
    def handler(it: Interp, found: Arguments, node: ast.expr) -> Value:
        del it, node
        version = tuple(atom for atom in found.get(0) if isinstance(atom, Version))
        return version or (Unknown(type_),)

    return handler


def _wrapped(kind: str) -> Callable[[Interp, Arguments, ast.expr], Value]:
    def handler(it: Interp, found: Arguments, node: ast.expr) -> Value:
        del it, node
        return (Wrapped(kind, found.get(0) or UNKNOWN),)

    return handler


HANDLERS: dict[str, Callable[[Interp, Arguments, ast.expr], Value]] = {
    **{f"builtins.{kind}": _sequence(kind) for kind in ("list", "tuple", "set", "frozenset")},
    **{f"builtins.{name}": _sequence("iterator") for name in ("sorted", "reversed", "iter", "filter")},
    "builtins.sorted": _ordered,
    "builtins.enumerate": _enumerate,
    "builtins.zip": _zip,
    "builtins.map": _map,
    "builtins.next": _next,
    **{f"builtins.{name}": _consume for name in ("max", "min", "sum", "any", "all")},
    "builtins.len": _len,
    "builtins.bool": _bool,
    "builtins.dict": _dict,
    "builtins.type": _type,
    **{f"builtins.{name}": _plain(name) for name in ("str", "bytes", "slice")},
    "builtins.int": _asking("__int__", "int"),
    "builtins.float": _asking("__float__", "float"),
    "builtins.abs": _asking("__abs__", ""),
    "builtins.hash": _asking("__hash__", "int"),
    "builtins.range": _asking("__index__", "range"),
    "os.fspath": _asking("__fspath__", "str"),
    "builtins.repr": _plain("str"),
    "itertools.islice": _islice,
    "itertools.chain.from_iterable": _islice,
    "functools.partial": _partial,
    "dataclasses.replace": _replace,
    **dict.fromkeys(("copy.copy", "copy.deepcopy", "functools.lru_cache", "functools.cache"), _same),
    "asyncio.run": _coroutine,
    "*.run_until_complete": _coroutine,
    "contextlib.nullcontext": _wrapped("enter"),
    "json.loads": _wrapped("json"),
    "logging.getLogger": texts.logger,
    **{name: probes.HANDLERS[name] for name in probes.HANDLERS},
    **handed.HANDLERS,
    **{name: patches.HANDLERS[name] for name in patches.HANDLERS},
}
__all__ = ["Instance", "Lit", "TypeForm", "call", "check_classes", "raw"]
