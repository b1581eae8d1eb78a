"""Findings: a use and its verdict on a version, with the change that explains it."""

from __future__ import annotations

import enum

from apidrift.model._base import Model
from apidrift.model.change import Change, Failure
from apidrift.model.contract import Place


class Verdict(enum.StrEnum):
    """Does the use work on this version?"""

    OK = "ok"
    BREAKS = "breaks"
    RISK = "risk"
    HANDLED = "handled"
    UNKNOWN = "unknown"


class Confidence(enum.StrEnum):
    """How sure a verdict is."""

    CONFIRMED = "confirmed"
    """A real run showed it."""
    CERTAIN = "certain"
    """Binds or not on an exact signature; a name is there or not."""
    LIKELY = "likely"


class Status(enum.StrEnum):
    """What became of a use from the old version to the new one."""

    NEW = "new"
    STILL = "still"
    FIXED = "fixed"
    UNCHANGED = "unchanged"


class Kinship(Model, frozen=True):
    """For a name read from a value that may be of many classes: which of them have it, and which lack it."""

    scope: str
    """The folder the classes lie in."""
    having: tuple[str, ...] = ()
    lacking: tuple[str, ...] = ()


class Outcome(Model, frozen=True):
    """The absolute verdict of one use on one version."""

    verdict: Verdict
    confidence: Confidence = Confidence.CERTAIN
    failure: Failure | None = None
    subject: str = ""
    """The parameter, attribute or name that fails."""
    subjects: tuple[str, ...] = ()
    """Every parameter, attribute or name that fails, in the order Python meets them."""
    symbol: str = ""
    """Canonical path of the symbol the operation meets, where known."""
    related: tuple[str, ...] = ()
    """Canonical paths of further symbols it depends on: for a subclass, the members it overrides."""
    exception: str = ""
    """The exception Python raises (`TypeError`)."""
    message: str = ""
    """The text Python prints for it, without the exception's name."""
    reason: str = ""
    """For `unknown` and `handled`: why."""
    signature: str = ""
    """The effective signature the call was bound to, rendered."""
    place: Place | None = None
    """Where the symbol is defined in the provider."""
    blocked: bool = False
    """The use is not reached because an earlier step of its path fails, which has a finding of its own."""
    kinship: Kinship | None = None
    """Where the value it is applied to may be of many classes."""


class Finding(Model, frozen=True):
    """One line of a report."""

    id: str
    """Rule code, `AD…`."""
    fingerprint: str
    """Stable across line moves: made of rule, file, scope, operation, symbol and subject."""
    verdict: Verdict
    status: Status
    confidence: Confidence
    since: str | None
    """First release after the baseline that gives this verdict; None: not known."""
    symbol: str
    path: str
    line: int
    column: int = 0
    scope: str = ""
    use: str = ""
    """The call shape, rebuilt."""
    exception: str = ""
    message: str = ""
    reason: str = ""
    title: str = ""
    """The rule's name in words."""
    change: Change | None = None
    old_signature: str = ""
    new_signature: str = ""
    old_link: str = ""
    """Link to the provider's source at its tag, where the profile gives a template."""
    new_link: str = ""
    echoes: tuple[str, ...] = ()
    """Other places (`path:line`) that fail for the same cause and are not listed on their own."""
    moved_to: str = ""
    """Where the missing name went."""
    remedy: dict[str, str] | None = None
    witness: str = ""
    """What an interpreter that has the version said of the use (`TypeError: …`), where it was asked."""
    order: int = 0
    """When a run would meet the use, from 1, told from the consumer's own call graph; 0: not known."""
    weight: int = 0
    """For a risk, how much it matters: 3 results may silently be others, 2 worth a look, 1 seldom matters."""
