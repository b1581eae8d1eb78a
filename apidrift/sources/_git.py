"""Commits of a local repository: objects read in one batch process. No work tree, no index, no hooks, no network."""

from __future__ import annotations

import functools
import hashlib
import os
import re
import subprocess
import weakref
from typing import IO, TYPE_CHECKING

from apidrift.errors import SourceError
from apidrift.model.contract import Skipped
from apidrift.sources._layout import find_prefix, worth_reading
from apidrift.sources._member import MAX_MEMBER
from apidrift.sources._metadata import from_project, project_names, stated_version

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from apidrift.model.tree import Metadata

_LINK = "120000"
_SUBMODULE = "160000"
_ENTRY = re.compile(rb"(\d{6}) (\w+) ([0-9a-f]+) +(\d+|-)\t(.*)\Z", re.DOTALL)
_FLAGS = ("--no-replace-objects", "--no-optional-locks", "-c", "core.hooksPath=/dev/null", "-c", "safe.directory=*")
"""Any repository may be read, whoever owns it: the three commands used here run nothing that a repository names."""
_SETTINGS = {
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_NO_LAZY_FETCH": "1",
}


class GitTree:
    """The files of one commit.

    Args:
        folder: the repository, or a folder inside it.
        ref: a branch, tag or commit.
        import_name: the top package looked for; empty: whatever is there.

    Raises:
        SourceError: there is no git, no repository, no such commit, or no such package.
    """

    origin = "git"

    def __init__(self, folder: Path, ref: str, import_name: str = "") -> None:
        self._folder = folder
        self._ref = ref
        self._import_name = import_name
        commit = _git(folder, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{ref}^{{commit}}")
        if not commit:
            raise SourceError(f"{folder} has no branch, tag or commit {ref}", hint="fetch it there first")
        below = _git(folder, "rev-parse", "--show-prefix").strip().decode()
        self._tree = _git(folder, "rev-parse", "--verify", f"{commit.strip().decode()}:{below}").strip().decode()
        objects, skipped = _listing(_git(folder, "ls-tree", "-r", "-z", "--long", "--full-tree", self._tree))
        self.skipped: tuple[Skipped, ...] = skipped
        """Links, submodules and oversized files, which are not read."""
        prefix = find_prefix(objects.keys(), import_name, self.label)
        self._project = objects.get("pyproject.toml", "")
        self._objects = {
            path.removeprefix(prefix): objects[path] for path in worth_reading(objects) if path.startswith(prefix)
        }
        self._batch: subprocess.Popen[bytes] | None = None

    @property
    def label(self) -> str:
        """How a person names it."""
        return f"git {self._ref}"

    @property
    def digest(self) -> str:
        """`sha256:…` derived from the id of the commit's tree, which stands for all its content."""
        return f"sha256:{hashlib.sha256(f'git tree {self._tree}'.encode()).hexdigest()}"

    @functools.cached_property
    def metadata(self) -> Metadata:
        """What its `pyproject.toml` says, and the import names its files provide."""
        names = (self._import_name,) if self._import_name else project_names(self._objects)
        return stated_version(from_project(self._object(self._project) if self._project else b"", names), self)

    def files(self) -> Sequence[str]:
        """Every path, sorted."""
        return sorted(self._objects)

    def read(self, path: str) -> bytes:
        """One file.

        Raises:
            KeyError: the commit has no such file.
            SourceError: git cannot give it.
        """
        return self._object(self._objects[path])

    def prefetch(self, paths: Iterable[str]) -> None:
        """Nothing to do: objects are near."""

    def _object(self, name: str) -> bytes:
        asked, told = self._pipes()
        try:
            asked.write(f"{name}\n".encode())
            asked.flush()
            header = told.readline().split()
            data = told.read(int(header[2]) + 1)[:-1] if len(header) == 3 and header[1] == b"blob" else None  # noqa: PLR2004
        except (OSError, ValueError) as error:
            raise SourceError(f"git stopped while reading {self._folder}: {error}") from error
        if data is None or len(data) != int(header[2]):
            raise SourceError(f"{self._folder}: git cannot read object {name}", hint="is the clone partial or damaged?")
        return data

    def _pipes(self) -> tuple[IO[bytes], IO[bytes]]:
        if self._batch is None:
            self._batch = subprocess.Popen(  # noqa: S603 -- git itself, with no word of the repository's
                _command(self._folder, "cat-file", "--batch"),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=_environment(),
            )
            weakref.finalize(self, _stop, self._batch)
        assert self._batch.stdin is not None
        assert self._batch.stdout is not None
        return self._batch.stdin, self._batch.stdout


def _stop(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.communicate()


def _listing(output: bytes) -> tuple[dict[str, str], tuple[Skipped, ...]]:
    """Object ids by path, and what is left out."""
    found, skipped = {}, []
    for line in output.split(b"\0"):
        match = _ENTRY.match(line)
        if match is None:
            continue
        path = os.fsdecode(match[5])
        if match[1].decode() in {_LINK, _SUBMODULE}:
            skipped.append(Skipped(path, "a symbolic link" if match[1].decode() == _LINK else "a submodule"))
        elif match[4].isdigit() and int(match[4]) > MAX_MEMBER:
            skipped.append(Skipped(path, f"a file of {int(match[4])} bytes"))
        else:
            found[path] = match[3].decode()
    return found, tuple(skipped)


def _git(folder: Path, *arguments: str) -> bytes:
    """What git prints; nothing when it has nothing to say.

    Raises:
        SourceError: git is not installed, or the folder is no repository.
    """
    try:
        done = subprocess.run(  # noqa: S603 -- the same
            _command(folder, *arguments), capture_output=True, check=False, env=_environment(), stdin=subprocess.DEVNULL
        )
    except OSError as error:
        raise SourceError(f"git cannot be run: {error.strerror}", hint="git: refs need git installed") from error
    if done.returncode and (complaint := done.stderr.decode("utf-8", "replace").strip()):
        raise SourceError(f"{folder}: {complaint.splitlines()[0]}", hint="git:PATH@REF wants a local repository")
    return done.stdout if not done.returncode else b""


def _command(folder: Path, *arguments: str) -> list[str]:
    return ["git", "-C", str(folder), *_FLAGS, *arguments]


def _environment() -> dict[str, str]:
    """The environment without git's own variables: a hook or a wrapper may have set some for another repository."""
    return {key: value for key, value in os.environ.items() if not key.startswith("GIT_")} | _SETTINGS
