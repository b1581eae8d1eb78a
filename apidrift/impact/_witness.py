"""Witnesses: the smallest program that shows one finding, made of the provider's names alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model import contract as c
from apidrift.model.paths import Attr, Called, Imported

if TYPE_CHECKING:
    from apidrift.model.contract import Use
    from apidrift.model.finding import Finding
    from apidrift.model.paths import Path, Shape


def witness_program(use: Use, finding: Finding, old: str, new: str) -> str:
    """A program that runs to its end on the old version and raises on the new one; empty where none can be made.

    Arguments are bound to the callable's signature, nothing is called: what the consumer passes is not known.
    """
    lines = _statements(use)
    if not lines:
        return ""
    head = f'"""{finding.id} {finding.title}: works on {old or "the old version"}, raises on {new}."""'
    return "\n".join([head, "", *lines, "", 'print("works")']) + "\n"


def _statements(use: Use) -> list[str]:
    match use.operation:
        case c.Import(module, name):
            return [f"from {module} import {name}" if name else f"import {module}"]
        case c.Call(shape):
            return _bound(use.receivers, shape)
        case c.Read(name) | c.Delete(name) | c.Replace(name):
            return _read(use.receivers, name)
        case c.Subclass():
            return _subclass(use.receivers)
        case _:
            return []


def _bound(receivers: tuple[Path, ...], shape: Shape) -> list[str]:
    found = _thing(receivers)
    if found is None or shape.star or shape.double_star:
        return []
    start, expression, is_method = found
    words = ["None"] * is_method + [one.literal or "None" for one in shape.positional]
    words += [f"{name}={one.literal or 'None'}" for name, one in shape.keywords.items()]
    return ["import inspect", start, "", f"inspect.signature({expression}).bind({', '.join(words)})"]


def _read(receivers: tuple[Path, ...], name: str) -> list[str]:
    found = _thing(receivers)
    if found is None:
        return []
    start, expression, on_instance = found
    if on_instance:
        return []
    return [start, "", f"{expression}.{name}"]


def _subclass(receivers: tuple[Path, ...]) -> list[str]:
    found = _thing(receivers)
    return [found[0], "", f"class Derived({found[1]}):", "    pass"] if found else []


def _thing(receivers: tuple[Path, ...]) -> tuple[str, str, bool] | None:
    """The import, the expression, and whether it is a method read from an instance, for a path that can be spelled.

    `Class(…).method` is spelled `Class.method`: no instance is made.
    """
    path = receivers[0] if receivers else None
    if path is None or not isinstance(path.root, Imported):
        return None
    names: list[str] = []
    called = 0
    for step in path.steps:
        match step:
            case Attr(name):
                names.append(name)
            case Called() if not called and (names or path.root.name):
                called = len(names) + 1
            case _:
                return None
    if called and called != len(names):
        return None  # the class itself is the value, or more than one name follows the instance
    root = path.root
    start = f"from {root.module} import {root.name}" if root.name else f"import {root.module}"
    return start, ".".join([root.name or root.module, *names]), bool(called)
