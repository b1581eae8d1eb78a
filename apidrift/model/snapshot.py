"""Snapshots: a surface on disk."""

from __future__ import annotations

from apidrift.model._base import Model
from apidrift.model.agreement import Agreement
from apidrift.model.body import Body, Callers
from apidrift.model.surface import Module, Move, Release, Trait
from apidrift.model.symbols import Symbol

SNAPSHOT_SCHEMA = 1


class ModuleRecord(Model, frozen=True):
    """A module as far as it was asked about."""

    module: Module
    members: dict[str, Symbol] = {}
    """Symbols asked about. A name of `module.index` that is not here was not asked about."""


class Snapshot(Model, frozen=True):
    """What one provider version offers to the contracts it was taken for.

    Holds signatures, kinds, bases, places and hashes; no docstrings and no source text.
    """

    schema_version: int
    release: Release
    modules: dict[str, ModuleRecord] = {}
    absent: tuple[str, ...] = ()
    """Modules asked about that the version does not have, sorted."""
    moves: dict[str, tuple[Move, ...]] = {}
    """For names asked about that the version lacks: where they may have gone."""
    bodies: dict[str, Body] = {}
    """Of functions asked about, what their bodies give away."""
    callers: dict[str, Callers] = {}
    """Of functions asked about, where the provider itself calls them."""
    families: dict[str, tuple[str, ...]] = {}
    """Classes that share members, by scope and members (`family_key`)."""
    traits: dict[str, dict[str, Trait]] = {}
    """Single members of such classes, by class and name."""
    words: dict[str, dict[str, bool | None]] = {}
    """Texts asked about, by the modules that were to spell them."""
    read: tuple[str, ...] = ()
    """Source files that taking it read, sorted: what the next release will be asked for."""
    covers: tuple[str, ...] = ()
    """The contracts it was taken for (`speculators 0.3.0`), sorted."""
    agent: str = ""
    """`runtime` where an interpreter told it; empty: the sources did."""
    agreement: Agreement | None = None
    """Where both agents looked: how far they agree, and every difference with its cause."""


def family_key(scope: str, needs: tuple[str, ...]) -> str:
    """The key of a family in a snapshot."""
    return f"{scope}: {', '.join(sorted(needs))}"
