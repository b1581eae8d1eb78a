"""Which of a value's alternatives can reach a place in the same run."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from apidrift.model import contract as c
from apidrift.model.paths import Imported

if TYPE_CHECKING:
    from apidrift.contracts._atoms import Prov

    Guards: TypeAlias = tuple[c.Guard, ...]


def arrivals(atoms: list[Prov]) -> list[tuple[list[Prov], Guards]]:
    """Alternatives grouped by the guards they arrive under, each group with the guards all of it share.

    `a if new else b` under a version gate are two uses. Two alternatives that differ only in the imports that worked
    before them may both be there, and are one use.
    """
    groups: list[tuple[list[Prov], Guards]] = []
    for atom in atoms:
        for number, (members, guards) in enumerate(groups):
            common = tuple(guard for guard in guards if any(guard is own for own in atom.guards))
            apart = [guard for guard in (*guards, *atom.guards) if not any(guard is one for one in common)]
            if all(_is_import(guard) for guard in apart):
                groups[number] = ([*members, atom], common)
                break
        else:
            groups.append(([atom], atom.guards))
    return groups


def _is_import(guard: c.Guard) -> bool:
    """Whether a guard only says that an earlier import in the same `try` has worked."""
    if not isinstance(guard, c.HasName) or guard.negated:
        return False
    root = guard.path.root
    return isinstance(root, Imported) and not root.name and not guard.path.steps
