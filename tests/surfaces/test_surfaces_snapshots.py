from __future__ import annotations

import json
import subprocess
import sys

import pytest
from surfaces_tools import MemoryTree, surface_of

from apidrift.errors import SnapshotError
from apidrift.model.snapshot import SNAPSHOT_SCHEMA
from apidrift.model.surface import Found, Missing, Move, NotCoveredError, Release, resolve
from apidrift.surfaces import Recorder, decode_snapshot, encode_snapshot, snapshot_surface, static_surface

FILES = {
    "prov/__init__.py": "from .a import f as g",
    "prov/a.py": "def f(a: int = 1): ...\nclass C:\n    def m(self): ...\ndef unasked(): ...",
    "prov/sub/__init__.py": "",
    "prov/sub/moved.py": "def gone(): ...",
    "prov/unseen.py": "",
}


@pytest.fixture
def recorded():
    recorder = Recorder(surface_of(FILES))
    resolve(recorder, "prov.g")
    resolve(recorder, "prov.a.C.m")
    resolve(recorder, "prov.nowhere.x")
    resolve(recorder, "prov.a.gone")
    recorder.module("prov.missing")
    recorder.moves("prov.sub.gone")
    return recorder


def test_a_recorder_passes_answers_on(recorded):
    assert recorded.release == Release("prov", "1.0")
    assert isinstance(resolve(recorded, "prov.g"), Found)


def test_what_was_asked_can_be_asked_of_the_snapshot(recorded):
    surface = snapshot_surface(decode_snapshot(encode_snapshot(recorded.snapshot(["c 1"]))))
    live = surface_of(FILES)
    for path in ("prov.g", "prov.a.C.m", "prov.nowhere.x", "prov.a.gone"):
        assert resolve(surface, path) == resolve(live, path)
    assert surface.module("prov.missing") is None
    assert surface.member("prov.missing", "x") is None
    assert surface.moves("prov.sub.gone") == (Move("prov.sub.moved.gone", 1.0, "same name in the same package"),)
    assert surface.moves("prov.other") == ()
    assert surface.release.version == "1.0"


def test_what_was_not_asked_is_not_covered(recorded):
    surface = snapshot_surface(recorded.snapshot([]))
    with pytest.raises(NotCoveredError, match=r"does not cover prov\.unseen"):
        surface.module("prov.unseen")
    with pytest.raises(NotCoveredError, match=r"prov\.a\.unasked"):
        surface.member("prov.a", "unasked")
    with pytest.raises(NotCoveredError):
        surface.member("prov.unseen", "x")
    assert isinstance(resolve(surface, "prov.a.never"), Missing)


def test_the_same_questions_in_another_order_give_the_same_bytes():
    questions = ["prov.g", "prov.a.C", "prov.sub.moved.gone", "prov.nope"]
    written = set()
    for order in (questions, questions[::-1]):
        recorder = Recorder(surface_of(FILES))
        for question in order:
            resolve(recorder, question)
        written.add(encode_snapshot(recorder.snapshot(["b 2", "a 1"])))
    assert len(written) == 1
    text = written.pop().decode()
    assert text.endswith("}\n")
    assert json.loads(text)["covers"] == ["a 1", "b 2"]


def test_a_member_asked_without_its_module_is_recorded_with_it():
    recorder = Recorder(surface_of(FILES))
    recorder.member("prov.a", "f")
    assert "f" in recorder.snapshot([]).modules["prov.a"].members


def test_one_line_per_symbol(recorded):
    lines = encode_snapshot(recorded.snapshot([])).decode().splitlines()
    assert sum('"is":' in line for line in lines) == 3


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"[]",
        b'{"schema_version": 1}',
        b'{"schema_version": 1, "release": {"name": "a", "version": "1"}, "more": 1}',
    ],
)
def test_damaged_snapshots(data):
    with pytest.raises(SnapshotError, match="damaged"):
        decode_snapshot(data)


def test_another_schema(recorded):
    data = encode_snapshot(recorded.snapshot([])).replace(
        b'"schema_version": %d' % SNAPSHOT_SCHEMA, b'"schema_version": 99'
    )
    with pytest.raises(SnapshotError, match="schema 99"):
        decode_snapshot(data)


def test_only_what_is_needed_is_read():
    tree = MemoryTree(FILES)
    surface = static_surface(tree, "prov", Release("prov", "1"))
    assert tree.reads == []
    resolve(surface, "prov.a.f")
    assert set(tree.reads) == {"prov/__init__.py", "prov/a.py"}
    assert len(tree.reads) == 2
    surface.warm(["prov.sub.moved.gone"])
    assert tree.batches[-1] == ["prov/sub/moved.py", "prov/sub/__init__.py"]


def test_importing_the_room_is_cheap():
    code = (
        "import sys, apidrift.surfaces; print([m for m in ('griffe', 'apidrift.surfaces._static') if m in sys.modules])"
    )
    assert (
        subprocess.run(
            [sys.executable, "-S", "-c", f"import sys; sys.path[:0] = {sys.path!r}; {code}"],
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        == "[]"
    )
