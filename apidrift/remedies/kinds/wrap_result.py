"""Hand a call or its result to something else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.remedies._locate import call_at
from apidrift.remedies.kinds._kind import Kind

if TYPE_CHECKING:
    from apidrift.remedies._mend import Mend
    from apidrift.remedies._sheet import Sheet


def put(sheet: Sheet, mend: Mend) -> None:
    """`f(…)` → `before f(…) after`, as `list(f(…))`, `await f(…)`, `f(…)[0]`."""
    source = sheet.source
    start, end = source.span(call_at(source, mend.place))
    before, after = mend.what.get("before", ""), mend.what.get("after", "")
    if mend.gate:
        text = source.text(start, end)
        before, after = f"({before}", f"{after} if {mend.gate} else {text})"
    if not _is_wrapped(source.text(0, start), source.text(end, len(source.data)), before, after):
        sheet.put(start, start, before, mend)
        sheet.put(end, end, after, mend)


def _is_wrapped(head: str, tail: str, before: str, after: str) -> bool:
    return head.endswith(before) and tail.startswith(after)


KIND = Kind("wrap-result", "hand a result to something else", ("before?", "after?"), put)
