"""Contracts: everything a consumer relies on, as a list of uses with their places and guards."""

from __future__ import annotations

from typing import TypeAlias

from apidrift.model._base import Model, Tagged
from apidrift.model.guards import (
    Attempt,
    Condition,
    Guard,
    HasName,
    HasParameter,
    HasValue,
    PlatformGate,
    PythonGate,
    Sheltered,
    Site,
    TypeChecking,
    VersionGate,
)
from apidrift.model.paths import Path, Shape
from apidrift.model.signature import Signature

__all__ = [
    "Attempt",
    "Await",
    "Call",
    "Check",
    "Condition",
    "Contract",
    "Decorate",
    "Delete",
    "Enter",
    "Guard",
    "HasName",
    "HasParameter",
    "HasValue",
    "Import",
    "Iterate",
    "Named",
    "Operate",
    "Operation",
    "Override",
    "Place",
    "PlatformGate",
    "PythonGate",
    "Read",
    "Replace",
    "Sheltered",
    "Site",
    "Skipped",
    "Subclass",
    "Subscript",
    "Truth",
    "TypeChecking",
    "Unpack",
    "Use",
    "VersionGate",
    "Write",
]


class Place(Model, frozen=True):
    """A place in source, lines from 1 and columns from 0 as `ast` counts them."""

    path: str
    """POSIX path relative to the tree's root."""
    line: int = 0
    column: int = 0
    end_line: int = 0
    end_column: int = 0


# Operations ----------------------------------------------------------------------------------------------------------


class Import(Tagged, frozen=True, tag="import"):
    """`import module` or, with a name, `from module import name` (`*` for a star import)."""

    module: str
    name: str = ""
    asname: str = ""


class Call(Tagged, frozen=True, tag="call"):
    """The receiver path is called with this shape."""

    shape: Shape


class Read(Tagged, frozen=True, tag="read"):
    """Attribute read."""

    name: str
    matched: bool = False
    """By a `match` pattern, which takes a missing attribute for no match."""


class Write(Tagged, frozen=True, tag="write"):
    """Attribute assigned."""

    name: str


class Delete(Tagged, frozen=True, tag="delete"):
    """Attribute deleted."""

    name: str


class Override(Model, frozen=True):
    """A method of a consumer's class that (perhaps) overrides one of the provider's."""

    name: str
    signature: Signature
    line: int
    is_async: bool = False
    binding: str = "function"
    returns_none: bool = False
    """No `return` with a value anywhere in its body."""
    calls_super: bool = False


class Subclass(Tagged, frozen=True, tag="subclass"):
    """The receiver is a base class of a consumer's class."""

    name: str
    """The consumer's class, qualified by its module."""
    members: tuple[Override, ...] = ()
    instantiated: bool = False
    """The consumer itself creates instances of it."""
    keywords: Shape = Shape()
    """The class statement's keywords, `metaclass` left out."""
    brings: tuple[str, ...] = ()
    """Further names that its body and its ancestors of the consumer's own bind, sorted: they implement what is
    abstract."""
    made_by: str = ""
    """The consumer's own ancestor, on the same base, whose constructor it inherits; empty: it has one of its own, or
    there is none."""
    beside: tuple[str, ...] = ()
    """Classes of other libraries among its ancestors, by qualified name, where it is the first to stand on both."""


class Subscript(Tagged, frozen=True, tag="subscript"):
    """`x[key]` read."""

    key: str = ""
    """`repr` of a constant key; empty: not known. `:` for a slice."""


class Iterate(Tagged, frozen=True, tag="iterate"):
    """`for … in x`, `list(x)`, `*x`, a comprehension.

    With `keys`: a dispatch table indexed by each element's name or value, i.e. the consumer matches exhaustively.
    """

    is_async: bool = False
    keys: tuple[str, ...] = ()


class Unpack(Tagged, frozen=True, tag="unpack"):
    """`a, b = x`; `starred` when one target takes the rest."""

    count: int
    starred: bool = False


