"""What a provider's own deprecation said to use instead."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

from apidrift.model.contract import Delete, Import, Read, Replace, Write
from apidrift.model.surface import Found, NotCoveredError, resolve
from apidrift.model.symbols import Attribute, Binding, Function
from apidrift.remedies._case import names_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.contract import Use
    from apidrift.model.surface import Surface
    from apidrift.remedies._task import Task

_NAME = r"[`'\"]*([A-Za-z_][\w.]*\w)(?:\(\))?[`'\"]*"
_TELLS = (
    rf"\b[Uu]se (?:the )?(?:function |method |class )?{_NAME}",
    rf"\b(?:renamed|moved|changed) to {_NAME}",
    rf"\b(?:replaced by|replaced with|in favou?r of) (?:the )?{_NAME}",
    rf"\b[Pp]lease (?:use|import) {_NAME}",
)


@dataclass(frozen=True, slots=True)
class Announced:
    """A replacement that was announced."""

    path: str
    version: str
    """The version whose deprecation said so."""


def announced(task: Task) -> Announced | None:
    """The replacement named by the newest deprecation of the symbol, where it is there now; None where none is."""
    paths = tuple(dict.fromkeys((*_spelled(task.case.use), *task.paths)))
    for surface in task.provider.older:
        for path in paths:
            old = _find(surface, path)
            for name in _named(_message(old)):
                new = _there(task, path, name)
                if new and _alike(old, _find(task.provider.new, new)):
                    return Announced(new, surface.release.version)
    return None


def _spelled(use: Use) -> tuple[str, ...]:
    """The paths of a use as the consumer writes them, the attribute it reads included."""
    match use.operation:
        case Read(name) | Write(name) | Delete(name) | Replace(name):
            return tuple(f"{path}.{name}" for path in names_of(use))
        case Import(module, name):
            return (f"{module}.{name}",)
        case _:
            return names_of(use)


def _find(surface: Surface, path: str) -> Found | None:
    try:
        found = resolve(surface, path)
    except NotCoveredError:
        return None
    return found if isinstance(found, Found) else None


def _message(found: Found | None) -> str:
    if found is None:
        return ""
    return found.deprecated or str(getattr(found.symbol, "deprecated", ""))


def _alike(old: Found | None, new: Found | None) -> bool:
    """Whether one can stand where the other stood: a value for a value, a callable for a callable."""
    return old is None or new is None or _is_value(old.symbol) == _is_value(new.symbol)


def _is_value(symbol: object) -> bool:
    if isinstance(symbol, Function):
        return symbol.binding in {Binding.PROPERTY, Binding.CACHED_PROPERTY}
    return isinstance(symbol, Attribute)


def _named(message: str) -> Iterator[str]:
    for pattern in _TELLS:
        yield from re.findall(pattern, message)


def _there(task: Task, path: str, name: str) -> str:
    """The full path of an announced name: beside the old one, in the provider, or in the standard library."""
    owner, _, old = path.rpartition(".")
    if name == old or name.lower() in {"the", "instead", "a", "it"}:
        return ""
    surface = task.provider.new
    if "." not in name:
        return f"{owner}.{name}" if _find(surface, f"{owner}.{name}") else ""
    root = name.partition(".")[0]
    if root == surface.release.name:
        return name if _find(surface, name) else ""
    return name if root in sys.stdlib_module_names else ""
