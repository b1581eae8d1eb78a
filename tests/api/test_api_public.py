from __future__ import annotations

import ast
import importlib
import subprocess
import sys
from pathlib import Path

import pytest

import apidrift

FUNCTIONS = (apidrift.check, apidrift.compare, apidrift.contract, apidrift.matrix)


@pytest.fixture
def folders(tmp_path: Path) -> Path:
    for side, text in (("old", "def f(a, b=1): ...\n"), ("new", "def f(a): ...\n")):
        package = tmp_path / side / "prov"
        package.mkdir(parents=True)
        (package / "__init__.py").write_text(text)
    (tmp_path / "consumer.py").write_text("from prov import f\nf(1, b=2)\n")
    return tmp_path


def test_every_public_name_is_there() -> None:
    assert all(getattr(apidrift, name) is not None for name in apidrift.__all__)
    assert sorted(apidrift.__all__) == dir(apidrift)


def test_every_public_name_is_documented() -> None:
    things = [getattr(apidrift, name) for name in apidrift.__all__ if name != "__version__"]
    assert [thing for thing in things if not (thing.__doc__ or "").strip()] == []
    assert all("Example:" in (call.__doc__ or "") for call in FUNCTIONS)


@pytest.mark.parametrize("name", [name for name in apidrift.__all__ if name != "__version__"])
def test_what_type_checkers_see_is_what_is_loaded(name: str) -> None:
    """The names under `TYPE_CHECKING` are those of the table behind `__getattr__`."""
    source = Path(apidrift.__file__).read_text()
    blocks = [node for node in ast.parse(source).body if isinstance(node, ast.If)]
    seen = {each.name: imported.module for imported in blocks[0].body for each in imported.names}
    assert getattr(importlib.import_module(seen[name]), name) is getattr(apidrift, name)


def test_other_names_are_not() -> None:
    with pytest.raises(AttributeError, match="no attribute 'pipelines'"):
        _ = apidrift.pipelines


def test_importing_costs_nothing() -> None:
    script = (
        "import sys, apidrift; print({'msgspec', 'click', 'griffe', 'packaging', 'typing', 're'} & set(sys.modules))"
    )
    bare = [sys.executable, "-S", "-c", script]  # nothing that the environment loads on its own
    done = subprocess.run(bare, cwd=Path(apidrift.__file__).parents[1], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


def test_compare_and_check_and_contract(folders: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folders)
    consumer = str(folders / "consumer.py")
    report = apidrift.compare(str(folders / "old"), str(folders / "new"), provider="prov", consumer=consumer)
    (finding,) = report.findings
    assert (finding.verdict, finding.status) == (apidrift.Verdict.BREAKS, apidrift.Status.NEW)
    assert finding.message == "f() got an unexpected keyword argument 'b'"
    assert apidrift.check(str(folders / "old"), provider="prov", consumer=consumer).findings == ()
    assert len(apidrift.contract(consumer, provider="prov").uses) == 2


def test_matrix_of_snapshots(monkeypatch: pytest.MonkeyPatch, folders: Path) -> None:
    monkeypatch.chdir(folders)
    with pytest.raises(apidrift.NothingToCheckError):
        apidrift.matrix(provider="prov", consumer=str(folders / "consumer.py"), offline=True)


def test_errors_are_told_in_one_line(folders: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folders)
    with pytest.raises(apidrift.UsageError) as caught:
        apidrift.check("./nowhere", provider="prov", consumer=str(folders / "consumer.py"))
    assert "\n" not in str(caught.value)
