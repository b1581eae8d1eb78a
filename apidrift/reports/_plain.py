"""Values as plain JSON data with every key present, also where the model leaves defaults out on disk."""

from __future__ import annotations

import enum
from typing import Any

import msgspec


def plain(value: Any) -> Any:
    """Dictionaries, lists, texts and numbers, in the order in which the model declares its fields."""
    match value:
        case enum.Enum():
            return value.value
        case msgspec.Struct():
            return _tagged(value) | {name: plain(getattr(value, name)) for name in value.__struct_fields__}
        case dict():
            return {key: plain(item) for key, item in value.items()}
        case list() | tuple():
            return [plain(item) for item in value]
        case _:
            return value


def _tagged(value: msgspec.Struct) -> dict[str, Any]:
    config = value.__struct_config__
    return {config.tag_field: config.tag} if config.tag_field else {}
