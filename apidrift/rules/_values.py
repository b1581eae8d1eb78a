"""Values as far as the source gives them: literals, or names that stand for something else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.symbols import Class, Function

if TYPE_CHECKING:
    from apidrift.model.signature import Parameter
    from apidrift.model.symbols import Symbol

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


def settles(symbol: Symbol | None) -> dict[str, str]:
    """Parameters left to None with the constant that the body puts there; for a class those of its own `__init__`."""
    if isinstance(symbol, Class):
        symbol = symbol.members.get("__init__")
    return symbol.settles if isinstance(symbol, Function) else {}


def effective(symbol: Symbol | None, parameter: Parameter) -> str:
    """The constant that a parameter left out comes to, where the body says so; else its default's value."""
    value = parameter.default_value or ""
    return settles(symbol).get(parameter.name, value) if value == "None" else value
