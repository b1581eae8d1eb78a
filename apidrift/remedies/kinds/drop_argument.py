"""No longer pass an argument."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.remedies._arguments import keyword, remove, value_text
from apidrift.remedies._errors import CannotMendError
from apidrift.remedies._locate import call_at
from apidrift.remedies.kinds._kind import Kind

if TYPE_CHECKING:
    import libcst as cst

    from apidrift.remedies._mend import Mend
    from apidrift.remedies._sheet import Sheet


def put(sheet: Sheet, mend: Mend) -> None:
    """`f(a, name=b)` → `f(a)`; by `name`, or by `position` from 0; nothing where it is not passed."""
    call = call_at(sheet.source, mend.place)
    arg = find(call, mend)
    if arg is None:
        return
    if not mend.gate:
        remove(sheet, call, arg, mend)
    elif arg.keyword is None:
        raise CannotMendError(f"argument {mend.what.get('position')} is positional: it cannot be passed conditionally")
    else:
        start, end = sheet.source.span(arg)
        value = value_text(sheet.source, arg)
        sheet.put(start, end, f'**({{}} if {mend.gate} else {{"{arg.keyword.value}": {value}}})', mend)


def find(call: cst.Call, mend: Mend) -> cst.Arg | None:
    """The argument that a mend speaks of."""
    if "position" in mend.what:
        position = int(mend.what["position"])
        positional = [arg for arg in call.args if arg.keyword is None]
        if any(arg.star for arg in positional[: position + 1]):
            raise CannotMendError("which argument it is depends on what is unpacked before it")
        return positional[position] if position < len(positional) else None
    return keyword(call, mend.what["name"])


KIND = Kind("drop-argument", "no longer pass an argument", ("name?", "position?"), put, first=True)
