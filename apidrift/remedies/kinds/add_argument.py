"""Pass one more argument by keyword."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.remedies._arguments import insert, keyword
from apidrift.remedies._locate import call_at
from apidrift.remedies.kinds._kind import Kind

if TYPE_CHECKING:
    from apidrift.remedies._mend import Mend
    from apidrift.remedies._sheet import Sheet


def put(sheet: Sheet, mend: Mend) -> None:
    """`f(a)` → `f(a, name=value)`; nothing where the keyword is passed already."""
    call = call_at(sheet.source, mend.place)
    name, value = mend.what["name"], mend.what["value"]
    if keyword(call, name) is not None or (call, name) in sheet.passed:
        return
    sheet.passed.add((call, name))
    text = f"{name}={value}" if not mend.gate else f'**({{"{name}": {value}}} if {mend.gate} else {{}})'
    insert(sheet, call, text, mend)


KIND = Kind("add-argument", "pass an argument", ("name", "value"), put)
