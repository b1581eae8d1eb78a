"""The plain alternatives a value may have: constants, provider paths, the consumer's own things."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable

    from apidrift.contracts._infos import ClassInfo, ModuleInfo
    from apidrift.contracts._nodes import Node
    from apidrift.model.contract import Guard


class Atom:
    """One alternative of a value."""

    __slots__ = ("guards", "key")
    key: object
    guards: tuple[Guard, ...]

    def __init__(self, key: object, guards: tuple[Guard, ...] = ()) -> None:
        self.guards = guards
        self.key = (type(self).__name__, key, *map(id, guards)) if guards else (type(self).__name__, key)

    def under(self, guards: tuple[Guard, ...]) -> Atom:
        """The same alternative, arriving only under these guards (interned ones)."""
        del guards
        return self


Value: TypeAlias = tuple[Atom, ...]


class Unknown(Atom):
    """Something that is not the provider's, or was lost; perhaps of a known type."""

    __slots__ = ("type",)

    def __init__(self, type_: str = "", guards: tuple[Guard, ...] = ()) -> None:
        super().__init__(type_, guards)
        self.type = type_

    def under(self, guards: tuple[Guard, ...]) -> Atom:
        """The same, guarded."""
        return Unknown(self.type, merge_guards(self.guards, guards))


class Open(Atom):
    """Callers outside the consumer may pass anything here; says nothing about what does arrive."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__("")


class Prov(Atom):
    """A value of the provider, by its access path."""

    __slots__ = ("node",)

    def __init__(self, node: Node, guards: tuple[Guard, ...] = ()) -> None:
        super().__init__(id(node), guards)
        self.node = node

    def under(self, guards: tuple[Guard, ...]) -> Atom:
        """The same, guarded."""
        merged = merge_guards(self.guards, guards)
        return self if merged == self.guards else Prov(self.node, merged)


class Lit(Atom):
    """A constant."""

    __slots__ = ("value",)

    def __init__(self, value: object, guards: tuple[Guard, ...] = ()) -> None:
        super().__init__((type(value).__name__, repr(value)), guards)
        self.value = value

    def under(self, guards: tuple[Guard, ...]) -> Atom:
        """The same, guarded."""
        merged = merge_guards(self.guards, guards)
        return self if merged == self.guards else Lit(self.value, merged)


class Ext(Atom):
    """A name outside both provider and consumer (`functools.partial`, `builtins.len`)."""

    __slots__ = ("name",)

    def __init__(self, name: str, guards: tuple[Guard, ...] = ()) -> None:
        super().__init__(name, guards)
        self.name = name

    def under(self, guards: tuple[Guard, ...]) -> Atom:
        """The same, guarded."""
        return Ext(self.name, merge_guards(self.guards, guards))


class Deferred(Atom):
    """A name imported from a module of the consumer that has not been read: looked up when it is needed."""

    __slots__ = ("module", "name")

    def __init__(self, module: str, name: str, guards: tuple[Guard, ...] = ()) -> None:
        super().__init__((module, name), guards)
        self.module = module
        self.name = name

    def under(self, guards: tuple[Guard, ...]) -> Atom:
        """The same, guarded."""
        return Deferred(self.module, self.name, merge_guards(self.guards, guards))


class ModuleAtom(Atom):
    """A module of the consumer."""

    __slots__ = ("info",)

    def __init__(self, info: ModuleInfo) -> None:
        super().__init__(info.name)
        self.info = info


class ClassAtom(Atom):
    """A class of the consumer."""

    __slots__ = ("info",)

    def __init__(self, info: ClassInfo) -> None:
        super().__init__(info.serial)
        self.info = info


class Instance(Atom):
    """An instance of a consumer's class."""

    __slots__ = ("info",)

    def __init__(self, info: ClassInfo) -> None:
        super().__init__(info.serial)
        self.info = info


class Super(Atom):
    """`super()` inside a method of this class."""

    __slots__ = ("info",)

    def __init__(self, info: ClassInfo) -> None:
        super().__init__(info.serial)
        self.info = info


class Version(Atom):
    """The version of a distribution, or of Python (`sys.version_info`), whole or its first `parts` numbers."""

    __slots__ = ("distribution", "part", "parts")

    def __init__(self, distribution: str, parts: int = 0, part: str = "") -> None:
        super().__init__((distribution, parts, part))
        self.distribution = distribution
        self.parts = parts
        self.part = part


class VersionLiteral(Atom):
    """`Version("0.11")`: a constant version."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


class Specifier(Atom):
    """`SpecifierSet(">=0.11,<0.13")`: a constant range of versions."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


class Parameters(Atom):
    """`inspect.signature(x)` and its `.parameters`: the names of what `x` accepts; `dir(x)` its attributes."""

    __slots__ = ("kind", "nodes")

    def __init__(self, nodes: tuple[Node, ...], kind: str = "parameters") -> None:
        super().__init__((tuple(map(id, nodes)), kind))
        self.nodes = nodes
        self.kind = kind


UNKNOWN: Value = (Unknown(),)


OPEN: Value = (Open(),)


NONE: Value = (Lit(None),)


def merge_guards(left: tuple[Guard, ...], right: Iterable[Guard]) -> tuple[Guard, ...]:
    """Both, each once, in order. Guards are interned: identity is equality."""
    added = [guard for guard in right if not any(guard is other for other in left)]
    return (*left, *added) if added else left
