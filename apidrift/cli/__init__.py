"""The command line: argv in, exit code out. One thin file per command."""

from __future__ import annotations

from apidrift.cli._main import cli, main

__all__ = ["cli", "main"]
