"""Refs: the ways a person names a version, parsed into one frozen value each."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TypeAlias

from apidrift.errors import UsageError
from apidrift.model.value import Value


class VersionRef(Value, frozen=True):
    """Exactly one version of a project: `0.16.0`, `vllm==0.16.0`."""

    project: str
    version: str


class SeriesRef(Value, frozen=True):
    """The newest release of a series: `0.15`, `vllm==0.15.*`."""

    project: str
    prefix: str
    """The leading numbers of the version, without `.*`."""


class LatestRef(Value, frozen=True):
    """The newest release: `latest`, `vllm`."""

    project: str


class RangeRef(Value, frozen=True):
    """Every release that a PEP 440 specifier admits; the newest where one is asked for."""

    project: str
    specifier: str


class FolderRef(Value, frozen=True):
    """A folder of sources: a checkout, a package folder, an unpacked distribution."""

    path: Path


class FileRef(Value, frozen=True):
    """A single Python file (a consumer)."""

    path: Path


class WheelRef(Value, frozen=True):
    """A wheel file."""

    path: Path


class SdistRef(Value, frozen=True):
    """A source distribution file."""

    path: Path


class GitRef(Value, frozen=True):
    """A commit, branch or tag of a local repository: `git:PATH@REF`."""

    path: Path
    ref: str


class SnapshotRef(Value, frozen=True):
    """A snapshot file; it has a surface but no tree."""

    path: Path


class EnvRef(Value, frozen=True):
    """What is installed for an interpreter: `env:`, `env:/path/to/python`, `env:.venv#package`."""

    path: Path
    """The interpreter."""
    package: str = ""
    """The import name, for a consumer; empty where the question itself names a package."""


IndexRef: TypeAlias = VersionRef | SeriesRef | LatestRef | RangeRef
"""Refs that an index answers."""
LocalRef: TypeAlias = FolderRef | FileRef | WheelRef | SdistRef | GitRef | SnapshotRef | EnvRef
"""Refs that name something on this machine."""
Ref: TypeAlias = IndexRef | LocalRef

SDIST_SUFFIXES = (".tar.gz", ".zip", ".tgz", ".tar.bz2", ".tar.xz", ".tar")
"""How source distributions end, the more usual first."""
_NAME = r"[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?"
_REQUIREMENT = re.compile(rf"\s*(?P<name>{_NAME})?\s*(?P<extras>\[[^\]]*\])?\s*(?P<rest>[=<>!~].*)?\s*\Z", re.DOTALL)
_SERIES = re.compile(r"v?(?P<prefix>(?:\d+!)?\d+(?:\.\d+)?)(?:\.\*)?\Z|v?(?P<star>(?:\d+!)?\d+(?:\.\d+)*)\.\*\Z")
_PLAIN = re.compile(r"(?:0|[1-9]\d*)(?:\.(?:0|[1-9]\d*))+\Z")
_NUMBERS = re.compile(r"v?\d+\.\d[^=<>!~]*\Z")
"""What is meant as a version, well spelt or not."""
_HINT = "a version (0.16.0, 0.15, latest), a requirement (name==1.2), a folder, a file, git:PATH@REF, env:PYTHON"


def parse_ref(text: str, default_project: str) -> Ref:
    """Say what a person means by a ref.

    Args:
        text: the ref as typed.
        default_project: the distribution a bare version belongs to; empty where none is known.

    Raises:
        UsageError: the text is no ref, or names a file that does not exist.
    """
    text = text.strip()
    if not text:
        raise UsageError("an empty ref", hint=_HINT)
    if text.startswith("git:"):
        return _git(text)
    if text.startswith("env:"):
        return _env(text)
    return _local(text) or _index(text, default_project)


def _git(text: str) -> GitRef:
    path, at, ref = text.removeprefix("git:").rpartition("@")
    if not at:
        path, ref = text.removeprefix("git:"), "HEAD"
    if not ref or ref.startswith("-"):
        raise UsageError(f"{text}: no branch, tag or commit after @", hint="git:PATH@REF, for example git:../vllm@main")
    folder = _expanded(path or ".")
    if not folder.is_dir():
        raise UsageError(f"{text}: no folder {folder}", hint="git:PATH@REF wants a local repository")
    return GitRef(folder, ref)


def _env(text: str) -> EnvRef:
    from apidrift.sources._interpreter import find_interpreter  # noqa: PLC0415 -- start-up time

    place, mark, package = text.removeprefix("env:").partition("#")
    if mark and not all(part.isidentifier() for part in package.split(".")):
        raise UsageError(f"{text}: {package or 'nothing'} is no import name", hint="env:PYTHON#PACKAGE")
    return EnvRef(find_interpreter(place), package)


def _local(text: str) -> LocalRef | None:
    """The ref as something on disk; None when it can only be meant for an index."""
    path = _expanded(text)
    looks_local = "/" in text or "\\" in text or text.startswith((".", "~")) or text.endswith((".py", ".json"))
    if not looks_local and not text.lower().endswith((".whl", *SDIST_SUFFIXES)) and not _is_folder(path, text):
        return None
    if path.is_dir():
        return FolderRef(path)
    if not path.is_file():
        raise UsageError(f"no such file or folder: {text}", hint=_HINT)
    return _file(path)


def _expanded(text: str) -> Path:
    """The path, `~` replaced by the home folder where there is such a user."""
    try:
        return Path(text).expanduser()
    except RuntimeError:
        return Path(text)


def _is_folder(path: Path, text: str) -> bool:
    """Whether a bare word means a folder here: a version (`0.15`) or `latest` never does."""
    return text != "latest" and _version(text) is None and path.is_dir()


def _file(path: Path) -> LocalRef:
    name = path.name.lower()
    if name.endswith(".whl"):
        return WheelRef(path)
    if name.endswith(SDIST_SUFFIXES):
        return SdistRef(path)
    if name.endswith(".json"):
        return SnapshotRef(path)
    if name.endswith((".py", ".pyi")):
        return FileRef(path)
    raise UsageError(
        f"{path}: not a kind of file that can be read", hint=".py, .whl, .tar.gz, .zip or a snapshot's .json"
    )


def _index(text: str, default_project: str) -> IndexRef:
    if text == "latest":
        return LatestRef(_project("", default_project, text))
    if series := _SERIES.match(text):
        return SeriesRef(_project("", default_project, text), series["prefix"] or series["star"])
    version = _version(text)
    if version is not None:
        return VersionRef(_project("", default_project, text), version)
    match = _REQUIREMENT.match(text)
    if match is None or (match["extras"] and not match["name"]):
        raise UsageError(f"not a ref: {text}", hint=_HINT)
    if _NUMBERS.match(text):
        raise UsageError(f"not a version: {text}", hint="for example 0.16.0, 0.15 or latest")
    project = _project(match["name"] or "", default_project, text)
    return _requirement(project, (match["rest"] or "").strip(), text)


def _requirement(project: str, rest: str, text: str) -> IndexRef:
    from packaging.specifiers import InvalidSpecifier, SpecifierSet  # noqa: PLC0415 -- start-up time

    if not rest:
        return LatestRef(project)
    try:
        specifiers = list(SpecifierSet(rest))
    except InvalidSpecifier as error:
        raise UsageError(f"not a version specifier: {text}", hint="for example name==1.2.3 or >=1.2,<2") from error
    only = specifiers[0]
    if len(specifiers) > 1 or only.operator not in {"==", "==="}:
        return RangeRef(project, ",".join(sorted(str(one) for one in specifiers)))
    if only.version.endswith(".*"):
        return SeriesRef(project, only.version.removesuffix(".*"))
    return VersionRef(project, _version(only.version) or only.version)


def _version(text: str) -> str | None:
    """The normalised version that a text spells (`v0.16.0` → `0.16.0`), or None."""
    if _PLAIN.match(text):
        return text
    from packaging.version import InvalidVersion, Version  # noqa: PLC0415 -- start-up time

    try:
        return str(Version(text))
    except InvalidVersion:
        return None


def _project(name: str, default: str, text: str) -> str:
    project = re.sub(r"[-_.]+", "-", name or default).lower()
    if not project:
        operator = "" if text[:1] in "=<>!~" else "=="
        raise UsageError(f"{text}: a version of what?", hint=f"name the project: NAME{operator}{text}")
    return project
