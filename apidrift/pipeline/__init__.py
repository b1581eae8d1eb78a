"""The pipeline: carries values from room to room. Only it knows all rooms."""

from __future__ import annotations

import importlib

TYPE_CHECKING = False  # `typing` itself is not needed here
if TYPE_CHECKING:
    from apidrift.pipeline._api import check, compare, contract, matrix
    from apidrift.pipeline._bisect import bisected
    from apidrift.pipeline._doctor import diagnose
    from apidrift.pipeline._environment import Environment, environment_of
    from apidrift.pipeline._front import write_front_page
    from apidrift.pipeline._session import Overrides, Session, open_session
    from apidrift.pipeline._several import Several, Wanted, check_several, session_for, wanted
    from apidrift.pipeline._shim import Mending, cached_shim, installed_refs, mending, mending_of_files, write_shim
    from apidrift.pipeline._shims import ShimReport, shim_reports
    from apidrift.pipeline._sides import Side
    from apidrift.pipeline._snapshot import take_snapshots
    from apidrift.pipeline._witness import find_witness, run_witness
    from apidrift.pipeline._write import write_together, write_whole

_HOMES = {
    "_api": ("check", "compare", "contract", "matrix"),
    "_bisect": ("bisected",),
    "_doctor": ("diagnose",),
    "_environment": ("Environment", "environment_of"),
    "_front": ("write_front_page",),
    "_session": ("Overrides", "Session", "open_session"),
    "_sides": ("Side",),
    "_several": ("Several", "Wanted", "check_several", "session_for", "wanted"),
    "_shim": ("Mending", "cached_shim", "installed_refs", "mending", "mending_of_files", "write_shim"),
    "_shims": ("ShimReport", "shim_reports"),
    "_snapshot": ("take_snapshots",),
    "_witness": ("find_witness", "run_witness"),
    "_write": ("write_together", "write_whole"),
}
_HOME = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "Environment",
    "Mending",
    "Overrides",
    "Session",
    "Several",
    "ShimReport",
    "Side",
    "Wanted",
    "bisected",
    "cached_shim",
    "check",
    "check_several",
    "compare",
    "contract",
    "diagnose",
    "environment_of",
    "find_witness",
    "installed_refs",
    "matrix",
    "mending",
    "mending_of_files",
    "open_session",
    "run_witness",
    "session_for",
    "shim_reports",
    "take_snapshots",
    "wanted",
    "write_front_page",
    "write_shim",
    "write_together",
    "write_whole",
]


if not TYPE_CHECKING:  # a type checker would take any name for a public one

    def __getattr__(name: str) -> object:
        """Load what a command asks for and nothing else (PEP 562): each command starts as fast as it can."""
        if name not in _HOME:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = getattr(importlib.import_module(f"{__name__}.{_HOME[name]}"), name)
        globals()[name] = value
        return value
