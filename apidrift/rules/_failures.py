"""Sets of failures that several rules explain."""

from __future__ import annotations

from apidrift.model.change import Failure

ON_USE = frozenset(
    {
        Failure.WRONG_RESULT,
        Failure.NOT_SUBSCRIPTABLE,
        Failure.NOT_ITERABLE,
        Failure.MISSING_ATTRIBUTE,
        Failure.MISSING_KEY,
        Failure.MISSING_SPECIAL_METHOD,
        Failure.UNPACK_COUNT,
        Failure.NOT_AWAITABLE,
        Failure.NOT_A_CONTEXT_MANAGER,
        Failure.NOT_CALLABLE,
    }
)
"""What happens when a value is used that is of another kind than it was."""
