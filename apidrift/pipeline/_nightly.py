"""The night's run: newest release against the recorded baseline, with snapshots and history kept up to date."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec
from packaging.version import InvalidVersion, Version

from apidrift.errors import SourceError, UsageError
from apidrift.pipeline._history import FILE, History, continued, read_history
from apidrift.pipeline._snapshot import covered_contracts, take
from apidrift.pipeline._write import write_together
from apidrift.sources import LatestRef, RangeRef, SeriesRef, VersionRef, parse_ref
from apidrift.surfaces import encode_snapshot

if TYPE_CHECKING:
    from pathlib import Path

    from apidrift.model.report import Report
    from apidrift.pipeline._session import Session


@dataclass(frozen=True, slots=True)
class Night:
    """The result of a night."""

    report: Report
    history: History
    folder: Path


def nightly(session: Session, baseline: str = "", ref: str = "", date: str = "") -> Night:
    """Compare, update the snapshots, and write the report's pages and the history: all of it or, on an error, nothing.

    Args:
        session: names provider, consumer and index.
        baseline: the version to compare with; empty: the settings' one, else the newest snapshot before the new one.
        ref: what to look at; empty: the settings' one (`latest`).
        date: the night's ISO date; empty: today, UTC.

    Raises:
        UsageError: the date is none.
        SourceError: the new version cannot be read, or there is nothing to compare it with.
        NothingToCheckError: nothing could be judged; such a night is red.
        OutputError: something could not be written.
    """
    settings = session.settings.nightly
    day = _day(date)
    folder = session.settings.path(settings.output)
    text, recorded = _release(session, ref or settings.ref)
    old = baseline or settings.baseline or _newest_before(session, text)
    earlier, lost = read_history(folder)
    report = session.compare(old, text)
    history, other = continued(earlier, report, day, settings.history)
    report = msgspec.structs.replace(report, notes=(*report.notes, *filter(None, (lost, other))))
    files = _snapshots(session, text, old) if recorded else {}
    write_together(files | {folder / name: content for name, content in _pages(report, history).items()})
    return Night(report, history, folder)


def _day(text: str) -> str:
    """A date as ISO spells it; today's, UTC, where none is given."""
    try:
        return (dt.date.fromisoformat(text) if text else dt.datetime.now(dt.UTC).date()).isoformat()
    except ValueError as error:
        raise UsageError(f"not a date: {text}", hint="YYYY-MM-DD") from error


# Versions ---------------------------------------------------------------------------------------------------------


def _release(session: Session, text: str) -> tuple[str, bool]:
    """The ref with an exact version where it means a release of the provider, and whether it is to be recorded.

    Builds of a night index come and go by the day: they are looked at and not kept.
    """
    ref = parse_ref(text, session.distribution)
    if not isinstance(ref, VersionRef | SeriesRef | LatestRef | RangeRef) or ref.project != session.distribution:
        return text, False
    exact = session.sides.exact(ref)
    version = _version(exact)
    return exact, version is not None and not version.is_devrelease and version.local is None


def _version(text: str) -> Version | None:
    try:
        return Version(text)
    except InvalidVersion:
        return None


def _newest_before(session: Session, new: str) -> str:
    """The newest snapshot that is older; to a folder or git ref every one is."""
    version = _version(new)
    older = [each for each in session.store.versions if version is None or Version(each) < version]
    if not older:
        raise SourceError("no snapshot to compare with", hint="name one with --baseline, or run apidrift snapshot")
    if version is not None and version.is_prerelease:
        return older[-1]
    # What a candidate broke is still news to whoever waits for the release.
    releases = [each for each in older if not Version(each).is_prerelease]
    return (releases or older)[-1]


def _snapshots(session: Session, version: str, old: str) -> dict[Path, bytes]:
    """The snapshots that the project has to have from now on: tonight's, and the one it was compared with.

    The latter may have come with apidrift; as soon as a project has one of its own, these are not looked at.
    """
    folder = session.settings.path(session.settings.snapshots) / session.provider
    files = {}
    if version not in session.store.versions:
        files[folder / f"{version}.json"] = encode_snapshot(take(session, version, covered_contracts(session)))
    if files and old in session.store.versions and session.store.folder != folder:
        files[folder / f"{old}.json"] = session.store.path(old).read_bytes()
    return files


# Pages ------------------------------------------------------------------------------------------------------------


def _pages(report: Report, history: History) -> dict[str, bytes]:
    from apidrift.reports import RenderOptions, Run, render, render_history  # noqa: PLC0415 -- only a night needs them

    options = RenderOptions()
    past = render_history(
        [Run(n.date, n.old, n.new, n.newly_broken, n.still_broken, n.at_risk, n.unknown) for n in history.nights],
        f"{history.consumer} on {history.provider}",
        "index.html",
    )
    return {
        "index.html": render(report, "html", options).encode(),
        "history.html": past.encode(),
        "report.json": render(report, "json", options).encode(),
        "summary.md": (render(report, "markdown", options) + _history_table(history)).encode(),
        FILE: history.encoded(),
    }


def _history_table(history: History) -> str:
    lines = ["", "### History", "", "| Night | From | To | Newly broken | Still broken | At risk |"]
    lines += ["| --- | --- | --- | ---: | ---: | ---: |"]
    lines += [
        f"| {n.date} | {n.old} | {n.new} | {n.newly_broken} | {n.still_broken} | {n.at_risk} |" for n in history.nights
    ]
    return "\n".join(lines) + "\n"
