"""The night's run: newest release against the recorded baseline, with snapshots and history kept up to date."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec
from packaging.version import InvalidVersion, Version

from apidrift.errors import SourceError, UsageError
from apidrift.model.finding import Status, Verdict
from apidrift.pipeline._snapshot import covered_contracts, take
from apidrift.pipeline._write import write_whole
from apidrift.sources import LatestRef, RangeRef, SeriesRef, VersionRef, parse_ref
from apidrift.surfaces import encode_snapshot

if TYPE_CHECKING:
    from pathlib import Path

    from apidrift.model.report import Report
    from apidrift.pipeline._session import Session


class NightEntry(msgspec.Struct, frozen=True):
    """One night in the history."""

    date: str
    """ISO date, UTC."""
    old: str
    new: str
    newly_broken: int
    still_broken: int
    at_risk: int
    unknown: int


class History(msgspec.Struct, frozen=True):
    """All nights, newest first."""

    schema_version: int
    provider: str
    consumer: str
    nights: tuple[NightEntry, ...] = ()


@dataclass(frozen=True, slots=True)
class Night:
    """The result of a night."""

    report: Report
    history: History
    folder: Path


def nightly(session: Session, baseline: str = "", ref: str = "", date: str = "") -> Night:
    """Compare, update the snapshots, and write the report's pages and the history.

    Args:
        session: names provider, consumer and index.
        baseline: the version to compare with; empty: the settings' one, else the newest snapshot before the new one.
        ref: what to look at; empty: the settings' one (`latest`).
        date: the night's ISO date; empty: today, UTC.

    Raises:
        UsageError: the date is none.
        SourceError: the new version cannot be read.
        NothingToCheckError: nothing could be judged; such a night is red.
    """
    settings = session.settings.nightly
    day = _day(date)
    text = ref or settings.ref
    parsed = parse_ref(text, session.distribution)
    if isinstance(parsed, VersionRef | SeriesRef | LatestRef | RangeRef):
        text = session.exact(parsed)
        _keep_snapshot(session, text)
    old = baseline or settings.baseline or _newest_before(session, text)
    report = session.compare(old, text)
    folder = session.settings.path(settings.output)
    history = _history(session, report, folder, day)
    _write(report, history, folder)
    return Night(report, history, folder)


def _day(text: str) -> str:
    """A date as ISO spells it; today's, UTC, where none is given."""
    try:
        return (dt.date.fromisoformat(text) if text else dt.datetime.now(dt.UTC).date()).isoformat()
    except ValueError as error:
        raise UsageError(f"not a date: {text}", hint="YYYY-MM-DD") from error


def _keep_snapshot(session: Session, version: str) -> None:
    if version in session.store.versions:
        return
    target = session.settings.path(session.settings.snapshots) / session.provider / f"{version}.json"
    write_whole(target, encode_snapshot(take(session, version, covered_contracts(session))))


def _newest_before(session: Session, new: str) -> str:
    older = [version for version in session.store.versions if _is_before(version, new)]
    if not older:
        raise SourceError("no snapshot to compare with", hint="name one with --baseline, or run apidrift snapshot")
    return older[-1]


def _is_before(version: str, new: str) -> bool:
    """Whether a release is older; against a folder or git ref every release is."""
    try:
        return Version(version) < Version(new)
    except InvalidVersion:
        return True


def _history(session: Session, report: Report, folder: Path, date: str) -> History:
    breaks = [f for f in report.findings if f.verdict is Verdict.BREAKS]
    entry = NightEntry(
        date,
        report.provider.old or "",
        report.provider.new,
        sum(f.status is Status.NEW for f in breaks),
        sum(f.status is Status.STILL for f in breaks),
        sum(f.verdict is Verdict.RISK for f in report.findings),
        len(report.unknown),
    )
    earlier = [night for night in _earlier(session, folder) if night.date != date]
    nights = (entry, *earlier)[: session.settings.nightly.history]
    return History(1, session.provider, f"{report.consumer.name} {report.consumer.version}".strip(), nights)


def _earlier(session: Session, folder: Path) -> tuple[NightEntry, ...]:
    try:
        return msgspec.json.decode((folder / "history.json").read_bytes(), type=History).nights
    except OSError:
        return ()  # the first night
    except msgspec.DecodeError:
        # Tonight's result matters more than the past.
        session.options.stats.note(f"{folder / 'history.json'} is damaged; the history starts anew")
        return ()


def _write(report: Report, history: History, folder: Path) -> None:
    from apidrift.reports import RenderOptions, Run, render, render_history  # noqa: PLC0415 -- only a night needs the renderers

    options = RenderOptions()
    rendered = {
        "index.html": render(report, "html", options),
        "history.html": render_history(
            [Run(n.date, n.old, n.new, n.newly_broken, n.still_broken, n.at_risk, n.unknown) for n in history.nights],
            f"{history.consumer} on {history.provider}",
            "index.html",
        ),
        "report.json": render(report, "json", options),
        "summary.md": render(report, "markdown", options) + _history_table(history),
        "history.json": msgspec.json.format(msgspec.json.encode(history), indent=1).decode() + "\n",
    }
    for name, text in rendered.items():
        write_whole(folder / name, text.encode())


def _history_table(history: History) -> str:
    lines = ["", "### History", "", "| Night | From | To | Newly broken | Still broken | At risk |"]
    lines += ["| --- | --- | --- | ---: | ---: | ---: |"]
    lines += [
        f"| {n.date} | {n.old} | {n.new} | {n.newly_broken} | {n.still_broken} | {n.at_risk} |" for n in history.nights
    ]
    return "\n".join(lines) + "\n"
