"""What is to be done to a consumer, before it is put down on its files."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from apidrift.model.contract import Skipped
    from apidrift.model.recipe import Recipe
    from apidrift.remedies._mend import Mend
    from apidrift.remedies._stubs import Asked


@dataclass(frozen=True, slots=True)
class Planned:
    """A plan."""

    mends: tuple[Mend, ...] = ()
    recipes: tuple[Recipe, ...] = ()
    """Those that have something to do."""
    asked: tuple[Asked, ...] = ()
    """Values that a person must decide."""
    unneeded: tuple[str, ...] = ()
    """Recipes that have nothing to do."""
    unmended: tuple[Skipped, ...] = ()
    """Findings without a mend, and why."""
