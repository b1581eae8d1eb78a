"""Remedies: findings → edits, which leave as a patch, as stubs or as an import-time shim."""

from __future__ import annotations

from apidrift.remedies._apply import StaleEditsError, apply, unified_diff
from apidrift.remedies._case import Case, Provider
from apidrift.remedies._make import Consumer, remedy
from apidrift.remedies._shim import Shim, build_shim

__all__ = ["Case", "Consumer", "Provider", "Shim", "StaleEditsError", "apply", "build_shim", "remedy", "unified_diff"]
