"""Files of releases: which version a name states, and which file of a version to read.

The Python sources of all wheels of a release are the same; any one will do.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from packaging.utils import canonicalize_name
from packaging.version import InvalidVersion, Version

from apidrift.sources._refs import SDIST_SUFFIXES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from apidrift.sources._pages import IndexFile


def file_version(name: str, project: str) -> Version | None:
    """The version a file name states, or None when it is no wheel or sdist of that project."""
    if name.endswith(".whl"):
        # Its tags are not looked at: a big project lists thousands of wheels, and any with its name will do.
        parts = name.removesuffix(".whl").split("-")
        stem, text = (parts[0], parts[1]) if len(parts) in _WHEEL_PARTS else ("", "")
    else:
        suffix = next((one for one in SDIST_SUFFIXES if name.endswith(one)), None)
        stem, _, text = name.removesuffix(suffix).rpartition("-") if suffix else ("", "", "")
    return _version(text) if stem and _normal(stem) == _normal(project) else None


_WHEEL_PARTS = frozenset({5, 6})
"""Name, version, perhaps a build number, and three tags (PEP 427)."""


@lru_cache(maxsize=4096)
def _normal(name: str) -> str:
    return canonicalize_name(name)


@lru_cache(maxsize=4096)
def _version(text: str) -> Version | None:
    try:
        return Version(text)
    except InvalidVersion:
        return None


def wheels(files: Iterable[IndexFile], python: str) -> list[IndexFile]:
    """The wheels, the one to read first: pure Python, then Linux on x86-64, then the smallest."""
    return sorted((file for file in _present(files) if file.name.endswith(".whl")), key=lambda one: _rank(one, python))


def sdists(files: Iterable[IndexFile]) -> list[IndexFile]:
    """The source distributions, the one to read first."""
    found = [file for file in _present(files) if file.name.endswith(SDIST_SUFFIXES)]
    return sorted(
        found, key=lambda one: (next(n for n, end in enumerate(SDIST_SUFFIXES) if one.name.endswith(end)), one.name)
    )


def _present(files: Iterable[IndexFile]) -> list[IndexFile]:
    """The files that were not withdrawn; all of them where all were (the ref named the version exactly)."""
    files = list(files)
    return [file for file in files if not file.yanked] or files


def _rank(file: IndexFile, python: str) -> tuple[int, int, int, str]:
    tags = file.name.removesuffix(".whl").split("-")[-3:]
    pythons, platform = (tags[0], tags[2]) if len(tags) == 3 else ("", "")  # noqa: PLR2004
    return _platform_rank(platform), _python_rank(pythons, python), file.size or 1 << 62, file.name


def _platform_rank(platform: str) -> int:
    if platform == "any":
        return 0
    linux = "linux" in platform
    if "x86_64" in platform and linux:
        return 1 if "manylinux" in platform else 2
    return 3 if linux else 4


def _python_rank(pythons: str, python: str) -> int:
    wanted = python.replace(".", "")
    tags = pythons.split(".")
    if "py3" in tags or f"py{wanted}" in tags or f"cp{wanted}" in tags:
        return 0
    return 1 if any(tag.startswith(("cp3", "py3")) for tag in tags) else 2
