"""What the documents promise exists: commands, options, make targets, links, exit codes."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
from pathlib import Path

import click
import msgspec
import pytest

from apidrift.cli import cli
from apidrift.cli._main import COMMANDS
from apidrift.errors import ExitCode
from apidrift.model.contract import Contract
from apidrift.model.finding import Verdict
from apidrift.pipeline import Overrides, open_session
from apidrift.reports import FORMATS, RenderOptions, render

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
PROSE = [ROOT / name for name in ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md")]
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
    assert set(re.findall(r"\| `apidrift (\w+)", README)) == set(COMMANDS)


def test_the_changelog_names_every_command() -> None:
    text = (ROOT / "CHANGELOG.md").read_text()
    assert [name for name in COMMANDS if f"`{name}`" not in text and f"`apidrift {name}`" not in text] == []


@pytest.mark.parametrize("page", PROSE, ids=lambda page: page.name)
def test_options_named_in_the_text_exist(page: Path) -> None:
    context = click.Context(cli)
    known = {"--help", "--version", "--from", "--", "-I", "-E", "-S", "--apidrift"}  # uvx, shells, Python, pytest
    for name in COMMANDS:
        command = cli.get_command(context, name)
        known |= {option for param in command.params for option in param.opts}
    named = {word for code in re.findall(r"`([^`\n]+)`", page.read_text()) for word in code.split() if word[:1] == "-"}
    assert named <= known


def test_formats_and_verdicts_are_those_of_the_program() -> None:
    told = re.search(r"`--format` chooses what standard output gets:\s+([\w, ]+)\.", README)
    assert told is not None
    assert told[1].split(", ") == list(FORMATS)
    table = README[README.index("| Verdict |") : README.index("Each finding says")]
    assert set(re.findall(r"\| `(\w+)` \|", table)) == {each.value for each in Verdict if each is not Verdict.OK}


def test_the_code_map_is_the_house() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text()
    rooms = {path.parent.name for path in (ROOT / "apidrift").glob("*/__init__.py")}
    assert set(re.findall(r"^\| `(\w+)/`", text, re.MULTILINE)) == rooms


def test_what_the_readme_shows_is_what_a_run_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    session = open_session(ROOT / "apidrift.toml", Overrides(offline=True))
    content = (ROOT / "tests/fixtures/contracts/speculators-0.3.0.json").read_bytes()
    monkeypatch.setattr(session, "contract", lambda *_: msgspec.json.decode(content, type=Contract))
    shown = re.search(r"cut after the first screen:\n\n```text\n(.*?)```", README, re.DOTALL)
    assert shown is not None
    text = render(session.compare("0.15", "0.16"), "text", RenderOptions(width=100))
    if os.environ.get("APIDRIFT_GOLDEN") == "write":
        first = text[: text.index("\n", text.index(" below.")) + 1]
        (ROOT / "README.md").write_text(README.replace(shown[1], first))
        return
    assert text.startswith(shown[1])


def test_exit_codes_are_the_ones_that_are_used() -> None:
    told = re.search(r"Exit codes: (.*?)\.\n", README, re.DOTALL)
    assert told is not None
    plain = re.sub(r"[*`]| \(.*?\)", "", " ".join(told[1].split()))
    assert f"Exit codes: {plain}." == cli.epilog
    assert [int(code) for code in re.findall(r"\b\d\b", plain)] == [int(code) for code in ExitCode]


def test_make_targets_exist() -> None:
    targets = set(re.findall(r"^([a-z0-9]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    for page in PAGES:
        text = page.read_text()
        code = [*re.findall(r"`([^`\n]+)`", text), *(line.strip() for line in text.splitlines() if line[:4] == "    ")]
        calls = (line.partition("#")[0].split() for line in code if line.startswith("make "))
        named = {target for call in calls for target in call[1:] if target.islower() and "=" not in target}
        assert named <= targets, page.name


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_to_files_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\((?!https?:|#|mailto:)([^)#\s]+)", page.read_text()):
        assert (page.parent / target).exists(), target


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="what is tracked is known in a clone alone")
def test_no_tracked_file_names_a_machine_path_or_an_index_host() -> None:
    folders = "|".join("/" + name + "/[A-Za-z]" for name in ("work", "root", "farm", "home", "Users", "tmp"))
    forbidden = "|".join((folders, "py" + r"pi\.org", "python" + "hosted"))
    found = subprocess.run(
        ["git", "grep", "-nIE", forbidden, "--", "."],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    assert (found.stdout, found.stderr) == ("", "")
