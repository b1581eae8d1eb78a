"""The residue: what still differs in a touched symbol and no rule claims. Shown as `unclassified`, never dropped."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from deepdiff import DeepDiff

from apidrift.diff._plain import plain
from apidrift.model.change import Aspect, Change
from apidrift.model.contract import Place
from apidrift.rules import aligned, rule

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from apidrift.rules import Pair

_SHAPE = frozenset({Aspect.PARAMETER, Aspect.CONSTRUCTOR})
_VALUE = frozenset({Aspect.ATTRIBUTE, Aspect.ENUM, Aspect.CONSTRUCTOR})
_BY_NAME = frozenset({"parameters", "fields"})
_CLAIMS: dict[str, frozenset[Aspect]] = {
    "is": frozenset({Aspect.KIND}),
    "order": _SHAPE,
    "overloads": frozenset({Aspect.PARAMETER}),
    "returns": frozenset({Aspect.RESULT, Aspect.ATTRIBUTE, Aspect.KIND}),
    "raises": frozenset({Aspect.EXCEPTION}),
    "deprecated": frozenset({Aspect.EXCEPTION}),
    "binding": frozenset({Aspect.KIND, Aspect.ATTRIBUTE}),
    "abstract": frozenset({Aspect.HIERARCHY}),
    "final": frozenset({Aspect.HIERARCHY, Aspect.ATTRIBUTE}),
    "bases": frozenset({Aspect.HIERARCHY, Aspect.ENUM, Aspect.EXCEPTION}),
    "mro": frozenset({Aspect.HIERARCHY, Aspect.ENUM, Aspect.EXCEPTION}),
    "opaque_bases": frozenset({Aspect.HIERARCHY, Aspect.ENUM, Aspect.EXCEPTION}),
    "metaclass": frozenset({Aspect.HIERARCHY, Aspect.ENUM}),
    "settable": frozenset({Aspect.ATTRIBUTE}),
    "value": _VALUE,
    "spelled": _VALUE,
    "type": _VALUE,
    "instance": _VALUE,
    "slots": frozenset({Aspect.ATTRIBUTE}),
    "frozen": frozenset({Aspect.ATTRIBUTE}),
    "extra": frozenset({Aspect.CONSTRUCTOR}),
    "flavour": frozenset({Aspect.CONSTRUCTOR, Aspect.HIERARCHY, Aspect.ENUM}),
    "field_flags": _SHAPE,
}
"""For each part of a symbol the aspects whose changes account for a difference in it; else those of kind."""

_SHORT = 80


def unclassified(pair: Pair, changes: Iterable[Change]) -> Iterator[Change]:
    """The differences between both sides of a pair that none of the changes accounts for."""
    if pair.old is None or pair.new is None:
        return
    own = [each for each in changes if pair.symbol in {each.symbol, f"{each.symbol}.{each.subject}"}]
    old, new = plain(pair.old), plain(pair.new)
    results = aligned(old.pop("returns", ""), new.pop("returns", ""))
    if all(results) and results[0] != results[1]:  # what one version leaves open cannot differ
        old["returns"], new["returns"] = map(sorted, results)
    tree = DeepDiff(old, new, view="tree", threshold_to_diff_deeper=0)
    levels = [level for found in tree.values() for level in found]
    for level in sorted(levels, key=lambda each: str(each.path())):
        steps = [str(step) for step in level.path(output_format="list")]
        if not (own and old["is"] != new["is"]) and not _claimed(steps, own):
            yield Change(
                rule="AD000",
                symbol=pair.symbol,
                subject=".".join(steps),
                old=_short(level.t1),
                new=_short(level.t2),
                old_place=Place(path=pair.old_module_path, line=pair.old.line),
                new_place=Place(path=pair.new_module_path, line=pair.new.line),
            )


def _claimed(steps: Sequence[str], changes: Sequence[Change]) -> bool:
    # No steps at all: the two symbols are of different kinds as a whole.
    part = steps[0] if steps else ""
    if part in _BY_NAME and len(steps) > 1:
        return any(steps[1] in {change.subject, change.moved_to} for change in changes)
    aspects = _CLAIMS.get(part, frozenset({Aspect.KIND}))
    return any(rule(change.rule).aspect in aspects for change in changes)


def _short(value: Any) -> str:
    text = "" if str(value) == "not present" else str(value)
    return text if len(text) <= _SHORT else f"{text[: _SHORT - 1]}…"
