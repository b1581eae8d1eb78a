"""A patch is one that the tools everybody has take, and it is refused where it does not fit."""

from __future__ import annotations

import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest
from remedies_support import mended

from apidrift.remedies import StaleEditsError, apply, unified_diff

if TYPE_CHECKING:
    from pathlib import Path

FILES = {
    "plain": "a = 1\nb = ‸f(a)\nc = 3\n",
    "no newline at the end": "b = ‸f(a)",
    "windows line ends": "a = 1\r\nb = ‸f(\r\n    a,\r\n)\r\n",
    "other line ends inside": "a = '\x0c'\nb = ‸f(a)\n\x0c\nc = 3\n",
    "not ascii": "é = 'ü'\nb = ‸f(é)\n",
    "byte order mark": "\ufeffb = ‸f(a)\n",
}
ADD = ("add-argument", {"name": "n", "value": "1"})


@pytest.mark.parametrize("tool", [["git", "apply"], ["patch", "-p1", "-s"]], ids=lambda words: words[0])
@pytest.mark.parametrize("name", FILES)
def test_tools_take_the_patch(tmp_path: Path, name: str, tool: list[str]) -> None:
    if shutil.which(tool[0]) is None:
        pytest.skip(f"{tool[0]} is not installed")
    done = mended(FILES[name], ADD)
    assert done.edits is not None
    old = FILES[name].replace("‸", "").encode()
    (tmp_path / "app.py").write_bytes(old)
    patch = unified_diff([done.edits], lambda _: old, {"new/mod.py": b"x = 1\n"})
    run = subprocess.run(
        [*tool, *(["--binary"] if tool[0] == "patch" else [])],
        input=patch,
        cwd=tmp_path,
        capture_output=True,
        check=False,
    )
    assert (run.returncode, run.stderr) == (0, b"")
    assert (tmp_path / "app.py").read_bytes() == done.text.encode()
    assert (tmp_path / "new/mod.py").read_bytes() == b"x = 1\n"


def test_a_changed_file_is_refused() -> None:
    done = mended(FILES["plain"], ADD)
    assert done.edits is not None
    with pytest.raises(StaleEditsError, match=r"app\.py is not the file that was read"):
        apply(b"a = 2\n", done.edits)


def test_nothing_gives_no_patch() -> None:
    assert unified_diff([], lambda _: b"") == b""
