"""apidrift: every place where the next version of a library breaks your code, before you run anything."""

from __future__ import annotations

__all__ = ["__version__"]

__version__ = "0.1.0"
