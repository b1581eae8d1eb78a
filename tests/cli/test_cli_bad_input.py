"""What hostile and clumsy users type: one clear line, the documented exit code, nothing half-written."""

from __future__ import annotations

import io
import json
import os
import shlex
import signal
import subprocess
import tarfile
from pathlib import Path

import pytest
from cli_support import APP, CLI, NEW, OLD, Index, Place, until, wheel

BAD_ARCHIVES = {
    "empty.whl": (b"", "not a zip archive"),
    "cut.whl": (wheel({"lib/__init__.py": OLD})[:200], "cut off"),
    "text.whl": (b"hello", "not a zip archive"),
    "slip.whl": (wheel({"lib/__init__.py": OLD, "../../evil.py": ""}), "leaves the archive"),
    "absolute.whl": (wheel({"lib/__init__.py": OLD, "/evil.py": ""}), "leaves the archive"),
    "hash.whl": (wheel({"lib/__init__.py": OLD}, wrong="lib/__init__.py"), "does not match its hash"),
    "bomb.whl": (wheel({"lib/__init__.py": OLD + "#" + " " * (8 << 20)}), "refused as a bomb"),
    "other.whl": (wheel({"other/__init__.py": OLD}), "holds no package lib"),
    "empty.tar.gz": (b"", "damaged or no archive"),
    "cut.tar.gz": (b"\x1f\x8b\x08\x00abc", "damaged or no archive"),
}


@pytest.mark.parametrize("name", BAD_ARCHIVES)
def test_bad_archives(place: Place, name: str) -> None:
    data, text = BAD_ARCHIVES[name]
    place.write(name, data)
    assert text in place.refused("check", f"./{name}", code=3)


def test_a_damaged_member(place: Place) -> None:
    data = bytearray(wheel({"lib/__init__.py": OLD}))
    data[60] ^= 0xFF
    place.write("flip.whl", bytes(data))
    assert "is damaged" in place.refused("check", "./flip.whl", code=3)


def test_an_sdist_that_leaves_its_folder(place: Place) -> None:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as archive:
        archive.addfile(tarfile.TarInfo("../evil.py"))
    place.write("slip.tar.gz", buffer.getvalue())
    assert "leaves the archive" in place.refused("check", "./slip.tar.gz", code=3)


@pytest.mark.parametrize(
    ("words", "code", "text"),
    [
        (["compare", "./old"], 2, "Missing argument 'NEW' (see apidrift compare --help)"),
        (["compare", "./old", "./new", "--fromat", "json"], 2, "Did you mean '--format'?"),
        (["compare", "./old", "./new", "--format", "htm"], 2, "no format 'htm' (one of text, json"),
        (["compare", "./old", "./new", "--fail-on", "brokn"], 2, "'brokn' is not one of"),
        (["compare", "./old", "./new", "-o", "a.pdf"], 2, "no format for a.pdf"),
        (["compare", "./old", "./new", "-o", "a.json", "-o", "./a.json"], 2, "to be written twice"),
        (["compare", "./old", "./new", "-o", "app"], 2, "is a directory"),
        (["compare", "./old", "./new", "-o", "app/app.py/a.json"], 3, "cannot write app/app.py/a.json"),
        (["compare", "./old", "./new", "-o", "/proc/none/a.json"], 3, "cannot write /proc/none/a.json"),
        (["compare", "./old", "./new", "--config", "none.toml"], 2, "does not exist"),
        (["compare", "./old", "./new", "--baseline", "xyz"], 2, "the baseline xyz is no version of lib"),
        (["compare", "./old", "./new", "--baseline", "./old"], 2, "is no release of lib"),
        (["compare", "./old", "./nowhere"], 2, "no such file or folder: ./nowhere"),
        (["compare", "./old", "./app"], 3, "holds no package lib"),
        (["compare", "", "./new"], 2, "an empty ref"),
        (["check"], 3, "does not say which lib it needs"),
        (["matrix", "./old", "./new"], 2, "is no release of lib"),
        (["matrix"], 4, "no snapshot of lib covers"),
        (["snapshot", "./old"], 2, "is no release of lib"),
        (["snapshot"], 2, "no version named"),
        (["check", "git:nowhere@main"], 2, "no folder nowhere"),
        (["check", "git:.@main"], 3, "git"),
        (["check", "0.16.O"], 2, "not a version: 0.16.O"),
        (["nightly", "./new", "--date", "x"], 2, "not a date: x"),
        (["check", "./new", "--provider", "my-lib"], 2, "my-lib is no import name"),
        (["check", "env:/no/such/python"], 2, "no interpreter /no/such/python"),
        (["check", "1.0", "--index-url", "ftp://127.0.0.1/simple"], 3, "unsupported protocol"),
        (["explain", "parameter-remvoed"], 2, "did you mean parameter-removed"),
        (["completion", "bsh"], 2, "'bsh' is not one of"),
        (["cache", "--clera"], 2, "Did you mean '--clear'?"),
    ],
)
def test_bad_words(place: Place, words: list[str], code: int, text: str) -> None:
    assert text in place.refused(*words, code=code)


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("", "uses nothing of lib (is --provider right?)"),
        ("from lib import f\nf(1\n", "bad.py: syntax error in line 2"),
        (b"from lib import f\x00\n", "null bytes"),
        ("from lib import f\nX = " + "(" * 3000 + ")" * 3000, "bad.py: syntax error"),
    ],
)
def test_a_consumer_of_nothing(place: Place, content: str | bytes, text: str) -> None:
    place.write("app/bad.py", content)
    assert text in place.refused("check", "./new", app="app/bad.py", code=4)


