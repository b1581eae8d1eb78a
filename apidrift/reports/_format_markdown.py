"""Markdown: a comment on a pull request, its details folded."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from apidrift.model.contract import Contract
from apidrift.model.describe import describe_use
from apidrift.model.report import Matrix, Report
from apidrift.reports._markdown import code, escape, table
from apidrift.reports._markdown_report import report_markdown
from apidrift.reports._text_contract import MODULE_LEVEL, contract_headline, remarks
from apidrift.reports._text_matrix import GLYPHS, LEGEND, matrix_headline, matrix_title

if TYPE_CHECKING:
    from apidrift.reports._formats import Renderable
    from apidrift.reports._options import RenderOptions


def render(value: Renderable, options: RenderOptions) -> str:
    """The value as GitHub-flavoured Markdown."""
    match value:
        case Report():
            return report_markdown(value, options)
        case Matrix():
            return _matrix(value)
        case Contract():
            return _contract(value)
        case _ as never:
            assert_never(never)


def _matrix(matrix: Matrix) -> str:
    header = ["Use", "Place", "Since", *matrix.versions]
    rows = [
        [code(row.use), code(f"{row.path}:{row.line}"), row.since or "", *(GLYPHS[cell.verdict] for cell in row.cells)]
        for row in matrix.rows
    ]
    totals = ["**Uses that break**", "", "", *map(str, matrix.breaking)]
    legend = " · ".join(f"{GLYPHS[verdict]} {LEGEND[verdict]}" for verdict in GLYPHS)
    title, headline = escape(matrix_title(matrix)), escape(matrix_headline(matrix))
    return f"## {title}\n\n{headline}\n\n{table(header, [*rows, totals])}\n{legend}\n"


def _contract(contract: Contract) -> str:
    rows = [
        [
            code(f"{use.place.path}:{use.place.line}"),
            code(use.scope) if use.scope else MODULE_LEVEL,
            code(describe_use(use)),
            escape("; ".join(remarks(use))),
        ]
        for use in contract.uses
    ]
    return f"## {escape(contract_headline(contract))}\n\n{table(['Place', 'Scope', 'Use', 'Guards'], rows)}"
