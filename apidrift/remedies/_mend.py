"""A mend: what is to be done at one place of the consumer, before it becomes spans and replacements."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from apidrift.model.edit import Provenance, Safety

if TYPE_CHECKING:
    from apidrift.model.contract import Place


STUB_IMPORT = "import-stubs"
"""The kind of the edits that import the module of adapter functions, for the edits that call it."""


@dataclass(frozen=True, slots=True)
class Mend:
    """One thing to do at one place, with everything an edit has to say of itself."""

    kind: str
    """The kind of edit, one of the registry's."""
    place: Place
    """Where the use stands, as the contract says it."""
    what: dict[str, str]
    """What the kind needs to know (`name`, `value` …)."""
    reason: str = ""
    provenance: Provenance = Provenance.RECIPE
    safety: Safety = Safety.SAFE
    fingerprints: tuple[str, ...] = ()
    evidence: tuple[str, ...] = ()
    recipe: str = ""
    applies: str = ""
    remove_when: str = ""
    gate: str = ""
    """A Python expression, true where the edit is needed; empty: always."""
    harmless: bool = False
    """It does nothing where it is not needed, so that it needs no gate."""
    stubs: str = ""
    """The module of adapter functions that the new text calls; empty: none."""

    @property
    def key(self) -> tuple[object, ...]:
        """What makes two mends the same thing to do."""
        place = self.place
        return (place.path, place.line, place.column, self.kind, *sorted(self.what.items()))
