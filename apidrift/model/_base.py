"""The one way a model class is made: frozen, compact on disk, strict about unknown fields when read."""

from __future__ import annotations

import msgspec


class Model(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Base of every value that crosses a room's wall.

    Instances are immutable and compare by value. `msgspec` encodes them to JSON, leaving out fields that hold
    their default.
    """


class Tagged(Model, frozen=True, tag_field="is"):
    """Base of the members of a union: JSON carries which one it is under `"is"`."""
