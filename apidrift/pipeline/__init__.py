"""The pipeline: carries values from room to room. Only it knows all rooms."""

from __future__ import annotations

from apidrift.pipeline._api import check, compare, contract, matrix
from apidrift.pipeline._front import write_front_page
from apidrift.pipeline._session import Overrides, Session, Side, open_session
from apidrift.pipeline._snapshot import take_snapshots
from apidrift.pipeline._write import write_together, write_whole

__all__ = [
    "Overrides",
    "Session",
    "Side",
    "check",
    "compare",
    "contract",
    "matrix",
    "open_session",
    "take_snapshots",
    "write_front_page",
    "write_together",
    "write_whole",
]
