"""The page of end-to-end runs: what a real provider did to the consumer, unmodified and mended."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from apidrift.reports._html_page import page

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class Proof:
    """One run of one version in one way."""

    worst: float | None = None
    """Worst relative error over everything compared; None: it did not come to an end."""
    failure: str = ""
    """The exception; empty: none."""
    right: bool = False
    """Whether it came to an end and the error is within the limit."""

    @property
    def text(self) -> str:
        """The outcome in a few words."""
        if self.failure:
            return self.failure
        return "not run" if self.worst is None else f"{self.worst:.1e}"


@dataclass(frozen=True, slots=True)
class Proven:
    """Everything that was run on one version."""

    version: str
    about: str
    """What else was installed."""
    unmodified: Proof
    shimmed: Proof
    patched: Proof
    edits: int = 0
    derived: int = 0
    recipe: int = 0
    applied: tuple[str, ...] = ()
    scenarios: tuple[tuple[str, str, str], ...] = ()
    """Kind of model, scenario, worst relative error or what happened, under the shim."""


def render_runs(rows: Sequence[Proven], title: str, about: str) -> str:
    """The page, versions in the order given."""
    right = sum(row.shimmed.right for row in rows)
    return page("runs", ("base", "index"), ("theme",), title=title, about=about, rows=tuple(rows), right=right)
