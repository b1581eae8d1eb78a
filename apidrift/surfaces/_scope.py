"""What a plain name means at a place in the source: class body, module, builtins."""

from __future__ import annotations

import ast
import builtins
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from apidrift.surfaces._functional import STANDARD_BASES
from apidrift.surfaces._layout import Form
from apidrift.surfaces._text import dotted

if TYPE_CHECKING:
    from apidrift.surfaces._binding import Entry
    from apidrift.surfaces._unit import Unit
    from apidrift.surfaces._world import World

BUILTINS = frozenset(dir(builtins))


@dataclass(frozen=True, slots=True)
class Scope:
    """A module, and the class bodies around the place."""

    world: World
    unit: Unit
    classes: tuple[tuple[str, dict[str, Entry]], ...] = ()
    """Path and names of the enclosing classes, outermost first. Only the innermost one's names are visible."""
    variables: dict[str, str] = field(default_factory=dict)
    """Type parameters (PEP 695) and what they stand for."""

    @property
    def owner(self) -> str:
        """Path of the innermost class; empty at module level."""
        return self.classes[-1][0] if self.classes else ""

    def path(self, name: str) -> str:
        """A dotted name, qualified and followed to its definition; empty where it is not known.

        Builtins stay bare.
        """
        first, _, rest = name.partition(".")
        if self.classes:
            owner, entries = self.classes[-1]
            entry = entries.get(first)
            best = entry.best if entry else None
            if best is not None and (isinstance(best.node, ast.ClassDef) or best.target):
                start = best.target or f"{owner}.{first}"
                return self.world.canonical(f"{start}.{rest}" if rest else start)
        if self.unit.spot.form is Form.STUB and (
            best := entry.best if (entry := self.unit.entries.get(first)) else None
        ):
            # What a stub imports for itself, the module beside it need not have.
            start = best.target or f"{self.unit.name}.{first}"
            return self.world.canonical(f"{start}.{rest}" if rest else start)
        if self.world.entry(self.unit.name, first) is not None:
            return self.world.canonical(f"{self.unit.name}.{name}")
        if first in BUILTINS and not rest:
            return name
        if first in self.unit.entries or f"{self.unit.name}.{first}" in self.world.layout.spots:
            return self.world.canonical(f"{self.unit.name}.{name}")
        # Classes rewritten from calls name their base in full.
        return name if name in STANDARD_BASES else ""

    def type_path(self, name: str) -> str:
        """Like `path`, for a name in an annotation: what a type checker sees comes first."""
        first, _, rest = name.partition(".")
        entry = self.unit.entries.get(first)
        if entry is not None and entry.typing is not None and entry.typing.target:
            target = entry.typing.target
            return self.world.canonical(f"{target}.{rest}" if rest else target)
        if entry is not None and entry.best is not None and entry.best.target and not self.classes:
            target = entry.best.target
            return self.world.shown(f"{target}.{rest}" if rest else target)
        return self.path(name)

    def node_path(self, node: ast.expr | None) -> str:
        """Like `path`, for an expression; empty unless it is a chain of names."""
        name = dotted(node)
        return self.path(name) if name else ""
