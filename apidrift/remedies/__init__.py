"""Remedies: findings → edits, which leave as a patch, as stubs or as an import-time shim.

Importing this package is cheap: libcst is loaded when the first remedy is computed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.remedies._apply import StaleEditsError, apply, unified_diff
from apidrift.remedies._case import Case, Consumer, Provider, names_of
from apidrift.remedies._match import settles
from apidrift.remedies._mend import STUB_IMPORT, Mend
from apidrift.remedies._places import original_place
from apidrift.remedies._planned import Planned
from apidrift.remedies._range import over_range
from apidrift.remedies._shim import Shim, build_shim

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from apidrift.model.edit import Remedy
    from apidrift.model.recipe import Recipe
    from apidrift.model.surface import Release
    from apidrift.remedies._match import Judged

__all__ = [
    "STUB_IMPORT",
    "Case",
    "Consumer",
    "Mend",
    "Planned",
    "Provider",
    "Shim",
    "StaleEditsError",
    "apply",
    "build_shim",
    "composed",
    "names_of",
    "original_place",
    "over_range",
    "planned",
    "settles",
    "unified_diff",
]


def planned(
    cases: Iterable[Case],
    provider: Provider,
    consumer: Consumer,
    recipes: Sequence[Recipe] = (),
    uses: Sequence[Judged] = (),
) -> Planned:
    """What mends a consumer for one version.

    Args:
        cases: what breaks or may do something else.
        provider: the version to mend for, and those before it.
        consumer: the code.
        recipes: known adaptations to the provider.
        uses: every use of the consumer with what was judged of it on the version, for the recipes.
    """
    from apidrift.remedies._make import planned as make  # noqa: PLC0415 -- libcst takes longer than a whole check

    return make(cases, provider, consumer, recipes, uses)


def composed(plan: Planned, consumer: Consumer, release: Release, distributions: Sequence[str] = ()) -> Remedy:
    """A plan put down on the consumer's files.

    Args:
        plan: what is to be done.
        consumer: the code.
        release: what it is for; its version may be a range.
        distributions: those that bring the provider, for edits that ask which version is installed.
    """
    from apidrift.remedies._make import composed as make  # noqa: PLC0415 -- as above

    return make(plan, consumer, release, distributions)
