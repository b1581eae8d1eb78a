"""A report whose findings say what mends them, and where each value comes from."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from apidrift.model.edit import Edit, Remedy
    from apidrift.model.finding import Finding
    from apidrift.model.report import Report


def with_remedies(report: Report, remedy: Remedy) -> Report:
    """The report with the edits of a remedy beside the findings they mend.

    Args:
        report: what a version does to the consumer.
        remedy: what mends the consumer for that version.
    """
    edits = [edit for file in remedy.files for edit in file.edits]
    return msgspec.structs.replace(report, findings=tuple(_with(each, edits) for each in report.findings))


def _with(finding: Finding, edits: list[Edit]) -> Finding:
    mending = [edit for edit in edits if finding.fingerprint in edit.fingerprints and _concerns(edit, finding)]
    return msgspec.structs.replace(finding, remedy=_told(mending)) if mending else finding


def _concerns(edit: Edit, finding: Finding) -> bool:
    """An argument concerns what is said of its parameter, not all that is said of the call."""
    subject = finding.change.subject if finding.change else ""
    return edit.kind != "add-argument" or not subject or f"{subject}=" in edit.replacement


def _told(edits: list[Edit]) -> dict[str, str]:
    """The edits of one finding in words; several spans of one mend are one edit."""
    first = {edit.mend or -at: edit for at, edit in reversed(list(enumerate(edits, 1)))}
    every = sorted(first.values(), key=lambda edit: (edit.line, edit.start))
    return {
        "edit": "; ".join(dict.fromkeys(_written(edit) for edit in every)),
        "reason": "; ".join(dict.fromkeys(edit.reason for edit in every)),
        "value from": "; ".join(dict.fromkeys(_origin(edit) for edit in every)),
        "safety": max((edit.safety for edit in every), key=lambda safety: safety.value == "needs review").value,
    }


def _written(edit: Edit) -> str:
    """The kind of edit, and the name or argument it writes; code that surrounds something else says little alone."""
    text = " ".join(edit.replacement.split()).strip(", ")
    words = edit.kind.replace("-", " ")
    return f"{words} {text}" if edit.kind.startswith(("add", "rename", "move")) and text else words


def _origin(edit: Edit) -> str:
    name = f"{edit.provenance.value} {edit.recipe}".strip()
    return f"{name} ({edit.evidence[0]})" if edit.evidence and not edit.recipe else name
