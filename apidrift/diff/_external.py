"""Members that only a well-known class outside the provider could still supply: whether it does."""

from __future__ import annotations

import builtins
from typing import TYPE_CHECKING

from apidrift.model.surface import Found, Gap, Missing, Unsure, ancestors, resolve
from apidrift.model.symbols import Class

if TYPE_CHECKING:
    from apidrift.model.surface import Resolution, Surface

_NAMES: dict[str, frozenset[str]] = {
    "enum.Enum": frozenset({"name", "value"}),
    "enum.IntEnum": frozenset({"name", "value", *dir(int)}),
    "enum.StrEnum": frozenset({"name", "value", *dir(str)}),
    "enum.Flag": frozenset({"name", "value"}),
    "enum.IntFlag": frozenset({"name", "value", *dir(int)}),
    "typing.NamedTuple": frozenset({*dir(tuple), "_asdict", "_fields", "_field_defaults", "_make", "_replace"}),
    "typing.TypedDict": frozenset(dir(dict)),
    "typing_extensions.NamedTuple": frozenset({*dir(tuple), "_asdict", "_fields", "_make", "_replace"}),
    "typing_extensions.TypedDict": frozenset(dir(dict)),
}
"""Public attributes that classes outside every provider give to their subclasses."""

_MODEL = "pydantic.BaseModel"
_MODEL_NAMES = frozenset(
    ["construct", "copy", "dict", "from_orm", "json", "parse_file", "parse_obj", "parse_raw", "schema", "validate"]
)


def decided(surface: Surface, path: str, answer: Resolution) -> Resolution:
    """The answer for a path, made certain where the classes outside the provider are known not to have the name."""
    if not isinstance(answer, Unsure) or answer.external:
        return answer
    parent, _, name = path.rpartition(".")
    owner = resolve(surface, parent) if parent else answer
    if not isinstance(owner, Found) or not isinstance(owner.symbol, Class) or owner.symbol.dynamic:
        return answer
    return _missing(surface, owner.path, owner.symbol, name) or answer


def _missing(surface: Surface, path: str, symbol: Class, name: str) -> Missing | None:
    for each_path, each in ancestors(surface, path, symbol):
        if isinstance(each, Unsure):
            if _may_have(each_path, name):
                return None
        elif name in each.members or each.dynamic:
            return None
    return Missing(Gap.MEMBER, path, name)


def _may_have(base: str, name: str) -> bool:
    """Whether a class outside the provider may have an attribute: certainly not only where the class is known."""
    if base in _NAMES:
        return name.startswith("__") or name in _NAMES[base]
    if base == _MODEL:
        return name.startswith(("_", "model_")) or name in _MODEL_NAMES
    known = getattr(builtins, base.removeprefix("builtins."), None)
    return name.startswith("__") or not isinstance(known, type) or hasattr(known, name)
