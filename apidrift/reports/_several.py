"""Several reports of one consumer: a line for each provider, then the reports of those that break it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.errors import UsageError
from apidrift.model.finding import Status, Verdict
from apidrift.reports._formats import FORMATS, render
from apidrift.reports._options import RenderOptions
from apidrift.reports._overview import overview, plural
from apidrift.reports._terminal import Page, clean

if TYPE_CHECKING:
    from collections.abc import Sequence

    from apidrift.model.contract import Skipped
    from apidrift.model.report import Report

SEVERAL = ("text", "json", "markdown", "github")
"""Formats that can hold more than one report."""


def render_several(
    consumer: str, reports: Sequence[Report], skipped: Sequence[Skipped], format_name: str, options: RenderOptions
) -> str:
    """Reports on several providers as one text; in JSON a list of reports.

    Args:
        consumer: its name and version.
        reports: one for each provider that was checked.
        skipped: the providers that could not be, each with the reason.
        format_name: one of `SEVERAL`.
        options: as for `render`.

    Raises:
        UsageError: the format holds one report only, or is not known.
    """
    if format_name in FORMATS and format_name not in SEVERAL:
        hint = f"name one with --provider, or one of {', '.join(SEVERAL)}"
        raise UsageError(f"format {format_name!r} holds one report, and there are {len(reports)}", hint=hint)
    if format_name == "json":
        return "[\n" + ",\n".join(render(each, "json", options).rstrip() for each in reports) + "\n]\n"
    if format_name != "text":
        return "\n".join(render(each, format_name, options) for each in reports)
    page = Page(options.width, options.color)
    _summary(page, consumer, reports, skipped)
    parts = [page.text()]
    if not options.quiet:
        parts += [render(each, "text", options) for each in reports if _breaks(each) or options.verbose]
    return f"\n{'═' * options.width}\n\n".join(parts)


def _summary(page: Page, consumer: str, reports: Sequence[Report], skipped: Sequence[Skipped]) -> None:
    bad = sum(map(_breaks, reports))
    page.put(f"{consumer} against {plural(len(reports), 'library', 'libraries')} it requires", "bold")
    verdict = f"{plural(bad, 'breaks', 'break')} it, {len(reports) - bad} do not." if bad else "None breaks it."
    page.put(verdict, "bold red" if bad else "bold green")
    page.blank()
    for report in reports:
        mark, style = ("✗", "red") if _breaks(report) else ("✓", "green")
        name = f"{report.provider.name} {report.provider.new}"
        page.put(f"{name}: {overview(report).headline}", indent=2, lead=f"{mark} ", lead_style=style, hang=2)
    for each in skipped:
        page.put(clean(f"{each.what}: not checked: {each.reason}"), indent=2, lead="? ", lead_style="magenta", hang=2)


def _breaks(report: Report) -> bool:
    return any(each.verdict is Verdict.BREAKS and each.status is not Status.FIXED for each in report.findings)
