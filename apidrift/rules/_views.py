"""What a caller may pass: the effective signature of a function or a class, arranged for comparison."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.overloads import whole
from apidrift.model.signature import VARIADIC, Parameter, ParameterKind, Signature
from apidrift.model.symbols import Class, Function
from apidrift.model.value import Value
from apidrift.rules._facts import PROPERTIES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.symbols import Symbol
    from apidrift.rules._rule import Pair

POSITIONAL = frozenset({ParameterKind.POSITIONAL_ONLY, ParameterKind.POSITIONAL_OR_KEYWORD})
"""The kinds a positional argument reaches."""

_SWALLOWING = frozenset({"ignore", "allow"})


class View(Value, frozen=True):
    """One side of a callable pair."""

    signature: Signature
    named: dict[str, Parameter]
    """Parameters that can be passed by keyword, by the keyword a caller writes, in order."""
    positional: tuple[Parameter, ...]
    """Parameters that can be passed positionally, in order."""
    star: bool
    """`*args` is accepted."""
    double_star: bool
    """`**kwargs` is accepted."""
    swallows: bool
    """An unknown keyword is taken without complaint: by `**kwargs`, or by a model that ignores extra fields."""

    def position(self, name: str) -> int | None:
        """The place of a parameter among the positional ones; None where it is not one of them."""
        return next((i for i, p in enumerate(self.positional) if name in {p.keyword, p.name}), None)


class Views(Value, frozen=True):
    """Both sides of a callable pair, and which parameters correspond."""

    old: View
    new: View
    shared: tuple[tuple[Parameter, Parameter], ...]
    """Parameters of both sides: the same keyword, or the same position where neither has a keyword."""
    removed: tuple[Parameter, ...]
    """Old parameters, not variadic, without counterpart."""
    added: tuple[Parameter, ...]
    """New parameters, not variadic, without counterpart."""


def signatures(pair: Pair) -> Views | None:
    """Both signatures of a pair; None unless both sides are callable and their signatures differ."""
    if "views" not in pair.memo:
        pair.memo["views"] = _compare(pair.old, pair.new)
    views: Views | None = pair.memo["views"]
    return views


def still_taken(pair: Pair) -> frozenset[str]:
    """Keywords that the new function knows although they are no parameters of it."""
    return frozenset(pair.new.takes if isinstance(pair.new, Function) else ())


def signature_of(symbol: Symbol | None) -> Signature | None:
    """What a caller meets when calling the symbol; None where it is not called, or that is not known."""
    match symbol:
        case Function() if symbol.binding not in PROPERTIES:
            return whole(symbol)
        case Class():
            return symbol.constructor if symbol.constructor is not None else Signature()
        case _:
            return None


def _compare(old: Symbol | None, new: Symbol | None) -> Views | None:
    before, after = signature_of(old), signature_of(new)
    if before is None or after is None:
        return None
    if before.parameters == after.parameters and _extra(old) == _extra(new):
        return None
    return _match(_view(before, _extra(old)), _view(after, _extra(new)))


def _extra(symbol: Symbol | None) -> str:
    return symbol.extra if isinstance(symbol, Class) else ""


def _view(signature: Signature, extra: str) -> View:
    parameters = signature.parameters
    kinds = {p.kind for p in parameters}
    double_star = ParameterKind.VAR_KEYWORD in kinds
    return View(
        signature=signature,
        named={p.keyword: p for p in parameters if p.kind not in VARIADIC and p.kind is not _POSITIONAL_ONLY},
        positional=tuple(p for p in parameters if p.kind in POSITIONAL),
        star=ParameterKind.VAR_POSITIONAL in kinds,
        double_star=double_star,
        swallows=double_star or extra in _SWALLOWING,
    )


_POSITIONAL_ONLY = ParameterKind.POSITIONAL_ONLY


def _match(old: View, new: View) -> Views:
    shared = tuple(_shared(old, new))
    gone = {id(p) for p, _ in shared}
    kept = {id(p) for _, p in shared}
    return Views(
        old=old,
        new=new,
        shared=shared,
        removed=tuple(p for p in old.signature.parameters if p.kind not in VARIADIC and id(p) not in gone),
        added=tuple(p for p in new.signature.parameters if p.kind not in VARIADIC and id(p) not in kept),
    )


def _shared(old: View, new: View) -> Iterator[tuple[Parameter, Parameter]]:
    """Pairs of corresponding parameters: by keyword first, then the nameless ones by position."""
    taken: set[int] = set()
    by_name = {p.name: p for p in new.signature.parameters if p.kind not in VARIADIC}
    waiting: list[Parameter] = []
    for before in old.signature.parameters:
        if before.kind in VARIADIC:
            continue
        after = new.named.get(before.keyword) or by_name.get(before.name)
        if after is None or id(after) in taken:
            waiting.append(before)
            continue
        taken.add(id(after))
        yield before, after
    for before in waiting:
        partner = _nameless(old, new, before, taken)
        if partner is not None:
            taken.add(id(partner))
            yield before, partner


def _nameless(old: View, new: View, before: Parameter, taken: set[int]) -> Parameter | None:
    """The parameter at the same position, where a keyword never reached the old one."""
    if before.kind is not ParameterKind.POSITIONAL_ONLY:
        return None
    place = old.position(before.name)
    if place is None or place >= len(new.positional):
        return None
    after = new.positional[place]
    return after if id(after) not in taken else None
