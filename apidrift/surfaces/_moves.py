"""Where a missing name may have gone: a search that widens from the place where it was."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.surface import Move

if TYPE_CHECKING:
    from apidrift.surfaces._agent import Agent


def find_moves(agent: Agent, path: str) -> tuple[Move, ...]:
    """Candidates for a missing dotted path, best first."""
    del agent, path
    return ()
