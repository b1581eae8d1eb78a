"""Witnesses: the program for a finding, and its run where uv is at hand."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from pipeline_support import make_wheel

from apidrift.errors import UsageError
from apidrift.pipeline import Overrides, find_witness, open_session, run_witness

if TYPE_CHECKING:
    from pipeline_support import Project

UV = Path(sys.executable).with_name("uv").is_file() or shutil.which("uv")
OLD = "class A:\n    limit = 1\n    def __init__(self, x): ...\nclass B:\n    def m(self, y): ...\ndef f(a, b=1): ...\ndef gone(): ...\n"
NEW = "class A:\n    def __init__(self, x, z): ...\nclass B:\n    def m(self): ...\ndef f(a): ...\n"
APP = "from lib import A, B, f, gone\nf(1, b='x')\nA(2)\nA.limit\nB().m(3)\n"


@pytest.fixture
def session(project: Project):
    for version, text in (("1.0", OLD), ("2.0", NEW)):
        project.index.add(
            make_wheel("lib", version, {"lib/__init__.py": text}),
            project="lib",
            version=version,
        )
    (project.folder / "app.py").write_text(APP)
    return project.session(str(project.folder / "app.py"), provider="lib")


def programs(session) -> dict[int, tuple[str, str]]:
    report = session.compare("1.0", "2.0")
    return {each.line: (each.fingerprint, each.message) for each in report.findings if each.exception}


@pytest.mark.parametrize("line", [1, 2, 3, 4, 5])
def test_the_program_works_on_the_old_version_and_raises_on_the_new_one(session, line: int, tmp_path: Path) -> None:
    fingerprint, _ = programs(session)[line]
    made = find_witness(session, fingerprint, "2.0", "1.0")
    assert (made.old, made.new) == ("1.0", "2.0")
    done = []
    for version, text in (("1.0", OLD), ("2.0", NEW)):
        folder = tmp_path / version / "lib"
        folder.mkdir(parents=True)
        (folder / "__init__.py").write_text(text)
        command = [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(folder.parent)!r})\n{made.program}"]
        done.append(subprocess.run(command, capture_output=True, text=True, check=False))
    assert (done[0].returncode, done[0].stdout) == (0, "works\n"), done[0].stderr
    assert done[1].returncode == 1


def test_no_such_finding(session) -> None:
    with pytest.raises(UsageError, match="no finding of this check"):
        find_witness(session, "zzzz", "2.0", "1.0")
    with pytest.raises(UsageError, match=r"\d findings of this check"):
        find_witness(session, "", "2.0", "1.0")


@pytest.mark.online
@pytest.mark.skipif(not UV, reason="uv is not installed")
def test_it_runs_in_throw_away_environments(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "app.py").write_text("from packaging.version import LegacyVersion\n")
    with open_session(None, Overrides(provider="packaging", consumer="app.py")) as session:
        (finding,) = session.compare("21.3", "22.0").findings
        runs = run_witness(session, find_witness(session, finding.fingerprint, "22.0", "21.3"))
    assert [(each.version, each.worked) for each in runs] == [("21.3", True), ("22.0", False)]
    assert runs[1].last.startswith("ImportError: cannot import name 'LegacyVersion'")
