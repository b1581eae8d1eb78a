"""A pair that has nothing to do with vLLM, both from the index: broken as installed, mended by what is generated."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest
from shim_support import environment, packages

pytestmark = pytest.mark.online

PAIR = ("--provider", "httpx", "--consumer", "anthropic==0.39.0")
USE = "import anthropic; anthropic.Anthropic(api_key='none'); anthropic.AsyncAnthropic(api_key='none'); print('made')"
BROKEN = "unexpected keyword argument 'proxies'"


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """An environment with a consumer and a newer provider than it was written for."""
    folder = tmp_path_factory.mktemp("pair")
    python = environment(folder / "env")
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "-q", "--disable-pip-version-check"]
    subprocess.run([*pip, "anthropic==0.39.0", "httpx==0.28.0"], check=True)
    return folder, str(python)


def run(*words, folder, **variables):
    environment_ = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"} | variables
    return subprocess.run(words, check=False, capture_output=True, text=True, cwd=folder, env=environment_, timeout=300)


def test_unmodified_it_breaks(place):
    folder, python = place
    assert BROKEN in run(python, "-c", USE, folder=folder).stderr


def test_under_run_it_works(place):
    folder, python = place
    done = run(sys.executable, "-m", "apidrift", "run", *PAIR, "--", python, "-c", USE, folder=folder)
    assert (done.returncode, done.stdout) == (0, "made\n"), done.stderr
    assert "anthropic 0.39.0 on httpx 0.28.0: 2 edits in 1 file" in done.stderr


def test_with_the_patch_it_works(place):
    folder, python = place
    made = run(sys.executable, "-m", "apidrift", "patch", f"env:{python}", *PAIR, "-q", folder=folder)
    shutil.copytree(packages(folder / "env") / "anthropic", folder / "copy/anthropic")
    subprocess.run(["git", "apply"], input=made.stdout, text=True, check=True, cwd=folder / "copy")
    done = run(python, "-c", USE, folder=folder, PYTHONPATH=str(folder / "copy"))
    assert (done.returncode, done.stdout) == (0, "made\n"), done.stderr
