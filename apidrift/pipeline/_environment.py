"""The environment a command will run in: which Python, and what is installed there. Nothing installed is imported."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import Distribution, distributions
from pathlib import Path
from typing import TYPE_CHECKING

from apidrift.errors import SourceError, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_ASK = "import json, sys; print(json.dumps([sys.version_info[:2], sys.path]))"
_PYTHON = re.compile(r"(?:python|pypy)[\d.]*(?:\.exe)?\Z")
_DEAF = re.compile(r"-[a-zA-Z]*[IES]")
_TIME = 60
"""Seconds that an interpreter may take to start."""


@dataclass(frozen=True)
class Environment:
    """An interpreter and its search path."""

    python: str
    path: tuple[str, ...]

    @cached_property
    def installed(self) -> dict[str, str]:
        """Versions by normalised distribution name; the first on the path counts, as for Python."""
        found: dict[str, str] = {}
        for each in distributions(path=[entry for entry in self.path if entry]):
            if name := _name(each):
                found.setdefault(name, each.version)
        return found

    def version(self, names: Iterable[str]) -> tuple[str, str]:
        """The first of the distributions that is installed, and its version; two empty texts where none is."""
        return next(((name, self.installed[n]) for name in names if (n := normal(name)) in self.installed), ("", ""))


def environment_of(command: Sequence[str], python: str = "") -> Environment:
    """The environment that a command runs in.

    Args:
        command: the command and its arguments.
        python: the interpreter, where the command does not show it.

    Raises:
        UsageError: there is no such command, or it starts a Python that would not see the shim.
        SourceError: the interpreter does not answer.
    """
    interpreter = python or interpreter_of(command)
    try:
        answer = subprocess.run(  # noqa: S603 -- the interpreter that the user is about to run
            [interpreter, "-c", _ASK], check=True, capture_output=True, text=True, timeout=_TIME
        )
        version, path = json.loads(answer.stdout.splitlines()[-1])
    except (OSError, subprocess.SubprocessError, ValueError, IndexError) as error:
        raise SourceError(f"{interpreter} does not answer: {error}", hint="--python names another") from error
    if tuple(version) < (3, 9):
        raise UsageError(f"{interpreter} is Python {version[0]}.{version[1]}; a shim needs 3.9")
    return Environment(interpreter, tuple(path))


def interpreter_of(command: Sequence[str]) -> str:
    """The Python that a command starts: itself, the one its first line names, or the one first on the search path.

    Raises:
        UsageError: there is no such command, or its options keep Python from seeing the shim.
    """
    program = shutil.which(command[0])
    if program is None:
        raise UsageError(f"no such command: {command[0]}")
    if _PYTHON.match(Path(program).name):
        for option in command[1:]:
            if not option.startswith("-") or option in {"-c", "-m", "-"}:
                break
            if _DEAF.match(option):
                hint = "install the shim instead: apidrift shim build REF -o DIR, then pip install DIR"
                raise UsageError(f"Python under {option} does not see PYTHONPATH", hint=hint)
        return program
    return _of_script(Path(program)) or shutil.which("python") or shutil.which("python3") or program


def _of_script(program: Path) -> str:
    """The Python that a script's first line names; empty where it names none."""
    with program.open("rb") as file:
        first = file.readline(512)
        second = file.readline(512)
    if not first.startswith(b"#!"):
        return ""
    words = first[2:].decode(errors="replace").split()
    if words and os.path.basename(words[0]) == "env":  # noqa: PTH119 -- a word of a script
        words = [found for word in words[1:] if (found := shutil.which(word))]
    elif words and words[0].endswith("/sh"):  # installers write long paths this way: '''exec' PYTHON "$0" "$@"
        words = second.decode(errors="replace").replace("'''exec'", "").replace('"', "").split()
    return words[0] if words and _PYTHON.match(Path(words[0]).name) else ""


def normal(name: str) -> str:
    """A distribution's name, normalised (PEP 503)."""
    return re.sub(r"[-_.]+", "-", name).lower()


def _name(distribution: Distribution) -> str:
    told = distribution.metadata["Name"] if distribution.metadata else None
    return normal(told) if told else ""
