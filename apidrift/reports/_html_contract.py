"""A contract as a page."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from apidrift.model.describe import describe_use
from apidrift.reports._html_page import page
from apidrift.reports._text_contract import MODULE_LEVEL, contract_extent, contract_headline, remarks

if TYPE_CHECKING:
    from apidrift.model.contract import Contract, Skipped
    from apidrift.reports._options import RenderOptions


def contract_page(contract: Contract, options: RenderOptions) -> str:
    """The contract as one self-contained page."""
    files = [
        (
            path,
            [
                (scope or MODULE_LEVEL, [(use.place.line, describe_use(use), remarks(use)) for use in group])
                for scope, group in groupby(uses, key=lambda use: use.scope)
            ],
        )
        for path, uses in groupby(contract.uses, key=lambda use: use.place.path)
    ]
    return page(
        "contract",
        ("base", "contract"),
        ("theme", "contract"),
        title=options.title or contract_headline(contract),
        headline=contract_extent(contract),
        contract=contract,
        files=files,
        asides=(
            ("Unknown", "What the flow analysis lost, with the reason.", _pairs(contract.unknown)),
            ("Skipped", "What was not looked at, with the reason.", _pairs(contract.skipped)),
        ),
    )


def _pairs(items: tuple[Skipped, ...]) -> list[tuple[str, str]]:
    return [(item.what, item.reason) for item in items]
