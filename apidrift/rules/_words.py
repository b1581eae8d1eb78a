"""Texts that a provider spelled and no longer does, told apart by how they look."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.surface import Gap

if TYPE_CHECKING:
    from apidrift.rules._rule import Pair


def lost_word(pair: Pair) -> str:
    """The text that the old version spelled and the new one does not; empty where the pair is not about one."""
    missing = pair.new_missing
    return missing.name if missing is not None and missing.gap is Gap.WORD and pair.old is not None else ""


def is_flag(word: str) -> bool:
    """Whether a text looks like a flag of a command line."""
    return word.startswith("--")


def is_variable(word: str) -> bool:
    """Whether a text looks like the name of an environment variable."""
    return word.isupper() and "_" in word and not is_flag(word)


def is_plain(word: str) -> bool:
    """Whether a text is neither."""
    return bool(word) and not is_flag(word) and not is_variable(word)
