"""Where a shim does not fit or is not there: each case ends as its README says."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from shim_support import (
    BOX,
    GO,
    MORE,
    PACKAGE,
    WORK,
    child,
    edited,
    environment,
    installed,
    packages,
    remedy,
    shim,
    site,
)

USE = "from cons import work; print(work.go())"
BROKEN = "TypeError: call() missing 1 required keyword-only argument: 'must'"


@pytest.fixture
def place(tmp_path):
    return site(tmp_path / "site"), shim(tmp_path / "shim")


def test_a_file_edited_by_hand_keeps_everything_as_it_is(place):
    here, folder = place
    (here / "cons/sub/__init__.py").write_text(MORE + "# mine\n")
    done = child(USE, folder / "run", here)
    assert BROKEN in done.stderr
    (line,) = [line for line in done.stderr.splitlines() if line.startswith("apidrift:")]
    assert line == (
        f"apidrift: apidrift-shim-cons-prov is not applied: {here}/cons/sub/__init__.py is not the file it was made for "
        "(edited by hand?); build it again: apidrift shim build"
    )


def test_where_it_must_fit_the_import_fails_and_says_why(place):
    here, folder = place
    (here / "cons/work.py").write_text(WORK + "# mine\n")
    done = child(USE, folder / "run", here, APIDRIFT_SHIM="strict")
    assert "ShimError: apidrift-shim-cons-prov does not fit: " in done.stderr
    assert "edited by hand?" in done.stderr
    assert BROKEN not in done.stderr


@pytest.mark.parametrize(
    ("versions", "reason"),
    [
        ({"provider": "2.1"}, "it is for prov 2.0, 2.1 is installed"),
        ({"provider": "2.0rc1"}, "it is for prov 2.0, 2.0rc1 is installed"),
        ({"consumer": "1.1"}, "it is for cons 1.0, 1.1 is installed"),
    ],
)
def test_the_wrong_version_is_refused(tmp_path, versions, reason):
    folder = shim(tmp_path / "shim")
    done = child(USE, folder / "run", site(tmp_path / "site", **versions))
    assert f"is not applied: {reason}; build it again" in done.stderr
    assert BROKEN in done.stderr


@pytest.mark.parametrize("version", ["2.0.post1", "2.0+cpu", "2.0.0"])
def test_builds_of_the_same_release_are_the_same_version(tmp_path, version):
    folder = shim(tmp_path / "shim")
    assert child(USE, folder / "run", site(tmp_path / "site", provider=version)).stdout == "(1, True)\n"


def test_a_provider_without_metadata_is_refused_unless_forced(place):
    here, folder = place
    (here / "prov-2.0.dist-info/METADATA").unlink()
    (here / "prov-2.0.dist-info/RECORD").unlink()
    (here / "prov-2.0.dist-info").rmdir()
    done = child(USE, folder / "run", here)
    assert "no prov is installed, so prov's version is unknown" in done.stderr
    assert BROKEN in done.stderr
    assert child(USE, folder / "run", here, APIDRIFT_SHIM="force").stdout == "(1, True)\n"


def test_two_shims_on_one_consumer_the_first_stays(place, tmp_path):
    here, folder = place
    other = shim(tmp_path / "other", remedy(edited("cons/work.py", WORK, GO, BOX), provider="lib"))
    code = f"""
        import sys
        sys.path.insert(0, {str(other / "src")!r})
        import apidrift_shim_cons_lib
        try:
            apidrift_shim_cons_lib.install()
        except ImportError as error:
            print(error)
        import apidrift_shim_cons_lib._start
        {USE}
    """
    done = child(code, folder / "run", here)
    refused = (
        "apidrift-shim-cons-lib is not installed: apidrift-shim-cons-prov already mends cons 1.0 in this process; "
        "build one shim for both: apidrift shim build REF REF"
    )
    assert done.stdout.splitlines() == [refused, "(1, True)"]
    assert f"the shim apidrift_shim_cons_lib could not start: {refused}" in done.stderr


def test_a_shim_for_two_providers_is_one_shim(tmp_path):
    here = site(tmp_path / "site")
    (here / "lib-5.0.dist-info").mkdir()
    (here / "lib-5.0.dist-info/METADATA").write_text("Metadata-Version: 2.1\nName: lib\nVersion: 5.0\n")
    both = (
        remedy(edited("cons/work.py", WORK, GO)),
        remedy(edited("cons/work.py", WORK, BOX), provider="lib", version="5.0"),
    )
    done = child(
        "from cons import work; print(work.go(), work.Box().run())", shim(tmp_path / "shim", *both) / "run", here
    )
    assert done.stdout == "(1, True) (2, False)\n", done.stderr
    assert (
        "cons 1.0 on prov 2.0, lib 5.0: 2 edits in 1 file [apidrift-shim-cons-prov-lib 1.0+prov.2.0.lib.5.0]"
        in done.stderr
    )


def test_a_worker_without_the_shim_fails_as_it_would_without_it(place):
    here, folder = place
    code = f"""
        import os, subprocess, sys
        from cons import work
        print(work.go())
        clean = {{"PYTHONPATH": {str(here)!r}}}
        subprocess.run([sys.executable, "-c", {USE!r}], env=clean)
    """
    done = child(code, folder / "run", here)
    assert done.stdout == "(1, True)\n"
    assert BROKEN in done.stderr


def test_it_is_switched_off_by_the_environment(place):
    here, folder = place
    done = child(USE, folder / "run", here, APIDRIFT_SHIM="0")
    assert BROKEN in done.stderr
    assert "apidrift" not in done.stderr
    assert child(USE, folder / "run", here, APIDRIFT_SHIM="quiet").stderr == ""


def test_nothing_is_written_beside_the_consumer(place):
    here, folder = place
    before = sorted(here.rglob("*"))
    for path in (here, here / "cons", here / "cons/sub"):
        path.chmod(0o555)
    try:
        done = child(USE, folder / "run", here, PYTHONDONTWRITEBYTECODE="1")
        assert done.stdout == "(1, True)\n", done.stderr
        assert sorted(here.rglob("*")) == before
    finally:
        for path in (here, here / "cons", here / "cons/sub"):
            path.chmod(0o755)


# Installed -------------------------------------------------------------------------------------------------------------


@pytest.fixture
def venv(place, tmp_path):
    """An environment with the consumer and the shim installed; the folder and the shim's files."""
    here, folder = place
    environment(tmp_path / "env")
    names = installed(folder, tmp_path / "env", tmp_path)
    (packages(tmp_path / "env") / "here.pth").write_text(f"{here}\n")
    return tmp_path / "env", names


