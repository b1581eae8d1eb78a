"""HTML: one self-contained page per value. Nothing is fetched, everything shows without scripts."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from apidrift.model.contract import Contract
from apidrift.model.report import Matrix, Report
from apidrift.reports._html_contract import contract_page
from apidrift.reports._html_matrix import matrix_page
from apidrift.reports._html_report import report_page

if TYPE_CHECKING:
    from apidrift.reports._formats import Renderable
    from apidrift.reports._options import RenderOptions


def render(value: Renderable, options: RenderOptions) -> str:
    """The value as a page of its own."""
    match value:
        case Report():
            return report_page(value, options)
        case Matrix():
            return matrix_page(value, options)
        case Contract():
            return contract_page(value, options)
        case _ as never:
            assert_never(never)
