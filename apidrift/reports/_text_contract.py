"""A contract at the terminal: every use by file and scope, with what guards it."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from apidrift.model.describe import describe_use
from apidrift.reports._guards import describe_guard
from apidrift.reports._overview import plural
from apidrift.reports._terminal import Page, clean

if TYPE_CHECKING:
    from apidrift.model.contract import Contract, Use
    from apidrift.reports._options import RenderOptions

MODULE_LEVEL = "module level"


def contract_text(contract: Contract, options: RenderOptions) -> str:
    """The contract as text; one line when quiet."""
    page = Page(options.width, options.color)
    headline = contract_headline(contract)
    if options.quiet:
        return f"{clean(headline)}\n"
    page.put(headline, "bold")
    for line in contract.requires:
        page.put(line, "dim", indent=2, lead="requires ")
    for path, uses in groupby(contract.uses, key=lambda use: use.place.path):
        page.blank()
        page.raw(page.paint("bold", clean(path)))
        _file(page, tuple(uses))
    _lost(page, "Unknown", [(s.what, s.reason) for s in contract.unknown])
    _lost(page, "Skipped", [(s.what, s.reason) for s in contract.skipped])
    return page.text()


def contract_headline(contract: Contract) -> str:
    """`speculators 0.3.0 relies on vllm in 81 places of 2 files`."""
    name = f"{contract.consumer} {contract.version}".rstrip()
    return f"{name} {contract_extent(contract)}"


def contract_extent(contract: Contract) -> str:
    """`relies on vllm in 81 places of 2 files`."""
    files = len({use.place.path for use in contract.uses})
    counted = f"{plural(len(contract.uses), 'place')} of {plural(files, 'file')}"
    return f"relies on {', '.join(contract.providers)} in {counted}"


def _file(page: Page, uses: tuple[Use, ...]) -> None:
    column = max(len(str(use.place.line)) for use in uses)
    for scope, group in groupby(uses, key=lambda use: use.scope):
        page.put(scope or MODULE_LEVEL, "cyan", indent=2)
        for use in group:
            page.put(describe_use(use), indent=4, lead=f"{use.place.line:>{column}}  ", lead_style="dim")
            for remark in remarks(use):
                page.put(remark, "dim", indent=6 + column)


def remarks(use: Use) -> list[str]:
    """What limits a use: its guards from the outermost inwards, and whether it is certain."""
    told = [describe_guard(guard) for guard in use.guards]
    return told + (["only on some paths"] if use.conditional else [])


def _lost(page: Page, title: str, pairs: list[tuple[str, str]]) -> None:
    if not pairs:
        return
    page.heading(f"{title} ({len(pairs)})", "magenta")
    for what, reason in pairs:
        page.put(what, indent=2, lead="? ")
        page.put(reason, "dim", indent=4)
