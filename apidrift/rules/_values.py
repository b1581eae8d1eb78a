"""Values as far as the source gives them: literals, or names that stand for something else."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from apidrift.model.signature import Parameter

_CONSTANTS = frozenset({"None", "True", "False"})


def is_name(value: str | None) -> bool:
    """Whether a value is only known by a name (`os.sep`, `prov.modes.Mode.FAST`)."""
    return value is not None and value not in _CONSTANTS and value.replace(".", "").isidentifier()


def same_default(old: Parameter, new: Parameter) -> bool:
    """Whether two defaults have the same value, or nothing says that they have not."""
    before, after = old.default_value, new.default_value
    if before == after:
        return True
    if old.default == new.default and (None in {old.value, new.value} or is_name(before) or is_name(after)):
        return True
    return is_name(before) and is_name(after) and _tail(before or "") == _tail(after or "")


def _tail(name: str) -> list[str]:
    """A name without its module, its class kept: a constant that moved to another module has the same value."""
    parts = name.split(".")
    return parts[-2:] if len(parts) > 1 and parts[-2][:1].isupper() else parts[-1:]
