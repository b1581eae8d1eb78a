from __future__ import annotations

import os
import shutil
import subprocess

import pytest

from apidrift.errors import SourceError
from apidrift.sources import GitRef, _git, open_tree

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


@pytest.fixture
def git(tmp_path):
    """A repository, and a way to talk to it."""
    root = tmp_path / "repository"
    root.mkdir()
    who = [
        "-c",
        "user.name=n",
        "-c",
        "user.email=e@example.org",
        "-c",
        "commit.gpgsign=false",
        "-c",
        "init.defaultBranch=main",
    ]

    def run(*arguments):
        quiet = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
        done = subprocess.run(["git", *who, *arguments], cwd=root, check=True, capture_output=True, env=quiet)
        return done.stdout.decode().strip()

    run.root = root
    run("init", "-q")
    (root / "src/demo").mkdir(parents=True)
    (root / "src/demo/__init__.py").write_text("__version__ = '1.5'\n")
    (root / "src/demo/ü mod.py").write_text("y = 2\n")
    (root / "src/demo/link.py").symlink_to("__init__.py")
    (root / "pyproject.toml").write_text('[project]\nname = "demo"\ndynamic = ["version"]\n')
    run("add", ".")
    run("commit", "-qm", "one")
    run("tag", "v1")
    (root / "src/demo/__init__.py").write_text("__version__ = '2.0'\n")
    run("commit", "-qam", "two")
    (root / "src/demo/__init__.py").write_text("not committed\n")
    return run


def test_a_commit_is_read_without_its_work_tree(git):
    tree = open_tree(GitRef(git.root, "v1"), None, import_name="demo")
    assert (tree.origin, tree.label) == ("git", "git v1")
    assert tree.files() == ["demo/__init__.py", "demo/ü mod.py"]
    assert tree.read("demo/__init__.py") == b"__version__ = '1.5'\n"
    assert tree.read("demo/ü mod.py") == b"y = 2\n"
    assert (tree.metadata.name, tree.metadata.version, tree.metadata.top_level) == ("demo", "1.5", ("demo",))
    assert [(one.what, one.reason) for one in tree.skipped] == [("src/demo/link.py", "a symbolic link")]
    tree.prefetch(tree.files())
    with pytest.raises(KeyError):
        tree.read("demo/link.py")


def test_branches_tags_commits_and_relative_refs(git):
    commit = git("rev-parse", "HEAD")
    trees = [open_tree(GitRef(git.root, ref), None) for ref in ("HEAD", "main", commit, commit[:9])]
    assert {tree.read("demo/__init__.py") for tree in trees} == {b"__version__ = '2.0'\n"}
    assert len({tree.digest for tree in trees}) == 1
    old = open_tree(GitRef(git.root, "HEAD~1"), None)
    assert old.digest == open_tree(GitRef(git.root, "v1"), None).digest != trees[0].digest


def test_a_folder_inside_the_repository_and_a_bare_one(git, tmp_path):
    assert open_tree(GitRef(git.root / "src", "v1"), None, import_name="demo").files()[0] == "demo/__init__.py"
    git("clone", "-q", "--bare", str(git.root), str(tmp_path / "bare.git"))
    assert open_tree(GitRef(tmp_path / "bare.git", "v1"), None).files()[0] == "demo/__init__.py"


def test_submodules_are_passed_over(git):
    commit = git("rev-parse", "HEAD")
    git("update-index", "--add", "--cacheinfo", f"160000,{commit},vendored")
    git("commit", "-qm", "three")
    assert ("vendored", "a submodule") in [
        (one.what, one.reason) for one in open_tree(GitRef(git.root, "main"), None).skipped
    ]


def test_oversized_files_are_passed_over(git, monkeypatch):
    monkeypatch.setattr(_git, "MAX_MEMBER", 10)
    tree = open_tree(GitRef(git.root, "v1"), None, import_name="")
    assert tree.files() == ["src/demo/ü mod.py"]
    assert ("pyproject.toml", "a file of 46 bytes") in [(one.what, one.reason) for one in tree.skipped]


def test_hooks_and_settings_of_the_repository_do_nothing(git, monkeypatch, tmp_path):
    marker = tmp_path / "ran"
    for name in ("post-checkout", "reference-transaction", "pre-commit"):
        hook = git.root / ".git/hooks" / name
        hook.parent.mkdir(exist_ok=True)
        hook.write_text(f"#!/bin/sh\ntouch {marker}\n")
        hook.chmod(0o755)
    git("config", "core.fsmonitor", f"touch {marker}")
    git("config", "core.pager", f"touch {marker}")
    marker.unlink(missing_ok=True)
    monkeypatch.setenv("GIT_DIR", "/nowhere")
    monkeypatch.setenv("GIT_EXTERNAL_DIFF", f"touch {marker}")
    tree = open_tree(GitRef(git.root, "v1"), None)
    assert tree.read("demo/__init__.py")
    assert not marker.exists()


def test_what_is_not_there(git, tmp_path, monkeypatch):
    with pytest.raises(SourceError, match="no branch, tag or commit nope"):
        open_tree(GitRef(git.root, "nope"), None)
    with pytest.raises(SourceError, match="no branch, tag or commit"):
        open_tree(GitRef(git.root, "HEAD:src"), None)
    with pytest.raises(SourceError, match="holds no package other"):
        open_tree(GitRef(git.root, "v1"), None, import_name="other")
    (tmp_path / "plain").mkdir()
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    with pytest.raises(SourceError, match="not a git repository") as caught:
        open_tree(GitRef(tmp_path / "plain", "HEAD"), None)
    assert "\n" not in str(caught.value)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SourceError, match="git cannot be run"):
        open_tree(GitRef(git.root, "v1"), None)


def test_a_damaged_object(git):
    tree = open_tree(GitRef(git.root, "v1"), None)
    name = git("rev-parse", "v1:src/demo/__init__.py")
    (git.root / ".git/objects" / name[:2] / name[2:]).unlink()
    with pytest.raises(SourceError, match="cannot read object"):
        tree.read("demo/__init__.py")
    assert tree.read("demo/ü mod.py") == b"y = 2\n"


def test_a_process_that_dies(git):
    tree = open_tree(GitRef(git.root, "v1"), None)
    tree.read("demo/__init__.py")
    tree._batch.kill()
    tree._batch.wait()
    with pytest.raises(SourceError):
        tree.read("demo/__init__.py")
