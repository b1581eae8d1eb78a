from __future__ import annotations

import os

import pytest

from apidrift.errors import SourceError, UsageError
from apidrift.model.tree import Metadata
from apidrift.sources import FileRef, FolderRef, MemoryTree, SnapshotRef, open_tree


@pytest.fixture
def laid(tmp_path):
    """Lays out files and gives the folder."""

    def write(**files):
        for name, text in files.items():
            path = tmp_path / name.replace("__", "__")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return tmp_path

    def lay(*names, **texts):
        for name in (*names, *texts):
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(texts.get(name, ""))
        return tmp_path

    return lay


def files_of(folder, import_name=""):
    return list(open_tree(FolderRef(folder), None, import_name=import_name).files())


def test_the_folder_above_a_package(laid):
    root = laid("demo/__init__.py", "demo/sub/mod.py", "demo/data.bin", "tests/test_x.py", "use.py")
    assert files_of(root) == ["demo/__init__.py", "demo/sub/mod.py", "tests/test_x.py", "use.py"]
    assert files_of(root, "demo") == ["demo/__init__.py", "demo/sub/mod.py"]


def test_the_package_folder_itself(laid):
    root = laid("demo/__init__.py", "demo/sub/__init__.py", "demo/sub/mod.py", "other/__init__.py")
    for folder in (root / "demo", root / "demo/sub"):
        assert files_of(folder, "demo") == ["demo/__init__.py", "demo/sub/__init__.py", "demo/sub/mod.py"]
    assert files_of(root / "demo") == files_of(root)


def test_src_layouts(laid):
    root = laid("src/demo/__init__.py", "tests/__init__.py", "setup.py")
    assert files_of(root) == files_of(root, "demo") == ["demo/__init__.py"]
    assert files_of(root / "src/demo", "demo") == ["demo/__init__.py"]


def test_other_layouts(laid, tmp_path):
    assert files_of(laid("a/lib/demo/__init__.py") / "a", "demo") == ["demo/__init__.py"]
    assert files_of(laid("b/python/demo.py") / "b", "demo") == ["demo.py"]
    assert files_of(laid("c/src/script.py") / "c") == ["script.py"]
    assert files_of(laid("d/src/ns/mod.py") / "d", "ns") == ["ns/mod.py"]


def test_a_package_that_is_not_there(laid):
    with pytest.raises(SourceError, match="holds no package nope"):
        files_of(laid("demo/__init__.py"), "nope")


def test_what_is_passed_over(laid):
    root = laid(
        "demo/__init__.py", "demo/__pycache__/x.py", ".git/hook.py", "venv/pyvenv.cfg", "venv/lib/x.py", "build/lib/y.py",
        "node_modules/z.py", "demo.egg-info/w.py", "demo/build/__init__.py", "demo/dist/v.py", "demo/.hidden/u.py",
    )  # fmt: skip
    assert files_of(root) == ["demo/__init__.py", "demo/build/__init__.py"]


def test_links_do_not_lead_astray(laid, tmp_path_factory):
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    (elsewhere / "secret.py").write_text("")
    root = laid("demo/__init__.py")
    (root / "demo/loop").symlink_to(root, target_is_directory=True)
    (root / "demo/away").symlink_to(elsewhere, target_is_directory=True)
    (root / "demo/dangling.py").symlink_to(root / "gone.py")
    (root / "demo/twin.py").symlink_to(root / "demo/__init__.py")
    assert files_of(root) == ["demo/__init__.py", "demo/twin.py"]


def test_reading(laid):
    root = laid("demo/__init__.py", **{"demo/a.py": "x = 1\n"})
    tree = open_tree(FolderRef(root), None)
    assert tree.origin == "folder"
    assert tree.label == f"folder {root}"
    assert tree.read("demo/a.py") == b"x = 1\n"
    for path in ("demo/gone.py", "../demo/a.py", "/etc/passwd", ""):
        with pytest.raises(KeyError):
            tree.read(path)
    first = tree.digest
    (root / "demo/a.py").write_text("x = 2\n")
    assert tree.digest != first
    (root / "demo/a.py").unlink()
    with pytest.raises(SourceError, match="cannot read"):
        tree.read("demo/a.py")


def test_the_digest_does_not_depend_on_the_place(laid):
    root = laid("one/demo/__init__.py", "two/src/demo/__init__.py")
    assert open_tree(FolderRef(root / "one"), None).digest == open_tree(FolderRef(root / "two"), None).digest


PROJECT = """
[project]
name = "My_Demo"
version = "2.0"
requires-python = ">=3.10"
dependencies = ["torch>=2", "numpy; python_version < '3.12'"]
scripts = {demo = "demo:main"}
[project.optional-dependencies]
"Data_Gen" = ["vllm==0.11.0", "x; sys_platform == 'linux'", "y; os_name == 'a' or os_name == 'b'"]
[project.entry-points."vllm.general_plugins"]
p = "demo.plugin:go"
"""


