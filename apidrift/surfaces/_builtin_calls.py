"""Builtins that may be applied to known values: pure, quick, and the same on every Python."""

from __future__ import annotations

import builtins
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

_NAMES = (
    "bool",
    "bytes",
    "dict",
    "float",
    "frozenset",
    "int",
    "len",
    "list",
    "max",
    "min",
    "set",
    "sorted",
    "str",
    "sum",
    "tuple",
)

BUILTIN_CALLS: dict[str, Callable[..., Any]] = {name: getattr(builtins, name) for name in _NAMES}
"""By name, the builtins that are applied."""

METHODS: dict[type, frozenset[str]] = {
    str: frozenset(
        [
            "capitalize",
            "endswith",
            "format",
            "join",
            "lower",
            "lstrip",
            "partition",
            "removeprefix",
            "removesuffix",
            "replace",
            "rpartition",
            "rsplit",
            "rstrip",
            "split",
            "startswith",
            "strip",
            "title",
            "upper",
        ]
    ),
    dict: frozenset({"copy", "get", "items", "keys", "values"}),
    list: frozenset({"copy", "count", "index"}),
    tuple: frozenset({"count", "index"}),
    set: frozenset({"copy", "difference", "intersection", "union"}),
    frozenset: frozenset({"copy", "difference", "intersection", "union"}),
}
"""By type, the methods that change nothing and are applied."""
