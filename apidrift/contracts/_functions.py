"""Calls of the consumer's own functions: their results, what flows into their parameters, and inline passes."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from apidrift.contracts._arguments import Arguments, bind
from apidrift.contracts._atoms import NONE, OPEN, UNKNOWN, ClassAtom, Ext, Instance, Lit, Open, Prov, Unknown, Value
from apidrift.contracts._env import Env
from apidrift.contracts._interp import MAX_INLINE, Interp
from apidrift.contracts._scan import place_of
from apidrift.contracts._values import FuncAtom, Mapping, Partial, Seq, Wrapped, guarded, informative, join, keys

if TYPE_CHECKING:
    from apidrift.contracts._infos import FuncInfo

INLINE_NODES = 220
FORWARDING_NODES = 2500
INLINE_BUDGET = 400
"""Inline passes that one pass over a body may ask for."""
INLINE_TOTAL = 400_000
"""Nodes of all inline passes. Five times what any consumer of vLLM takes; where every function handles the provider's
values (xarray and numpy's), passes without end told little more than the functions' own."""


def call_function(it: Interp, atom: FuncAtom, found: Arguments, node: ast.expr) -> Value:
    """The result of calling a consumer's function; its parameters receive the arguments."""
    info = atom.info
    line, column, *_ = place_of(node)
    if not (it.quiet or it.inline_depth):
        it.world.sites.setdefault(info, {})[id(node)] = (it.func or it.module, line, it.guards)
    it.world.calls.setdefault(it.func or it.module, {}).setdefault((line, column), {})[info] = None
    skip = atom.receiver is not None and info.binding != "static"
    values = bind(found, info.node.args, skip_first=skip)
    if skip and info.first:
        values[info.first] = atom.receiver or ()
    for name, value in values.items():
        if name != info.first or not skip:
            it.contribute(info.params[name], _general(value))
    general = result(it, info)
    return inline(it, info, values, node) or general or UNKNOWN


def _general(value: Value) -> Value:
    """What of an argument is worth telling the function's own pass, which stands for all calls at once."""
    parts: list[Value] = []
    for atom in value:
        match atom:
            case Lit():
                parts.append(NONE if atom.value is None else UNKNOWN)
            case Unknown():
                parts.append(UNKNOWN)
            case Seq(kind="tuple", items=None, element=element):
                parts.append((Seq("tuple", None, _general(element)),))
            case Seq(kind=kind) if not informative((atom,)):
                parts.append((Seq(kind, None, UNKNOWN),))
            case Mapping() as mapping:
                parts.append((Mapping({}, more=True, element=_general(mapping.any_value())),))
            case _:
                parts.append((atom,))
    return join(*parts)


def result(it: Interp, info: FuncInfo) -> Value:
    """What a function gives whoever calls it: by annotation, else by its returns."""
    if info.unit is not None and not it.inline_active.count(info):
        it.world.demand(info.unit)
    inferred = it.read(info.returns)
    return wrap(it, info, declared(it, info, inferred))


def declared(it: Interp, info: FuncInfo, inferred: Value) -> Value:
    """The annotated result where it says more than the inferred one."""
    from apidrift.contracts._annotations import annotated  # noqa: PLC0415 -- annotations call back for consumer classes

    returns = None if isinstance(info.node, ast.Lambda) else info.node.returns
    if returns is None or any(isinstance(atom, Lit) and atom.guards for atom in inferred):
        return inferred
    value = annotated(it, returns, info.module, info)
    if info.is_generator:
        value = _element(value)
    return value if informative(value) else inferred


def _element(value: Value) -> Value:
    return join(*(atom.element for atom in value if isinstance(atom, Seq)))


def wrap(it: Interp, info: FuncInfo, value: Value) -> Value:
    """A result as the caller meets it: a generator, a coroutine or a context manager."""
    if info.is_generator:
        yielded = join(it.read(info.yields), value if not isinstance(info.node, ast.Lambda) else ())
        return (Wrapped("enter" if info.context_manager else "iterate", yielded),)
    if info.is_async:
        return (Wrapped("await", value),)
    return value


def inline(it: Interp, info: FuncInfo, values: dict[str, Value], node: ast.expr) -> Value:
    """The result for exactly these arguments, by running the body once more; nothing where that is not worth it."""
    if not _worth_it(it, info, values):
        return ()
    place = place_of(node) if it.inline_place is None else it.inline_place[1]
    telling = splices(info) or info.sensitive
    key = (
        info.serial,
        place if telling else None,
        it.doubts > 0,
        tuple((n, keys(v)) for n, v in sorted(values.items())),
    )
    if key not in it.memo:
        if len(it.memo) >= INLINE_BUDGET or it.world.inlined > INLINE_TOTAL:
            return ()
        it.world.inlined += info.size
        it.memo[key] = ()
        it.memo[key] = _run_inline(it, info, values, node)
    return it.memo[key]


def _worth_it(it: Interp, info: FuncInfo, values: dict[str, Value]) -> bool:
    if it.inline_depth >= MAX_INLINE or info in it.inline_active or it.func is info or info.is_generator:
        return False
    if info.size > (FORWARDING_NODES if splices(info) else INLINE_NODES):
        return False
    passed = [value for name, value in values.items() if name != info.first]
    if info.sensitive and any(_telling(value) for value in passed):
        return True
    if splices(info) and _reaches_provider(it, info):
        return any(passed)
    return any(_provided(value) for value in passed)


def _reaches_provider(it: Interp, info: FuncInfo) -> bool:
    """Whether gathered arguments may end at the provider: it makes provider calls, or has provider ancestors."""
    from apidrift.contracts._classes import provider_bases  # noqa: PLC0415 -- classes call functions in turn
    from apidrift.contracts._taint import leads  # noqa: PLC0415

    if info.cls is not None and provider_bases(it, info.cls):
        return True
    return bool(info.unit and info.unit.uses) or leads(info.returns.value)


def _provided(value: Value, depth: int = 0) -> bool:
    for atom in value:
        if isinstance(atom, Prov):
            return True
        inner = atom.element if isinstance(atom, Seq) else atom.any_value() if isinstance(atom, Mapping) else ()
        if inner and depth < MAX_INLINE and _provided(inner, depth + 1):
            return True
    return False


def splices(info: FuncInfo) -> bool:
    """Whether the function gathers arguments, perhaps to pass them on."""
    return bool(info.node.args.kwarg or info.node.args.vararg)


def _telling(value: Value) -> bool:
    return any(not isinstance(atom, Unknown | Open) for atom in value)


def _run_inline(it: Interp, info: FuncInfo, values: dict[str, Value], node: ast.expr) -> Value:
    inner = Interp(it.world, it.unit, info)
    inner.memo, inner.inline_depth = it.memo, it.inline_depth + 1
    inner.inline_active = (*it.inline_active, info)
    inner.inline_place = it.inline_place or (it.module, place_of(node), it.scope)
    inner.quiet, inner.doubts = it.quiet, it.doubts
    inner.guards = (*it.guards, *(guard for guard in info.guards if all(guard is not other for other in it.guards)))
    args = info.node.args
    inner.spliced = {a.arg for a in (args.vararg, args.kwarg) if a}
    for name, value in defaults(inner, info).items():
        inner.env.set(name, value)
    for name, value in values.items():
        inner.env.set(name, value or UNKNOWN)
    run_body(inner, info)
    value = inner.returned
    return (Wrapped("await", value),) if info.is_async else value


def defaults(it: Interp, info: FuncInfo) -> dict[str, Value]:
    """What parameters are when a call leaves them out."""
    args = info.node.args
    leading = [*args.posonlyargs, *args.args]
    pairs = list(zip(leading[len(leading) - len(args.defaults) :], args.defaults, strict=True))
    pairs += [(a, d) for a, d in zip(args.kwonlyargs, args.kw_defaults, strict=True) if d is not None]
    found: dict[str, Value] = {}
    with it.silence():
        for parameter, default in pairs:
            found[parameter.arg] = it.eval(default)
    if args.kwarg:
        found[args.kwarg.arg] = (Mapping({}),)
    if args.vararg:
        found[args.vararg.arg] = (Seq("tuple", ()),)
    return found


def run_body(it: Interp, info: FuncInfo) -> None:
    """Run a function's body; `it.returned` and `it.yielded` hold the outcome."""
    if isinstance(info.node, ast.Lambda):
        it.returned = it.eval(info.node.body)
        return
    ended = it.run(info.node.body)
    if not ended and not info.is_generator:
        it.returned = join(it.returned, guarded(NONE, it.hard))


def run_unit(it: Interp, info: FuncInfo) -> None:
    """Run a function as a unit of its own: parameters by annotation, callers and defaults."""
    for name, value in parameter_values(it, info).items():
        it.env.set(name, value)
        it.contribute(info.cell(name), value)
    run_body(it, info)
    it.contribute(info.returns, it.returned)
    it.contribute(info.yields, it.yielded)


def parameter_values(it: Interp, info: FuncInfo) -> dict[str, Value]:
    """The value each parameter starts with."""
    from apidrift.contracts._annotations import annotated  # noqa: PLC0415

    args = info.node.args
    found: dict[str, Value] = {}
    given = defaults(it, info)
    for parameter in (*args.posonlyargs, *args.args, *args.kwonlyargs):
        name = parameter.arg
        declared_value = annotated(it, parameter.annotation, info.module, info) if parameter.annotation else ()
        if informative(declared_value):
            extra = tuple(atom for atom in given.get(name, ()) if isinstance(atom, Lit))
            found[name] = join(declared_value, extra)
        else:
            callers = it.read(info.params[name])
            found[name] = join(callers, given.get(name, ()), declared_value, OPEN)
    if args.vararg:
        callers = it.read(info.params[args.vararg.arg])
        element = join(*(atom.element for atom in callers if isinstance(atom, Seq)))
        found[args.vararg.arg] = (Seq("tuple", None, join(element, OPEN)),)
    if args.kwarg:
        found[args.kwarg.arg] = (_open_mapping(it.read(info.params[args.kwarg.arg])),)
    if info.first:
        found[info.first] = receiver(info)
    return found


def _open_mapping(callers: Value) -> Mapping:
    element = join(*(atom.any_value() for atom in callers if isinstance(atom, Mapping)))
    return Mapping({}, more=True, element=element)


def receiver(info: FuncInfo) -> Value:
    """`self` or `cls` of a method."""
    assert info.cls is not None
    return (ClassAtom(info.cls),) if info.binding == "class" or _is_new(info) else (Instance(info.cls),)


def _is_new(info: FuncInfo) -> bool:
    return not isinstance(info.node, ast.Lambda) and info.node.name in {
        "__new__",
        "__init_subclass__",
        "__class_getitem__",
    }


__all__ = ["Env", "Ext", "Partial", "Prov", "call_function", "inline", "result", "run_unit"]
