"""A consumer's contract, kept by the digest of its source and, for a release, by its name."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from apidrift.contracts import extract
from apidrift.errors import NothingToCheckError
from apidrift.model.contract import Contract
from apidrift.pipeline._stamp import digest, stamp
from apidrift.sources import VersionRef, cache_of, open_tree

if TYPE_CHECKING:
    from apidrift.model.hints import Hints
    from apidrift.sources import Ref, SourceOptions


def contract_of(ref: Ref, provider: str, hints: Hints, options: SourceOptions) -> Contract:
    """What a consumer relies on of a provider.

    Args:
        ref: the consumer.
        provider: import name.
        hints: what texts and classes handed to the provider stand for.
        options: how the index is asked.

    Raises:
        NothingToCheckError: the consumer uses nothing of the provider.
        SourceError: the consumer cannot be read.
    """
    made = f"{provider}|{stamp(('contracts', 'model'))}|{digest(hints)}"
    contract = _remembered(ref, made, options) or _extracted(ref, provider, hints, made, options)
    if not contract.uses:
        where = f"{contract.consumer} {contract.version}".strip()
        lost = "; ".join(f"{one.what}: {one.reason}" for one in contract.skipped[:1])
        hint = f"skipped {len(contract.skipped)}, {lost}" if lost else "is --provider right?"
        raise NothingToCheckError(f"{where} uses nothing of {provider}", hint=hint)
    return contract


def _remembered(ref: Ref, made: str, options: SourceOptions) -> Contract | None:
    if not isinstance(ref, VersionRef) or options.refresh:
        return None
    return _cached(_release_key(ref, made, options), options)


def _extracted(ref: Ref, provider: str, hints: Hints, made: str, options: SourceOptions) -> Contract:
    tree = open_tree(ref, options)
    key = f"{tree.digest}|{made}"
    if (known := _cached(key, options)) is None:
        known = extract(tree, (provider,), hints=hints)
        cache_of(options).put("contract", key, msgspec.json.encode(known))
    if isinstance(ref, VersionRef):
        # A release never changes, so the next run need not even ask the index for its digest.
        cache_of(options).put("contract", _release_key(ref, made, options), msgspec.json.encode(known))
    return known


def _release_key(ref: VersionRef, made: str, options: SourceOptions) -> str:
    return f"{ref.project}=={ref.version}|{options.index_url}|{made}"


def _cached(key: str, options: SourceOptions) -> Contract | None:
    content = cache_of(options).get("contract", key)
    if content is None:
        return None
    try:
        return msgspec.json.decode(content, type=Contract)
    except msgspec.DecodeError:
        return None
