"""`apidrift run` and `apidrift shim` as commands."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import msgspec
import pytest
from shim_support import PACKAGE, child, environment, installed, packages, remedy, shim, site

from apidrift.errors import UsageError
from apidrift.pipeline._environment import environment_of, interpreter_of

USE = "from cons import work; print(work.go())"


@pytest.fixture
def place(tmp_path):
    """A folder with an environment that has the consumer and the provider, and a remedy."""
    python = environment(tmp_path / "env")
    site(packages(tmp_path / "env"))
    (tmp_path / "remedy.json").write_bytes(msgspec.json.encode(remedy()))
    return tmp_path, str(python)


def apidrift(folder, *words, **variables):
    env = {key: value for key, value in os.environ.items() if key not in {"PYTHONPATH", "APIDRIFT_SHIM"}}
    env |= {"APIDRIFT_CACHE_DIR": str(folder / "cache"), "HOME": str(folder)} | variables
    env.pop("XDG_CACHE_HOME", None)
    return subprocess.run(
        [sys.executable, "-m", "apidrift", *words], check=False, capture_output=True, text=True, cwd=folder, env=env
    )


PAIR = ("--provider", "prov", "--consumer", "cons==1.0")


def test_run_mends_what_the_command_imports(place):
    folder, python = place
    words = ("run", *PAIR, "--remedy", "remedy.json", "--", python, "-c", USE)
    done = apidrift(folder, *words)
    assert (done.returncode, done.stdout) == (0, "(1, True)\n"), done.stderr
    assert done.stderr == "apidrift: cons 1.0 on prov 2.0: 3 edits in 2 files [apidrift-shim-cons-prov 1.0+prov.2.0]\n"
    (kept,) = (folder / "cache/shims").iterdir()
    before = (kept / "README.md").stat().st_mtime_ns
    assert apidrift(folder, *words).stdout == "(1, True)\n"
    assert (kept / "README.md").stat().st_mtime_ns == before


@pytest.mark.parametrize("code", [0, 1, 7])
def test_the_exit_code_is_the_commands(place, code):
    folder, python = place
    done = apidrift(folder, "run", *PAIR, "--remedy", "remedy.json", "--", python, "-c", f"raise SystemExit({code})")
    assert done.returncode == code


def test_dry_run_prints_the_edits_and_runs_nothing(place):
    folder, python = place
    done = apidrift(folder, "run", *PAIR, "--remedy", "remedy.json", "--dry-run", "--", python, "-c", "print('ran')")
    assert done.stdout.splitlines() == [
        "cons 1.0 on prov 2.0: 3 edits",
        "  cons/sub/__init__.py:2  replace: must is needed (dropped)",
        "  cons/work.py:7  replace: must is needed (dropped)",
        "  cons/work.py:14  replace: must is needed (dropped)",
    ]


def test_a_shim_at_hand_is_used(place):
    folder, python = place
    shim(folder / "mine")
    done = apidrift(folder, "run", "--shim", "mine", "--", python, "-c", USE)
    assert done.stdout == "(1, True)\n", done.stderr
    told = apidrift(folder, "run", "--shim", "mine", "--dry-run", "--", python, "-c", USE)
    assert told.stdout.startswith("# apidrift-shim-cons-prov\n")


def test_a_folder_that_is_no_shim_is_refused(place):
    folder, python = place
    done = apidrift(folder, "run", "--shim", "env", "--", python, "-c", USE)
    assert (done.returncode, done.stderr) == (2, "apidrift: env is no shim (apidrift shim build REF -o DIR)\n")


def test_under_run_a_shim_that_does_not_fit_stops_the_import(place):
    folder, python = place
    (packages(folder / "env") / "cons/work.py").write_text("# mine\n")
    done = apidrift(folder, "run", *PAIR, "--remedy", "remedy.json", "--", python, "-c", USE)
    assert done.returncode == 1
    assert "ShimError: apidrift-shim-cons-prov does not fit" in done.stderr


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        ((), 2, "no command to run"),
        (("--", "no-such-command"), 2, "no such command: no-such-command"),
        (("--", "PYTHON", "-I", "x.py"), 2, "Python under -I does not see PYTHONPATH (install the shim instead"),
        (("--", "PYTHON", "-sE", "x.py"), 2, "Python under -sE does not see PYTHONPATH"),
    ],
)
def test_what_cannot_be_run_is_told_in_a_line(place, words, code, says):
    folder, python = place
    done = apidrift(folder, "run", *PAIR, *(python if word == "PYTHON" else word for word in words))
    assert done.returncode == code
    assert done.stderr.startswith(f"apidrift: {says}")
    assert done.stderr.count("\n") == 1


def test_a_missing_consumer_or_provider_is_told(place):
    folder, python = place
    done = apidrift(folder, "run", "--provider", "prov", "--consumer", "other==1.0", "--", python, "-c", USE)
    assert (done.returncode, done.stderr.split(" is not ")[0]) == (2, "apidrift: other")
    done = apidrift(folder, "run", "--provider", "lib", "--consumer", "cons==1.0", "--", python, "-c", USE)
    assert (done.returncode, done.stderr.split(" is not ")[0]) == (2, "apidrift: lib")


def test_status_tells_what_is_installed_and_whether_it_fits(place):
    folder, python = place
    assert apidrift(folder, "shim", "status", "--python", python).returncode == 4
    installed(shim(folder / "mine"), folder / "env", folder)
    done = apidrift(folder, "shim", "status", "--python", python)
    assert (done.returncode, done.stdout.splitlines()) == (
        0,
        [
            "apidrift-shim-cons-prov 1.0+prov.2.0: cons 1.0 on prov 2.0",
            "fits: yes, 3 edits",
            "  cons/sub/__init__.py",
            "  cons/work.py",
            "active in this process: yes",
        ],
    )
    off = apidrift(folder, "shim", "status", "--python", python, APIDRIFT_SHIM="0")
    assert off.stdout.splitlines()[-1] == "active in this process: no (switched off by APIDRIFT_SHIM=0)"
    (packages(folder / "env") / "cons/work.py").write_text("# mine\n")
    done = apidrift(folder, "shim", "status", "--python", python)
    assert (done.returncode, done.stdout.splitlines()[1].partition(": no: ")[0]) == (1, "fits")


def test_status_of_a_shim_that_is_not_installed(place):
    folder, python = place
    shim(folder / "mine")
    done = apidrift(folder, "shim", "status", "--python", python, "--shim", "mine")
    assert done.stdout.splitlines()[1] == "fits: yes, 3 edits", done.stderr


def test_the_self_test_speaks_json(place):
    folder, python = place
    code = f"import sys, runpy; sys.argv.append('--json'); runpy.run_module({PACKAGE!r}, run_name='__main__')"
    told = json.loads(child(code, shim(folder / "mine") / "src", python=python).stdout)
    assert told["fits"]
    assert told["edits"] == 3
    assert not told["active"]


def test_build_writes_the_shim_from_a_remedy(place):
    folder, _ = place
    done = apidrift(folder, "shim", "build", *PAIR, "--remedy", "remedy.json", "-o", "out")
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == "Wrote apidrift-shim-cons-prov 1.0+prov.2.0 to out: pip install out\n"
    assert (folder / "out/run/sitecustomize.py").is_file()


@pytest.mark.parametrize("words", [(), ("0.1", "--remedy", "remedy.json")])
def test_build_wants_versions_or_remedies(place, words):
    done = apidrift(place[0], "shim", "build", *PAIR, *words, "-o", "out")
    assert done.returncode == 2
    assert done.stderr.startswith("apidrift: name versions or remedies")


def test_a_file_that_is_no_remedy_is_refused(place):
    folder, _ = place
    (folder / "bad.json").write_text("{}")
    done = apidrift(folder, "shim", "build", *PAIR, "--remedy", "bad.json", "-o", "out")
    assert done.returncode == 2
    assert done.stderr.startswith("apidrift: bad.json holds no remedy: ")


# Whose Python? ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "own"),
    [
        ("#!{python}\n", True),
        ("#!/usr/bin/env {python}\n", True),
        ("#!/bin/sh\n'''exec' \"{python}\" \"$0\" \"$@\"\n' '''\n", True),
        ("#!/bin/sh\necho\n", False),
    ],
)
def test_a_script_runs_the_python_its_first_line_names(tmp_path, text, own):
    script = tmp_path / "tool"
    script.write_text(text.format(python=sys.executable))
    script.chmod(0o755)
    assert (interpreter_of([str(script)]) == sys.executable) is own


def test_the_first_distribution_on_the_path_counts(place):
    folder, python = place
    site(folder / "first", provider="9.0")
    os.environ["PYTHONPATH"] = str(folder / "first")
    try:
        found = environment_of([python])
    finally:
        del os.environ["PYTHONPATH"]
    assert found.version(["lib", "Prov"]) == ("Prov", "9.0")
    assert found.version(["lib"]) == ("", "")


def test_options_behind_the_script_are_the_scripts_own():
    assert interpreter_of([sys.executable, "x.py", "-I"]) == sys.executable
    with pytest.raises(UsageError):
        interpreter_of([sys.executable, "-I", "x.py"])


# From findings to a running program ------------------------------------------------------------------------------------


APP = "from prov import api\n\n\ndef go():\n    return api.call(1, must=True, old=2)\n"


@pytest.fixture
def app(place):
    """A consumer in a folder that passes what the installed provider no longer takes."""
    folder, python = place
    (folder / "app").mkdir()
    (folder / "app/__init__.py").write_text("")
    (folder / "app/work.py").write_text(APP)
    return folder, python, ("--provider", "prov", "--consumer", "app/")


def test_run_finds_makes_and_applies_the_edits_itself(app):
    folder, python, pair = app
    use = "from app import work; print(work.go())"
    done = apidrift(folder, "run", *pair, "--", python, "-c", use)
    assert (done.returncode, done.stdout) == (0, "(1, True)\n"), done.stderr
    assert "1 edit in 1 file" in done.stderr
    assert (folder / "app/work.py").read_text() == APP


def test_where_nothing_breaks_the_command_runs_as_it_is(app):
    folder, python, pair = app
    (folder / "app/work.py").write_text(APP.replace(", old=2", ""))
    done = apidrift(folder, "run", *pair, "--", python, "-c", "from app import work; print(work.go())")
    assert done.stdout == "(1, True)\n", done.stderr
    assert done.stderr == "apidrift: nothing needs to be mended; running the command as it is\n"
    nothing = apidrift(folder, "shim", "build", f"env:{python}", *pair, "-o", "out")
    assert (nothing.returncode, nothing.stderr) == (4, "apidrift: there is nothing to mend, so no shim is needed\n")
    assert not (folder / "out").exists()


def test_build_makes_the_shim_from_what_is_found(app):
    folder, python, pair = app
    done = apidrift(folder, "shim", "build", f"env:{python}", *pair, "-o", "out", "-q")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert "drop-argument" in (folder / "out/README.md").read_text()
