"""JSON: what scripts rely on. The keys of a report are those of `docs/schema/report-1.json`, all always present."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from apidrift.model.contract import Contract
from apidrift.reports._plain import plain

if TYPE_CHECKING:
    from apidrift.reports._formats import Renderable
    from apidrift.reports._options import RenderOptions


def render(value: Renderable, options: RenderOptions) -> str:  # noqa: ARG001 -- one signature for all formats
    """The value as indented JSON. Findings keep the report's order.

    A contract leaves out fields that hold their default, so that it can be read back as it is.
    """
    data = value if isinstance(value, Contract) else plain(value)
    return msgspec.json.format(msgspec.json.encode(data), indent=2).decode() + "\n"
