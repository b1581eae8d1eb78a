"""Texts with a meaning that a profile tells: variables, flags, methods called by name elsewhere, mappings of fields."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from apidrift.pipeline import Overrides, open_session

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from apidrift.model.finding import Finding

PROFILE = """
schema = 1
import-name = "prov"

[[hints.mix-ins]]
parameter = "extension"
host = "prov.worker.Worker"

[[hints.remote-calls]]
method = "call_all"
host = "prov.worker.Worker"
args-position = 1

[hints.environment]
prefixes = ["PV_"]
modules = ["prov.envs"]

[[hints.commands]]
programs = ["prov serve", "-m prov.server"]
modules = ["prov.flags"]

[[hints.records]]
parameter = "options"
type = "prov.worker.Options"
"""
WORKER = """
from dataclasses import dataclass
@dataclass
class Options:
    depth: int = 0
    width: int = 0
class Worker:
    def load(self, path, device="cpu"): ...
class Engine:
    def __init__(self, options=None, extension=""): ...
    def call_all(self, method, args=(), kwargs=None): ...
"""
FLAGS = """
from dataclasses import dataclass
@dataclass
class Server:
    max_size: int = 1
    eager: bool = False
def add(parser):
    parser.add_argument("--fast-path", action="store_true")
"""
ENVS = """
import os
level = lambda: os.environ.get("PV_LEVEL")
"""
FILES = {"prov/worker.py": WORKER, "prov/flags.py": FLAGS, "prov/envs.py": ENVS}


@pytest.fixture
def compare(tmp_path: Path) -> Callable[..., list[tuple[str, int, str]]]:
    """Compare the provider with one of whose files something is replaced, for a consumer."""

    def run(consumer: str, path: str, old: str, new: str, where: str = "app.py") -> list[tuple[str, int, str]]:
        (tmp_path / "apidrift.toml").write_text('profiles = "profiles"\n')
        (tmp_path / "profiles").mkdir()
        (tmp_path / "profiles" / "prov.toml").write_text(PROFILE)
        (tmp_path / "app.py").write_text(consumer)
        assert old in FILES[path]
        for side, files in (("old", FILES), ("new", FILES | {path: FILES[path].replace(old, new)})):
            for name, text in ({"prov/__init__.py": ""} | files).items():
                (tmp_path / side / name).parent.mkdir(parents=True, exist_ok=True)
                (tmp_path / side / name).write_text(text)
        overrides = Overrides(provider="prov", consumer=str(tmp_path / where), offline=True)
        with open_session(tmp_path / "apidrift.toml", overrides) as session:
            found = session.compare(str(tmp_path / "old"), str(tmp_path / "new")).findings
            return [told(each) for each in found]

    return run


def told(finding: Finding) -> tuple[str, int, str]:
    return finding.verdict.value, finding.line, finding.message or finding.reason


CALL = 'from prov.worker import Engine\n\nengine = Engine(extension="app.Mine")\nengine.call_all({})\n'
"""Line 4 calls a method elsewhere."""
OWN = "\n\nclass Mine:\n    def load(self): ...\n"


@pytest.mark.parametrize("arguments", ['"load", args=("x",)', '"load", ("x",)', '"load", kwargs={"path": "x"}'])
def test_a_method_called_by_its_name_is_bound_to_what_the_host_has(compare, arguments) -> None:
    found = compare(CALL.format(arguments), "prov/worker.py", 'path, device="cpu"', "path, device")
    assert found == [("breaks", 4, "Worker.load() missing 1 required positional argument: 'device'")]


def test_a_method_called_by_its_name_is_gone(compare) -> None:
    found = compare(CALL.format('"load", args=("x",)'), "prov/worker.py", "def load", "def fetch")
    assert found == [("breaks", 4, "'Worker' object has no attribute 'load'")]


def test_a_method_of_the_consumers_own_extension_is_its_own_affair(compare) -> None:
    consumer = CALL.format('"load"') + OWN
    assert compare(consumer, "prov/worker.py", 'path, device="cpu"', "path, device") == []


@pytest.mark.parametrize("refuses", ["", 'refuses = "AssertionError: it has {name} already"\n'])
def test_a_name_of_an_extension_that_the_host_has_too_is_refused_where_the_profile_says_so(
    compare, refuses, monkeypatch
) -> None:
    host = 'host = "prov.worker.Worker"\n'
    monkeypatch.setitem(globals(), "PROFILE", PROFILE.replace(host, host + refuses, 1))
    consumer = (
        'from prov.worker import Engine\n\nEngine(extension="app.Mine")\n\n\nclass Mine:\n    def warm(self): ...\n'
    )
    found = compare(consumer, "prov/worker.py", "class Worker:\n", "class Worker:\n    def warm(self): ...\n")
    assert found == ([("breaks", 3, "it has warm already")] if refuses else [])


def test_what_cannot_be_told_of_a_remote_call_is_not_guessed(compare) -> None:
    consumer = "import sys\n" + CALL.format('"load", args=tuple(sys.argv)')
    assert compare(consumer, "prov/worker.py", 'path, device="cpu"', "path, device") == []


@pytest.mark.parametrize(
    "text",
    [
        'os.environ["PV_LEVEL"] = "1"',
        'os.environ.setdefault("PV_LEVEL", "1")',
        'os.environ.update(PV_LEVEL="1")',
        'env = {**os.environ, "PV_LEVEL": "1"}',
        'env = dict(os.environ, PV_LEVEL="1")',
        'os.putenv("PV_LEVEL", "1")',
    ],
)
def test_a_variable_that_nothing_reads_any_more(compare, text) -> None:
    found = compare(f"import os\n\n{text}\n", "prov/envs.py", "PV_LEVEL", "PV_DEPTH")
    assert found == [("risk", 3, "nothing in prov.envs knows PV_LEVEL, so that it does nothing")]


@pytest.mark.parametrize("text", ['os.environ["PV_OWN"] = "1"', 'os.environ["LEVEL"] = "1"', 'os.environ["PV_LEVEL"]'])
def test_variables_that_are_not_the_providers_or_only_read(compare, text) -> None:
    assert compare(f"import os\nimport prov\n{text}\n", "prov/envs.py", "PV_LEVEL", "PV_DEPTH") == []


@pytest.mark.parametrize(
    "text",
    [
        '["prov", "serve", "model", "--fast-path"]',
        '[sys.executable, "-m", "prov.server", "--fast-path"]',
        '"prov serve model --fast-path"',
        'f"prov serve {sys.argv} --fast-path"',
    ],
)
def test_a_flag_that_the_program_no_longer_takes(compare, text) -> None:
    found = compare(f"import subprocess, sys\n\nsubprocess.run({text})\n", "prov/flags.py", "--fast-path", "--quick")
    assert found == [("breaks", 3, "error: unrecognized arguments: --fast-path")]


def test_a_flag_made_of_an_option_is_gone_with_it(compare) -> None:
    consumer = 'import subprocess\n\nsubprocess.run(["prov", "serve", "--max-size=3", "--no-eager"])\n'
    found = compare(consumer, "prov/flags.py", "max_size", "size")
    assert found == [("breaks", 3, "error: unrecognized arguments: --max-size")]


def test_flags_of_another_program_or_of_a_parser_of_ones_own(compare) -> None:
    consumer = (
        "import argparse, subprocess\n\n"
        "parser = argparse.ArgumentParser()\n"
        'parser.add_argument("--fast-path")\n'
        "def argument_if_absent(parser, flag): parser.add_argument(flag)\n"
        'argument_if_absent(parser, "--fast-path")\n'
        'subprocess.run(["prov", "serve", "--else"])\n'
    )
    assert compare(consumer, "prov/flags.py", "--fast-path", "--quick") == []


@pytest.mark.parametrize("value", ['{"width": 3}', "'{\"width\": 3}'"])
def test_a_mapping_of_fields_is_held_to_the_class(compare, value) -> None:
    consumer = f"from prov.worker import Engine\n\nEngine(options={value})\n"
    found = compare(consumer, "prov/worker.py", "width", "columns")
    assert found == [("breaks", 3, "Options.__init__() got an unexpected keyword argument 'width'")]


SCRIPT = """#!/bin/sh
# prov serve --fast-path
export PV_LEVEL=1
echo $PV_LEVEL
exec prov serve model \\
    --max-size 3 --fast-path
