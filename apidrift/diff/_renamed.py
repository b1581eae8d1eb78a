"""Functions that live on under another name: those of the same body in the same module."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.surface import Gap, Move, NotCoveredError
from apidrift.model.symbols import Function

if TYPE_CHECKING:
    from apidrift.diff._pairs import Side
    from apidrift.model.surface import Surface
    from apidrift.model.symbols import Symbol

MOST = 60
"""How many names of a module are looked at; one that gained more was written anew."""
SAME_BODY = 0.9


def renamed(new: Surface, before: Side, after: Side) -> tuple[Move, ...]:
    """The one function that the new module gained and whose body is that of the lost one; none if there are several.

    What a snapshot was never asked about is not looked at.
    """
    lost, missing = before.symbol, after.missing
    if missing is None or missing.gap is not Gap.NAME or before.home is None or after.home is None:
        return ()
    if not isinstance(lost, Function) or not lost.body:
        return ()
    home = after.home.name
    gained = [name for name in after.home.index if name not in before.home.index]
    if len(gained) > MOST:
        return ()
    twins = [name for name in gained if _alike(lost, _member(new, home, name))]
    return (Move(f"{home}.{twins[0]}", SAME_BODY, "same body"),) if len(twins) == 1 else ()


def _alike(lost: Function, symbol: Symbol | None) -> bool:
    return (
        isinstance(symbol, Function)
        and symbol.body == lost.body
        and [p.name for p in symbol.signature.parameters] == [p.name for p in lost.signature.parameters]
    )


def _member(surface: Surface, module: str, name: str) -> Symbol | None:
    try:
        return surface.member(module, name)
    except NotCoveredError:
        return None
