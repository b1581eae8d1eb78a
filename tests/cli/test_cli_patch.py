"""`apidrift patch`, as a person runs it."""

from __future__ import annotations

import json
import subprocess
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from cli_support import Place

OLD = "class A:\n    def __init__(self, conf, y=1):\n        self.size = conf.size\ndef f(a, b): ...\n"
NEW = "class A:\n    def __init__(self, conf, size, y=1): ...\ndef f(a): ...\n"
APP = "from lib import A, f\n\n\ndef run(conf):\n    f(1, b=2)\n    return A(conf)\n"
MENDED = APP.replace(", b=2", "").replace("A(conf)", "A(conf, size=conf.size)")


def test_a_patch_mends_what_breaks(place: Place) -> None:
    place.write("old/lib/__init__.py", OLD)
    place.write("new/lib/__init__.py", NEW)
    place.write("app/app.py", APP)
    done = place.run("patch", "./old", "./new")
    assert done.returncode == 0, done.stderr
    assert b": 2 edits in 1 file, 2 of them derived" in done.stderr
    subprocess.run(["git", "apply"], input=done.stdout, cwd=place.folder / "app", check=True)
    assert (place.folder / "app/app.py").read_text() == APP.replace(", b=2", "").replace(
        "A(conf)", "A(conf, size=conf.size)"
    )
    assert place.run("check", "./new").returncode == 0


def test_a_report_says_what_mends_each_finding(place: Place) -> None:
    words = ("compare", "./old", "./new")
    place.write("old/lib/__init__.py", OLD)
    place.write("new/lib/__init__.py", NEW)
    place.write("app/app.py", APP)
    done = place.run(*words, "--remedies", "--format", "json")
    assert done.returncode == 1, done.stderr
    remedies = {each["line"]: each["remedy"] for each in json.loads(done.stdout)["findings"] if each["remedy"]}
    assert remedies[5]["edit"] == "drop argument"
    assert remedies[6] == {
        "edit": "add argument size=conf.size",
        "reason": "A now requires size; folder old computed size itself, from conf.size",
        "value from": "older body (folder old lib/__init__.py:3)",
        "safety": "safe",
    }
    text = place.run(*words, "--remedies").stdout.decode()
    assert "fix: add argument size=conf.size" in text
    assert "fix:" not in place.run(*words).stdout.decode()


def test_a_value_that_nobody_knows_is_asked_for_and_is_exit_code_one(place: Place) -> None:
    done = place.run("patch", "./old", "./new", "--format", "json")
    assert done.returncode == 1
    assert b"stub, needs review: A now requires z; no older version tells its value" in done.stderr
    remedy = json.loads(done.stdout)
    assert remedy["stub_path"] == "_apidrift_lib.py"
    found: dict[str, object] = {}
    exec(remedy["stub_source"], found)
    with pytest.raises(found["UndecidedError"], match="A now requires z"):
        found["decide_a_z"]()


def test_what_no_edit_mends_is_told(place: Place) -> None:
    place.write("new/lib/__init__.py", OLD.partition("def f")[0])
    place.write("old/lib/__init__.py", OLD)
    done = place.run("patch", "./old", "./new", "--format", "json")
    assert done.returncode == 1
    assert b"not mended: app.py:1 from lib import f: nothing tells what took the place of lib.f" in done.stderr


def repository(place: Place) -> None:
    place.write("old/lib/__init__.py", OLD)
    place.write("new/lib/__init__.py", NEW)
    place.write("app/app.py", APP)
    for words in (["init", "-q"], ["add", "app"], ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "a"]):
        subprocess.run(["git", *words], cwd=place.folder, check=True, capture_output=True)


def test_edits_are_written_in_place(place: Place) -> None:
    repository(place)
    (place.folder / "app/app.py").chmod(0o755)
    subprocess.run(
        ["git", "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qam", "b"], cwd=place.folder, check=True
    )
    done = place.run("patch", "./old", "./new", "--apply")
    assert (done.returncode, done.stdout) == (0, b"Wrote app/app.py\n")
    assert (place.folder / "app/app.py").read_text() == MENDED
    assert (place.folder / "app/app.py").stat().st_mode & 0o777 == 0o755


def test_what_is_not_committed_is_not_written_over(place: Place) -> None:
    repository(place)
    place.write("app/app.py", APP + "# mine\n")
    said = place.refused("patch", "./old", "./new", "--apply", code=3)
    assert "app/app.py has changes that are not committed" in said
    assert (place.folder / "app/app.py").read_text() == APP + "# mine\n"


@pytest.mark.parametrize(
    ("answers", "text"),
    [
        (b"y\ny\n", MENDED),
        (b"a\n", MENDED),
        (b"n\ny\n", APP.replace("A(conf)", "A(conf, size=conf.size)")),
        (b"y\nq\n", APP.replace(", b=2", "")),
    ],
)
def test_a_person_reviews_each_edit(place: Place, answers: bytes, text: str) -> None:
    repository(place)
    words = ["patch", "./old", "./new", "--apply", "--review", "--provider", "lib", "--consumer", "app/app.py"]
    process = place.start(*words, stdin=subprocess.PIPE)
    _, said = process.communicate(answers, timeout=60)
    assert b"1 of 2: " in said
    assert (place.folder / "app/app.py").read_text() == text
    assert process.returncode == (0 if text == MENDED else 1)


def test_a_file_and_wrong_words(place: Place) -> None:
    done = place.run("patch", "./old", "./new", "-o", "a.patch")
    assert b"Wrote a.patch" in done.stderr
    hint = "(one to mend for, or two: apidrift patch [OLD] NEW)"
    assert place.refused("patch", "1", "2", "3", code=2) == f"apidrift: 3 versions named {hint}\n"
    assert place.refused("patch", code=2) == f"apidrift: 0 versions named {hint}\n"
    assert "versions and a range named" in place.refused("patch", "1", "--range", ">=1", code=2)
    assert "not a version specifier" in place.refused("patch", "--range", "new", code=2)
