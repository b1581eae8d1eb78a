"""Set on the result what a call no longer takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from apidrift.remedies._arguments import keyword, remove, value_text
from apidrift.remedies._errors import CannotMendError
from apidrift.remedies._locate import call_at, statement_of
from apidrift.remedies._statements import block
from apidrift.remedies.kinds._kind import Kind

if TYPE_CHECKING:
    from apidrift.remedies._mend import Mend
    from apidrift.remedies._sheet import Sheet


def put(sheet: Sheet, mend: Mend) -> None:
    """`x = f(a, name=b)` → `x = f(a)` and `x.name = b` below; nothing where it is not passed."""
    source = sheet.source
    call = call_at(source, mend.place)
    arg = keyword(call, mend.what["name"])
    if arg is None:
        return
    if mend.gate:
        raise CannotMendError(f"{mend.what['name']} cannot be set on some versions and passed on others")
    line = statement_of(source, call)
    match line.body[0]:
        case cst.Assign(targets=[target], value=value) if value is call:
            name = source.code(target.target)
        case _:
            raise CannotMendError("the result has no name to set it on")
    code = f"{name}.{mend.what['name']} = {value_text(source, arg)}"
    remove(sheet, call, arg, mend)
    at = source.line_end(source.span(line)[1])
    text = block(source, line, code)
    if not source.data.endswith(b"\n") and at == len(source.data):
        text = f"{source.newline}{text}".removesuffix(source.newline)
    sheet.put(at, at, text, mend)


KIND = Kind("set-after", "set on the result what a call no longer takes", ("name",), put, first=True)
