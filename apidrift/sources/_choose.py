"""Files of releases: which version a name states, and which file of a version to read.

The Python sources of all wheels of a release are the same; any one will do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from packaging.utils import InvalidWheelFilename, canonicalize_name, parse_wheel_filename
from packaging.version import InvalidVersion, Version

from apidrift.sources._refs import SDIST_SUFFIXES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from apidrift.sources._pages import IndexFile


def file_version(name: str, project: str) -> Version | None:
    """The version a file name states, or None when it is no wheel or sdist of that project."""
    try:
        if name.endswith(".whl"):
            stated, version, _, _ = parse_wheel_filename(name)
            return version if stated == canonicalize_name(project) else None
        suffix = next((one for one in SDIST_SUFFIXES if name.endswith(one)), None)
        stem, dash, text = name.removesuffix(suffix or "").rpartition("-")
        if suffix is None or not dash or canonicalize_name(stem) != canonicalize_name(project):
            return None
        return Version(text)
    except (InvalidWheelFilename, InvalidVersion):
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
