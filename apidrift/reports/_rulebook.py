"""The public page of a rule met in a report."""

from __future__ import annotations

from apidrift.errors import UsageError


def rule_text(code: str) -> str:
    """A rule's page as Markdown; empty for a code that no rule has (a report of another apidrift)."""
    from apidrift.rules import explain  # noqa: PLC0415 -- start-up time

    try:
        return explain(code)
    except UsageError:
        return ""
