"""The pipeline: carries values from room to room. Only it knows all rooms."""

from __future__ import annotations

from apidrift.pipeline._api import check, compare, contract, matrix
from apidrift.pipeline._environment import Environment, environment_of
from apidrift.pipeline._front import write_front_page
from apidrift.pipeline._session import Overrides, Session, Side, open_session
from apidrift.pipeline._several import Several, Wanted, check_several, wanted
from apidrift.pipeline._shim import (
    Mending,
    cached_shim,
    installed_refs,
    mending,
    mending_of_files,
    write_shim,
)
from apidrift.pipeline._shims import ShimReport, shim_reports
from apidrift.pipeline._snapshot import take_snapshots
from apidrift.pipeline._write import write_together, write_whole

__all__ = [
    "Environment",
    "Mending",
    "Overrides",
    "Session",
    "Several",
    "ShimReport",
    "Side",
    "Wanted",
    "cached_shim",
    "check",
    "check_several",
    "compare",
    "contract",
    "environment_of",
    "installed_refs",
    "matrix",
    "mending",
    "mending_of_files",
    "open_session",
    "shim_reports",
    "take_snapshots",
    "wanted",
    "write_front_page",
    "write_shim",
    "write_together",
    "write_whole",
]
