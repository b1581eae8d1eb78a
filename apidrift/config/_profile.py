"""Profiles: what no analysis can know about a provider, as data.

A profile is a TOML file named after the provider's import name. Those that ship lie in `apidrift/profiles/`; a user's
own folder (`profiles = "…"` in the settings) is looked at first.
"""

from __future__ import annotations

import functools
import tomllib
from pathlib import Path

import msgspec

from apidrift.errors import UsageError
from apidrift.model.hints import NO_HINTS, Hints

SHIPPED = Path(__file__).parent.parent / "profiles"


class Base(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A class of another library that providers inherit from, or a base of the provider's own that hands calls on."""

    members: str = ""
    """Every attribute that instances have by the class, apart from `object`'s, between spaces."""
    inherits: str = ""
    """Another class of the table, whose facts hold for this one too."""
    call: str = ""
    """The method that calling an instance ends in; for a class of the provider's own, what that method hands on to."""
    serves: str = ""
    """What else instances may have, as the end of a sentence that begins with the class; empty: nothing."""


class Profile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """What is known of one provider beyond its sources."""

    schema: int = 1
    import_name: str = ""
    distributions: tuple[str, ...] = ()
    """Distributions that provide the import name; the first is the one meant by a bare version."""
    source_link: str = ""
    """Template of a link to a line of the source at its tag, with `{version}`, `{path}` and `{line}`."""
    watched: bool = False
    """Whether `doctor` looks at the provider's consumers where none is named: one that breaks them often."""
    hints: Hints = NO_HINTS
    """What texts and classes handed to the provider stand for, and what its values are: see `model/hints.py`."""

    drivers: tuple[str, ...] = ()
    """Modules in which the provider itself calls what consumers call, override or replace: where a hook's real callers
    and the order of calls are seen."""

    bases: dict[str, Base] = {}
    """Classes of other libraries by qualified name."""

    def base(self, name: str) -> Base:
        """What is known of a class of another library, by itself and by what it inherits from."""
        own = self.bases[name]
        above = self.base(own.inherits) if own.inherits in self.bases and own.inherits != name else Base()
        members = " ".join(f"{above.members} {own.members}".split())
        return Base(members, own.inherits, own.call or above.call, own.serves or above.serves)

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
    found = Profile(import_name=import_name, distributions=(_names().get(import_name, import_name),))
    for place in (folder, SHIPPED):
        file = place / f"{import_name}.toml" if place else None
        if file and file.is_file():
            found = _read(file)
            break
    return msgspec.structs.replace(found, bases=_read(SHIPPED / "_bases.toml").bases | found.bases)


def import_name_of(name: str) -> str:
    """The import name of what a person calls a provider: that name itself, or a well-known distribution's."""
    if not name or (SHIPPED / f"{name}.toml").is_file() or name in _names():
        return name
    wanted = name.lower().replace("_", "-")
    return next((imported for imported, distribution in _names().items() if distribution == wanted), name)


@functools.cache
def _names() -> dict[str, str]:
    """Distributions by import name, where the two differ and are well known."""
    text = (Path(__file__).parent / "names.toml").read_text("utf-8")
    found: dict[str, str] = tomllib.loads(text)["distributions"]
    return found


def watched_providers() -> tuple[str, ...]:
    """The import names of the providers whose shipped profiles say that they are watched, sorted."""
    return tuple(sorted(file.stem for file in SHIPPED.glob("*.toml") if _read(file).watched))


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
