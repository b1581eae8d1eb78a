"""Call a second function after the first, where the first left its work unfinished."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from apidrift.remedies._errors import CannotMendError
from apidrift.remedies._locate import call_at, statement_of
from apidrift.remedies._statements import step
from apidrift.remedies.kinds._kind import Kind

if TYPE_CHECKING:
    from apidrift.remedies._mend import Mend
    from apidrift.remedies._sheet import Sheet


def put(sheet: Sheet, mend: Mend) -> None:
    """`f(x)` → `if f(x) is None:` and below it the second call; where the result is kept, it takes its place."""
    source = sheet.source
    call = call_at(source, mend.place)
    line = statement_of(source, call)
    inner = line.body[0]
    start, end = source.span(line)
    code, indent = mend.what["code"], source.indent(start)
    more = f" and {mend.gate}" if mend.gate else ""
    inside = indent + step(source, line)
    if isinstance(inner, cst.Expr) and inner.value is call:
        sheet.put(start, start, "if ", mend)
        sheet.put(end, end, f" is None{more}:{source.newline}{inside}{code}", mend)
    elif isinstance(inner, cst.Assign) and inner.value is call and len(inner.targets) == 1:
        target = source.code(inner.targets[0].target)
        text = f"{source.newline}{indent}if {target} is None{more}:{source.newline}{inside}{target} = {code}"
        if not source.text(end, len(source.data)).startswith(text):
            sheet.put(end, end, text, mend)
    else:
        raise CannotMendError(f"the result of line {source.line_of(start)} is used in place")


KIND = Kind("second-call", "call a second function after the first", ("code",), put)
