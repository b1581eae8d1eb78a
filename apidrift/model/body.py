"""Bodies: what a function's body gives away beyond its signature, and who in the provider calls it.

Facts only, worked out from the source when they are asked for: no line of the body itself is kept.
"""

from __future__ import annotations

from apidrift.model._base import Model

ITEM = "item"
"""Stands for the type of a result that is one item of a container, where no more is known of it."""


class Refusal(Model, frozen=True):
    """An exception that a body, or a helper that it calls on its way, raises by name."""

    exception: str
    """Qualified exception name."""
    message: str = ""
    """The text as far as it is constant; `…` stands for the rest."""
    via: str = ""
    """Canonical path of the helper that raises it; empty: the body itself."""
    kinds: tuple[str, ...] = ()
    """Its ancestors, where it is a class of the provider; those that every exception has left out."""


class Site(Model, frozen=True):
    """One place in the provider where a function is called."""

    caller: str = ""
    """Canonical path of the calling function; of the module at its top level."""
    on: str = ""
    """For a method: canonical path of the class that the receiver is known to be of, or of a descendant of which."""
    positional: int = 0
    keywords: tuple[str, ...] = ()
    star: bool = False
    double_star: bool = False
    used: str = ""
    """What becomes of the result: `kept`, `returned`, `awaited`, `iterated`, `tested`, `read`, `passed`,
    `operated`, `unpacked` with the number of targets; empty: nothing."""
    then: tuple[str, ...] = ()
    """Methods that the same function calls later on the same receiver; `?` before those it calls on a condition, `=`
    before those it calls to take the place of the result."""


class Body(Model, frozen=True):
    """What is known of one function's body."""

    decided: dict[str, tuple[str, str]] = {}
    """Parameters that decide what the call gives, each with the type of the result where it is left to its default
    and where it is given another value (for a default of None: any but None), all other defaults kept."""
    refusals: tuple[Refusal, ...] = ()
    """Exceptions that may be raised, those of helpers one call deep included: its own, then theirs."""
    speaks: tuple[str, ...] = ()
    """Names that the body calls on its own receiver or hands on as the first, constant argument of a call
    (`self.rpc("warm_up")`), sorted."""
    gives: dict[str, tuple[Site, ...]] = {}
    """How the body calls its parameters, by parameter; each shape once."""
    asks: dict[str, tuple[str, ...]] = {}
    """What the body asks of parameters of which no type is declared, sorted, by parameter."""
    sorts: bool = False
    """Every way out of it returns `sorted(…)`."""
    admits: dict[str, tuple[str, ...]] = {}
    """The constants that the body lets pass, as literals, sorted, by parameter: it raises on every other one."""
    looks_up: tuple[str, ...] = ()
    """Parameters that serve as the key of a table outside the function, sorted."""
    needs: tuple[str, ...] = ()
    """Parameters with a default of None that the body uses in a way None does not survive, on every call; sorted."""


class Callers(Model, frozen=True):
    """The places in the provider where a function is called, as far as they were looked for."""

    sites: tuple[Site, ...] = ()
    whole: bool = False
    """Every module that could hold one was searched."""
