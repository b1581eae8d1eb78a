"""Attributes that methods assign on their receiver."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from apidrift.surfaces._binding import FunctionNode
from apidrift.surfaces._origins import Origin, origins
from apidrift.surfaces._text import dotted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.surfaces._classinfo import ClassInfo
    from apidrift.surfaces._frames import Frame
    from apidrift.surfaces._infer import Inference


@dataclass(slots=True)
class Assigned:
    """One instance attribute with all its assignments."""

    annotation: ast.expr | None = None
    frame: Frame | None = None
    """The method the annotation stands in."""
    values: list[tuple[ast.expr | None, Frame]] = field(default_factory=list)
    line: int = 0


@dataclass(slots=True)
class Instance:
    """What the methods of one class body assign."""

    attributes: dict[str, Assigned] = field(default_factory=dict)
    origins: dict[str, Origin] = field(default_factory=dict)
    """What the constructor computes them from."""
    dynamic: str = ""


def methods(info: ClassInfo) -> Iterator[FunctionNode]:
    """All function definitions of a class body, conditional ones and setters included."""
    stack: list[ast.stmt] = list(reversed(info.node.body))
    while stack:
        node = stack.pop()
        if isinstance(node, FunctionNode):
            yield node
        elif not isinstance(node, ast.ClassDef):
            for name in ("body", "orelse", "handlers", "finalbody"):
                stack.extend(reversed(getattr(node, name, ())))


def gather_instance(info: ClassInfo, inference: Inference) -> Instance:
    """The instance attributes of a class, in the order in which they are first assigned."""
    found = Instance()
    for node in methods(info):
        frame = inference.frame(node, info.scope)
        if frame.receiver and not frame.is_class:
            _collect(frame, found)
            if node.name == "__init__":
                found.origins = origins(node)
    return found


def _collect(frame: Frame, found: Instance) -> None:
    me = frame.receiver
    for target, annotation, value, line in frame.facts.assigns:
        if isinstance(target, ast.Attribute) and dotted(target.value) == me:
            assigned = _add(found, target.attr, value, frame, line)
            if annotation is not None and assigned.annotation is None:
                assigned.annotation, assigned.frame = annotation, frame
    for target, _ in (*frame.facts.loops, *frame.facts.withs):
        if isinstance(target, ast.Attribute) and dotted(target.value) == me:
            _add(found, target.attr, None, frame, target.lineno)
    for call in frame.facts.calls:
        _dynamic(call, me, found, frame)


def _add(found: Instance, name: str, value: ast.expr | None, frame: Frame, line: int) -> Assigned:
    assigned = found.attributes.setdefault(name, Assigned(line=line))
    assigned.values.append((value, frame))
    return assigned


def _dynamic(call: ast.Call, me: str, found: Instance, frame: Frame) -> None:
    name = dotted(call.func)
    if name in {"setattr", "object.__setattr__"} and len(call.args) > 2 and dotted(call.args[0]) == me:  # noqa: PLR2004 -- setattr(object, name, value)
        match call.args[1]:
            case ast.Constant(value=str() as attribute):
                _add(found, attribute, call.args[2], frame, call.lineno)
            case _:
                found.dynamic = found.dynamic or "it sets attributes by computed names"
    elif name == f"{me}.__dict__.update":
        found.dynamic = found.dynamic or "it fills its __dict__"
