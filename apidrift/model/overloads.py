"""Functions known by their overloads alone, as stubs beside compiled modules have them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from apidrift.model.signature import VARIADIC, Parameter, ParameterKind, Signature

if TYPE_CHECKING:
    from collections.abc import Iterable

    from apidrift.model.symbols import Function


def alternatives(function: Function) -> tuple[Signature, ...]:
    """The overloads of which a call must fit one; empty where an implementation takes every call."""
    overloads = function.overloads
    return overloads if len(overloads) > 1 and overloads[-1] == function.signature else ()


def whole(function: Function) -> Signature:
    """All that a function takes: its signature, or its alternatives laid over one another."""
    several = alternatives(function)
    return _laid_over(several) if several else function.signature


_ORDER = list(ParameterKind)


def _laid_over(several: tuple[Signature, ...]) -> Signature:
    """Every parameter once, in the order of the first overload that has it; required where all overloads require it."""
    by_name: dict[str, list[Parameter]] = {}
    for signature in several:
        place = list(by_name)
        at = 0
        for parameter in signature.parameters:
            if parameter.name in by_name:
                at = place.index(parameter.name) + 1
            else:
                place.insert(at, parameter.name)
                at += 1
            by_name.setdefault(parameter.name, []).append(parameter)
        by_name = {name: by_name[name] for name in place}
    merged = [_one(found, everywhere=len(found) == len(several)) for found in by_name.values()]
    return replace(several[0], parameters=tuple(sorted(merged, key=lambda p: _ORDER.index(p.kind))))


def _one(found: Iterable[Parameter], *, everywhere: bool) -> Parameter:
    several = list(found)
    # A parameter that any overload takes by position or by keyword can be passed so.
    kinds = {p.kind for p in several}
    if ParameterKind.POSITIONAL_OR_KEYWORD in kinds or kinds >= {
        ParameterKind.POSITIONAL_ONLY,
        ParameterKind.KEYWORD_ONLY,
    }:
        kind = ParameterKind.POSITIONAL_OR_KEYWORD
    else:
        kind = several[0].kind
    optional = next((p for p in several if p.default is not None), None)
    if optional is None and not everywhere and kind not in VARIADIC:
        return replace(several[0], kind=kind, default="...")
    return replace(optional or several[0], kind=kind)