def test_metadata_of_a_project_file(laid):
    told = open_tree(FolderRef(laid("src/demo/__init__.py", **{"pyproject.toml": PROJECT})), None).metadata
    assert (told.name, told.version, told.requires_python, told.top_level) == ("my-demo", "2.0", ">=3.10", ("demo",))
    assert told.requires_dist == (
        "torch>=2",
        "numpy; python_version < '3.12'",
        'vllm==0.11.0; extra == "data-gen"',
        "x; sys_platform == 'linux' and extra == \"data-gen\"",
        "y; (os_name == 'a' or os_name == 'b') and extra == \"data-gen\"",
    )
    assert told.entry_points == (
        ("console_scripts", "demo", "demo:main"),
        ("vllm.general_plugins", "p", "demo.plugin:go"),
    )


@pytest.mark.parametrize(
    "text",
    [
        "",
        "not toml [",
        "project = 3",
        "[project]\nname = 3\nversion = []\ndependencies = 'x'\noptional-dependencies = 1\nentry-points = 1",
        "\udcff",
    ],
)
def test_project_files_that_say_nothing(laid, text):
    root = laid("demo/__init__.py", "tests/__init__.py", "setup.py")
    (root / "pyproject.toml").write_bytes(text.encode("utf-8", "surrogateescape"))
    assert open_tree(FolderRef(root), None).metadata == Metadata(top_level=("demo",))


def test_the_version_a_package_states(laid):
    root = laid(**{"demo/__init__.py": "", "demo/_version.py": '__version__: str = version = "3.1"\n'})
    assert open_tree(FolderRef(root), None).metadata.version == "3.1"
    assert open_tree(FolderRef(laid("tests/test_x.py")), None).metadata.top_level == ("demo",)


def test_only_tests_are_better_than_nothing(laid):
    assert open_tree(FolderRef(laid("tests/test_x.py")), None).metadata.top_level == ("tests",)


def test_metadata_installed_beside_the_package(laid):
    root = laid(
        "demo/__init__.py",
        "other/__init__.py",
        **{
            "other-9.dist-info/METADATA": "Name: other\nVersion: 9\n",
            "other-9.dist-info/RECORD": "other/__init__.py,,\n",
            "demo-1.dist-info/METADATA": "Name: demo\nVersion: 1\nRequires-Dist: a\n",
            "demo-1.dist-info/RECORD": '"demo/__init__.py",,\n',
            "old.egg-info/PKG-INFO": "Name: old\nVersion: 0\n",
            "old.egg-info/SOURCES.txt": "old/__init__.py\n",
        },
    )
    told = open_tree(FolderRef(root), None, import_name="demo").metadata
    assert (told.name, told.version, told.requires_dist, told.top_level) == ("demo", "1", ("a",), ("demo",))
    assert open_tree(FolderRef(root / "demo"), None).metadata.name == "demo"


def test_a_single_file(tmp_path):
    path = tmp_path / "use.py"
    path.write_text("import demo\n")
    tree = open_tree(FileRef(path), None)
    assert (tree.origin, tree.label, list(tree.files())) == ("file", f"file {path}", ["use.py"])
    assert tree.read("use.py") == b"import demo\n"
    assert tree.digest.startswith("sha256:")
    assert tree.metadata == Metadata(top_level=("use",))
    tree.prefetch(["use.py"])
    with pytest.raises(KeyError):
        tree.read("other.py")
    path.unlink()
    with pytest.raises(SourceError):
        tree.read("use.py")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_an_unreadable_file(laid):
    root = laid("demo/__init__.py")
    (root / "demo/__init__.py").chmod(0)
    with pytest.raises(SourceError, match="Permission"):
        open_tree(FolderRef(root), None).read("demo/__init__.py")


def test_a_snapshot_has_no_sources(tmp_path):
    with pytest.raises(UsageError, match="has no sources"):
        open_tree(SnapshotRef(tmp_path / "x.json"), None)


def test_a_tree_in_memory():
    tree = MemoryTree(
        {"demo/b.py": "y", "demo/a.py": b"x", "_c.cpython-311-x86_64-linux-gnu.so": b"", "data/x.txt": ""}
    )
    assert list(tree.files()) == ["_c.cpython-311-x86_64-linux-gnu.so", "data/x.txt", "demo/a.py", "demo/b.py"]
    assert (tree.read("demo/b.py"), tree.origin, tree.label) == (b"y", "memory", "memory")
    assert tree.metadata.top_level == ("_c", "demo")
    assert tree.digest == MemoryTree(dict(reversed([(path, tree.read(path)) for path in tree.files()]))).digest
    assert MemoryTree({}, metadata=Metadata(name="n")).metadata.name == "n"
    tree.prefetch([])
    with pytest.raises(KeyError):
        tree.read("gone")
