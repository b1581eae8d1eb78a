"""Small immutable values that stay inside the process."""

from __future__ import annotations

import msgspec


class Value(msgspec.Struct, frozen=True):
    """Base of values that are passed around and never written down.

    A data class would do; `msgspec` makes the class in a fortieth of the time, which a command line pays at each start.
    Annotations are not evaluated, so their imports may stand under `TYPE_CHECKING`.
    """
