"""The nights so far: one line each, in a file beside the night's pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from apidrift.model.finding import Status, Verdict

if TYPE_CHECKING:
    from pathlib import Path

    from apidrift.model.report import Report

SCHEMA = 1
FILE = "history.json"


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
    """Name and version."""
    nights: tuple[NightEntry, ...] = ()

    def encoded(self) -> bytes:
        """The file's content: the same history gives the same bytes."""
        return msgspec.json.format(msgspec.json.encode(self), indent=1) + b"\n"


def read_history(folder: Path) -> tuple[History | None, str]:
    """The history in a folder, and why there is none although there is a file; neither before the first night."""
    try:
        history = msgspec.json.decode((folder / FILE).read_bytes(), type=History)
    except FileNotFoundError:
        return None, ""
    except OSError as error:
        return None, f"{FILE} cannot be read ({error.strerror}), so the history starts anew."
    except msgspec.DecodeError:
        # Tonight's result matters more than the past.
        return None, f"{FILE} is damaged, so the history starts anew."
    if history.schema_version != SCHEMA:
        return None, f"{FILE} is of schema {history.schema_version}, not {SCHEMA}, so the history starts anew."
    return history, ""


def continued(history: History | None, report: Report, date: str, length: int) -> tuple[History, str]:
    """The history with tonight in it, and why it starts anew although there was one.

    Args:
        history: what was read.
        report: tonight's; it takes the place of an earlier one of the same date.
        date: tonight's ISO date.
        length: how many nights are kept.
    """
    new = History(SCHEMA, report.provider.name, f"{report.consumer.name} {report.consumer.version}".strip())
    lost = ""
    if history is not None and _subject(history) != (report.provider.name, report.consumer.name):
        lost = f"{FILE} was about {history.consumer} on {history.provider}, so the history starts anew."
        history = None
    earlier = [night for night in history.nights if night.date != date] if history else []
    nights = sorted((_entry(report, date), *earlier), key=lambda night: night.date, reverse=True)
    return msgspec.structs.replace(new, nights=tuple(nights[:length])), lost


def _subject(history: History) -> tuple[str, str]:
    """Provider and consumer; the consumer's versions share one history."""
    name, _, version = history.consumer.rpartition(" ")
    return history.provider, name or version


def _entry(report: Report, date: str) -> NightEntry:
    breaks = [finding for finding in report.findings if finding.verdict is Verdict.BREAKS]
    return NightEntry(
        date,
        report.provider.old or "",
        report.provider.new,
        sum(finding.status is Status.NEW for finding in breaks),
        sum(finding.status is Status.STILL for finding in breaks),
        sum(finding.verdict is Verdict.RISK for finding in report.findings),
        len(report.unknown),
    )
