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
TITLE: str = ""
"""The consumer as a person calls it, with its version."""
PROVIDERS: tuple[tuple[str, tuple[str, ...], str], ...] = ()
"""Import name, the distributions that may bring it, and the versions the edits are for (empty: not checked)."""
MODULES: dict[str, str] = {}
"""By dotted name: the path of each mended module below the consumer's root."""
STUBS: dict[str, str] = {}
"""By dotted name: the file in this package of each module of adapter functions that edits call."""
