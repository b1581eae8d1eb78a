"""Text for the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from apidrift.model.contract import Contract
from apidrift.model.report import Matrix, Report
from apidrift.reports._text_contract import contract_text
from apidrift.reports._text_matrix import matrix_text
from apidrift.reports._text_report import report_text

if TYPE_CHECKING:
    from apidrift.reports._formats import Renderable
    from apidrift.reports._options import RenderOptions


def render(value: Renderable, options: RenderOptions) -> str:
    """The value for a reader at a terminal of `options.width` columns."""
    match value:
        case Report():
            return report_text(value, options)
        case Matrix():
            return matrix_text(value, options)
        case Contract():
            return contract_text(value, options)
        case _ as never:
            assert_never(never)
