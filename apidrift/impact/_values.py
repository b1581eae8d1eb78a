"""Abstract values: what is known of an object at the end of an access path, without running anything."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from apidrift.impact._types import Node
from apidrift.model.change import Failure
from apidrift.model.symbols import Class, Function


class Problem(msgspec.Struct, frozen=True):
    """Why an operation fails, in the words Python prints."""

    failure: Failure
    subject: str
    """The parameter, attribute or name that fails."""
    exception: str
    message: str
    symbol: str = ""
    """Canonical path of the symbol concerned, as far as known."""
    likely: bool = False
    """The value is known by its annotation alone; a subclass might still do."""
    also: tuple[str, ...] = ()
    """Further subjects of the same problem."""


class ModuleValue(msgspec.Struct, frozen=True):
    """A module."""

    name: str


class ClassValue(msgspec.Struct, frozen=True):
    """A class of the provider, itself."""

    path: str
    symbol: Class
    exact: bool = True
    """False where it stands for the class or any subclass (`type[X]`)."""
    subscripted: bool = False
    """`Class[int]`: what is read from it is meant for instances of a subclass."""


class InstanceValue(msgspec.Struct, frozen=True):
    """An instance of a provider's class."""

    path: str
    symbol: Class
    exact: bool = False
    """Constructed under our eyes, hence of this class and of no subclass."""
    member: str = ""
    """For an enum: which member."""
    declared: bool = False
    """Said by the annotation of a result, which a class derived from this one fits too."""


class FunctionValue(msgspec.Struct, frozen=True):
    """A function or method of the provider."""

    path: str
    symbol: Function
    receiver: InstanceValue | ClassValue | None = None
    bound: bool = False
    """Python passes a first argument of its own (`self` or `cls`)."""
    loose: bool = False
    """A plain method read from its class: the caller has to pass `self`."""


class Builtin(msgspec.Struct, frozen=True):
    """An instance of a builtin type or of an abstract one of `collections.abc`."""

    name: str
    args: tuple[Node, ...] = ()
    """Type arguments: elements, or keys and values."""
    fixed: bool = False
    """A tuple whose length is known: one argument per item."""
    literal: str = ""
    """`repr` of the value, where it is a constant."""
    exact: bool = False
    """The type is known from the value itself and not from an annotation."""


class BuiltinClass(msgspec.Struct, frozen=True):
    """A builtin type, itself."""

    name: str


class Either(msgspec.Struct, frozen=True):
    """One of several values."""

    options: tuple[Value, ...]
    decided_by_source: bool = False
    """The alternatives are definitions under conditions, not a declared union."""
    family: str = ""
    """The folder whose classes the alternatives are; empty where they are no family."""


class Callback(msgspec.Struct, frozen=True):
    """Something callable of which only the result is declared."""

    result: Node


class Coroutine(msgspec.Struct, frozen=True):
    """The un-awaited result of an `async def`."""

    result: Node
    likely: bool = False


class Manager(msgspec.Struct, frozen=True):
    """The result of a function decorated with `contextlib.contextmanager`."""

    entered: Node
    is_async: bool = False


class Foreign(msgspec.Struct, frozen=True):
    """Something from outside the provider, or an instance of it."""

    path: str


class Unknown(msgspec.Struct, frozen=True):
    """A value of which nothing is known, with the reason."""

    reason: str
    doubtful: bool = False
    """Even getting it may fail."""
    gone: bool = False
    """Its declared type does not exist on this version, which the type's own import reports."""
    family: str = ""
    """The folder of whose classes it is an instance, which of them not being known."""


class Failed(msgspec.Struct, frozen=True):
    """No value: getting it raises."""

    problem: Problem


Value: TypeAlias = (
    ModuleValue
    | ClassValue
    | InstanceValue
    | FunctionValue
    | Builtin
    | BuiltinClass
    | Either
    | Callback
    | Coroutine
    | Manager
    | Foreign
    | Unknown
    | Failed
)


def either(options: tuple[Value, ...], *, decided_by_source: bool = False) -> Value:
    """One value of several; alternatives that fail are left out unless all of them do."""
    alive = tuple(option for option in options if not isinstance(option, Failed))
    if not alive:
        return options[0] if options else Unknown("no alternative is known")
    if len(alive) == 1 and len(options) == 1:
        return alive[0]
    flat: list[Value] = []
    for option in alive:
        flat.extend(option.options if isinstance(option, Either) else (option,))
    return Either(tuple(flat), decided_by_source) if len(flat) > 1 else flat[0]
