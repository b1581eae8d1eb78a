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
        snapshot = _decoder().decode(data)
    except msgspec.MsgspecError as error:
        raise _refusal(data) or _damaged(error) from None
    if snapshot.schema_version != SNAPSHOT_SCHEMA:
        raise _other_schema(snapshot.schema_version)
    return snapshot


def _refusal(data: bytes) -> SnapshotError | None:
    """What a snapshot's head alone says against it."""
    try:
        head = msgspec.json.decode(data, type=_Head)
    except msgspec.MsgspecError as error:
        return _damaged(error)
    return _other_schema(head.schema_version) if head.schema_version != SNAPSHOT_SCHEMA else None


def _damaged(error: Exception) -> SnapshotError:
    return SnapshotError(f"the snapshot is damaged: {error}", hint="take it again with `apidrift snapshot`")


def _other_schema(version: int) -> SnapshotError:
    return SnapshotError(
        f"the snapshot has schema {version}, this apidrift reads {SNAPSHOT_SCHEMA}",
        hint="take it again with `apidrift snapshot`",
    )
