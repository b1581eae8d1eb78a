"""The plugin in a project of its own, the hook's and the action's commands."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import click
import pytest

from apidrift.cli import cli

ROOT = Path(__file__).parents[2]
RUN = [
    sys.executable,
    "-m",
    "pytest",
    "-q",
    "-p",
    "no:cacheprovider",
    "-p",
    "no:apidrift",
    "-p",
    "apidrift.pytest_plugin",
]


@pytest.fixture
def project(tmp_path: Path):
    """A project whose provider is the click that is installed here."""
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/__init__.py").write_text("import click\nclick.echo('x')\n")
    (tmp_path / "pyproject.toml").write_text('[tool.pytest.ini_options]\napidrift_provider = "click"\n')

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        env = os.environ | {"APIDRIFT_CACHE_DIR": str(tmp_path / "cache"), "PYTHONPATH": str(ROOT)}
        return subprocess.run([*RUN, *words], cwd=tmp_path, env=env, capture_output=True, text=True, check=False)

    run.root = tmp_path
    return run


def test_a_contract_that_holds_passes(project) -> None:
    done = project("--apidrift")
    assert "1 passed" in done.stdout, done.stdout
    assert done.returncode == 0


def test_a_contract_that_is_broken_fails_with_the_report(project) -> None:
    (project.root / "mine/__init__.py").write_text("import click\nclick.echo('x', colour=True)\n")
    done = project("--apidrift")
    assert done.returncode == 1
    assert "TypeError: echo() got an unexpected keyword argument 'colour'" in done.stdout
    assert "mine/__init__.py:2" in done.stdout
    assert project().returncode == 5  # without the option there is no test


def test_the_fixture_gives_the_report(project) -> None:
    (project.root / "test_it.py").write_text(
        "def test(apidrift_report):\n    assert not apidrift_report.funnel.breaking\n"
    )
    assert "1 passed" in project().stdout


def test_what_cannot_be_checked_is_told_in_a_line(project) -> None:
    (project.root / "pyproject.toml").write_text('[tool.pytest.ini_options]\napidrift_provider = "nothing_like_it"\n')
    done = project("--apidrift")
    assert done.returncode == 1
    assert "apidrift: " in done.stdout
    assert "nothing_like_it" in done.stdout


def test_the_second_run_takes_less_than_a_second_of_work(project) -> None:
    script = (
        "import time, apidrift; b = time.process_time();"
        "apidrift.check('env:', provider='click', consumer='mine'); print(time.process_time() - b)"
    )
    env = os.environ | {"APIDRIFT_CACHE_DIR": str(project.root / "cache"), "PYTHONPATH": str(ROOT)}
    took = [
        float(
            subprocess.run(
                [sys.executable, "-c", script], cwd=project.root, env=env, capture_output=True, text=True, check=True
            ).stdout
        )
        for _ in range(2)
    ]
    assert took[1] < 1.0


def test_the_hook_and_the_action_call_what_exists() -> None:
    hook = (ROOT / ".pre-commit-hooks.yaml").read_text()
    entry = re.search(r"entry: apidrift (.+)", hook)
    assert entry is not None
    action = (ROOT / "action.yml").read_text()
    options = set(re.findall(r"(?<![\w-])(--[a-z-]+|-o)\b", action.partition("name: Check")[2]))
    command = cli.get_command(click.Context(cli), "check")
    known = {option for parameter in command.params for option in parameter.opts}
    assert options <= known
    command.make_context("check", shlex.split(entry[1])[1:])


def test_the_action_hands_inputs_over_by_the_environment_alone() -> None:
    """An input inside a script could be code."""
    action = (ROOT / "action.yml").read_text()
    scripts = re.findall(r"run: \|\n((?:        .*\n?)+)", action)
    assert len(scripts) == 2
    assert all("${{" not in script for script in scripts)


def step(scratch: Path, **inputs: str) -> subprocess.CompletedProcess[str]:
    """Run the action's step that checks, as GitHub does: its script in a bash that stops at the first error."""
    script = re.search(r"- name: Check\n.*?run: \|\n((?:        .*\n?)+)", (ROOT / "action.yml").read_text(), re.DOTALL)
    assert script is not None
    program = scratch / "temp/apidrift/bin/apidrift"
    program.parent.mkdir(parents=True, exist_ok=True)
    program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m apidrift "$@"\n')
    program.chmod(0o755)
    (scratch / "step.sh").write_text(re.sub(r"(?m)^ {8}", "", script[1]))
    given = {"REF": "latest", "PROVIDER": "", "CONSUMER": "", "FAIL_ON": "broken", "SARIF": ""} | inputs
    of_github = {"RUNNER_TEMP": str(scratch / "temp"), "GITHUB_STEP_SUMMARY": str(scratch / "summary.md")}
    return subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", str(scratch / "step.sh")],
        check=False,
        capture_output=True,
        text=True,
        cwd=scratch / "checkout",
        env=os.environ | of_github | {"APIDRIFT_CACHE_DIR": str(scratch / "cache")} | given,
    )


@pytest.mark.parametrize(("fail_on", "code"), [("broken", 1), ("never", 0)])
def test_the_actions_step_annotates_and_ends_as_its_inputs_say(tmp_path: Path, fail_on: str, code: int) -> None:
    checkout = tmp_path / "checkout"
    (checkout / "next/lib").mkdir(parents=True)
    (checkout / "next/lib/__init__.py").write_text("def call(value, *, must): ...\n")
    (checkout / "my app.py").write_text("import lib\n\nlib.call(1)\n")
    done = step(tmp_path, REF="./next", PROVIDER="lib", CONSUMER="my app.py", FAIL_ON=fail_on, SARIF="found.sarif")
    assert done.returncode == code, done.stderr
    assert done.stdout.startswith("::error file=my app.py,line=3"), done.stdout
    assert "missing 1 required keyword-only argument" in done.stdout
    assert "my app.py" in (tmp_path / "summary.md").read_text()
    assert '"version": "2.1.0"' in (checkout / "found.sarif").read_text()


def test_the_actions_step_says_what_it_could_not_do(tmp_path: Path) -> None:
    (tmp_path / "checkout").mkdir()
    done = step(tmp_path, REF="./none", PROVIDER="lib", CONSUMER="./none.py")
    assert done.returncode in {2, 3}
    assert "none" in done.stderr
    assert "Traceback" not in done.stderr
