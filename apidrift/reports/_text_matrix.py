"""A matrix at the terminal: one strip of glyphs per use, a version per column."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from apidrift.model.finding import Verdict
from apidrift.reports._overview import plural
from apidrift.reports._terminal import Page, clean, shorten

if TYPE_CHECKING:
    from apidrift.model.report import Matrix, MatrixRow
    from apidrift.reports._options import RenderOptions

GLYPHS = {
    Verdict.OK: "·",
    Verdict.BREAKS: "✗",
    Verdict.RISK: "▲",
    Verdict.HANDLED: "○",
    Verdict.UNKNOWN: "?",
}
LEGEND = {
    Verdict.OK: "works",
    Verdict.BREAKS: "breaks",
    Verdict.RISK: "at risk",
    Verdict.HANDLED: "handled",
    Verdict.UNKNOWN: "unknown",
}
_STYLES = {
    Verdict.OK: "dim",
    Verdict.BREAKS: "red",
    Verdict.RISK: "yellow",
    Verdict.HANDLED: "blue",
    Verdict.UNKNOWN: "magenta",
}
BASELINE = "▼"
_BARS = " ▁▂▃▄▅▆▇█"
_TEXT = 44
"""Columns kept for what stands right of a strip."""


def matrix_text(matrix: Matrix, options: RenderOptions) -> str:
    """The matrix as text; one line when quiet."""
    page = Page(options.width, options.color)
    if options.quiet:
        return f"{clean(matrix_title(matrix))}: {matrix_headline(matrix)}\n"
    page.put(matrix_title(matrix), "bold")
    page.put(matrix_headline(matrix))
    step = _step(matrix, options.width)
    per_block = max((options.width - 2) // step, 1)
    for start in range(0, len(matrix.versions), per_block):
        page.blank()
        _block(page, matrix, range(start, min(start + per_block, len(matrix.versions))), step)
    page.blank()
    page.raw("  " + "   ".join(_legend(page, matrix)))
    return page.text()


def matrix_title(matrix: Matrix) -> str:
    """`speculators 0.3.0 on vllm 0.10.0 … 0.33.0 (written for 0.11.0)`."""
    name = f"{matrix.consumer.name} {matrix.consumer.version}".rstrip()
    span = " … ".join(dict.fromkeys((matrix.versions[0], matrix.versions[-1]))) if matrix.versions else "no version"
    written = f" (written for {matrix.baseline})" if matrix.baseline else ""
    return f"{name} on {matrix.provider} {span}{written}"


def matrix_headline(matrix: Matrix) -> str:
    """`10 uses on 39 versions; no break known on 0.10.0 … 0.11.0.`."""
    counted = f"{plural(len(matrix.rows), 'use')} on {plural(len(matrix.versions), 'version')}"
    good = _runs(matrix)
    if not good:
        return f"{counted}; something breaks on every one."
    if not any(matrix.breaking):
        return f"{counted}; nothing breaks."
    return f"{counted}; no break known on {', '.join(good)}."


def _runs(matrix: Matrix) -> list[str]:
    """The versions on which nothing breaks, neighbours as one span."""
    pairs = groupby(zip(matrix.versions, matrix.breaking, strict=True), key=lambda pair: not pair[1])
    spans = [[version for version, _ in run] for good, run in pairs if good]
    return [" … ".join(dict.fromkeys((span[0], span[-1]))) for span in spans]


def _legend(page: Page, matrix: Matrix) -> list[str]:
    legend = [f"{page.paint(_STYLES[verdict], GLYPHS[verdict])} {LEGEND[verdict]}" for verdict in _seen(matrix)]
    return legend + ([f"{BASELINE} written for {clean(matrix.baseline)}"] if matrix.baseline else [])


def _seen(matrix: Matrix) -> list[Verdict]:
    seen = {cell.verdict for row in matrix.rows for cell in row.cells}
    return [verdict for verdict in GLYPHS if verdict in seen]


def _step(matrix: Matrix, width: int) -> int:
    """Columns per version: whole labels where they fit, else one."""
    whole = max(map(len, matrix.versions), default=1) + 2
    return whole if whole * len(matrix.versions) <= width - _TEXT else 1


def _block(page: Page, matrix: Matrix, span: range, step: int) -> None:
    _axis(page, [matrix.versions[i] for i in span], matrix.baseline, step)
    _totals(page, matrix, span, step)
    for path, rows in groupby(matrix.rows, key=lambda row: row.path):
        page.raw(f"  {page.paint('bold', clean(path))}")
        for row in rows:
            _row(page, row, span, step)


def _axis(page: Page, versions: list[str], baseline: str | None, step: int) -> None:
    labels, ticks = "", ""
    minors = [".".join(v.split(".")[:2]) for v in versions]
    for column, (version, minor) in enumerate(zip(versions, minors, strict=True)):
        first = column == 0 or minor != minors[column - 1]
        label = clean(version if step > 1 else minor)
        fits = step > 1 or (first and len(labels) <= column)
        labels = (labels.ljust(column * step) + f"{label} ") if fits else labels
        tick = "╷" if fits else " "
        ticks += (BASELINE if version == baseline else tick).ljust(step)
    page.raw("  " + page.paint("dim", labels.rstrip()))
    page.raw("  " + page.paint("dim", ticks.rstrip()))


def _totals(page: Page, matrix: Matrix, span: range, step: int) -> None:
    most = max(matrix.breaking, default=0)
    counts = [matrix.breaking[i] for i in span]
    if step > 1:
        cells = "".join(str(count).ljust(step) for count in counts)
    else:
        cells = "".join(_bar(count, most) for count in counts)
    page.raw(f"  {page.paint('red', cells)}  {page.paint('dim', f'uses that break (at most {most})')}")


def _bar(count: int, most: int) -> str:
    return _BARS[-(-count * (len(_BARS) - 1) // most)] if most else " "


def _row(page: Page, row: MatrixRow, span: range, step: int) -> None:
    verdicts = [row.cells[i].verdict for i in span]
    strip = "".join(
        page.paint(_STYLES[verdict], GLYPHS[verdict] * len(list(run)))
        if step == 1
        else "".join(page.paint(_STYLES[verdict], GLYPHS[verdict]) + " " * (step - 1) for _ in run)
        for verdict, run in groupby(verdicts)
    )
    since = clean(row.since or "").ljust(8)
    room = max(page.width - 2 - len(span) * step - 2 - 8 - 7, 12)
    page.raw(
        f"  {strip}  {page.paint('bold', since)}{row.line:>5}  {shorten(_brief(clean(row.use), room), room)}".rstrip()
    )


def _brief(use: str, room: int) -> str:
    """The use; an import that does not fit gives up its module rather than its name."""
    head, found, names = use.partition(" import ")
    return f"import {names}" if found and head.startswith("from ") and len(use) > room else use
