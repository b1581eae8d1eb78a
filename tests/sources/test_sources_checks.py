from __future__ import annotations

import base64
import hashlib
import itertools
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sources_support import big_wheel, make_wheel, noise

from apidrift.errors import SourceError
from apidrift.sources import LatestRef, VersionRef, WheelRef, open_tree
from apidrift.sources._ahead import FAR, NEAR, plan_runs

DEMO = VersionRef("demo", "1.0")


# Checks --------------------------------------------------------------------------------------------------------------


def test_the_whole_file_must_have_the_hash_of_the_index(index, options, tmp_path):
    index.add(make_wheel(), sha256="0" * 64)
    with pytest.raises(SourceError, match="does not have the sha256"):
        open_tree(DEMO, options)
    assert not list((tmp_path / "cache").rglob("*.whl"))
    assert not list((tmp_path / "cache").rglob(".tmp-*"))


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ("sha256=AAAA", "does not match its hash in RECORD"),
        ("md5=AAAA", "has no sha256"),
        ("", "has no sha256"),
    ],
)
def test_a_member_must_have_its_record_hash(tmp_path, record, message):
    path = tmp_path / "demo-1.0-py3-none-any.whl"
    path.write_bytes(make_wheel(record={"demo/__init__.py": record}))
    tree = open_tree(WheelRef(path), None)
    with pytest.raises(SourceError, match=message) as caught:
        tree.read("demo/__init__.py")
    assert "demo/__init__.py" in str(caught.value)


def test_metadata_changed_after_the_build_is_read_all_the_same(tmp_path):
    told = {"demo-1.0.dist-info/METADATA": "sha256=AAAA"}
    path = tmp_path / "demo-1.0-py3-none-any.whl"
    path.write_bytes(make_wheel(record=told))
    tree = open_tree(WheelRef(path), None)
    assert (tree.metadata.name, tree.metadata.version) == ("demo", "1.0")
    assert tree.read("demo/__init__.py") == b"x = 1\n"


def test_a_member_that_record_does_not_know(tmp_path):
    path = tmp_path / "demo-1.0-py3-none-any.whl"
    path.write_bytes(make_wheel(extra=[("demo/smuggled.py", b"boo")]))
    with pytest.raises(SourceError, match="has no sha256"):
        open_tree(WheelRef(path), None).read("demo/smuggled.py")


def test_other_strong_hashes_will_do(tmp_path):
    strong = "sha512=" + base64.urlsafe_b64encode(hashlib.sha512(b"x = 1\n").digest()).decode()
    path = tmp_path / "demo-1.0-py3-none-any.whl"
    path.write_bytes(make_wheel(record={"demo/__init__.py": strong}))
    assert open_tree(WheelRef(path), None).read("demo/__init__.py") == b"x = 1\n"


def test_a_zip_that_is_no_wheel(tmp_path):
    path = tmp_path / "demo-1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a.py", "")
    with pytest.raises(SourceError, match="is not a wheel"):
        open_tree(WheelRef(path), None)


def test_a_wheel_that_is_gone(tmp_path):
    path = tmp_path / "demo-1.0-py3-none-any.whl"
    path.write_bytes(make_wheel())
    tree = open_tree(WheelRef(path), None)
    assert tree.digest == f"sha256:{hashlib.sha256(path.read_bytes()).hexdigest()}"
    path.unlink()
    with pytest.raises(SourceError, match="cannot read"):
        tree.read("demo/__init__.py")
    with pytest.raises(SourceError, match="cannot read"):
        tree.digest  # noqa: B018
    with pytest.raises(SourceError, match="cannot read"):
        open_tree(WheelRef(path), None)


# Metadata ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("first", [True, False])
def test_metadata(index, options, first):
    info = "demo-1.0.dist-info"
    points = "[console_scripts]\nDemo = demo:main\n[vllm.general_plugins]\na = demo.plugin:go\n"
    files = {
        "demo/__init__.py": "",
        "demo_extra.py": "",
        "demo-1.0.data/purelib/moved/__init__.py": "z = 3\n",
        "demo-1.0.data/scripts/tool": "",
        f"{info}/entry_points.txt": points,
    }
    more = "Requires-Python: >=3.10\nRequires-Dist: vllm==0.11.0; extra == 'datagen'\nRequires-Dist: torch\n"
    index.add(big_wheel(files=files, more=more, info_first=first))
    tree = open_tree(DEMO, options)
    told = tree.metadata
    assert (told.name, told.version, told.requires_python) == ("demo", "1.0", ">=3.10")
    assert told.requires_dist == ("vllm==0.11.0; extra == 'datagen'", "torch")
    assert told.entry_points == (
        ("console_scripts", "Demo", "demo:main"),
        ("vllm.general_plugins", "a", "demo.plugin:go"),
    )
    assert told.top_level == ("demo", "demo_extra", "moved")
    assert tree.metadata is told
    assert tree.read("moved/__init__.py") == b"z = 3\n"


