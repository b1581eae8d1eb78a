"""Names that went away: which pairs are about one, and where it may have gone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.surface import Gap

if TYPE_CHECKING:
    from apidrift.model.surface import Move
    from apidrift.rules._rule import Pair

SURE = 0.5
"""The lowest score at which a move is stated rather than left open."""


def lost(pair: Pair) -> bool:
    """Whether a module's name, a submodule included, is certainly gone from the new version."""
    there = pair.old is not None or pair.old_is_module or bool(pair.old_external)
    return there and pair.new_missing is not None and pair.new_missing.gap in {Gap.NAME, Gap.MODULE}


def last_name(pair: Pair) -> str:
    """The last component of the pair's path."""
    return pair.path.rpartition(".")[2]


def is_private(pair: Pair) -> bool:
    """Whether the path's last name is private by its spelling."""
    name = last_name(pair)
    return name.startswith("_") and not (name.startswith("__") and name.endswith("__"))


def best_move(pair: Pair) -> Move | None:
    """The likeliest place a lost name went to; None where nothing is likely enough.

    A module may have another name there, anything else has its own.
    """
    sure = (move for move in pair.moves if move.score >= SURE)
    return next((move for move in sure if pair.old_is_module or _named(move) == last_name(pair)), None)


def best_rename(pair: Pair) -> Move | None:
    """What the lost name is called now, where something of the same body has another name."""
    return next((move for move in pair.moves if move.score >= SURE and _named(move) != last_name(pair)), None)


def _named(move: Move) -> str:
    return move.path.rpartition(".")[2]


def same_shape(pair: Pair) -> str | None:
    """The one name the new module gained that has the lost name's public shape; None unless there is exactly one."""
    if pair.old_home is None or pair.new_home is None:
        return None
    known = pair.old_home.index
    shape = known.get(last_name(pair), "-")
    twins = [name for name, each in pair.new_home.index.items() if each == shape and name not in known]
    rivals = [name for name, each in known.items() if each == shape and name not in pair.new_home.index]
    return twins[0] if len(twins) == len(rivals) == 1 else None
