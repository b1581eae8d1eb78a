"""What a kind of edit is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from apidrift.remedies._mend import Mend
    from apidrift.remedies._sheet import Sheet


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of edit: its name, what it does in words, and how it is put down."""

    name: str
    title: str
    needs: tuple[str, ...]
    """Keys of `Mend.what` that it reads; those that may be missing end with `?`."""
    put: Callable[[Sheet, Mend], None]
    """Puts the spans on the sheet; puts nothing where the file already is as it should be.

    Raises:
        CannotMendError: the place does not look as expected.
    """
    first: bool = False
    """Before other kinds at the same place: what is taken away makes room for what is added."""
