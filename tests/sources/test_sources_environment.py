"""Installed environments: found, read in place, and never run."""

from __future__ import annotations

import subprocess
import sys
import venv
from pathlib import Path

import pytest

from apidrift.errors import SourceError, UsageError
from apidrift.sources import EnvRef, SourceOptions, open_tree, parse_ref
from apidrift.sources._environment import environment

OLD = Path.home() / ".pyenv/versions"


class Env:
    """A virtual environment without pip, and its folder of packages."""

    def __init__(self, folder: Path) -> None:
        venv.create(folder, with_pip=False, symlinks=True)
        self.python = folder / "bin" / "python"
        self.site = next((folder / "lib").glob("python*")) / "site-packages"

    def write(self, name: str, text: str) -> Path:
        path = self.site / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def info(self, name: str, version: str, record: str, **files: str) -> None:
        folder = f"{name}-{version}.dist-info"
        self.write(f"{folder}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
        self.write(f"{folder}/RECORD", record)
        for file, text in files.items():
            self.write(f"{folder}/{file}.txt", text)

    def tree(self, import_name: str):
        return open_tree(EnvRef(self.python), SourceOptions(), import_name=import_name)


@pytest.fixture
def env(tmp_path: Path) -> Env:
    return Env(tmp_path / "venv")


def test_a_package_and_its_distribution(env: Env) -> None:
    env.write("prov/__init__.py", "def f(): ...\n")
    env.write("prov/sub/__init__.py", "")
    env.write("prov/__pycache__/x.py", "")
    env.info("other", "9", "other.py,,\n")
    env.info("prov-cpu", "1.2", "prov/__init__.py,sha256=x,3\n")
    tree = env.tree("prov")
    assert list(tree.files()) == ["prov/__init__.py", "prov/sub/__init__.py"]
    assert (tree.metadata.name, tree.metadata.version, tree.origin) == ("prov-cpu", "1.2", "env")
    assert tree.read("prov/__init__.py") == b"def f(): ...\n"
    assert tree.digest.startswith("sha256:")
    with pytest.raises(KeyError):
        tree.read("prov/other.py")


def test_a_single_module_with_its_stub(env: Env) -> None:
    env.write("prov.py", "x = 1\n")
    env.write("prov.pyi", "x: int\n")
    env.write("beside.py", "")
    assert list(env.tree("prov").files()) == ["prov.py", "prov.pyi"]
    assert env.tree("prov").metadata.version == ""


def test_editable_by_path_file(env: Env, tmp_path: Path) -> None:
    (tmp_path / "src/prov").mkdir(parents=True)
    (tmp_path / "src/prov/__init__.py").write_text("x = 1\n")
    env.write("_prov.pth", f"# a remark\nimport os; raise SystemExit('code ran')\n{tmp_path / 'src'}\n")
    env.info("prov", "3.0", "_prov.pth,,\n")
    tree = env.tree("prov")
    assert tree.metadata.version == "3.0"
    assert list(tree.files()) == ["prov/__init__.py"]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("__editable___prov_3_0_finder.py", "MAPPING: dict[str, str] = {{'prov': '{place}'}}\nraise SystemExit\n"),
        ("__editable___prov_3_0_finder.py", "MAPPING = {{'prov': '{place}'}}\n"),
        ("_editable_impl_prov.py", "from e import F\nF.map_module('prov', '{place}/__init__.py')\n"),
    ],
)
def test_editable_by_finder(env: Env, tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / "src/prov").mkdir(parents=True)
    (tmp_path / "src/prov/__init__.py").write_text("x = 1\n")
    env.write(name, text.format(place=tmp_path / "src/prov"))
    env.info("prov", "3.0", f"{name},,\n")
    tree = env.tree("prov")
    assert list(tree.files()) == ["prov/__init__.py"]
    assert tree.metadata.version == "3.0"


def test_nothing_of_the_environment_runs(env: Env, tmp_path: Path) -> None:
    trace = tmp_path / "ran"
    code = f"open({str(trace)!r}, 'w')"
    env.write("prov/__init__.py", code)
    env.write("sitecustomize.py", code)
    env.write("x.pth", f"import builtins; {code}\n")
    assert list(env.tree("prov").files()) == ["prov/__init__.py"]
    assert not trace.exists()
    subprocess.run([env.python, "-c", ""], check=True)
    assert trace.exists()  # the test would notice


def test_what_is_not_there_is_told(env: Env, tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="has no package nothing"):
        env.tree("nothing")
    with pytest.raises(UsageError, match="no interpreter"):
        parse_ref(f"env:{tmp_path}/none", "")
    with pytest.raises(UsageError, match="holds no interpreter"):
        parse_ref(f"env:{tmp_path}", "")
    with pytest.raises(UsageError, match="is no import name"):
        parse_ref("env:#a-b", "")
    with pytest.raises(UsageError, match="holds many packages"):
        open_tree(EnvRef(env.python), SourceOptions())
    program = tmp_path / "program"
    program.write_text("#!/bin/sh\necho no >&2\nexit 3\n")
    program.chmod(0o755)
    with pytest.raises(SourceError, match=r"does not run as a Python.*: no"):
        open_tree(EnvRef(program), SourceOptions(), import_name="prov")


def test_the_ways_to_name_it(env: Env) -> None:
    assert parse_ref("env:", "") == EnvRef(Path(sys.executable))
    folder = env.python.parents[1]
    assert parse_ref(f"env:{folder}", "") == parse_ref(f"env:{env.python}", "") == EnvRef(env.python)
    assert parse_ref(f"env:{folder}#prov", "") == EnvRef(env.python, "prov")


def test_all_that_is_installed(env: Env) -> None:
    env.info("b-b", "2", "")
    env.info("a_a", "1", "")
    assert [(name, told.version) for name, told in environment(env.python).installed()] == [("a-a", "1"), ("b-b", "2")]


def test_shared_folders_only_where_the_environment_asks_for_them(tmp_path: Path) -> None:
    alone, sharing = tmp_path / "alone", tmp_path / "sharing"
    venv.create(alone, symlinks=True)
    venv.create(sharing, symlinks=True, system_site_packages=True)
    few = environment(alone / "bin/python").interpreter.folders
    assert len(few) == 1
    assert len(environment(sharing / "bin/python").interpreter.folders) > len(few)
