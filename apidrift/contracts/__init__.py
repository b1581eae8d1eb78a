"""Contracts: what a consumer relies on, found by a small abstract interpreter over its syntax trees."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.hints import NO_HINTS

if TYPE_CHECKING:
    from apidrift.model.contract import Contract
    from apidrift.model.hints import Hints
    from apidrift.model.tree import Tree

__all__ = ["extract"]


def extract(
    tree: Tree, providers: tuple[str, ...], *, name: str = "", version: str = "", hints: Hints = NO_HINTS
) -> Contract:
    """Everything the consumer in `tree` relies on of the given providers.

    Args:
        tree: the consumer's files; nothing in them is executed.
        providers: import names (`vllm`).
        name: the consumer's name, where the tree's metadata does not say it.
        version: likewise.
        hints: what texts and classes handed to the providers stand for.

    Returns:
        The contract, uses in order of file and line. Files that could not be looked at are in `skipped`.
    """
    from apidrift.contracts._extract import extract as run  # noqa: PLC0415 -- `ast` and all of it only when needed

    return run(tree, providers, name=name, version=version, hints=hints)
