"""What a module answers when it is asked for a name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from apidrift.surfaces._binding import FunctionNode
    from apidrift.surfaces._flow import Flow
    from apidrift.surfaces._literals import Env
    from apidrift.surfaces._unit import Unit


@dataclass(frozen=True, slots=True)
class Closure:
    """A function with the local names around it."""

    node: FunctionNode
    unit: Unit
    env: Env


@dataclass(frozen=True, slots=True)
class Returned:
    """The answer is this value."""

    value: object
    warning: str = ""


@dataclass(frozen=True, slots=True)
class Raised:
    """The answer is an exception."""

    exception: str
    message: str = ""


class RaisedError(Exception):
    """An exception of the interpreted code, on its way to a handler."""

    def __init__(self, raised: Raised) -> None:
        super().__init__(raised)
        self.raised = raised


class Stuck(Exception):  # noqa: N818 -- not an error: the source does not tell
    """The interpreter cannot tell what happens."""


@dataclass(slots=True)
class State:
    """Where the interpreter stands."""

    unit: Unit
    env: Env
    warning: str = ""
    imports: Flow | None = None
    module: str = ""
