"""What a distribution says about itself, from its metadata files or its `pyproject.toml`."""

from __future__ import annotations

import configparser
import contextlib
import re
from typing import TYPE_CHECKING

import msgspec

from apidrift.errors import UnreadableFileError
from apidrift.model.tree import Metadata

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from apidrift.model.tree import Tree

_MODULE = re.compile(r"(?P<name>[^\W\d]\w*)(?:\.py|\.pyi|(?:\.[\w-]+)*\.(?:so|pyd))\Z")
_NAME = re.compile(r"[^\W\d]\w*\Z")
_SCAFFOLDING = frozenset(
    {
        "setup",
        "conftest",
        "noxfile",
        "tests",
        "test",
        "testing",
        "docs",
        "doc",
        "examples",
        "example",
        "benchmarks",
        "benchmark",
    }
    | {"scripts", "tools", "tasks"}
)
"""Top folders and files of a checkout that are not what it installs."""


def normalised(name: str) -> str:
    """A project's name as PEP 503 compares it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def from_dist_info(
    texts: Mapping[str, bytes],
    files: Iterable[str],
    names: Callable[[Iterable[str]], tuple[str, ...]] | None = None,
) -> Metadata:
    """Metadata from `METADATA` (or `PKG-INFO`), `entry_points.txt` and `top_level.txt`.

    Args:
        texts: the files by name; any may be missing.
        files: every path of the tree, for the import names where no file states them.
        names: how to derive them; default: `top_level`.
    """
    headers = core_metadata(texts.get("METADATA") or texts.get("PKG-INFO") or b"")
    stated = tuple(sorted(texts.get("top_level.txt", b"").decode("utf-8", "replace").split()))
    return Metadata(
        name=normalised(_first(headers, "name")),
        version=_first(headers, "version"),
        requires_dist=tuple(headers.get("requires-dist", ())),
        requires_python=_first(headers, "requires-python"),
        entry_points=entry_points(texts.get("entry_points.txt", b"")),
        top_level=stated or (names or top_level)(files),
    )


def core_metadata(data: bytes) -> dict[str, list[str]]:
    """The headers of a core metadata file, by lower-case name; the description is left out."""
    from email.parser import BytesHeaderParser  # noqa: PLC0415 -- start-up time

    message = BytesHeaderParser().parsebytes(data)
    found: dict[str, list[str]] = {}
    for key, value in message.items():
        found.setdefault(key.lower(), []).append(" ".join(str(value).split()))
    return found


def entry_points(data: bytes) -> tuple[tuple[str, str, str], ...]:
    """(group, name, value) of an `entry_points.txt`, sorted; a damaged file has none."""
    parser = configparser.RawConfigParser(delimiters=("=",), comment_prefixes=("#", ";"), interpolation=None)
    parser.optionxform = str  # type: ignore[method-assign,assignment]
    try:
        parser.read_string(data.decode("utf-8", "replace"))
    except configparser.Error:
        return ()
    return tuple(sorted((group, name, value) for group in parser.sections() for name, value in parser.items(group)))


def top_level(files: Iterable[str]) -> tuple[str, ...]:
    """The import names that a tree of files provides, sorted: modules, and folders that hold Python files."""
    found = set()
    for path in files:
        head, slash, rest = path.partition("/")
        if not slash:
            match = _MODULE.match(head)
            if match:
                found.add(match["name"])
        elif _NAME.match(head) and _MODULE.match(rest.rpartition("/")[2]):
            found.add(head)
    return tuple(sorted(found))


def project_names(files: Iterable[str]) -> tuple[str, ...]:
    """The import names of a checkout: without its tests, documentation and scripts, unless there is nothing else."""
    names = top_level(files)
    return tuple(name for name in names if name not in _SCAFFOLDING) or names


def _first(headers: Mapping[str, list[str]], name: str) -> str:
    values = headers.get(name)
    return values[0] if values else ""


def from_project(data: bytes, names: tuple[str, ...]) -> Metadata:
    """Metadata from a `pyproject.toml` (PEP 621); what it leaves to a build tool is left empty.

    Args:
        data: the file; empty where there is none. A damaged one counts as none.
        names: the import names its sources provide.
    """
    import tomllib  # noqa: PLC0415 -- start-up time

    try:
        project = tomllib.loads(data.decode("utf-8", "replace")).get("project", {})
    except tomllib.TOMLDecodeError:
        project = {}
    if not isinstance(project, dict):
        project = {}
    requires = _texts(project.get("dependencies"))
    extras = project.get("optional-dependencies")
    for extra, lines in sorted(extras.items()) if isinstance(extras, dict) else ():
        requires += tuple(_with_extra(line, extra) for line in _texts(lines))
    return Metadata(
        name=normalised(_text(project.get("name"))),
        version=_text(project.get("version")),
        requires_dist=requires,
        requires_python=_text(project.get("requires-python")),
        entry_points=_project_entry_points(project),
        top_level=names,
    )


def _with_extra(line: str, extra: str) -> str:
    """A dependency of an extra, as `Requires-Dist` would write it."""
    requirement, _, marker = (part.strip() for part in line.partition(";"))
    condition = f'extra == "{normalised(extra)}"'
    if not marker:
        return f"{requirement}; {condition}"
    return (
        f"{requirement}; ({marker}) and {condition}" if " or " in marker else f"{requirement}; {marker} and {condition}"
    )


def _project_entry_points(project: Mapping[str, object]) -> tuple[tuple[str, str, str], ...]:
    groups: dict[str, object] = {"console_scripts": project.get("scripts"), "gui_scripts": project.get("gui-scripts")}
    more = project.get("entry-points")
    groups |= more if isinstance(more, dict) else {}
    return tuple(
        sorted(
            (group, name, str(value))
            for group, table in groups.items()
            if isinstance(table, dict)
            for name, value in table.items()
        )
    )


def _texts(value: object) -> tuple[str, ...]:
    return tuple(one for one in value if isinstance(one, str)) if isinstance(value, list) else ()


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


_VERSION_FILES = ("__init__.py", "_version.py", "version.py", "__about__.py")
_STATED = re.compile(
    r"""^(?:__version__|version)\s*(?::[^=\n]*)?=[^\n'"]*['"](?P<version>[^'"\n]+)['"]""", re.MULTILINE
)


def stated_version(metadata: Metadata, tree: Tree) -> Metadata:
    """The metadata with the version that the package states in its source, where its project file leaves it open."""
    if metadata.version:
        return metadata
    paths = [f"{name}/{file}" for name in metadata.top_level for file in _VERSION_FILES]
    present = set(tree.files())
    for path in paths:
        if path not in present:
            continue
        with contextlib.suppress(UnreadableFileError):
            if match := _STATED.search(tree.read(path).decode("utf-8", "replace")):
                return msgspec.structs.replace(metadata, version=match["version"])
    return metadata
