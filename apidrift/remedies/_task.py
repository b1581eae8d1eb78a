"""A finding to be mended, and all there is to look at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from apidrift.model.edit import Provenance, Safety
from apidrift.remedies._case import paths_of
from apidrift.remedies._mend import Mend

if TYPE_CHECKING:
    from apidrift.model.surface import Surface
    from apidrift.remedies._case import Case, Provider
    from apidrift.remedies._source import Source


@dataclass(frozen=True, slots=True)
class Task:
    """One finding, the provider's versions and the consumer's file."""

    case: Case
    provider: Provider
    source: Source
    stubs: str = ""
    """What edits call the module of adapter functions."""

    @property
    def paths(self) -> tuple[str, ...]:
        """The dotted paths under which versions may know the symbol that the use meets."""
        return paths_of(self.case)

    @property
    def callee(self) -> str:
        """The symbol's name, as people say it."""
        return self.case.finding.symbol.rpartition(".")[2]

    @property
    def here(self) -> tuple[str, ...]:
        """Where the new version defines the symbol, as evidence."""
        return (self.provider.place(self.provider.new, self.paths),)

    def before(self) -> Surface | None:
        """The newest older version that has the symbol."""
        paths = self.paths
        return next((each for each in self.provider.older if self.provider.find(each, paths) is not None), None)

    def mend(  # noqa: PLR0917 -- the fields of a mend
        self,
        kind: str,
        what: dict[str, str],
        reason: str,
        provenance: Provenance,
        safety: Safety = Safety.SAFE,
        evidence: tuple[str, ...] = (),
    ) -> Mend:
        """A mend of this finding at the place of its use."""
        finding = self.case.finding
        return Mend(
            kind,
            self.case.use.place,
            what,
            reason=reason,
            provenance=provenance,
            safety=safety,
            fingerprints=(finding.fingerprint,),
            evidence=evidence or self.here,
            applies=f">={finding.since}" if finding.since else "",
            stubs=self.stubs if provenance is Provenance.STUB else "",
        )