def test_an_installed_shim_needs_nothing_else(venv):
    folder, names = venv
    assert f"{PACKAGE}.pth" in names
    assert child(USE, python=folder / "bin/python").stdout == "(1, True)\n"


def test_installed_and_run_at_once_is_applied_once(venv, place):
    done = child(USE, place[1] / "run", python=venv[0] / "bin/python")
    assert done.stdout == "(1, True)\n"
    assert done.stderr.count("apidrift:") == 1


def test_installed_twice_is_installed_once(venv, place, tmp_path):
    installed(place[1], venv[0], tmp_path)
    done = child(
        f"{USE}; import sys; print(sum(hasattr(f, 'apidrift_shim') for f in sys.meta_path))",
        python=venv[0] / "bin/python",
    )
    assert done.stdout == "(1, True)\n1\n"


def test_uninstalled_is_gone(venv):
    folder, names = venv
    for name in names:
        (packages(folder) / name).unlink()
    done = child(USE, python=folder / "bin/python")
    assert BROKEN in done.stderr
    assert "apidrift" not in done.stderr


def test_a_pth_file_left_behind_says_nothing(venv):
    folder, names = venv
    for name in names:
        if not name.endswith(".pth"):
            (packages(folder) / name).unlink()
    assert child("print(1)", python=folder / "bin/python").stderr == ""


@pytest.mark.parametrize(("option", "mended"), [("-I", True), ("-E", True), ("-O", True), ("-OO", True), ("-S", False)])
def test_the_options_of_python(venv, place, option, mended):
    done = child(
        f"import sys; sys.path.append({str(place[0])!r}); {USE}", python=venv[0] / "bin/python", options=[option]
    )
    assert (done.stdout == "(1, True)\n") is mended, done.stderr
    assert (BROKEN in done.stderr) is not mended


@pytest.mark.parametrize("option", ["-I", "-E", "-S"])
def test_options_that_hide_the_environment_hide_run(place, option):
    here, folder = place
    done = child(f"import sys; sys.path.append({str(here)!r}); {USE}", folder / "run", options=[option])
    assert BROKEN in done.stderr


def test_a_sitecustomize_that_stood_there_before_still_runs(place, tmp_path):
    here, folder = place
    (tmp_path / "own").mkdir()
    (tmp_path / "own/sitecustomize.py").write_text("import builtins\nbuiltins.mine = 7\n")
    done = child(f"{USE}; print(mine)", folder / "run", tmp_path / "own", here)
    assert done.stdout == "(1, True)\n7\n"


def test_pip_installs_and_removes_it_without_the_network(place, tmp_path):
    here, folder = place
    python = environment(tmp_path / "env")
    (packages(tmp_path / "env") / "here.pth").write_text(f"{here}\n")
    pip = [sys.executable, "-m", "pip", "--python", str(python), "--disable-pip-version-check"]
    quiet = {"capture_output": True, "text": True, "env": {**os.environ, "PIP_NO_INDEX": "1"}}
    for argument in ([str(folder)], ["-e", str(folder)]):
        done = subprocess.run([*pip, "install", "-q", *argument], check=False, **quiet)
        assert done.returncode == 0, done.stderr
        assert child(USE, python=python).stdout == "(1, True)\n"
        told = child(f"import runpy; runpy.run_module({PACKAGE!r}, run_name='__main__')", python=python)
        assert told.stdout.splitlines()[:2] == [
            "apidrift-shim-cons-prov 1.0+prov.2.0: cons 1.0 on prov 2.0",
            "fits: yes, 3 edits",
        ]
        subprocess.run([*pip, "uninstall", "-q", "-y", "apidrift-shim-cons-prov"], check=True, **quiet)
        assert BROKEN in child(USE, python=python).stderr
