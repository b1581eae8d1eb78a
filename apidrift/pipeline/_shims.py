"""What the shims of an environment say of themselves."""

from __future__ import annotations

import os
import re
import subprocess
from dataclasses import dataclass
from typing import TYPE_CHECKING

from apidrift.errors import SourceError

if TYPE_CHECKING:
    from pathlib import Path

    from apidrift.pipeline._environment import Environment

_TIME = 120
"""Seconds that a self-test may take."""


@dataclass(frozen=True, slots=True)
class ShimReport:
    """A shim's self-test."""

    name: str
    text: str
    fits: bool


def shim_reports(environment: Environment, folder: Path | None = None) -> tuple[ShimReport, ...]:
    """Run the self-test of each shim that is installed in an environment, or of one that is not.

    Raises:
        SourceError: a shim cannot be run.
    """
    if folder is not None:
        found = [each.name for each in sorted((folder / "src").glob("apidrift_shim_*")) if each.is_dir()]
        return tuple(_report(environment, name, folder) for name in found)
    names = sorted(name for name in environment.installed if name.startswith("apidrift-shim-"))
    return tuple(_report(environment, re.sub("-", "_", name), None) for name in names)


def _report(environment: Environment, name: str, folder: Path | None) -> ShimReport:
    path = [str((folder / part).absolute()) for part in ("run", "src")] if folder else []
    if told := os.environ.get("PYTHONPATH"):
        path.append(told)
    variables = {**os.environ, "PYTHONPATH": os.pathsep.join(path)} if path else os.environ
    try:
        done = subprocess.run(  # noqa: S603 -- the interpreter that the user named
            [environment.python, "-m", name], check=False, capture_output=True, text=True, timeout=_TIME, env=variables
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise SourceError(f"{name} cannot be run: {error}") from error
    if done.returncode not in {0, 1} or not done.stdout:
        raise SourceError(f"{name} cannot be run: {done.stderr.strip().splitlines()[-1:]}")
    return ShimReport(name, done.stdout, done.returncode == 0)