class Truth(Tagged, frozen=True, tag="truth"):
    """`if x`, `not x`, `x and …`, `assert x`."""


class Await(Tagged, frozen=True, tag="await"):
    """`await x`."""


class Enter(Tagged, frozen=True, tag="enter"):
    """`with x`."""

    is_async: bool = False


class Operate(Tagged, frozen=True, tag="operate"):
    """An operator or builtin that needs a special method: `len(x)` is `__len__`, `x + 1` is `__add__`.

    `is` stands for asking which object or of which class it is, which every object bears.
    """

    method: str
    operand: str = ""
    """`repr` of the other operand when constant."""


class Check(Tagged, frozen=True, tag="check"):
    """The receiver stands as a class in `isinstance`, `issubclass`, a `match` pattern or an `except` clause."""

    where: str
    """`isinstance`, `issubclass`, `match` or `except`."""
    around: tuple[Path, ...] = ()
    """For `except`: the callables called in the try body, whose raised exceptions matter."""


class Decorate(Tagged, frozen=True, tag="decorate"):
    """The receiver is used as a decorator on a consumer's function or class."""

    shape: Shape | None = None
    """The call's shape when it is a decorator factory."""


class Replace(Tagged, frozen=True, tag="replace"):
    """A consumer's callable is put in place of the receiver's attribute `name` (monkeypatch)."""

    name: str
    signature: Signature | None = None
    instance: bool = False
    """Assigned on an instance (or through `types.MethodType`), so `self` is already bound."""
    by: str = ""
    """The qualified name of what is put there, as Python prints it."""


class Named(Tagged, frozen=True, tag="named"):
    """A name of the provider inside a string: dotted path, RPC method, registry key, environment variable, flag."""

    kind: str
    """`dotted`, `rpc`, `env`, `flag`, `logger`, `field`; `mixed` for a class that the receiver is extended by."""
    text: str
    shape: Shape | None = None
    scopes: tuple[str, ...] = ()
    """Modules that would know the text (`vllm.envs`); empty: the receivers tell."""
    members: tuple[str, ...] = ()
    """For `mixed`: the names that the class brings, sorted."""


Operation: TypeAlias = (
    Import
    | Call
    | Read
    | Write
    | Delete
    | Subclass
    | Subscript
    | Iterate
    | Unpack
    | Truth
    | Await
    | Enter
    | Operate
    | Check
    | Decorate
    | Replace
    | Named
)


class Use(Model, frozen=True):
    """One thing the consumer relies on."""

    place: Place
    """Where the use's expression begins: the callee's name for a call, the imported name for an import, the
    attribute's name for a read."""
    operation: Operation
    receivers: tuple[Path, ...] = ()
    """What the operation is applied to. Several: the value is one of these. Empty for `Import` and `Named`."""
    guards: tuple[Guard, ...] = ()
    """From the outermost inwards."""
    scope: str = ""
    """Qualified name of the enclosing function or class (`VllmHiddenStatesGenerator.generate`); empty: module level."""
    conditional: bool = False
    """The receiver is only sometimes the one named (another value reaches here too that is not the provider's)."""
    order: int = 0
    """When a run would meet the use, from 1: imports first, then as the consumer's own functions call one another.
    0: not known."""


class Skipped(Model, frozen=True):
    """Something that was not looked at, and why. Reaches the report; never dropped."""

    what: str
    reason: str


class Contract(Model, frozen=True):
    """Everything one consumer relies on of the given providers."""

    consumer: str
    version: str
    providers: tuple[str, ...]
    """Import names."""
    uses: tuple[Use, ...] = ()
    """In order of file and line."""
    files: dict[str, str] = {}
    """Short content hash by path, of every file with a use."""
    requires: tuple[str, ...] = ()
    """`Requires-Dist` lines of the consumer, extras included."""
    requires_python: str = ""
    skipped: tuple[Skipped, ...] = ()
    unknown: tuple[Skipped, ...] = ()
    """Uses of provider values that the flow analysis lost, with the reason."""
    digest: str = ""
    """Digest of the consumer's tree."""
    schema_version: int = 1
