"""Parameters in two versions: which were renamed, which shift the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.signature import VARIADIC, Parameter, ParameterKind
from apidrift.rules._types import aligned
from apidrift.rules._views import POSITIONAL

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.signature import Signature
    from apidrift.rules._views import Views


def renames(views: Views) -> Iterator[tuple[Parameter, Parameter]]:
    """Removed parameters with the added one that stands in their place and looks the same.

    In their place: after the same surviving parameter, and the only removed (added) one there.
    """
    gone = _by_anchor(views.old.signature, {id(p) for p in views.removed}, _anchors(views, 0))
    come = _by_anchor(views.new.signature, {id(p) for p in views.added}, _anchors(views, 1))
    for anchor, removed in gone.items():
        added = come.get(anchor, [])
        if len(removed) == len(added) == 1 and _named(removed[0]) and alike(removed[0], added[0]):
            yield removed[0], added[0]


def _named(parameter: Parameter) -> bool:
    return parameter.kind is not ParameterKind.POSITIONAL_ONLY


def _anchors(views: Views, side: int) -> dict[int, int]:
    """For each surviving parameter of one side the number of its pair."""
    return {id(pair[side]): number for number, pair in enumerate(views.shared)}


def _by_anchor(
    signature: Signature, chosen: set[int], anchors: dict[int, int]
) -> dict[tuple[int, bool], list[Parameter]]:
    groups: dict[tuple[int, bool], list[Parameter]] = {}
    anchor = -1
    for parameter in signature.parameters:
        anchor = anchors.get(id(parameter), anchor)
        if id(parameter) in chosen:
            place = (anchor, parameter.kind is ParameterKind.KEYWORD_ONLY)
            groups.setdefault(place, []).append(parameter)
    return groups


def alike(old: Parameter, new: Parameter) -> bool:
    """Whether two parameters of different names may be the same one: of one type, or of one default."""
    before, after = both_types(old, new)
    if before and after:
        return before == after and (old.required or not new.required)
    return old.default_value == new.default_value


def insertions(views: Views) -> Iterator[Parameter]:
    """Added parameters that push surviving positional ones further back."""
    old_places = {id(p): i for i, p in enumerate(views.old.positional)}
    new_places = {id(p): i for i, p in enumerate(views.new.positional)}
    pushed = [
        new_places[id(after)]
        for before, after in views.shared
        if old_places.get(id(before), len(new_places)) < new_places.get(id(after), -1)
    ]
    for parameter in views.added:
        place = new_places.get(id(parameter))
        if place is not None and any(place < each for each in pushed):
            yield parameter


def shifts(views: Views, parameter: Parameter) -> bool:
    """Whether removing this positional parameter makes later positional arguments land elsewhere, or too many."""
    if parameter.kind not in POSITIONAL:
        return False
    place = views.old.position(parameter.name)
    later = views.old.positional[place + 1 :] if place is not None else ()
    kept = {id(before) for before, _ in views.shared}
    return not views.new.star or any(id(each) in kept for each in later)


def reordered(views: Views) -> Iterator[tuple[Parameter, int, int]]:
    """Surviving positional parameters whose order among themselves changed, with both ranks (from 0)."""
    both = [(b, a) for b, a in views.shared if b.kind in POSITIONAL and a.kind in POSITIONAL]
    new_place = {id(p): i for i, p in enumerate(views.new.positional)}
    ranks = sorted(range(len(both)), key=lambda i: new_place[id(both[i][1])])
    order = [both[i][0].name for i in sorted(range(len(both)), key=lambda i: views.old.position(both[i][0].name) or 0)]
    renewed = [both[i][0].name for i in ranks]
    by_name = {b.name: b for b, _ in both}
    for rank, name in enumerate(order):
        if renewed[rank] != name:
            yield by_name[name], rank, renewed.index(name)


def variadic(signature: Signature, kind: ParameterKind) -> Parameter | None:
    """The `*args` or `**kwargs` parameter of a signature."""
    assert kind in VARIADIC
    return next((p for p in signature.parameters if p.kind is kind), None)


KINDS = {
    ParameterKind.POSITIONAL_ONLY: "positional-only",
    ParameterKind.POSITIONAL_OR_KEYWORD: "positional or keyword",
    ParameterKind.KEYWORD_ONLY: "keyword-only",
}
"""How a parameter can be passed, in words."""

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def ordinal(index: int) -> str:
    """The word for a place counted from 0: `first`, `second` … `11th`."""
    return _ORDINALS[index] if index < len(_ORDINALS) else f"{index + 1}th"


def both_types(old: Parameter, new: Parameter) -> tuple[frozenset[str], frozenset[str]]:
    """The alternatives both annotations admit; empty where one says nothing."""
    return aligned(old.type or old.annotation, new.type or new.annotation)
