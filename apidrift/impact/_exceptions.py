"""Which exceptions a handler catches, by the classes' names alone."""

from __future__ import annotations

import builtins
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_BASES = {
    "ValidationError": "ValueError",
    "FrozenInstanceError": "AttributeError",
    "PackageNotFoundError": "ModuleNotFoundError",
    "FrozenError": "AttributeError",
    "FrozenAttributeError": "AttributeError",
}
"""Bases of the exceptions that libraries raise in the consumer's name."""


@lru_cache(maxsize=512)
def lineage(name: str) -> tuple[str, ...]:
    """An exception's own name and its ancestors', unqualified; unknown ones are a kind of `Exception`."""
    short = name.rpartition(".")[2]
    kind = getattr(builtins, short, None)
    if isinstance(kind, type) and issubclass(kind, BaseException):
        return tuple(base.__name__ for base in kind.__mro__[:-1])
    return (short, *lineage(_BASES.get(short, "Exception")))


def caught(exception: str, handlers: Iterable[str], known: Mapping[str, tuple[str, ...]] | None = None) -> str:
    """The first of the handlers that catches the exception, or empty.

    Args:
        exception: its name.
        handlers: what they catch.
        known: ancestors of exceptions that the provider defines, by unqualified name.
    """
    own = (known or {}).get(exception.rpartition(".")[2])
    ancestors = lineage(exception) if own is None else (exception.rpartition(".")[2], *own)
    for handler in handlers:
        short = handler.rpartition(".")[2]
        if _SAME_AS.get(short, short) in ancestors:
            return handler
    return ""


_SAME_AS = {"IOError": "OSError", "EnvironmentError": "OSError"}
