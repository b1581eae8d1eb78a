"""Remedies: findings → edits, which leave as a patch, as stubs or as an import-time shim."""

from __future__ import annotations

__all__: list[str] = []
