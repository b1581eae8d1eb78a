"""Where an interpreter finds its packages, told without running anything that lies there.

The interpreter is started isolated and without `site`, so that no `.pth` file, no `sitecustomize` and no package runs.
"""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from pathlib import Path

from apidrift.errors import SourceError, UsageError
from apidrift.model.value import Value

OLDEST = (3, 8)
"""The oldest interpreter that is understood."""
_ASK = """
import json, os, site, sys
here = os.path.dirname(os.path.abspath(sys.executable)); prefix = os.path.dirname(here)
config = [p for p in (os.path.join(here, "pyvenv.cfg"), os.path.join(prefix, "pyvenv.cfg")) if os.path.isfile(p)]
shared, found = True, []
if config:
    base = sys.base_prefix
    with open(config[0]) as file:
        pairs = [line.partition("=") for line in file]
    shared = any(k.strip() == "include-system-site-packages" and v.strip().lower() == "true" for k, _, v in pairs)
    sys.prefix = sys.exec_prefix = os.path.dirname(config[0])
    found += site.getsitepackages([sys.prefix])
    sys.prefix = sys.exec_prefix = base
if shared:
    found += [site.getusersitepackages()] * (not config) + site.getsitepackages()
print(json.dumps({"version": sys.version_info[:3], "folders": found}))
"""
_SECONDS = 20


class Root(Value, frozen=True):
    """A folder on the interpreter's path."""

    folder: Path
    source: str = ""
    """The `.pth` file that names it; empty for a folder of installed packages."""


class Interpreter(Value, frozen=True):
    """An interpreter and where it looks for packages."""

    python: Path
    version: tuple[int, int, int]
    folders: tuple[Path, ...]
    """Folders of installed packages that exist, in the order of the path."""

    def roots(self) -> tuple[Root, ...]:
        """Those folders, and what their `.pth` files add."""
        added = [root for folder in self.folders for root in _path_files(folder)]
        return (*map(Root, self.folders), *added)

    def editable(self, import_name: str) -> Root | None:
        """Where the finder of an editable install says that a package lies; None where none speaks of it."""
        for folder in self.folders:
            for file in sorted([*folder.glob("__editable__*finder.py"), *folder.glob("_editable_impl_*.py")]):
                place = _mapping(file).get(import_name)
                if place:
                    return Root(Path(place).parent, file.name)
        return None


def find_interpreter(text: str) -> Path:
    """The program that a person means: a path to it, or to the folder of a virtual environment; empty: this one.

    Raises:
        UsageError: there is no such program.
    """
    if not text:
        return Path(sys.executable)
    path = Path(text).expanduser()
    if path.is_dir():
        inside = (path / "bin" / "python", path / "Scripts" / "python.exe", path / "python.exe")
        found = next((each for each in inside if each.is_file()), None)
        if found is None:
            raise UsageError(f"{text} holds no interpreter", hint="env:PATH wants a python or a virtual environment")
        return found.absolute()
    if not path.is_file() or not os.access(path, os.X_OK):
        raise UsageError(f"no interpreter {text}", hint="env:PATH wants a python or a virtual environment")
    return path.absolute()


def ask_interpreter(python: Path) -> Interpreter:
    """What an interpreter says of itself.

    Raises:
        SourceError: it does not run, or is too old.
    """
    command = [str(python), "-I", "-S", "-B", "-c", _ASK]
    try:
        done = subprocess.run(command, capture_output=True, timeout=_SECONDS, check=True, stdin=subprocess.DEVNULL)  # noqa: S603
        told = json.loads(done.stdout)
        version = tuple(told["version"])
    except (OSError, subprocess.SubprocessError, ValueError, KeyError, TypeError) as error:
        raise SourceError(f"{python} does not run as a Python of 3.8 or newer: {_reason(error)}") from error
    if version < OLDEST:
        raise SourceError(f"{python} is Python {version[0]}.{version[1]}", hint="3.8 or newer is understood")
    folders = [Path(folder) for folder in dict.fromkeys(told["folders"]) if Path(folder).is_dir()]
    real = {folder.resolve(): folder for folder in reversed(folders)}
    return Interpreter(python, version, tuple(folder for folder in folders if real[folder.resolve()] is folder))


def _reason(error: Exception) -> str:
    if isinstance(error, subprocess.CalledProcessError):
        lines = error.stderr.decode("utf-8", "replace").strip().splitlines()
        return lines[-1] if lines else f"exit code {error.returncode}"
    return str(error)


def _path_files(folder: Path) -> list[Root]:
    """What the `.pth` files of a folder add to the path. Lines that are code are not run."""
    found = []
    for file in sorted(folder.glob("*.pth")):
        try:
            lines = file.read_text("utf-8", "replace").splitlines()
        except OSError:
            continue
        places = [line.strip() for line in lines if line.strip() and not line.startswith(("#", "import ", "import\t"))]
        found += [Root(folder / place, file.name) for place in places if (folder / place).is_dir()]
    return found


def _mapping(file: Path) -> dict[str, str]:
    """The packages and places that an editable install's finder was written with."""
    try:
        tree = ast.parse(file.read_bytes())
    except (OSError, SyntaxError, ValueError):
        return {}
    found: dict[str, str] = {}
    for node in ast.walk(tree):
        match node:
            case (
                ast.Assign(targets=[ast.Name(id="MAPPING")], value=value)
                | ast.AnnAssign(target=ast.Name(id="MAPPING"), value=ast.expr() as value)
            ):
                found |= _pairs(value)
            case ast.Call(
                func=ast.Attribute(attr="map_module"),
                args=[ast.Constant(value=str() as name), ast.Constant(value=str() as place)],
            ):
                found[name] = str(Path(place).parent) if place.endswith("__init__.py") else place
    return found


def _pairs(node: ast.expr) -> dict[str, str]:
    try:
        value = ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError):
        return {}
    return {str(k): str(v) for k, v in value.items()} if isinstance(value, dict) else {}
