"""Put another name into a string."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from apidrift.remedies._errors import CannotMendError
from apidrift.remedies.kinds._kind import Kind

if TYPE_CHECKING:
    from apidrift.remedies._mend import Mend
    from apidrift.remedies._sheet import Sheet


def put(sheet: Sheet, mend: Mend) -> None:
    """`"pkg.old"` → `"pkg.new"` in the string literal at a place."""
    source = sheet.source
    offset = source.offset(mend.place.line, mend.place.column)
    for node in source.nodes(cst.SimpleString):
        start, end = source.span(node)
        if start <= offset < end:
            text = source.code(node)
            if text.count(mend.what["name"]) > 1:
                raise CannotMendError(f"{mend.what['name']} stands more than once in the string")
            new = text.replace(mend.what["name"], mend.what["to"])
            if mend.gate and new != text:
                new = f"({new} if {mend.gate} else {text})"
            sheet.put(start, end, new, mend)
            return
    raise CannotMendError(f"{mend.place.path}:{mend.place.line} holds no string")


KIND = Kind("rename-string", "put another name into a string", ("name", "to"), put)
