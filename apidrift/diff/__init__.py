"""Diff: two surfaces and the paths a contract touches → changes, and what no rule claims."""

from __future__ import annotations

from apidrift.diff._compare import compare_surfaces, touch
from apidrift.diff._difference import Difference

__all__ = ["Difference", "compare_surfaces", "touch"]