"""
YAML = """services:
  server:
    command: ["prov", "serve", "--fast-path"]
    environment:
      PV_LEVEL: "1"
    env:
      - name: PV_LEVEL
"""
DOCKER = 'FROM base\nENV PV_LEVEL=1\nCMD ["python", "-m", "prov.server", "--fast-path"]\n'


@pytest.mark.parametrize(
    ("name", "text", "lines"),
    [("run.sh", SCRIPT, [6]), ("compose.yaml", YAML, [3]), ("Dockerfile", DOCKER, [3])],
)
def test_scripts_give_programs_flags_and_variables(compare, tmp_path, name, text, lines) -> None:
    (tmp_path / "deploy").mkdir()
    (tmp_path / "deploy" / name).write_text(text)
    (tmp_path / "deploy" / "app.py").write_text("import prov.worker\n")
    found = compare("", "prov/flags.py", "--fast-path", "--quick", where="deploy")
    assert found == [("breaks", line, "error: unrecognized arguments: --fast-path") for line in lines]


@pytest.mark.parametrize(("name", "text", "lines"), [("run.sh", SCRIPT, [3]), ("compose.yml", YAML, [5, 7])])
def test_scripts_set_variables(compare, tmp_path, name, text, lines) -> None:
    (tmp_path / "deploy").mkdir()
    (tmp_path / "deploy" / name).write_text(text)
    (tmp_path / "deploy" / "app.py").write_text("import prov.worker\n")
    found = compare("", "prov/envs.py", "PV_LEVEL", "PV_DEPTH", where="deploy")
    assert [line for _, line, _ in found] == lines
