"""Names inside a function: what they hold, and where they lead."""

from __future__ import annotations

import abc
import ast
import builtins
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from apidrift.surfaces._bodies import Facts
from apidrift.surfaces._flow import Flow
from apidrift.surfaces._scope import BUILTINS, Scope
from apidrift.surfaces._text import dotted
from apidrift.surfaces._types import union

if TYPE_CHECKING:
    from apidrift.surfaces._agent import Agent
    from apidrift.surfaces._binding import FunctionNode

BUILTIN_CLASSES = frozenset(n for n in BUILTINS if isinstance(getattr(builtins, n), type))


@dataclass(slots=True)
class Frame:
    """One function's inside: what its local names hold."""

    scope: Scope
    receiver: str = ""
    """The name of `self` or `cls`."""
    is_class: bool = False
    node: FunctionNode | None = None
    facts: Facts = field(default_factory=Facts)
    known: dict[str, str] = field(default_factory=dict)
    open: set[str] = field(default_factory=set)
    local: Flow | None = None


class Names(abc.ABC):
    """Types of names.

    Args:
        agent: the readers.
    """

    def __init__(self, agent: Agent) -> None:
        self.agent = agent

    @abc.abstractmethod
    def type(self, node: ast.expr | None, frame: Frame) -> str:
        """The type expression of an expression; empty when it is not known."""

    def all_of(self, *nodes: ast.expr, frame: Frame) -> str:
        """The union of the types of expressions; empty when one is not known."""
        types = [self.type(n, frame) for n in nodes]
        return union(*types) if all(types) else ""

    def name(self, name: str, frame: Frame) -> str:
        """The type of what a plain name holds."""
        if name == frame.receiver:
            return "type[Self]" if frame.is_class else "Self"
        if name in frame.known:
            known = frame.known[name]
            return "" if self._reassigned(name, frame) else known
        if name in frame.open:
            return ""
        values = [(a, v) for t, a, v, _ in frame.facts.assigns if isinstance(t, ast.Name) and t.id == name]
        if values:
            frame.open.add(name)
            frame.known[name] = self._assigned(values, frame)
            frame.open.discard(name)
            return frame.known[name]
        if self._is_local(name, frame):
            return ""
        return self._global(name, frame)

    @staticmethod
    def _reassigned(name: str, frame: Frame) -> bool:
        plain = frame.node.args if frame.node else None
        if plain is None or name not in {a.arg for a in [*plain.posonlyargs, *plain.args, *plain.kwonlyargs]}:
            return False
        return any(isinstance(t, ast.Name) and t.id == name for t, *_ in frame.facts.assigns)

    @staticmethod
    def _is_local(name: str, frame: Frame) -> bool:
        targets = [t for t, _ in (*frame.facts.loops, *frame.facts.withs)]
        return any(isinstance(n, ast.Name) and n.id == name for t in targets for n in ast.walk(t)) or any(
            i.name == name for i in frame.facts.inner
        )

    def _assigned(self, values: list[tuple[ast.expr | None, ast.expr | None]], frame: Frame) -> str:
        annotated = next((a for a, _ in values if a is not None), None)
        if annotated is not None:
            return self.agent.types.read(annotated, frame.scope)
        return (
            self.all_of(*(v for _, v in values if v is not None), frame=frame)
            if all(v is not None for _, v in values)
            else ""
        )

    def path(self, node: ast.expr, frame: Frame) -> str:
        """The canonical path of a chain of names, imports inside the function included."""
        name = dotted(node)
        first, _, rest = name.partition(".")
        if not name or first == frame.receiver or first in frame.known or self._is_local(first, frame):
            return ""
        if any(isinstance(t, ast.Name) and t.id == first for t, *_ in frame.facts.assigns):
            return ""
        if frame.facts.imports:
            if frame.local is None:
                unit = frame.scope.unit
                frame.local = Flow(unit.name, package=unit.spot.package, star=lambda _: ((), False))
                frame.local.run(list(frame.facts.imports))
            entry = frame.local.entries.get(first)
            if entry and entry.best:
                return frame.scope.world.canonical(f"{entry.best.target}.{rest}" if rest else entry.best.target)
        module = Scope(frame.scope.world, frame.scope.unit)
        return module.path(name)

    def _global(self, name: str, frame: Frame) -> str:
        return self.of_path(self.path(ast.Name(name), frame), frame)

    def of_path(self, path: str, frame: Frame) -> str:  # noqa: PLR0911 -- one way out per kind
        """The type of what a canonical path names: `type[X]` for a class."""
        if not path:
            return ""
        if path in BUILTIN_CLASSES:
            return f"type[{path}]"
        if frame.scope.world.is_plain_class(path):
            return f"type[{path}]"
        target = frame.scope.world.follow(path)
        if target.unit is None:
            return ""
        if target.binding is None:
            return f"module[{target.path}]"
        if isinstance(target.binding.node, ast.ClassDef) and not target.rest:
            return f"type[{target.path}]"
        if target.rest or isinstance(target.binding.node, ast.FunctionDef | ast.AsyncFunctionDef):
            return ""
        return self.agent.variable_type(target)