def test_files_that_cannot_be_parsed_are_skipped_and_said_so(place: Place) -> None:
    place.write("app/syntax.py", "from lib import f\nf(1,2\n")
    place.write("app/encoding.py", b"from lib import f\nx = '\xe9'\n")
    place.write("app/latin.py", b"# -*- coding: latin-1 -*-\nfrom lib import f\nx = '\xe9'; f(1, 2)\n")
    done = place.run("compare", "./old", "./new", "--format", "json", app="app")
    report = json.loads(done.stdout)
    assert done.returncode == 1
    assert sorted(one["what"] for one in report["skipped"]) == ["encoding.py", "syntax.py"]
    assert {one["path"] for one in report["findings"]} == {"app.py", "latin.py"}
    assert "Skipped (2)" in place.run("compare", "./old", "./new", app="app").stdout.decode()


def test_a_provider_that_cannot_be_parsed_is_no_result(place: Place) -> None:
    place.write("new/lib/__init__.py", "def g(:\n")
    assert "none of 5 uses could be judged" in place.refused("check", "./new", code=4)


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("provider = ", "not valid TOML"),
        ("provder = 'lib'", "unknown field `provder`"),
        ("provider = 3", "Expected `str`"),
        ("fail-on = 'x'", "one of new, broken"),
        ("python = 'abc'", "python = 'abc'"),
        ("profiles = 'nowhere'", "no such folder"),
        ("[nightly]\nhistory = 0", ">= 1"),
    ],
)
def test_bad_settings(place: Place, content: str, text: str) -> None:
    place.write("apidrift.toml", content)
    assert text in place.refused("check", "./new", code=2)


@pytest.mark.parametrize("content", ["{}", "[", '{"schema_version": 99}', b"\xff\xfe"])
def test_bad_snapshots(place: Place, content: str | bytes) -> None:
    place.write("s.json", content)
    assert "s.json: the snapshot " in place.refused("check", "./s.json", code=3)


# Streams ----------------------------------------------------------------------------------------------------------


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such device here")
@pytest.mark.parametrize("words", [["explain"], ["compare", "./old", "./new"], ["--help", "lib"]])
def test_a_full_disk_behind_standard_output(place: Place, words: list[str]) -> None:
    with Path("/dev/full").open("wb") as full:
        done = place.run(*words, stdout=full)
    assert done.returncode == 3
    assert done.stderr == b"apidrift: cannot write to standard output: No space left on device\n"


def test_a_reader_that_leaves_changes_nothing(place: Place) -> None:
    for words, code in ((["explain"], 0), (["compare", "./old", "./new", "--format", "html"], 1)):
        read, write = os.pipe()
        os.close(read)
        with os.fdopen(write, "wb") as gone:
            done = place.run(*words, stdout=gone)
        assert (done.returncode, done.stderr) == (code, b"")


def test_closed_streams(place: Place) -> None:
    line = f"{shlex.join(CLI)} compare ./old ./new --provider lib --consumer app"
    for closed in (">&-", ">&- 2>&-"):
        done = subprocess.run(
            ["sh", "-c", f"{line} {closed}"], cwd=place.folder, env=place.env, capture_output=True, check=False
        )
        assert (done.returncode, done.stderr) == (1, b"")


@pytest.mark.parametrize("encoding", ["latin-1", "ascii"])
def test_encodings(place: Place, encoding: str) -> None:
    place.env["PYTHONIOENCODING"] = encoding
    done = place.run("compare", "./old", "./new")
    assert (done.returncode, done.stderr) == (1, b"")
    if encoding == "latin-1":
        assert b"folder old -> folder new" in done.stdout
    assert json.loads(place.run("compare", "./old", "./new", "--format", "json").stdout.decode("utf-8"))


def test_no_colour_on_a_pipe(place: Place) -> None:
    assert b"\x1b" not in place.run("compare", "./old", "./new").stdout


