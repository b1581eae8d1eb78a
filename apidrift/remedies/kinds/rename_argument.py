"""Pass an argument under another keyword."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.remedies._arguments import keyword, value_text
from apidrift.remedies._locate import call_at
from apidrift.remedies.kinds._kind import Kind

if TYPE_CHECKING:
    from apidrift.remedies._mend import Mend
    from apidrift.remedies._sheet import Sheet


def put(sheet: Sheet, mend: Mend) -> None:
    """`f(name=a)` → `f(to=a)`; nothing where it is passed under the new keyword already."""
    source = sheet.source
    call = call_at(source, mend.place)
    name, to = mend.what["name"], mend.what["to"]
    arg = keyword(call, name)
    if arg is None or arg.keyword is None or keyword(call, to) is not None:
        return
    if not mend.gate:
        sheet.put(*source.span(arg.keyword), to, mend)
        return
    value = value_text(source, arg)
    sheet.put(*source.span(arg), f'**{{"{to}" if {mend.gate} else "{name}": {value}}}', mend)


KIND = Kind("rename-argument", "pass an argument under its new keyword", ("name", "to"), put)
