"""One plan for several versions: what only some of them need is gated on the version that is installed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from packaging.version import Version

from apidrift.remedies._planned import Planned
from apidrift.remedies._stubs import module_name, version_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from apidrift.remedies._mend import Mend


def over_range(plans: Sequence[tuple[str, Planned]], provider: str) -> Planned:
    """The plans of several versions as one that serves them all.

    Args:
        plans: versions, oldest first, each with what mends it.
        provider: the import name.
    """
    versions = [version for version, _ in plans]
    mends: dict[object, Mend] = {}
    where: dict[object, set[int]] = {}
    for position, (_, plan) in enumerate(plans):
        for mend in plan.mends:
            mends.setdefault(mend.key, mend)
            where.setdefault(mend.key, set()).add(position)
    name = f"{module_name(provider)}.{version_name(provider)}"
    merged = tuple(replace(mend, gate=_gate(mend, where[key], versions, name)) for key, mend in mends.items())
    recipes = {recipe.name: recipe for _, plan in plans for recipe in plan.recipes}
    asked = {each.name: each for _, plan in plans for each in plan.asked}
    skipped = {(skip.what, skip.reason): skip for _, plan in plans for skip in plan.unmended}
    unneeded = {each for _, plan in plans for each in plan.unneeded} - recipes.keys()
    return Planned(
        merged, tuple(recipes.values()), tuple(asked.values()), tuple(sorted(unneeded)), tuple(skipped.values())
    )


def _gate(mend: Mend, needed: set[int], versions: Sequence[str], name: str) -> str:
    """The condition under which a mend is needed; empty where all versions need it or none minds it."""
    if len(needed) == len(versions) or mend.harmless:
        return ""
    parts = []
    for start, end in _runs(sorted(needed)):
        bounds = [f"{name} >= {_numbers(versions[start])}"] if start else []
        bounds += [f"{name} < {_numbers(versions[end + 1])}"] if end + 1 < len(versions) else []
        parts.append(" and ".join(bounds))
    return " or ".join(parts)


def _runs(positions: Sequence[int]) -> list[tuple[int, int]]:
    """Neighbouring numbers as spans."""
    runs: list[tuple[int, int]] = []
    for position in positions:
        if runs and runs[-1][1] == position - 1:
            runs[-1] = runs[-1][0], position
        else:
            runs.append((position, position))
    return runs


def _numbers(version: str) -> str:
    """A version as a tuple of numbers, zeros at the end left out: `(0, 12)`."""
    numbers = list(Version(version).release[:3])
    while len(numbers) > 1 and not numbers[-1]:
        numbers.pop()
    return f"({', '.join(map(str, numbers))}{',' if len(numbers) == 1 else ''})"
