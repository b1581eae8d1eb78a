"""Read, write or call an attribute under another name."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from apidrift.remedies._errors import CannotMendError
from apidrift.remedies._locate import name_at
from apidrift.remedies.kinds._kind import Kind

if TYPE_CHECKING:
    from apidrift.remedies._mend import Mend
    from apidrift.remedies._sheet import Sheet


def put(sheet: Sheet, mend: Mend) -> None:
    """`x.name` → `x.to`; nothing where another name stands there."""
    source = sheet.source
    node = name_at(source, mend.place)
    if node.value != mend.what["name"]:
        return
    parent = source.parent(node)
    if not mend.gate:
        sheet.put(*source.span(node), mend.what["to"], mend)
        return
    if not isinstance(parent, cst.Attribute) or parent.attr is not node or isinstance(source.parent(parent), _STORES):
        raise CannotMendError(f"{node.value} is written here: it cannot be named conditionally")
    value = source.text(source.span(parent)[0], source.span(node)[0]).rstrip().removesuffix(".").rstrip()
    names = f'"{mend.what["to"]}" if {mend.gate} else "{node.value}"'
    sheet.put(*source.span(parent), f"getattr({value}, {names})", mend)


_STORES = (cst.AssignTarget, cst.AnnAssign, cst.AugAssign, cst.Del)

KIND = Kind("rename-attribute", "use an attribute under its new name", ("name", "to"), put)
