"""The child process in which provider code runs: bounded in time, memory and processes, and gone afterwards.

This keeps accidents in (an import that hangs, exits, prints or forks without end). It is no prison for an enemy: code
from an environment that you would not run yourself should not be asked either.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import select
import shutil
import signal
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

PROGRAM = Path(__file__).with_name("_program.py")
TOKEN = "APIDRIFT_AGENT"  # noqa: S105 -- a mark in the environment, no secret
_KEPT = ("PATH", "LANG", "LC_ALL", "LC_CTYPE", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "SYSTEMROOT", "TZ")
_WATCH = 0.2
"""Seconds between two looks at the child's processes."""
_PROC = Path("/proc")


@dataclass(frozen=True, slots=True)
class Limits:
    """What imported code may use."""

    seconds: float = 180.0
    """For one question; the first one to a module pays for its import."""
    memory: int = 16 << 30
    """Bytes of address space."""
    processes: int = 64
    """Processes at a time."""


class LostError(Exception):
    """The child is gone or had to be ended; the text says why."""


class Child:
    """An interpreter that answers questions about what it can import.

    Args:
        python: the interpreter.
        limits: what it may use.
        path: folders put before its own path.

    Raises:
        LostError: the interpreter cannot be started.
    """

    def __init__(self, python: Path, limits: Limits | None = None, path: tuple[str, ...] = ()) -> None:
        self._python = python.absolute()
        self._limits = limits or Limits()
        self._path = path
        self._home = Path(tempfile.mkdtemp(prefix="apidrift-"))
        self._token = secrets.token_hex(16)
        self._mark = f"{self._token[:8]} "
        self._buffer = b""
        self._process, self._to, self._from = self._start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _start(self) -> tuple[subprocess.Popen[bytes], int, int]:
        theirs_in, ours_out = os.pipe()
        ours_in, theirs_out = os.pipe()
        told = {
            "in": theirs_in,
            "out": theirs_out,
            "mark": self._mark,
            "path": list(self._path),
            "memory": self._limits.memory,
            "seconds": int(self._limits.seconds * 4),
        }
        try:
            process = subprocess.Popen(  # noqa: S603
                [str(self._python), "-I", "-B", str(PROGRAM), json.dumps(told)],
                pass_fds=(theirs_in, theirs_out),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                cwd=self._home,
                env=self._environment(),
                start_new_session=True,
            )
        except OSError as error:
            for each in (ours_in, ours_out):
                os.close(each)
            shutil.rmtree(self._home, ignore_errors=True)
            raise LostError(f"{self._python} cannot be started: {error.strerror}") from error
        finally:
            os.close(theirs_in)
            os.close(theirs_out)
        return process, ours_out, ours_in

    def _environment(self) -> dict[str, str]:
        """Little of the user's own: no keys, no home, no proxies."""
        home = str(self._home)
        kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
        made = dict.fromkeys(("HOME", "TMPDIR", "TEMP", "TMP", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"), home)
        return kept | made | {TOKEN: self._token, "PYTHONHASHSEED": "0", "HF_HUB_OFFLINE": "1"}

    # Questions --------------------------------------------------------------------------------------------------------

    def ask(self, question: dict[str, Any]) -> dict[str, Any]:
        """The answer to one question.

        Raises:
            LostError: there is none: the child ended, hung, or started too much. It is closed then.
        """
        try:
            os.write(self._to, json.dumps(question).encode() + b"\n")
            return self._answer()
        except BrokenPipeError:
            reason = self._ended()
        except LostError as error:
            reason = str(error)
        self.close()
        raise LostError(reason)

    def _answer(self) -> dict[str, Any]:
        end = time.monotonic() + self._limits.seconds
        while True:
            line, mark, rest = self._buffer.partition(b"\n")
            if mark:
                self._buffer = rest
                if line.startswith(self._mark.encode()):
                    return dict(json.loads(line[len(self._mark) :]))
                continue
            ready, _, _ = select.select([self._from], [], [], _WATCH)
            if ready:
                self._read()
            elif time.monotonic() > end:
                raise LostError(f"no answer within {self._limits.seconds:g} seconds")
            elif self._process.poll() is not None and not select.select([self._from], [], [], 0)[0]:
                raise LostError(self._ended())
            elif len(descendants(self._token)) > self._limits.processes:
                raise LostError(f"more than {self._limits.processes} processes at a time")

    def _read(self) -> None:
        data = os.read(self._from, 1 << 16)
        if not data:
            raise LostError(self._ended())
        self._buffer += data

    def _ended(self) -> str:
        try:
            code = self._process.wait(2)
        except subprocess.TimeoutExpired:
            return "it closed the connection"
        if code < 0:
            with contextlib.suppress(ValueError):
                return f"the process was ended by {signal.Signals(-code).name}"
        return f"the process ended itself with exit code {code}"

    # The end ----------------------------------------------------------------------------------------------------------

    def close(self) -> None:
        """End the child with all that it started, and remove its home."""
        if self._to < 0:
            return
        os.close(self._to)
        os.close(self._from)
        self._to = self._from = -1
        end_all(self._process, self._token)
        shutil.rmtree(self._home, ignore_errors=True)


def descendants(token: str) -> list[int]:
    """The processes that carry a child's mark, wherever they were reparented to; only the system of Linux tells."""
    wanted = f"{TOKEN}={token}".encode()
    found = []
    for entry in _PROC.iterdir() if _PROC.is_dir() else ():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                if wanted in (entry / "environ").read_bytes():
                    found.append(int(entry.name))
    return found


def end_all(process: subprocess.Popen[bytes], token: str) -> None:
    """End a process, its group, and whatever else carries its mark, until nothing does."""
    with contextlib.suppress(OSError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    for _ in range(100):
        left = descendants(token)
        if not left:
            return
        for stop in (signal.SIGSTOP, signal.SIGKILL):
            for number in left:
                with contextlib.suppress(OSError):
                    os.kill(number, stop)
        time.sleep(0.02)
