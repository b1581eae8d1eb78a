"""`doctor`: pairs found in an environment, all breaks at once, a traceback recognised."""

from __future__ import annotations

import textwrap
import venv
from typing import TYPE_CHECKING

import pytest

from apidrift.errors import NothingToCheckError, UsageError
from apidrift.pipeline import Overrides, diagnose
from apidrift.reports import RenderOptions, render_diagnosis

if TYPE_CHECKING:
    from pathlib import Path

LIB = "def f(a): ...\nclass A:\n    def __init__(self, x, z): ...\n"
APP = "from lib import A, f\n\ndef main():\n    f(1, 2)\n    A(1)\n"


@pytest.fixture(scope="module")
def env(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("env")
    venv.create(root / "venv", symlinks=True)
    site = next((root / "venv/lib").glob("python*")) / "site-packages"
    for name, version, needs, text in (("lib", "2.0", "", LIB), ("app", "1.0", "Requires-Dist: lib==1.0\n", APP)):
        (site / name).mkdir()
        (site / name / "__init__.py").write_text(text)
        info = site / f"{name}-{version}.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n{needs}")
        (info / "RECORD").write_text(f"{name}/__init__.py,,\n")
    return root / "venv"


@pytest.fixture(autouse=True)
def _apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("APIDRIFT_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)


def test_all_breaks_at_once_and_the_command(env: Path) -> None:
    told = diagnose(None, Overrides(provider="lib", offline=True), str(env))
    assert [(r.consumer.name, r.consumer.version, r.provider.new) for r in told.reports] == [("app", "1.0", "2.0")]
    assert [each.line for each in told.reports[0].findings] == [4, 5]
    assert told.commands == (
        "apidrift run --provider lib --consumer app==1.0 -- python …",
        "apidrift shim build lib==2.0 --provider lib --consumer app==1.0 -o DIR",
    )
    assert told.traceback is None


def test_a_traceback(env: Path) -> None:
    text = textwrap.dedent("""
        Traceback (most recent call last):
          File "/x/site-packages/app/__init__.py", line 5, in main
        TypeError: A.__init__() missing 1 required positional argument: 'z'
    """)
    told = diagnose(None, Overrides(provider="lib", offline=True), str(env), traceback=text).traceback
    assert told is not None
    assert told.finding is not None
    assert (told.finding.line, told.layer, told.layers) == (5, 2, 2)


def test_what_is_told_reads_by_itself_in_80_columns(env: Path) -> None:
    told = diagnose(None, Overrides(provider="lib", offline=True), str(env))
    lines = render_diagnosis(told, "text", RenderOptions(width=80)).splitlines()
    assert lines[0] == "lib 2.0 for app 1.0"
    assert lines[2].startswith("  In the order a run meets them: ✗ raises")
    assert [line.split()[1] for line in lines[4:6]] == ["✗", "✗"]
    assert all(len(line) <= 80 for line in lines if "apidrift shim" not in line)


def test_the_active_environment_is_the_default(env: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VIRTUAL_ENV", str(env))
    assert diagnose(None, Overrides(provider="lib", offline=True)).python == str(env / "bin/python")


def test_nothing_installed_is_no_result(env: Path) -> None:
    with pytest.raises(NothingToCheckError, match="no consumer of a provider"):
        diagnose(None, Overrides(provider="other", offline=True), str(env))
    with pytest.raises(NothingToCheckError, match="no consumer of a provider"):
        diagnose(None, Overrides(offline=True), str(env))
    with pytest.raises(UsageError, match="no interpreter"):
        diagnose(None, Overrides(provider="lib"), str(env / "none"))