def test_stated_top_level_names_and_broken_entry_points(tmp_path):
    info = "demo-1.0.dist-info"
    path = tmp_path / "demo-1.0-py3-none-any.whl"
    files = {"a/__init__.py": "", f"{info}/top_level.txt": "b\na\n", f"{info}/entry_points.txt": "no section"}
    path.write_bytes(make_wheel(files=files))
    told = open_tree(WheelRef(path), None).metadata
    assert told.top_level == ("a", "b")
    assert told.entry_points == ()


# Planning ------------------------------------------------------------------------------------------------------------

SPANS = st.lists(
    st.tuples(st.integers(0, 8 << 20), st.integers(1, 100_000)).map(lambda t: (t[0], t[0] + t[1])), min_size=1
)


@given(SPANS, st.integers(1, 12), st.sampled_from([0, 2 << 20]))
def test_runs_cover_every_span(spans, allowed, spare):
    runs = plan_runs(spans, allowed, spare)
    assert all(any(start <= a and b <= end for start, end in runs) for a, b in spans)
    assert runs == sorted(runs)
    for before, after in itertools.pairwise(runs):
        assert after[0] - before[1] > NEAR
    if len(runs) > allowed:
        assert all(after[0] - before[1] > FAR for before, after in itertools.pairwise(runs))


def test_gaps_are_joined_when_requests_run_out():
    spans = [(0, 10), (100_000, 100_010), (400_000, 400_010), (2_000_000, 2_000_010)]
    assert plan_runs(spans, 9) == spans
    assert plan_runs(spans, 3) == [(0, 100_010), *spans[2:]]
    assert plan_runs(spans, 1) == [(0, 400_010), spans[3]]
    assert plan_runs(spans, 9, 1 << 20) == [(0, 400_010), spans[3]]


def test_the_release_before_tells_what_will_be_wanted(index, options, fresh):
    files = {f"demo/p{n}/m.py": f"v = '{noise(40_000, n).hex()}'\n" for n in range(60)}
    for version in ("1.0", "2.0", "3.0"):
        index.add(big_wheel(version=version, files=files), version=version)
    wanted = [f"demo/p{n}/m.py" for n in range(0, 60, 5)]

    def cost(version, options):
        before = options.stats.requests, options.stats.received
        tree = open_tree(VersionRef("demo", version), options)
        for path in wanted:
            tree.read(path)
        return options.stats.requests - before[0], options.stats.received - before[1]

    first, second = cost("1.0", options), cost("2.0", options)
    assert second[0] < first[0] or second[1] < first[1]
    options.session.reads.clear()
    assert cost("3.0", fresh())[0] <= second[0] + 1


def test_a_long_list_is_read_at_once_and_a_short_one_when_needed(index, options):
    files = {f"demo/m{n:03}.py": f"v = '{noise(2000, n).hex()}'\n" for n in range(300)}
    index.add(big_wheel(files=files))
    tree = open_tree(LatestRef("demo"), options)
    before = options.stats.requests
    tree.prefetch(["demo/m000.py", "demo/m299.py", "demo/none.py"])
    assert options.stats.requests == before
    tree.prefetch(list(files))
    assert options.stats.requests == before + 1
    tree.prefetch(list(files))
    for path in files:
        tree.read(path)
    assert options.stats.requests == before + 1


# Whole files and the cache -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("damage", [lambda b: b[:-1], lambda b: b[:-1] + b"?"])
def test_a_damaged_file_in_the_cache_is_fetched_again(index, options, fresh, tmp_path, damage):
    index.add(make_wheel())
    open_tree(DEMO, options)
    [path] = (tmp_path / "cache").rglob("*.whl")
    path.write_bytes(damage(path.read_bytes()))
    again = fresh()
    assert open_tree(DEMO, again).read("demo/__init__.py") == b"x = 1\n"
    assert again.stats.requests == 1


def test_a_full_disk(index, fresh, tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "no such folder"))
    index.add(make_wheel())
    with pytest.raises(SourceError, match="cannot be stored"):
        open_tree(DEMO, fresh(cache_dir=tmp_path / "file/x"))


def test_a_withdrawn_release_is_noted(index, options):
    index.add(make_wheel(), yanked="bad")
    open_tree(DEMO, options)
    assert options.stats.notes == ["demo 1.0 was withdrawn from the index (yanked)"]
