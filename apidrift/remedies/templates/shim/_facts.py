"""What a shim is for. `apidrift shim build` writes this file anew; the values here only say of which type each is."""

from __future__ import annotations

NAME: str = ""
"""The distribution's name."""
VERSION: str = ""
DIGEST: str = ""
"""Of everything it would change."""
PACKAGE: str = ""
"""The consumer's top-level import name."""
CONSUMER: str = ""
"""The consumer's distribution; empty where it has none."""
CONSUMER_VERSION: str = ""
PROVIDERS: tuple[tuple[str, tuple[str, ...], str], ...] = ()
"""Import name, the distributions that may bring it, and the versions the edits are for."""
MODULES: dict[str, str] = {}
"""By dotted name: the path of each mended module below the consumer's root."""
STUB_MODULE: str = ""
"""Dotted name of the module of adapter functions; empty where there are none."""
