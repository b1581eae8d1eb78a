"""Import a name from where it is now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.remedies._imports import move
from apidrift.remedies.kinds._kind import Kind

if TYPE_CHECKING:
    from apidrift.remedies._mend import Mend
    from apidrift.remedies._sheet import Sheet


def put(sheet: Sheet, mend: Mend) -> None:
    """`from a import x, y` → `from b import x` and `from a import y`; a new name is bound to the old one."""
    move(sheet, mend)


KIND = Kind("move-import", "import a name from where it is now", ("module", "name"), put)
