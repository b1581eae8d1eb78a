"""What the documents promise exists: commands, options, make targets, links, exit codes."""

from __future__ import annotations

import re
import shlex
import subprocess
from pathlib import Path

import click
import pytest

from apidrift.cli import cli
from apidrift.cli._main import COMMANDS
from apidrift.errors import ExitCode

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
README = (ROOT / "README.md").read_text()


def command_lines(text: str) -> list[str]:
    """The lines of indented and fenced code that call the command, comments cut off."""
    code = [line.strip() for line in text.splitlines() if line.startswith("    ")]
    for block in re.findall(r"```(?:console|sh|bash|shell)?\n(.*?)```", text, re.DOTALL):
        code += block.splitlines()
    return [line.partition(" #")[0].strip() for line in code if line.lstrip("$ ").startswith("apidrift ")]


LINES = sorted({line for page in PAGES for line in command_lines(page.read_text())})


@pytest.mark.parametrize("line", LINES)
def test_every_command_line_in_the_documents_is_one_that_click_takes(line: str) -> None:
    words = shlex.split(line.lstrip("$ "))[1:]
    words = [word for word in words if word not in {"…", "..."}]
    context = click.Context(cli)
    command = cli.get_command(context, words[0])
    assert command is not None, line
    command.make_context(words[0], words[1:], resilient_parsing=False)


def test_the_readme_has_command_lines() -> None:
    assert len(command_lines(README)) >= 3


def test_the_table_of_commands_is_the_registry() -> None:
    named = set(re.findall(r"\| `apidrift (\w+)", README))
    assert named <= set(COMMANDS)
    assert {"compare", "check", "matrix", "contract", "explain", "snapshot", "nightly", "cache"} <= named


def test_exit_codes_are_the_ones_that_are_used() -> None:
    told = {int(code) for code in re.findall(r"\*\*(\d)\*\* ", README)}
    assert told == {int(code) for code in ExitCode}


def test_make_targets_exist() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    for page in PAGES:
        for target in re.findall(r"`?make ([a-z]+)\b", page.read_text()):
            if f"make {target}" in "make check make setup make online make demo make test make bench make snapshots":
                assert target in targets, f"{page.name}: make {target}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_to_files_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\((?!https?:|#|mailto:)([^)#\s]+)", page.read_text()):
        assert (page.parent / target).exists(), target


def test_no_tracked_file_names_a_machine_path_or_an_index_host() -> None:
    forbidden = "|".join(("/wo" + "rk/", "/ro" + "ot/", "/far" + "m/", "py" + r"pi\.org", "python" + "hosted"))
    found = subprocess.run(
        ["git", "grep", "-nIE", forbidden, "--", "."],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    assert found.stdout == ""
