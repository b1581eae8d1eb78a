"""The kinds of edits, one file each."""

from __future__ import annotations

from apidrift.remedies.kinds._kind import Kind
from apidrift.remedies.kinds._registry import KINDS

__all__ = ["KINDS", "Kind"]
