"""Remedies are worked out once for the same contents, and anew for any other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from apidrift.pipeline import Session
from apidrift.pipeline._kept import kept_remedy

if TYPE_CHECKING:
    from pathlib import Path

    from pipeline_support import Project


@pytest.fixture
def worked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The versions for which a remedy is worked out."""
    made: list[str] = []
    real = Session.remedy

    def remedy(self: Session, new: str, old: str = "") -> object:
        made.append(new)
        return real(self, new, old)

    monkeypatch.setattr(Session, "remedy", remedy)
    return made


def test_the_same_is_worked_out_once(project: Project, worked: list[str]) -> None:
    first = kept_remedy(project.session(), "1.1")
    again = kept_remedy(project.session(), "1.1")
    assert first == again
    assert first.remedy.files
    assert worked == ["1.1"]


def test_another_version_is_another_remedy(project: Project, worked: list[str]) -> None:
    for version in ("1.1", "1.2"):
        kept_remedy(project.session(), version)
    assert worked == ["1.1", "1.2"]


def test_what_is_left_is_kept_too(project: Project, worked: list[str]) -> None:
    for _ in range(2):
        (left,) = kept_remedy(project.session(), "2.0").left
        assert left.startswith("app/__init__.py:1 ")
    assert worked == ["2.0"]


def test_a_consumer_changed_in_its_folder_is_another(project: Project, worked: list[str], tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    for text in ("from prov import f\nf(1, b=2)\n", "from prov import f\nf(1)\nf(2, b=2)\n"):
        file.write_text(text)
        for _ in range(2):
            kept = kept_remedy(project.session(str(file), baseline="1.0"), "1.1")
        assert [edit.line for one in kept.remedy.files for edit in one.edits] == [text.count("\n")]
    assert worked == ["1.1", "1.1"]


def test_a_provider_changed_in_its_folder_is_another(project: Project, worked: list[str], tmp_path: Path) -> None:
    file = tmp_path / "new" / "prov" / "__init__.py"
    file.parent.mkdir(parents=True)
    for text in ("def f(a): ...\n", "def f(a, b): ...\n"):
        file.write_text(text + "def g(x, mode='slow'): return mode\ndef h(): ...\n")
        for _ in range(2):
            kept = kept_remedy(project.session(), str(tmp_path / "new"))
        assert bool(kept.remedy.files) is ("b" not in text)
    assert len(worked) == 2


def test_another_baseline_is_another(project: Project, worked: list[str]) -> None:
    kept_remedy(project.session(), "1.2")
    kept_remedy(project.session(baseline="1.1"), "1.2")
    assert worked == ["1.2", "1.2"]


def test_another_snapshot_at_hand_makes_it_another(project: Project, worked: list[str]) -> None:
    kept_remedy(project.session(), "1.2")
    folder = project.folder / "snapshots" / "prov"
    folder.mkdir(parents=True)
    (folder / "9.0.json").write_text("not read for 1.2")
    kept_remedy(project.session(), "1.2")
    assert worked == ["1.2", "1.2"]


def test_refresh_works_it_out_anew(project: Project, worked: list[str]) -> None:
    kept_remedy(project.session(), "1.1")
    kept_remedy(project.session(refresh=True), "1.1")
    assert worked == ["1.1", "1.1"]


def test_damaged_it_is_worked_out_anew(project: Project, worked: list[str], tmp_path: Path) -> None:
    kept_remedy(project.session(), "1.1")
    (file,) = (path for path in (tmp_path / "cache").rglob("remedy/*") if path.is_file())
    file.write_bytes(b"nothing")
    assert kept_remedy(project.session(), "1.1").remedy.files
    assert worked == ["1.1", "1.1"]
