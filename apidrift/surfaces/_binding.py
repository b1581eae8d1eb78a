"""What a name is bound to: one definition, or several possible ones."""

from __future__ import annotations

import ast
from dataclasses import dataclass

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class Binding:
    """One definition of a name."""

    node: ast.stmt
    """The statement that binds it."""
    target: str = ""
    """For imports: the absolute dotted path."""
    value: ast.expr | None = None
    """For assignments: what is assigned, if it is to the name alone."""
    annotation: ast.expr | None = None
    star: bool = False
    condition: str = ""
    """The undecided condition it stands under, as spelled."""
    overloads: tuple[FunctionNode, ...] = ()
    setter: bool = False
    """A property's setter follows."""
    declared: bool = False
    """Only annotated: it has no value yet."""
    lazy: str = ""
    """Served by `__getattr__`; with a message when it is deprecated or raises."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A name with its possible definitions."""

    runtime: tuple[Binding, ...] = ()
    typing: Binding | None = None
    """What a type checker sees, where run time has nothing or something else."""

    @property
    def best(self) -> Binding | None:
        """The definition to prefer: the first at run time, else the type checker's."""
        return self.runtime[0] if self.runtime else self.typing
