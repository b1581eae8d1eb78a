"""Reports: everything a renderer needs, and nothing it has to compute."""

from __future__ import annotations

from apidrift.model._base import Model
from apidrift.model.change import Change
from apidrift.model.contract import Skipped
from apidrift.model.finding import Finding, Verdict
from apidrift.model.trial import Confirmation

SCHEMA_VERSION = 1


class ProviderSide(Model, frozen=True, omit_defaults=False):
    """The provider of a report. `old` is None where only one version was asked about and no baseline is known."""

    name: str
    old: str | None
    new: str


class ConsumerSide(Model, frozen=True, omit_defaults=False):
    """The consumer of a report."""

    name: str
    version: str
    uses: int = 0
    files: int = 0
    requirement: str = ""
    """What it declares of the provider (`vllm==0.11.0`), or empty."""


class Funnel(Model, frozen=True, omit_defaults=False):
    """From everything that changed to what breaks you."""

    provider_changes: int
    """Top-level names and class members that changed, in the modules that were read."""
    touched: int
    """Of these, on symbols the contract touches."""
    breaking: int
    """`compare`: uses that newly break. `check`: uses that break."""


class Report(Model, frozen=True, omit_defaults=False):
    """The result of `compare` or `check`."""

    schema_version: int
    kind: str
    """`compare` or `check`."""
    provider: ProviderSide
    consumer: ConsumerSide
    baseline: str | None
    """The version the consumer was written for; None: not known, so that only absolute verdicts are given."""
    baseline_source: str
    """Where the baseline comes from: `metadata`, `option`, `old side` or empty."""
    funnel: Funnel
    findings: tuple[Finding, ...]
    unclassified: tuple[Change, ...] = ()
    """What deepdiff still sees in a relied-on symbol and no rule claimed."""
    unknown: tuple[Skipped, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    notes: tuple[str, ...] = ()
    confirmation: Confirmation | None = None
    """What trying the uses in an environment came to, where that was asked for."""


class MatrixCell(Model, frozen=True, omit_defaults=False):
    """A use on a version."""

    verdict: Verdict
    exception: str = ""
    message: str = ""


class MatrixRow(Model, frozen=True, omit_defaults=False):
    """A use over all versions."""

    use: str
    path: str
    line: int
    symbol: str
    since: str | None
    """First release after the baseline on which it breaks; None: it breaks on none."""
    cells: tuple[MatrixCell, ...]


class Matrix(Model, frozen=True, omit_defaults=False):
    """The result of `matrix`: uses by versions."""

    schema_version: int
    provider: str
    consumer: ConsumerSide
    baseline: str | None
    versions: tuple[str, ...]
    """Oldest first."""
    rows: tuple[MatrixRow, ...]
    breaking: tuple[int, ...]
    """Per version: how many uses break."""
