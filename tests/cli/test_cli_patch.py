"""`apidrift patch`, as a person runs it."""

from __future__ import annotations

import json
import subprocess
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cli_support import Place

OLD = "class A:\n    def __init__(self, conf, y=1):\n        self.size = conf.size\ndef f(a, b): ...\n"
NEW = "class A:\n    def __init__(self, conf, size, y=1): ...\ndef f(a): ...\n"
APP = "from lib import A, f\n\n\ndef run(conf):\n    f(1, b=2)\n    return A(conf)\n"


def test_a_patch_mends_what_breaks(place: Place) -> None:
    place.write("old/lib/__init__.py", OLD)
    place.write("new/lib/__init__.py", NEW)
    place.write("app/app.py", APP)
    done = place.run("patch", "./old", "./new")
    assert done.returncode == 0, done.stderr
    assert b": 2 edits in 1 files, 2 of them derived" in done.stderr
    subprocess.run(["git", "apply"], input=done.stdout, cwd=place.folder / "app", check=True)
    assert (place.folder / "app/app.py").read_text() == APP.replace(", b=2", "").replace(
        "A(conf)", "A(conf, size=conf.size)"
    )
    assert place.run("check", "./new").returncode == 0


def test_what_no_edit_mends_is_told_and_is_exit_code_one(place: Place) -> None:
    done = place.run("patch", "./old", "./new", "--format", "json")
    assert done.returncode == 1
    assert b"not mended: app.py:2" in done.stderr
    assert json.loads(done.stdout)["provider"] == "lib"


def test_a_file_and_three_versions(place: Place) -> None:
    done = place.run("patch", "./old", "./new", "-o", "a.patch")
    assert b"Wrote a.patch" in done.stderr
    assert (
        place.refused("patch", "1", "2", "3", code=2)
        == "apidrift: 3 versions named (one to mend for, or two: apidrift patch [OLD] NEW)\n"
    )
