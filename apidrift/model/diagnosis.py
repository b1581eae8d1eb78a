"""Diagnoses: what does not fit in an environment, and which finding a traceback is."""

from __future__ import annotations

from apidrift.model._base import Model
from apidrift.model.contract import Skipped
from apidrift.model.finding import Finding
from apidrift.model.report import Report


class Recognised(Model, frozen=True, omit_defaults=False):
    """A traceback, recognised."""

    exception: str
    message: str
    finding: Finding | None
    """The finding it is; None: it is none that is known."""
    layer: int
    """Which of the breaks it is, in the order in which a run meets them, from 1; 0: it is none."""
    layers: int
    """How many there are."""
    after: tuple[Finding, ...]
    """The breaks, and the risks as bad as one, that a run meets after it."""


class Diagnosis(Model, frozen=True, omit_defaults=False):
    """The result of `doctor`."""

    schema_version: int
    python: str
    """The interpreter looked at; empty where a version was named instead."""
    reports: tuple[Report, ...]
    """One for each consumer of a known provider that is installed."""
    commands: tuple[str, ...]
    """What mends them."""
    traceback: Recognised | None = None
    skipped: tuple[Skipped, ...] = ()
