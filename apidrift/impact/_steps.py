"""Awaiting and entering."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.impact import _tables as tables
from apidrift.impact._attributes import attribute
from apidrift.impact._items import each, kind_name, refuse
from apidrift.impact._results import result
from apidrift.impact._values import (
    Builtin,
    ClassValue,
    Coroutine,
    Either,
    Failed,
    Foreign,
    FunctionValue,
    InstanceValue,
    Manager,
    ModuleValue,
    Unknown,
    Value,
)
from apidrift.model.change import Failure
from apidrift.model.paths import Shape

if TYPE_CHECKING:
    from apidrift.impact._world import World


def awaited(world: World, value: Value) -> Value:  # noqa: PLR0911 -- one return per kind of value
    """What `await value` gives."""
    match value:
        case Coroutine(result=node):
            return world.value(node)
        case Builtin(name=name) if name in tables.AWAITABLES:
            return world.value(value.args[-1]) if value.args else Unknown("what an undeclared awaitable gives")
        case Builtin(name=name) if name not in tables.CONCRETE:
            return Unknown(f"what awaiting a {name} gives", doubtful=True)
        case InstanceValue():
            special = attribute(world, value, "__await__")
            return _not_awaitable(value) if isinstance(special, Failed) else Unknown("what an awaitable gives")
        case Either():
            return each(value, [awaited(world, option) for option in value.options])
        case Builtin() | FunctionValue() | ModuleValue() | ClassValue():
            return _not_awaitable(value)
        case Unknown() | Failed():
            return value
        case Foreign(path):
            return Foreign(f"await {path}")
        case _:
            return Unknown("what awaiting something known by its declaration alone gives", doubtful=True)


def _not_awaitable(value: Value) -> Failed:
    return refuse(value, Failure.NOT_AWAITABLE, f"object {kind_name(value)} can't be used in 'await' expression")


def entered(world: World, value: Value, *, is_async: bool) -> Value:  # noqa: PLR0911 -- one return per kind of value
    """What `with value as x` binds to x."""
    match value:
        case Manager(entered=node, is_async=own):
            return world.value(node) if own == is_async else _no_manager(value, is_async=is_async)
        case Builtin(name=name) if name in tables.MANAGERS:
            return world.value(value.args[0]) if value.args else Unknown("what a context manager gives")
        case Builtin(name=name) if name not in tables.CONCRETE or name == "memoryview":
            return Unknown(f"what entering a {name} gives", doubtful=True)
        case InstanceValue():
            return _instance_entered(world, value, is_async=is_async)
        case Either():
            return each(value, [entered(world, option, is_async=is_async) for option in value.options])
        case Builtin() | FunctionValue() | ModuleValue() | Coroutine():
            return _no_manager(value, is_async=is_async)
        case Unknown() | Failed():
            return value
        case Foreign(path):
            return Foreign(f"with {path}")
        case _:
            return Unknown("what entering something known by its declaration alone gives", doubtful=True)


def _instance_entered(world: World, value: InstanceValue, *, is_async: bool) -> Value:
    special = attribute(world, value, "__aenter__" if is_async else "__enter__")
    if isinstance(special, Failed):
        return _no_manager(value, is_async=is_async)
    gives = result(world, special, Shape())
    if isinstance(gives, Coroutine):
        gives = world.value(gives.result)
    return gives


def _no_manager(value: Value, *, is_async: bool) -> Failed:
    name = "_GeneratorContextManager" if isinstance(value, Manager) else kind_name(value)
    protocol = "asynchronous context manager" if is_async else "context manager"
    text = f"{name!r} object does not support the {protocol} protocol"
    return refuse(value, Failure.NOT_A_CONTEXT_MANAGER, text)
