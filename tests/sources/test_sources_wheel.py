from __future__ import annotations

import hashlib

import pytest
from sources_support import Drawing, big_wheel, make_sdist, make_wheel, noise

from apidrift.errors import SourceError
from apidrift.sources import VersionRef, open_tree

DEMO = VersionRef("demo", "1.0")


def test_a_wheel_is_read_by_ranges(index, options):
    text = "y = 2\n"
    data = big_wheel(files={"demo/__init__.py": "x = 1\n", "demo/sub/mod.py": text})
    index.add(data)
    tree = open_tree(DEMO, options)
    assert tree.label == "demo 1.0"
    assert tree.origin == "wheel"
    assert tree.digest == f"sha256:{hashlib.sha256(data).hexdigest()}"
    assert "demo/sub/mod.py" in tree.files()
    assert list(tree.files()) == sorted(tree.files())
    assert tree.read("demo/sub/mod.py") == text.encode()
    assert tree.read("demo/_core.so") == noise(6 << 20)
    with pytest.raises(KeyError):
        tree.read("demo/gone.py")
    assert all(span and "," not in span for _, span in index.file_requests())


def test_sources_cost_few_requests_and_few_bytes(index, options):
    files = {f"demo/p{n % 7}/m{n}.py": f"v = '{noise(60, n).hex()}'\n" * 20 for n in range(400)}
    index.add(big_wheel(files=files))
    tree = open_tree(DEMO, options)
    wanted = [path for path in tree.files() if path.startswith(("demo/p1/", "demo/p5/"))]
    tree.prefetch(wanted)
    for path in wanted:
        assert tree.read(path) == files[path].encode()
    assert options.stats.requests <= 6
    assert options.stats.received < 1 << 20
    assert options.stats.received >= len(index.projects)


def test_a_second_reading_costs_nothing(index, options, fresh):
    index.add(big_wheel(files={"demo/__init__.py": "x = 1\n"}))
    assert open_tree(DEMO, options).read("demo/__init__.py") == b"x = 1\n"
    again = fresh(offline=True)
    tree = open_tree(DEMO, again)
    assert tree.read("demo/__init__.py") == b"x = 1\n"
    assert tree.metadata.name == "demo"
    assert again.stats.requests == 0


def test_what_is_not_in_the_cache_is_missing_offline(index, options, fresh):
    index.add(big_wheel())
    open_tree(DEMO, options)
    with pytest.raises(SourceError, match=r"demo 1.0 is not in the cache"):
        open_tree(DEMO, fresh(offline=True)).read("demo/_core.so")


def test_a_damaged_cache_is_read_again(index, options, fresh, tmp_path):
    index.add(big_wheel())
    open_tree(DEMO, options).read("demo/__init__.py")
    for path in (tmp_path / "cache/v1/run").rglob("*"):
        if path.is_file():
            path.write_bytes(path.read_bytes()[:-1] + b"?")
    again = fresh()
    assert open_tree(DEMO, again).read("demo/__init__.py") == b"x = 1\n"
    assert again.stats.requests > 0


def test_without_a_cache_it_works_with_a_note(index, fresh, tmp_path):
    (tmp_path / "file").touch()
    index.add(big_wheel())
    index.add(make_wheel(version="0.5"), version="0.5")
    options = fresh(cache_dir=tmp_path / "file/x")
    assert open_tree(DEMO, options).read("demo/__init__.py") == b"x = 1\n"
    assert open_tree(VersionRef("demo", "0.5"), options).read("demo/__init__.py") == b"x = 1\n"
    assert any("nothing is cached" in note for note in options.stats.notes)


def test_a_small_wheel_is_one_request(index, options, fresh):
    index.add(make_wheel())
    tree = open_tree(DEMO, options)
    assert tree.read("demo/__init__.py") == b"x = 1\n"
    assert len(index.file_requests()) == 1
    assert open_tree(DEMO, fresh(offline=True)).metadata.version == "1.0"


@pytest.mark.parametrize("page", ["json", "html"])
def test_without_a_size_the_end_tells_it(index, options, fresh, page):
    index.page = page
    index.add(big_wheel(), size=False)
    assert open_tree(DEMO, options).read("demo/__init__.py") == b"x = 1\n"
    again = fresh()
    assert open_tree(DEMO, again).read("demo/__init__.py") == b"x = 1\n"
    assert again.stats.requests == 0


def test_a_tiny_wheel_of_unknown_size(index, options):
    index.add(make_wheel(), size=False)
    assert open_tree(DEMO, options).read("demo/__init__.py") == b"x = 1\n"


def test_without_a_hash_nothing_is_cached(index, options, fresh, tmp_path):
    index.add(big_wheel(), sha256="")
    index.add(make_wheel(version="0.5"), version="0.5", sha256="")
    tree = open_tree(DEMO, options)
    assert tree.read("demo/__init__.py") == b"x = 1\n"
    assert tree.digest.startswith("sha256:")
    assert open_tree(VersionRef("demo", "0.5"), options).read("demo/__init__.py") == b"x = 1\n"
    kinds = {path.name for path in (tmp_path / "cache/v1").iterdir()}
    assert kinds == {"page"}


# No ranges -----------------------------------------------------------------------------------------------------------


def test_without_ranges_the_sdist_is_read(index, options):
    index.ranges = "no"
    index.add(big_wheel())
    index.add(make_sdist(), "demo-1.0.tar.gz")
    tree = open_tree(DEMO, options, import_name="demo")
    assert tree.origin == "sdist"
    assert tree.read("demo/__init__.py") == b"x = 1\n"
    assert options.stats.received < 1 << 20
    assert "does not answer byte ranges" in options.stats.notes[0]


@pytest.mark.parametrize("ranges", ["no", "shifted"])
def test_without_ranges_and_sdist_the_whole_wheel_is_read(index, fresh, ranges):
    index.ranges = ranges
    index.add(big_wheel())
    drawing = Drawing()
    options = fresh(progress=drawing)
    tree = open_tree(DEMO, options)
    assert tree.read("demo/__init__.py") == b"x = 1\n"
    [task] = drawing.tasks
    assert task.total == task.advanced > 6 << 20
    assert task.ended == 1
    again = fresh(offline=True)
    assert open_tree(DEMO, again).read("demo/__init__.py") == b"x = 1\n"


def test_the_size_must_be_the_one_the_index_says(index, options):
    index.ranges = "lying"
    index.add(big_wheel())
    with pytest.raises(SourceError, match=r"not the .* the index says"):
        open_tree(DEMO, options)


def test_ranges_that_stop_working(index, options):
    index.add(big_wheel())
    tree = open_tree(DEMO, options)
    index.ranges = "no"
    tree.prefetch(tree.files())
    assert tree.read("demo/_core.so") == noise(6 << 20)
    assert tree.read("demo/__init__.py") == b"x = 1\n"
    assert "stopped answering byte ranges" in options.stats.notes[0]
    assert [span for _, span in index.file_requests() if not span] == [""]


def test_progress_of_ranges(index, fresh):
    index.add(big_wheel())
    drawing = Drawing()
    open_tree(DEMO, fresh(progress=drawing)).read("demo/_core.so")
    assert drawing.tasks
    assert all(one.advanced == one.total and one.ended == 1 for one in drawing.tasks)