# Identity and order -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("side", ["./old", "./new", "./old/lib"])
def test_identity(place: Place, side: str) -> None:
    report = json.loads(place.run("compare", side, side, "--format", "json").stdout)
    assert report["funnel"] == {"provider_changes": 0, "touched": 0, "breaking": 0}
    assert not [one for one in report["findings"] if one["status"] == "new"]


def test_backwards(place: Place) -> None:
    done = place.run("compare", "./new", "./old")
    assert done.returncode == 0
    assert "Fixed (3)" in done.stdout.decode()


# The index --------------------------------------------------------------------------------------------------------


def test_an_index_and_then_offline(place: Place, index: Index) -> None:
    words = ("compare", "1.0", "2.0", "--index-url", index.url, "--format", "json", "-q")
    first = place.run(*words)
    assert (first.returncode, first.stderr) == (1, b"")
    asked = len(index.asked)
    second = place.run(*words, "--offline")
    assert second.stdout == first.stdout
    assert len(index.asked) == asked


def test_two_processes_share_a_cache(place: Place, index: Index) -> None:
    words = ("compare", "1.0", "2.0", "--index-url", index.url, "--provider", "lib", "--consumer", "app", "-q")
    both = [place.start(*words) for _ in range(2)]
    assert [process.communicate(timeout=60)[1] for process in both] == [b"", b""]
    assert [process.returncode for process in both] == [1, 1]


def test_a_corrupt_or_unusable_cache_is_no_obstacle(place: Place, index: Index) -> None:
    words = ("compare", "1.0", "2.0", "--index-url", index.url)
    place.run(*words)
    for file in Path(place.env["APIDRIFT_CACHE_DIR"]).rglob("*"):
        if file.is_file():
            file.write_bytes(b"rubbish")
    place.env["APIDRIFT_CACHE_DIR"] = str(place.write("a-file", ""))
    assert place.run(*words).returncode == 1


def test_a_wrong_sha256(place: Place, index: Index) -> None:
    index.add("lib-3.0.0-py3-none-any.whl", wheel({"lib/__init__.py": NEW}, "3.0.0"), "0" * 64)
    text = place.refused("check", "3.0.0", "--index-url", index.url, code=3)
    assert "does not have the sha256 that the index states" in text
    assert not [file for file in Path(place.env["APIDRIFT_CACHE_DIR"]).rglob("*3.0.0*") if file.is_file()]


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        ((404, "text/html", b"no"), "no project called lib on the index"),
        ((403, "text/html", b"no"), "the server answers 403"),
        ((500, "text/html", b"no"), "the server answers 500"),
        ((200, "text/html", b"<html>Welcome!</html>"), "no project called lib on the index"),
        ((200, "image/png", b"\x89PNG"), "is no index page"),
        ((200, "application/json", b"{"), "the index page is damaged"),
    ],
)
def test_an_index_that_misbehaves(place: Place, index: Index, answer: tuple[int, str, bytes], text: str) -> None:
    index.pages["/simple/lib/"] = answer
    assert text in place.refused("check", "1.0", "--index-url", index.url, code=3)


def test_no_network_and_unknown_versions(place: Place, index: Index) -> None:
    text = place.refused("check", "1.7", "--index-url", index.url, code=3)
    assert "lib has no release 1.7.*" in text
    assert "the newest is 2.0.0" in text
    assert "--offline forbids the network" in place.refused("check", "3", "--offline", code=3)
    index.server.shutdown()
    index.server.server_close()
    assert "cannot reach" in place.refused("check", "1.0", "--index-url", index.url, "--refresh", code=3)


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_stopped_in_the_middle_of_a_download(place: Place, index: Index, number: int, code: int) -> None:
    index.slow.add("/files/lib-2.0.0-py3-none-any.whl")
    words = ("check", "2.0", "--index-url", index.url, "--provider", "lib", "--consumer", "app", "-o", "a.json")
    process = place.start(*words)
    until(index.begun.is_set)
    process.send_signal(number)
    out, err = process.communicate(timeout=10)
    assert process.returncode == code
    assert out == b""
    assert b"Traceback" not in err
    assert not list(place.folder.glob("*.json*"))
    assert not list(Path(place.env["APIDRIFT_CACHE_DIR"]).rglob(".tmp-*"))


# A hundred thousand lines -------------------------------------------------------------------------------------------


def test_a_file_of_a_hundred_thousand_lines(place: Place) -> None:
    functions = "".join(f"def g{number}(a, b={number}):\n    return a\n\n\n" for number in range(25_000))
    place.write("new/lib/__init__.py", NEW + functions)
    place.write("app/app.py", "\n" * 100_000 + APP)
    done = place.run("compare", "./old", "./new", "-q")
    assert done.returncode == 1
    assert b"3 newly broken" in done.stdout
