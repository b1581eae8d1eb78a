"""A diagnosis at the terminal: the traceback first, then all that breaks, then the command."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.reports._evidence import error_line
from apidrift.reports._layers import all_layers
from apidrift.reports._overview import overview
from apidrift.reports._terminal import Page

if TYPE_CHECKING:
    from apidrift.model.diagnosis import Diagnosis, Recognised
    from apidrift.model.finding import Finding
    from apidrift.reports._options import RenderOptions


def diagnosis_text(told: Diagnosis, options: RenderOptions) -> str:
    """The diagnosis as text."""
    page = Page(options.width, options.color)
    if told.traceback is not None:
        _recognised(page, told.traceback)
    for report in told.reports:
        seen = overview(report)
        page.blank()
        page.put(seen.title, "bold")
        page.put(seen.headline)
        all_layers(page, seen)
    for each in told.skipped:
        page.put(f"{each.what}: {each.reason}", "magenta", lead="? ")
    if told.commands:
        page.heading("What mends it", "")
        for command in told.commands:
            page.raw(f"  {command}")
    return page.text()


def _recognised(page: Page, told: Recognised) -> None:
    """Which finding the traceback is, and what comes after it."""
    if told.finding is None:
        page.put(f"{told.exception} is none of the findings that are known.", "bold yellow")
        page.put("Either it comes from elsewhere, or apidrift does not see it: please report it then.", indent=2)
        return
    if told.layer:
        page.put(f"This is layer {told.layer} of {told.layers} that raise.", "bold red")
    else:
        page.put("This comes from a risk, not from a break.", "bold yellow")
    _line(page, told.finding)
    if told.after:
        count = len(told.after)
        page.put(f"After it {'comes' if count == 1 else 'come'} {count} more:", "bold")
        for each in told.after:
            _line(page, each)


def _line(page: Page, finding: Finding) -> None:
    page.put(f"{finding.path}:{finding.line} {finding.use}", indent=2, hang=2)
    error = error_line(finding).partition("\n")[0]
    page.put(error or f"{finding.title}: a risk", indent=4, hang=2)
