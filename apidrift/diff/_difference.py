"""What comparing two surfaces yields."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from apidrift.model.change import Change
    from apidrift.model.contract import Skipped


@dataclass(frozen=True, slots=True)
class Difference:
    """The changes between two surfaces on the paths a contract touches."""

    changes: tuple[Change, ...] = ()
    """In order of symbol, code and subject; each once."""
    residue: tuple[Change, ...] = ()
    """What still differs in a touched symbol and no rule claims (rule `AD000`); empty unless it was asked for."""
    provider_changes: int = 0
    """Top-level names added, removed or changed in the modules that were read on both sides."""
    touched: int = 0
    """Of these, the ones a touched path leads to or through."""
    skipped: tuple[Skipped, ...] = ()
    """Paths that could not be compared, with the reason."""
    names: dict[str, str] = field(default_factory=dict)
    """For every touched path, and every canonical path it leads to in either version: the symbol under which its
    changes are filed."""

    def about(self, path: str) -> tuple[Change, ...]:
        """The changes of a symbol, by a touched path or by its canonical path in either version."""
        symbol = self.names.get(path, path)
        return tuple(change for change in self.changes if change.symbol in {symbol, path})
