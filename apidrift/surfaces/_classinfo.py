"""Classes as the source has them: bodies walked, bases followed, ancestors in order."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from apidrift.surfaces._flow import Flow
from apidrift.surfaces._functional import inline_bases
from apidrift.surfaces._made_bases import spread_bases
from apidrift.surfaces._scope import Scope
from apidrift.surfaces._text import dotted, spell

if TYPE_CHECKING:
    from apidrift.surfaces._binding import Entry
    from apidrift.surfaces._metaclasses import Rewrite
    from apidrift.surfaces._unit import Target, Unit
    from apidrift.surfaces._world import World


@dataclass(frozen=True, slots=True)
class Base:
    """One base class as written."""

    path: str
    """Canonical path; the text as spelled where it is not a name that can be followed."""
    node: ast.expr
    known: bool
    """It can be followed: the path is a path."""


@dataclass(slots=True)
class ClassInfo:
    """One class definition."""

    path: str
    unit: Unit
    node: ast.ClassDef
    scope: Scope
    """Scope of its body."""
    outer: Scope
    """Scope its bases and decorators are read in."""
    entries: dict[str, Entry] = field(default_factory=dict)
    bases: tuple[Base, ...] = ()
    dynamic: str = ""


class ClassReader:
    """Finds classes by path and orders their ancestors.

    Args:
        world: the provider's names.
    """

    def __init__(self, world: World) -> None:
        self.world = world
        self._infos: dict[str, ClassInfo | None] = {}
        self._rewritten: dict[str, dict[str, Rewrite]] = {}
        self._orders: dict[str, tuple[str, ...]] = {}

    def info(self, path: str) -> ClassInfo | None:
        """The class a path leads to; None where that is no class of the provider."""
        if path not in self._infos:
            self._infos[path] = self._find(path)
        return self._infos[path]

    def _find(self, path: str) -> ClassInfo | None:
        target = self.world.follow(path)
        if target.unit is None or target.binding is None or not isinstance(target.binding.node, ast.ClassDef):
            return None
        canonical = ".".join([target.path, *target.rest])
        if canonical != path:
            return self.info(canonical)
        return self._nested(target, target.binding.node)

    def _nested(self, target: Target, node: ast.ClassDef) -> ClassInfo | None:
        assert target.unit is not None
        info = self.make(target.path, target.unit, node, Scope(self.world, target.unit))
        for name in target.rest:
            entry = info.entries.get(name)
            inner = entry.best.node if entry and entry.best else None
            if not isinstance(inner, ast.ClassDef):
                return None
            info = self.make(f"{info.path}.{name}", info.unit, inner, info.scope)
        return info

    def make(self, path: str, unit: Unit, node: ast.ClassDef, outer: Scope) -> ClassInfo:
        """A class from its node, whether or not a path leads to it."""
        node = spread_bases(inline_bases(node), lambda owner, name: self._member_of(outer.path(owner), name))
        variables = {**outer.variables, **type_parameters(node)}
        outer = Scope(self.world, unit, outer.classes, variables)
        flow = Flow(
            unit.name,
            package=unit.spot.package,
            star=self.world.star_names,
            stub=unit.spot.path.endswith(".pyi"),
            lookup=unit.flow.given if unit.flow else None,
        )
        entries = flow.entries
        flow.run(node.body)
        entries = flow.entries
        scope = Scope(self.world, unit, (*outer.classes, (path, entries)), variables)
        bases = tuple(base for expression in node.bases if (base := self._base(expression, outer)) is not None)
        return ClassInfo(path, unit, node, scope, outer, entries, bases, flow.dynamic)

    def _member_of(self, owner: str, name: str) -> Entry | None:
        found = self.find(owner, name) if owner and self.world.is_class(owner) else None
        return found[1] if found else None

    @staticmethod
    def _base(node: ast.expr, scope: Scope) -> Base | None:
        head = node.value if isinstance(node, ast.Subscript) else node
        if isinstance(head, ast.Starred):
            return Base(spell(head), node, known=False)
        path = scope.path(dotted(head)) if dotted(head) else ""
        if path in {"object", "typing.Generic", "typing_extensions.Generic"} and path == "object":
            return None
        return Base(path or spell(head), node, known=bool(path))

    # Ancestors -------------------------------------------------------------------------------------------------------

    def order(self, path: str) -> tuple[str, ...]:
        """The linearised ancestors of a class (C3), itself and `object` left out; external ones are leaves."""
        if path not in self._orders:
            self._orders[path] = ()
            self._orders[path] = self._linearise(path)
        return self._orders[path]

    def _linearise(self, path: str) -> tuple[str, ...]:
        info = self.info(path)
        if info is None:
            return ()
        return self.order_of(info)

    def order_of(self, info: ClassInfo) -> tuple[str, ...]:
        """Like `order`, for a class no path leads to."""
        bases = [base.path for base in info.bases if base.path != info.path]
        sequences = [[base, *self.order(base)] for base in bases]
        merged = _merge([s for s in [*sequences, list(bases)] if s])
        if merged is None:
            merged = list(dict.fromkeys(name for sequence in sequences for name in sequence))
        return tuple(merged)

    def chain(self, path: str) -> list[ClassInfo]:
        """The class and its ancestors within the provider, nearest first."""
        infos = [self.info(name) for name in (path, *self.order(path))]
        return [info for info in infos if info is not None]

    def rewritten(self, path: str, name: str) -> Rewrite | None:
        """What a metaclass puts in the place of a member of the class body; None: nothing."""
        if path not in self._rewritten:
            from apidrift.surfaces._metaclasses import rewritten_by  # noqa: PLC0415 -- the two need one another

            self._rewritten[path] = rewritten_by(self, path)
        return self._rewritten[path].get(name)

    def find(self, path: str, name: str) -> tuple[ClassInfo, Entry] | None:
        """The nearest class of a chain whose body binds a name."""
        for info in self.chain(path):
            entry = info.entries.get(name)
            if entry is not None and entry.best is not None:
                return info, entry
        return None


def _merge(sequences: list[list[str]]) -> list[str] | None:
    out: list[str] = []
    while sequences:
        for sequence in sequences:
            head = sequence[0]
            if not any(head in other[1:] for other in sequences):
                break
        else:
            return None
        out.append(head)
        sequences = [rest for s in sequences if (rest := s[1:] if s[0] == head else s)]
    # Generic comes last when several bases bring it along, as `typing` arranges.
    return out


def type_parameters(node: ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) -> dict[str, str]:
    """Type parameters of PEP 695 and the type expression they stand for: the bound when it is a plain builtin."""
    return {parameter.name: "Any" for parameter in getattr(node, "type_params", ())}
