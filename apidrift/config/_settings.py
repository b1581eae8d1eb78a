"""Settings: the defaults a project writes down once, found by walking up from the working folder."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Annotated

import msgspec

from apidrift.errors import UsageError

FILE = "apidrift.toml"
FAIL_ON = ("new", "broken", "risk", "never")
"""What makes the exit code 1: newly broken · newly or still broken · these and risks · nothing."""


_PROJECT = re.compile(rb"^\[(project|tool\.poetry)\]", re.MULTILINE)


class ProviderSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """What a project says about one provider."""

    distribution: str = ""
    """The distribution meant by a bare version, where it is not the import name."""
    baseline: str = ""
    """The version the consumer was written for; default: what its metadata requires."""
    snapshots: str = ""
    """Specifier of the releases that `apidrift snapshot` takes when none is named (`>=0.10.0`)."""


class NightlySettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """What `apidrift nightly` compares."""

    baseline: str = ""
    """The version to compare with; empty: the newest snapshot."""
    ref: str = "latest"
    """The version to look at."""
    output: str = "reports/nightly"
    history: Annotated[int, msgspec.Meta(ge=1)] = 90
    """How many nights the history keeps."""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """The settings of a project; each can be overridden on the command line."""

    provider: str = ""
    """Import name of the provider."""
    consumer: str = ""
    """The consumer: a requirement (`speculators==0.3.0`), a folder, a file."""
    also: tuple[str, ...] = ()
    """Further consumers whose contracts the snapshots cover."""
    snapshots: str = "snapshots"
    reports: str = "reports"
    profiles: str = ""
    recipes: str = ""
    """A folder of own recipes, `<provider>/*.toml`."""
    python: str = "3.11"
    """The Python version that version gates of the consumer are evaluated for."""
    fail_on: str = "broken"
    index_url: str = ""
    providers: dict[str, ProviderSettings] = {}
    nightly: NightlySettings = NightlySettings()
    root: str = ""
    """The folder the settings were found in; relative paths start there. Not to be set in the file."""

    def path(self, text: str) -> Path:
        """A path of the settings, made absolute from where the settings were found."""
        return Path(self.root or ".") / text

    def of(self, provider: str) -> ProviderSettings:
        """What is said about one provider."""
        return self.providers.get(provider, ProviderSettings())


def find_settings(start: Path) -> Path | None:
    """The nearest settings file at or above a folder: `apidrift.toml`, or a `pyproject.toml` with `[tool.apidrift]`."""
    for folder in (start, *start.parents):
        if (folder / FILE).is_file():
            return folder / FILE
        project = folder / "pyproject.toml"
        if project.is_file() and b"[tool.apidrift" in project.read_bytes():
            return project
    return None


def find_project(start: Path) -> Path | None:
    """The nearest folder at or above one that holds a Python project; the search ends where a repository begins."""
    for folder in (start, *start.parents):
        project = folder / "pyproject.toml"
        declared = project.is_file() and _PROJECT.search(project.read_bytes()) is not None
        if declared or (folder / "setup.py").is_file() or (folder / "setup.cfg").is_file():
            return folder
        if (folder / ".git").exists():
            return None
    return None


def load_settings(file: Path | None) -> Settings:
    """Read settings; None gives the defaults.

    Raises:
        UsageError: the file is missing, not TOML, or holds an unknown or ill-typed key.
    """
    if file is None:
        return Settings()
    try:
        table = tomllib.loads(file.read_text("utf-8"))
    except OSError as error:
        raise UsageError(f"cannot read {file}: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UsageError(f"{file} is not valid TOML: {error}") from error
    if file.name == "pyproject.toml":
        tool = table.get("tool", {})
        table = tool.get("apidrift", {}) if isinstance(tool, dict) else {}
    return _convert(table, file)


def _convert(table: object, file: Path) -> Settings:
    if not isinstance(table, dict):
        raise UsageError(f"{file}: tool.apidrift is no table", hint="write [tool.apidrift]")
    try:
        settings = msgspec.convert({**table, "root": str(file.resolve().parent)}, Settings)
    except msgspec.ValidationError as error:
        raise UsageError(f"{file}: {error}") from error
    if settings.fail_on not in FAIL_ON:
        raise UsageError(f"{file}: fail-on = {settings.fail_on!r}", hint=f"one of {', '.join(FAIL_ON)}")
    if not re.fullmatch(r"3\.\d+", settings.python):
        raise UsageError(f"{file}: python = {settings.python!r}", hint='a version such as "3.11"')
    if settings.profiles and not settings.path(settings.profiles).is_dir():
        raise UsageError(f"{file}: profiles = {settings.profiles!r}", hint="there is no such folder")
    if settings.recipes and not settings.path(settings.recipes).is_dir():
        raise UsageError(f"{file}: recipes = {settings.recipes!r}", hint="there is no such folder")
    return settings
