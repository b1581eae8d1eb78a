"""Where the top package lies in a listing of paths, and which paths are worth reading."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.errors import SourceError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

SOURCE_ROOTS = ("", "src/", "lib/", "python/")
"""Where projects keep their packages, the likelier first."""
PASSED_OVER = frozenset({"__pycache__", "node_modules", "site-packages", "build", "dist"})
"""Folders of left-overs, unless they are packages themselves."""
KINDS = (".py", ".pyi", ".so", ".pyd", ".toml", ".json", ".yaml", ".yml", ".cfg", ".txt", ".typed", ".sh", "Dockerfile")
"""What a tree lists: sources, compiled modules, the data that sources name, and scripts."""


def find_prefix(paths: Collection[str], import_name: str, label: str, roots: Sequence[str] = SOURCE_ROOTS) -> str:
    """The part of every path that leads to the folder which holds the top package: empty, or ending in `/`.

    Args:
        paths: POSIX paths from the project's own folder.
        import_name: the package looked for; empty: whatever is there.
        label: how to call the project in an error.
        roots: where to look for it.

    Raises:
        SourceError: there is no such package.
    """
    if not import_name:
        packages = [path for path in paths if path.startswith("src/") and path.count("/") == 2]  # noqa: PLR2004
        has_package = any(path.endswith("/__init__.py") for path in packages)
        return "src/" if has_package and "src/__init__.py" not in paths else ""
    for prefix in roots:
        inside, alone = f"{prefix}{import_name}/", f"{prefix}{import_name}.py"
        if any(path == alone or (path.startswith(inside) and path.endswith(KINDS)) for path in paths):
            return prefix
    raise SourceError(f"{label} holds no package {import_name}", hint="is the import name right?")


def worth_reading(paths: Iterable[str]) -> list[str]:
    """The paths that a tree lists, in their order: no hidden folders, no environments, no left-overs."""
    paths = list(paths)
    packages = {path.rpartition("/")[0] for path in paths if path.endswith("/__init__.py")}
    return [path for path in paths if path.endswith(KINDS) and not _left_over(path, packages)]


def _left_over(path: str, packages: set[str]) -> bool:
    folders = path.split("/")[:-1]
    for depth, name in enumerate(folders, start=1):
        if name.startswith(".") or name == "__pycache__" or name.endswith((".egg-info", ".dist-info")):
            return True
        if name in PASSED_OVER and "/".join(folders[:depth]) not in packages:
            return True
    return False
