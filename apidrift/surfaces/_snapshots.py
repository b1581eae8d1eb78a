"""Snapshots as bytes."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import msgspec

from apidrift.errors import SnapshotError
from apidrift.model.snapshot import SNAPSHOT_SCHEMA, Snapshot


class _Head(msgspec.Struct):
    schema_version: int


@cache
def _decoder() -> msgspec.json.Decoder[Snapshot]:
    return msgspec.json.Decoder(Snapshot)


def encode_snapshot(snapshot: Snapshot) -> bytes:
    """A snapshot as JSON: keys sorted, one line per symbol, newline at the end; the same bytes for the same value."""
    value = msgspec.to_builtins(snapshot, order="sorted")
    return (_pretty(value, 0) + "\n").encode()


def _pretty(value: Any, depth: int) -> str:
    """Objects are opened down to single symbols, which stay on one line each."""
    if not isinstance(value, dict) or not value or "is" in value or depth > _DEEPEST:
        return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    pad = " " * (depth + 1)
    inner = ",\n".join(f"{pad}{json.dumps(key)}: {_pretty(item, depth + 1)}" for key, item in sorted(value.items()))
    return "{\n" + inner + "\n" + " " * depth + "}"


_DEEPEST = 5


def decode_snapshot(data: bytes) -> Snapshot:
    """Read a snapshot back.

    Raises:
        SnapshotError: the bytes are damaged or of another schema.
    """
    try:
        head = msgspec.json.decode(data, type=_Head)
    except msgspec.MsgspecError as error:
        raise SnapshotError(
            f"the snapshot is damaged: {error}", hint="take it again with `apidrift snapshot`"
        ) from None
    if head.schema_version != SNAPSHOT_SCHEMA:
        raise SnapshotError(
            f"the snapshot has schema {head.schema_version}, this apidrift reads {SNAPSHOT_SCHEMA}",
            hint="take it again with `apidrift snapshot`",
        )
    try:
        return _decoder().decode(data)
    except msgspec.MsgspecError as error:
        raise SnapshotError(
            f"the snapshot is damaged: {error}", hint="take it again with `apidrift snapshot`"
        ) from None
