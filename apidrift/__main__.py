"""`python -m apidrift` and the `apidrift` command."""

from __future__ import annotations

from apidrift.cli import main

__all__ = ["main"]

if __name__ == "__main__":
    main()
