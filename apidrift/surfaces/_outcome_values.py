"""What a walk over a body knows of a value: sets of what may be there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    import ast
    from collections.abc import Iterable

    from apidrift.surfaces._binding import FunctionNode

_WIDTH = 6
"""Alternatives that one value may have before it counts as unknown."""


@dataclass(frozen=True, slots=True)
class Constant:
    """A value spelled out: None, True, False, a number, a text."""

    value: object


@dataclass(frozen=True, slots=True)
class Given:
    """An argument of which only one thing is known: it is not None."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A value of a known type."""

    name: str
    empty: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Closure:
    """A function defined inside, with the names it sees."""

    node: FunctionNode | ast.Lambda
    env: Env


@dataclass(frozen=True, slots=True, eq=False)
class Carrier:
    """An object built around functions, which gives what they give when it is asked for its result."""

    inner: tuple[Closure, ...]
    name: str


Atom: TypeAlias = Constant | Given | Kind | Closure | Carrier
Value: TypeAlias = frozenset[Atom | None]
"""What may be there; None among them: anything else."""
Env: TypeAlias = dict[str, Value]

UNKNOWN: Value = frozenset({None})


def just(atom: Atom) -> Value:
    """A value that is certain."""
    return frozenset({atom})


class Branch(dict[str, Value]):
    """A copy of an environment that a branch may change."""


def join(env: Env, ends: Iterable[Env]) -> None:
    """What holds behind several branches of which one ran."""
    alive = list(ends)
    names = dict.fromkeys(name for end in alive for name in end)
    joined = {name: union_of(end.get(name, UNKNOWN) for end in alive) for name in names}
    env.clear()
    env.update(joined)


def union_of(values: Iterable[Value]) -> Value:
    """What may be there when it is one of several values."""
    found: Value = frozenset().union(*values)
    return UNKNOWN if len(found) > _WIDTH else found


def grown(value: Value) -> Value:
    """A container that grows stays what it is, and is not empty any more."""
    return frozenset(Kind(atom.name) if isinstance(atom, Kind) else None for atom in value)


def is_none(value: Value) -> bool | None:
    """Whether a value is None."""
    parts = {None if atom is None else isinstance(atom, Constant) and atom.value is None for atom in value}
    return parts.pop() if len(parts) == 1 else None


def is_true(value: Value) -> bool | None:
    """Whether a value is true."""
    parts = {_atom_true(atom) for atom in value}
    return parts.pop() if len(parts) == 1 else None


def _atom_true(atom: Atom | None) -> bool | None:
    match atom:
        case Constant(value):
            return bool(value)
        case Kind(_, True):
            return False
        case Closure() | Carrier():
            return True
        case _:
            return None


def same(left: Value, right: Value) -> bool | None:
    """Whether two values are equal; None where that is not known."""
    if len(left) != 1 or len(right) != 1:
        return None
    one, two = next(iter(left)), next(iter(right))
    return one.value == two.value if isinstance(one, Constant) and isinstance(two, Constant) else None


def render(value: Value) -> str:
    """A result as a type expression; empty where anything of it is not known."""
    names = {_name(atom) for atom in value}
    return " | ".join(sorted(names)) if "" not in names else ""


def _name(atom: Atom | None) -> str:
    match atom:
        case Constant(value):
            return "None" if value is None else type(value).__name__
        case Kind(name) | Carrier(_, name):
            return name
        case Closure():
            return "collections.abc.Callable"
        case _:
            return ""
