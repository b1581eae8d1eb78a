"""Findings about a consumer's overrides: they stand where the override is written."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from apidrift.model.change import Failure
from apidrift.model.contract import Override, Subclass, Use
from apidrift.model.signature import render_signature

if TYPE_CHECKING:
    from apidrift.model.finding import Finding, Outcome


def at_override(finding: Finding, use: Use, override: Override | None, symbol: str) -> Finding:
    """A finding moved to the override it is about; as it is where there is none."""
    if override is None or not isinstance(use.operation, Subclass):
        return finding
    shown = f"{use.operation.name.rpartition('.')[2]}.{override.name}{render_signature(override.signature)}"
    return msgspec.structs.replace(finding, line=override.line, column=0, use=shown, symbol=symbol or finding.symbol)


def refused_override(use: Use, outcome: Outcome) -> Override | None:
    """The override that the provider's own calls do not fit."""
    if outcome.failure is not Failure.BAD_OVERRIDE or not isinstance(use.operation, Subclass):
        return None
    return next((member for member in use.operation.members if member.name == outcome.subject), None)
