"""Edits: the one primitive behind patch, stubs and shim, computed at the consumer's call sites."""

from __future__ import annotations

import enum

from apidrift.model._base import Model
from apidrift.model.contract import Skipped


class Safety(enum.StrEnum):
    """Whether a person should look before the edit is applied."""

    SAFE = "safe"
    REVIEW = "needs review"


class Provenance(enum.StrEnum):
    """Where an edit's content comes from. All but `RECIPE` and `STUB` are derived from the provider's own sources."""

    DROPPED = "dropped"
    """Nothing takes the place of what is removed: the callee no longer accepts it."""
    LAST_DEFAULT = "last default"
    """The default the parameter last had."""
    OLDER_BODY = "older body"
    """What the older version's body computed for the same name."""
    NEW_BODY = "new body"
    """What the new version's body gives."""
    CALLERS = "provider's callers"
    """What the provider's own call sites pass or do."""
    RENAMED = "renamed"
    """The same body or shape under another name."""
    MOVED = "moved"
    """The same name in another module."""
    ANNOUNCED = "deprecation notice"
    """What the provider's own deprecation said to use instead."""
    RECIPE = "recipe"
    """A known adaptation, kept as data with its evidence."""
    STUB = "stub"
    """Nobody knows the value: a function that raises and says what must be decided."""


class Edit(Model, frozen=True):
    """A span of one file and what replaces it."""

    path: str
    """POSIX path relative to the consumer's root."""
    start: int
    """Offset of the span's first byte."""
    end: int
    """Offset behind the span's last byte; equal to `start` for an insertion."""
    replacement: str
    replaced: str
    """SHA-256 of the bytes it replaces, in hexadecimal."""
    line: int
    """Line of the span's start, from 1: for people."""
    kind: str
    """Name of the kind of edit (`add-argument`, `move-import`, …), one of those in the registry of `remedies/`."""
    reason: str
    """One line: why."""
    provenance: Provenance
    safety: Safety = Safety.SAFE
    fingerprints: tuple[str, ...] = ()
    """The findings it mends."""
    evidence: tuple[str, ...] = ()
    """Where the provider shows it: `0.11.0 vllm/v1/core/sched/scheduler.py:95 …`."""
    recipe: str = ""
    """Name of the recipe, for `RECIPE`."""
    applies: str = ""
    """Version specifier of the provider under which the edit is needed; empty: the version asked about."""
    remove_when: str = ""
    """In words: when the edit is no longer needed."""
    mend: int = 0
    """Number of the mend it belongs to within the remedy: edits of one mend stand or fall together."""


class FileEdits(Model, frozen=True):
    """All edits of one file. Spans are in order and do not overlap."""

    path: str
    sha256: str
    """Of the whole file the edits were computed on, in hexadecimal."""
    edits: tuple[Edit, ...]


class Stub(Model, frozen=True):
    """A generated adapter function that edits call."""

    name: str
    source: str
    """The whole `def`, docstring with provenance included."""
    provenance: Provenance
    fingerprints: tuple[str, ...] = ()


class Remedy(Model, frozen=True):
    """Everything that mends one consumer for one provider version."""

    consumer: str
    """Distribution name."""
    consumer_version: str
    package: str
    """The consumer's top-level import name."""
    provider: str
    """Import name."""
    provider_version: str
    provider_distribution: str
    files: tuple[FileEdits, ...] = ()
    stubs: tuple[Stub, ...] = ()
    unmended: tuple[Skipped, ...] = ()
    """Findings without an edit, and why."""
    unneeded: tuple[str, ...] = ()
    """Recipes that no finding needs any more."""
    stub_path: str = ""
    """Where the module of adapter functions goes, relative to the consumer's root; empty: none is needed."""
    stub_source: str = ""
    """The whole module."""
    schema_version: int = 1
