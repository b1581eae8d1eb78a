from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from apidrift import __version__
from apidrift.cli._main import COMMANDS

ROOT = Path(__file__).parents[2]


def apidrift(*words: str | Path, cwd: Path = ROOT, code: int | None = 0) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "apidrift", *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=cwd, check=False)
    if code is not None:
        assert done.returncode == code, done.stderr
    return done


def test_help_lists_every_command() -> None:
    text = apidrift("--help").stdout
    assert all(f"\n  {name} " in text for name in COMMANDS)
    assert "Exit codes" in text


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(name: str) -> None:
    assert apidrift(name, "--help").stdout.startswith("Usage: ")


def test_version() -> None:
    assert apidrift("--version").stdout.strip() == f"apidrift, version {__version__}"


def test_a_misspelt_command_is_guessed() -> None:
    done = apidrift("comprae", "0.15", "0.16", code=2)
    assert "Did you mean 'compare'?" in done.stderr


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion(shell: str) -> None:
    assert "_APIDRIFT_COMPLETE" in apidrift("completion", shell).stdout


def test_help_imports_nothing_heavy() -> None:
    script = (
        "import sys; sys.argv = ['apidrift', '--help']\n"
        "from apidrift.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "heavy = {'griffe', 'deepdiff', 'jinja2', 'httpx2', 'unearth', 'rich', 'msgspec', 'packaging'}\n"
        "print(sorted(heavy & set(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stderr.strip() == "[]"


def test_a_check_from_snapshots_imports_only_what_it_needs(tmp_path: Path) -> None:
    (tmp_path / "app.py").write_text("from vllm.config import CacheConfig\n\nCacheConfig(block_size=16)\n")
    script = (
        "import sys; sys.argv = ['apidrift', 'check', '0.16', '--offline', '--format', 'json', '--consumer', "
        f"{str(tmp_path / 'app.py')!r}]\n"
        "from apidrift.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "heavy = {'griffe', 'deepdiff', 'jinja2', 'httpx2', 'unearth', 'libcst'}\n"
        "print(sorted(heavy & set(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stderr.strip().splitlines()[-1] == "[]"


@pytest.mark.parametrize(
    ("words", "code", "text"),
    [
        (["check", "nonsense!!"], 2, "not a version specifier"),
        (["check", "./nowhere"], 2, "no such file or folder"),
        (["check", "0.16", "--format", "pdf"], 2, "no format 'pdf'"),
        (["explain", "AD9999"], 2, "AD9999"),
        (["compare", "0.15"], 2, "Missing argument"),
    ],
)
def test_bad_input_is_one_line_and_the_documented_code(words: list[str], code: int, text: str) -> None:
    done = apidrift(*words, code=code)
    assert text in done.stderr
    assert "Traceback" not in done.stderr


def test_no_provider_named(tmp_path: Path) -> None:
    assert "no provider named" in apidrift("check", "1.0", cwd=tmp_path, code=2).stderr


def test_a_provider_without_a_consumer(tmp_path: Path) -> None:
    done = apidrift("check", "1.0", "--provider", "mylib", cwd=tmp_path, code=2)
    assert "no consumer named" in done.stderr
