"""Remedies: findings → edits, which leave as a patch, as stubs or as an import-time shim.

Importing this package is cheap: libcst is loaded when the first remedy is computed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.remedies._apply import StaleEditsError, apply, unified_diff
from apidrift.remedies._case import Case, Consumer, Provider
from apidrift.remedies._shim import Shim, build_shim

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from apidrift.model.edit import Remedy
    from apidrift.model.recipe import Recipe
    from apidrift.remedies._match import Judged

__all__ = ["Case", "Consumer", "Provider", "Shim", "StaleEditsError", "apply", "build_shim", "remedy", "unified_diff"]


def remedy(
    cases: Iterable[Case],
    provider: Provider,
    consumer: Consumer,
    recipes: Sequence[Recipe] = (),
    uses: Sequence[Judged] = (),
) -> Remedy:
    """Everything that mends a consumer for one version.

    Args:
        cases: what breaks or may do something else.
        provider: the version to mend for, and those before it.
        consumer: the code.
        recipes: known adaptations to the provider.
        uses: every use of the consumer with what was judged of it on the version, for the recipes.
    """
    from apidrift.remedies._make import remedy as make  # noqa: PLC0415 -- libcst takes longer than a whole check

    return make(cases, provider, consumer, recipes, uses)
