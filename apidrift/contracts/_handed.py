"""Callables handed to threads, executors, event loops and timers: who calls them with what, and what comes back."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from apidrift.contracts._arguments import Arguments, splat
from apidrift.contracts._atoms import UNKNOWN, Ext, Value
from apidrift.contracts._items import iterate, known_items
from apidrift.contracts._values import Seq, Wrapped, join

if TYPE_CHECKING:
    from collections.abc import Callable

    from apidrift.contracts._interp import Interp

    Handler = Callable[[Interp, Arguments, ast.expr], Value]

_POOLS = (
    "concurrent.futures.ThreadPoolExecutor",
    "concurrent.futures.ProcessPoolExecutor",
    "concurrent.futures.thread.ThreadPoolExecutor",
    "concurrent.futures.process.ProcessPoolExecutor",
)
_LOOPS = ("asyncio.get_event_loop", "asyncio.get_running_loop", "asyncio.new_event_loop")
FUTURE = "future"


def _rest(found: Arguments, index: int) -> Arguments:
    """The arguments behind the callable, as it will get them."""
    return Arguments(
        found.positional[index + 1 :], found.keywords, found.maybe, found.gates,
        star=found.star, star_element=found.star_element, double_star=found.double_star,
    )  # fmt: skip


def _called(it: Interp, callee: Value, given: Arguments, node: ast.expr) -> Value:
    from apidrift.contracts._calls import call  # noqa: PLC0415 -- calls ask this file in turn

    return call(it, callee, given, node) if callee else UNKNOWN


def _passing(index: int, kind: str) -> Handler:
    """`submit(f, *args, **kwargs)`: the callable stands at `index`, its arguments behind it."""

    def handler(it: Interp, found: Arguments, node: ast.expr) -> Value:
        result = _called(it, found.get(index), _rest(found, index), node)
        return (Wrapped(kind, result),) if kind else UNKNOWN

    return handler


def _bundled(index: int, name: str) -> Handler:
    """`Thread(target=f, args=(…), kwargs={…})`: the arguments come as a sequence and a mapping."""

    def handler(it: Interp, found: Arguments, node: ast.expr) -> Value:
        callee = found.get(index, name)
        args, kwargs = found.keywords.get("args", ()), found.keywords.get("kwargs", ())
        items = known_items(args) if args else ()
        given = Arguments(list(items or ()), star=items is None)
        if kwargs:
            splat(given, kwargs)
        _called(it, callee, given, node)
        return UNKNOWN

    return handler


def _instance(name: str) -> Handler:
    def handler(it: Interp, found: Arguments, node: ast.expr) -> Value:
        del it, found, node
        return (Ext(f"{name}()"),)

    return handler


def _pool_map(it: Interp, found: Arguments, node: ast.expr) -> Value:
    nodes = node.args if isinstance(node, ast.Call) else []
    elements = [
        iterate(it, v, nodes[i + 1] if i + 1 < len(nodes) else node) for i, v in enumerate(found.positional[1:])
    ]
    return (Seq("iterator", None, _called(it, found.get(0), Arguments(elements), node) if elements else UNKNOWN),)


def _completed(it: Interp, found: Arguments, node: ast.expr) -> Value:
    first = node.args[0] if isinstance(node, ast.Call) and node.args else node
    return (Seq("iterator", None, iterate(it, found.get(0), first)),)


def _gather(it: Interp, found: Arguments, node: ast.expr) -> Value:
    from apidrift.contracts._expressions import awaited  # noqa: PLC0415

    plain = "return_exceptions" not in found.keywords
    items = tuple(awaited(it, value, node) for value in found.positional)
    if found.star:
        element = join(*items, awaited(it, found.star_element, node), () if plain else UNKNOWN)
        return (Wrapped("await", (Seq("list", None, element),)),)
    return (Wrapped("await", (Seq("list", items if plain else tuple(join(i, UNKNOWN) for i in items)),)),)


def _task(it: Interp, found: Arguments, node: ast.expr) -> Value:
    from apidrift.contracts._expressions import awaited  # noqa: PLC0415

    return (Wrapped("await", awaited(it, found.get(0), node)),)


def result_of(owner: Value) -> Value:
    """What `.result()` of a future or task gives; nothing where it is none."""
    return join(*(atom.value for atom in owner if isinstance(atom, Wrapped) and atom.kind in {FUTURE, "await"}))


HANDLERS: dict[str, Handler] = {
    **{name: _instance(name) for name in (*_POOLS, *_LOOPS)},
    **{f"{name}().submit": _passing(0, FUTURE) for name in _POOLS},
    **{f"{name}().map": _pool_map for name in _POOLS},
    **{f"{name}().run_in_executor": _passing(1, "await") for name in _LOOPS},
    **{f"{name}().{way}": _passing(0, "") for name in _LOOPS for way in ("call_soon", "call_soon_threadsafe")},
    **{f"{name}().{way}": _passing(1, "") for name in _LOOPS for way in ("call_later", "call_at")},
    **{f"{name}().create_task": _task for name in _LOOPS},
    "asyncio.to_thread": _passing(0, "await"),
    "asyncio.gather": _gather,
    **dict.fromkeys(("asyncio.create_task", "asyncio.ensure_future", "asyncio.wait_for", "asyncio.shield"), _task),
    "concurrent.futures.as_completed": _completed,
    "threading.Thread": _bundled(1, "target"),
    "multiprocessing.Process": _bundled(1, "target"),
    "threading.Timer": _bundled(1, "function"),
    "atexit.register": _passing(0, ""),
}
