from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from apidrift.errors import OutputError
from apidrift.pipeline import write_whole


def test_writes_makes_folders_and_says_whether_anything_changed(tmp_path: Path) -> None:
    file = tmp_path / "a" / "b.json"
    assert write_whole(file, b"one")
    assert not write_whole(file, b"one")
    assert write_whole(file, b"two")
    assert file.read_bytes() == b"two"
    assert [each.name for each in file.parent.iterdir()] == ["b.json"]


def test_a_new_file_can_be_read_by_others_as_the_umask_says(tmp_path: Path) -> None:
    file = tmp_path / "x"
    plain = tmp_path / "plain"
    plain.write_bytes(b"")
    write_whole(file, b"x")
    assert stat.S_IMODE(file.stat().st_mode) == stat.S_IMODE(plain.stat().st_mode)


def test_a_pipe_is_written_to_and_stays_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_whole(pipe, b"report")
    assert os.read(reader, 100) == b"report"
    os.close(reader)
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_a_link_stays_a_link_and_its_target_is_written(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    link.symlink_to(target)
    assert write_whole(link, b"report")
    assert link.is_symlink()
    assert target.read_bytes() == b"report"


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    blocker = tmp_path / "file"
    blocker.write_text("not a folder")
    with pytest.raises(OutputError, match="cannot write"):
        write_whole(blocker / "x.json", b"x")


def test_a_full_disk_leaves_the_old_content(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "x"
    file.write_bytes(b"old")

    def full(self: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OutputError, match="No space left"):
        write_whole(file, b"new")
    assert file.read_bytes() == b"old"
    assert [each.name for each in tmp_path.iterdir()] == ["x"]


def test_an_interrupt_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(self: Path, target: Path) -> Path:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_whole(tmp_path / "x", b"new")
    assert list(tmp_path.iterdir()) == []
