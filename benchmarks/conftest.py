"""What the benchmarks share: sources on disk for the rivals, and a runner of whole processes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from bench_sources import unpack

ROOT = Path(__file__).parent.parent
BIN = Path(sys.executable).parent


@pytest.fixture(scope="session")
def provider(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """vLLM's sources by version."""
    return {v: unpack("vllm", v, tmp_path_factory.mktemp(f"vllm-{v}")) for v in ("0.15.1", "0.16.0")}


@pytest.fixture(scope="session")
def consumer(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """speculators 0.3.0 on disk."""
    return unpack("speculators", "0.3.0", tmp_path_factory.mktemp("speculators"))


def run(*command: str | Path, cwd: Path = ROOT, **environment: str) -> str:
    """Run a whole process and give its output; findings (exit code 1) are fine, anything else is not."""
    done = subprocess.run(
        [str(part) for part in command],
        capture_output=True,
        text=True,
        cwd=cwd,
        check=False,
        env={**os.environ, **environment},
    )
    assert done.returncode in {0, 1}, done.stderr
    return done.stdout


def peak_mb(*command: str | Path, **environment: str) -> float:
    """Peak resident memory of a process and its children, in MB."""
    probe = (
        "import resource, subprocess, sys; subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL);"
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1000)"
    )
    return float(run(sys.executable, "-c", probe, *command, **environment))
