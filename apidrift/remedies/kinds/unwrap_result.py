"""Use a result as it is, where an element of it was taken."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.remedies._locate import subscript_at
from apidrift.remedies.kinds._kind import Kind

if TYPE_CHECKING:
    from apidrift.remedies._mend import Mend
    from apidrift.remedies._sheet import Sheet


def put(sheet: Sheet, mend: Mend) -> None:
    """`f(…)[0]` → `f(…)`."""
    source = sheet.source
    node = subscript_at(source, mend.place)
    start, end = source.span(node)
    behind = source.span(node.value)[1]
    tail = source.text(behind, end)
    cut = behind + len(tail[: tail.index("[")].rstrip(" \t\r\n\\").encode())
    if not mend.gate:
        sheet.put(cut, end, "", mend)
        return
    whole, plain = source.text(start, end), source.text(start, cut)
    sheet.put(start, end, f"({plain} if {mend.gate} else {whole})", mend)


KIND = Kind("unwrap-result", "use a result as it is", (), put)
