"""Agreement: what two agents say of the same version, compared signature by signature."""

from __future__ import annotations

import enum

from apidrift.model._base import Model


class Cause(enum.StrEnum):
    """Why two agents say different things of one symbol."""

    DECORATOR = "decorator"
    """A decorator makes the signature that a caller meets, and its source does not say which."""
    CONDITIONAL = "conditional"
    """Defined under a condition (an optional import, a version, a platform) that this environment decides."""
    RUN_TIME = "run time"
    """Made while the module runs: by a factory, a loop, `exec`, a metaclass, a C extension."""
    OUTSIDE = "outside"
    """It depends on a base or function of another distribution."""
    FAULT = "fault"
    """None of these: one of the agents is wrong."""


class Disagreement(Model, frozen=True):
    """One symbol of which the agents say different things."""

    path: str
    """Canonical path, as the static agent has it."""
    cause: Cause
    open: bool
    """The static agent does not state it: it says itself that the signature is not certain, and why."""
    static: str
    """What the static agent says: a signature, a kind, or `absent`."""
    runtime: str


class Agreement(Model, frozen=True):
    """How far two agents agree on one version."""

    compared: int
    """Signatures (functions, methods, constructors) that at least one of the agents tells."""
    agreed: int
    disagreements: tuple[Disagreement, ...] = ()
    """The rest, sorted by path."""
    skipped: tuple[str, ...] = ()
    """Modules that do not import there, each with the reason; their signatures are not compared."""

    @property
    def open(self) -> int:
        """How many of the rest the static agent leaves open by its own word."""
        return sum(each.open for each in self.disagreements)

    @property
    def share(self) -> float:
        """The agreed part, 0 to 1."""
        return self.agreed / self.compared if self.compared else 1.0
