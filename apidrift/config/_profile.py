"""Profiles: what no analysis can know about a provider, as data.

A profile is a TOML file named after the provider's import name. Those that ship lie in `apidrift/profiles/`; a user's
own folder (`profiles = "…"` in the settings) is looked at first.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import msgspec

from apidrift.errors import UsageError
from apidrift.model.hints import NO_HINTS, Hints

SHIPPED = Path(__file__).parent.parent / "profiles"


class Profile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """What is known of one provider beyond its sources."""

    schema: int = 1
    import_name: str = ""
    distributions: tuple[str, ...] = ()
    """Distributions that provide the import name; the first is the one meant by a bare version."""
    source_link: str = ""
    """Template of a link to a line of the source at its tag, with `{version}`, `{path}` and `{line}`."""
    hints: Hints = NO_HINTS
    """What texts and classes handed to the provider stand for, and what its values are: see `model/hints.py`."""

    drivers: tuple[str, ...] = ()
    """Modules in which the provider itself calls what consumers call, override or replace: where a hook's real callers
    and the order of calls are seen."""

    def link(self, version: str, path: str, line: int) -> str:
        """The link to a line of the provider's source, or an empty text without a template."""
        if not (self.source_link and path and line):
            return ""
        return self.source_link.format(version=version, path=path, line=line)


def load_profile(import_name: str, folder: Path | None = None) -> Profile:
    """The profile of a provider; an empty one where there is none.

    Raises:
        UsageError: the file is not a profile.
    """
    for place in (folder, SHIPPED):
        file = place / f"{import_name}.toml" if place else None
        if file and file.is_file():
            return _read(file)
    return Profile(import_name=import_name, distributions=(import_name,))


def shipped_profiles() -> tuple[str, ...]:
    """The import names of the providers whose profiles ship, sorted."""
    return tuple(sorted(file.stem for file in SHIPPED.glob("*.toml")))


def _read(file: Path) -> Profile:
    try:
        profile = msgspec.convert(tomllib.loads(file.read_text("utf-8")), Profile)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as error:
        raise UsageError(f"{file.name} is not a profile: {error}") from error
    try:
        profile.source_link.format(version="", path="", line=0)
    except (LookupError, ValueError, AttributeError) as error:
        hint = "it may hold {version}, {path} and {line}"
        raise UsageError(f"{file.name}: source-link is no template: {profile.source_link}", hint=hint) from error
    if profile.schema != 1:
        raise UsageError(f"{file.name} has profile schema {profile.schema}", hint="this apidrift reads schema 1")
    return profile
