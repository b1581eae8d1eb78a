"""What each command prints, writes and returns when all goes well; failures are `test_cli_bad_input`'s."""

from __future__ import annotations

import contextlib
import json
import os
import pty
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from apidrift.cli import _progress, cli
from apidrift.cli._progress import progress_bar

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cli_support import Index, Place


class Shell:
    """Runs commands in this process, with the place's environment."""

    def __init__(self, index: Index) -> None:
        self.options = ["--provider", "lib", "--consumer", "app/app.py", "--index-url", index.url]

    def bare(self, *words: str) -> tuple[int, str]:
        done = CliRunner().invoke(cli, words, standalone_mode=False)
        assert done.exception is None, done.exception
        return done.return_value or 0, done.output

    def run(self, *words: str) -> tuple[int, str]:
        return self.bare(*words, *self.options)


@pytest.fixture
def shell(place: Place, index: Index, monkeypatch: pytest.MonkeyPatch) -> Shell:
    for name in [name for name in os.environ if name.startswith(("PIP_", "APIDRIFT_"))]:
        monkeypatch.delenv(name)
    for name in ("APIDRIFT_CACHE_DIR", "PIP_CONFIG_FILE", "COLUMNS", "NO_PROXY"):
        monkeypatch.setenv(name, place.env[name])
    monkeypatch.chdir(place.folder)
    return Shell(index)


def test_compare_prints_and_writes(shell: Shell, place: Place) -> None:
    code, text = shell.run("compare", "1.0", "2.0", "-o", "out/a.html", "-o", "out/a.json")
    assert code == 1
    assert "A.__init__() missing 1 required positional argument: 'z'" in text
    assert "Wrote out/a.html\nWrote out/a.json\n" in text
    report = json.loads((place.folder / "out/a.json").read_text())
    assert [finding["line"] for finding in report["findings"]] == [2, 3, 4]
    assert shell.run("compare", "1.0", "2.0", "--format", "json", "-q")[1] == (place.folder / "out/a.json").read_text()


@pytest.mark.parametrize(("limit", "code"), [("new", 1), ("broken", 1), ("risk", 1), ("never", 0)])
def test_what_fails_is_a_choice(shell: Shell, place: Place, limit: str, code: int) -> None:
    assert shell.run("check", "2.0", "--fail-on", limit)[0] == code
    place.write("apidrift.toml", f'fail-on = "{limit}"\n')
    assert shell.run("check", "2.0")[0] == code


def test_check_of_what_works_is_clean(shell: Shell) -> None:
    code, text = shell.run("check", "1.0", "-q")
    assert code == 0
    assert text.count("\n") == 1


def test_contract_needs_no_version(shell: Shell) -> None:
    code, text = shell.bare("contract", "app/app.py", "--provider", "lib")
    assert code == 0
    assert "A(…).run(3)" in text


def test_snapshot_then_matrix_then_offline(shell: Shell, place: Place) -> None:
    code, text = shell.run("snapshot", ">=1")
    assert code == 0
    written = [line.split()[1] for line in text.splitlines() if " written " in line]
    assert written == ["1.0.0", "2.0.0"]
    assert "unchanged" in shell.run("snapshot", "1.0")[1]
    assert shell.run("snapshot", "1.0", "-q") == (0, "")
    code, text = shell.run("matrix", "--offline", "-o", "matrix.html")
    assert code == 0
    assert "f(1, 2)" in text
    assert "<html" in (place.folder / "matrix.html").read_text()
    assert shell.run("check", "2.0", "--offline")[0] == 1


def test_index_lists_what_was_written(shell: Shell, place: Place) -> None:
    shell.run("compare", "1.0", "2.0", "-o", "out/a.html", "-o", "out/a.json")
    code, text = shell.bare("index", "out", "--title", "Ours")
    assert (code, text) == (0, "Wrote out/index.html: 1 reports\n")
    page = (place.folder / "out/index.html").read_text()
    assert "<title>Ours" in page
    assert 'href="a.html"' in page


def test_the_cache_is_shown_and_cleared(shell: Shell, place: Place) -> None:
    folder = place.env["APIDRIFT_CACHE_DIR"]
    assert shell.bare("cache", "--path") == (0, f"{folder}\n")
    shell.run("check", "1.0")
    assert "contract" in shell.bare("cache")[1]
    assert "Cleared" in shell.bare("cache", "--clear")[1]
    assert shell.bare("cache")[1].startswith(f"{folder}: 0.0 MB")


def test_schema_is_json(shell: Shell) -> None:
    assert "$defs" in json.loads(shell.bare("schema")[1])


@pytest.mark.parametrize("rule", ["AD301", "ad301", "parameter-removed", "parameter_removed"])
def test_a_rule_is_explained_by_either_name(shell: Shell, rule: str) -> None:
    assert shell.bare("explain", rule)[1].startswith("AD301 parameter removed\n")


# Progress ---------------------------------------------------------------------------------------------------------


def test_no_bar_on_a_pipe_or_when_quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    assert progress_bar(quiet=False) is None
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    assert progress_bar(quiet=True) is None


@contextlib.contextmanager
def terminal(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """A terminal as standard error; what is drawn can be read from the number."""
    reader, writer = pty.openpty()
    with monkeypatch.context() as patch, os.fdopen(writer, "w") as file:
        patch.setenv("TERM", "xterm")
        patch.setattr("sys.stderr", file)
        yield reader
    os.close(reader)


def test_a_bar_with_bytes_and_rate_for_what_takes_longer_than_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [100.0]
    monkeypatch.setattr(_progress.time, "monotonic", lambda: clock[0])
    with terminal(monkeypatch) as screen:
        bar = progress_bar(quiet=False)
        assert bar is not None
        task = bar.start("lib 1.0", 4_000_000)
        task.advance(1_000_000)
        assert task._bar is None
        clock[0] += 2
        task.advance(1_000_000)
        task.done()
        drawn = os.read(screen, 1 << 16).decode()
        bar.start("quick", None).done()
    assert "lib 1.0" in drawn
    assert "2.0/4.0 MB" in drawn


def test_how_reading_went_is_told_beside_the_report_not_in_it(shell: Shell, place: Place) -> None:
    code, text = shell.run("check", "2.0", "-o", "first.json")
    assert code == 1
    assert "\nNote: lib 2.0.0: the index does not answer byte ranges, so the whole wheel is read\n" in text
    again = shell.run("check", "2.0", "-o", "second.json")[1]
    assert "\nNote: lib 2.0.0: the index" in again  # what the kept answers rest on is told with them
    assert (place.folder / "first.json").read_bytes() == (place.folder / "second.json").read_bytes()
