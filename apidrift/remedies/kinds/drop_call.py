"""Read what was called."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.remedies._errors import CannotMendError
from apidrift.remedies._locate import call_at
from apidrift.remedies.kinds._kind import Kind

if TYPE_CHECKING:
    from apidrift.remedies._mend import Mend
    from apidrift.remedies._sheet import Sheet


def put(sheet: Sheet, mend: Mend) -> None:
    """`x.f()` → `x.f`."""
    source = sheet.source
    call = call_at(source, mend.place)
    if call.args:
        raise CannotMendError("the call passes arguments")
    start, end = source.span(call)
    whole = source.text(start, end)
    plain = whole[: whole.rindex("(")].rstrip()
    if mend.gate:
        sheet.put(start, end, f"({plain} if {mend.gate} else {whole})", mend)
    else:
        sheet.put(start + len(plain.encode()), end, "", mend)


KIND = Kind("drop-call", "read what was called", (), put)
