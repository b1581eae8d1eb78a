"""At the terminal: what an interpreter said of the uses, beside what the sources predicted."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from apidrift.model.report import Report
    from apidrift.reports._terminal import Page


def confirmed(page: Page, report: Report) -> None:
    """The section on what was tried; nothing where no interpreter was asked."""
    told = report.confirmation
    if told is None:
        return
    page.heading(f"Tried in {told.python} ({told.version})", "bold")
    page.put(f"{told.tried} uses tried: {told.confirmed} breaks confirmed, {told.worked} work as predicted.", indent=2)
    for each in told.contradictions:
        page.put(f"{each.path}:{each.line} {each.use}", "magenta", indent=2, lead="! ")
        page.put(f"sources: {each.static}", indent=6)
        page.put(f"interpreter: {each.runtime}", indent=6)
    if told.contradictions:
        page.put("These are faults of apidrift; please report them.", indent=2)
    if told.unable:
        reasons = ", ".join(f"{count} × {reason}" for reason, count in told.unable)
        page.put(f"Not tried: {reasons}.", "dim", indent=2)
