"""Give a class a constructor of its own that calls the inherited one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from apidrift.remedies._errors import CannotMendError
from apidrift.remedies._locate import class_by_base
from apidrift.remedies.kinds._kind import Kind

if TYPE_CHECKING:
    from apidrift.remedies._mend import Mend
    from apidrift.remedies._sheet import Sheet

_NAMES = ("__init__", "__new__")


def put(sheet: Sheet, mend: Mend) -> None:
    """`def __init__` at the end of the class; nothing where it has a constructor already."""
    source = sheet.source
    found = class_by_base(source, mend.place)
    body = found.body
    if not isinstance(body, cst.IndentedBlock):
        raise CannotMendError(f"the class in line {mend.place.line} has its body on the same line")
    if any(isinstance(each, cst.FunctionDef) and each.name.value in _NAMES for each in body.body):
        return
    last = body.body[-1]
    at = source.line_end(source.span(last)[1])
    indent = source.indent(source.span(found)[0]) + (body.indent or source.module.default_indent)
    inner = indent + source.module.default_indent
    lines = ("", f"{indent}def __init__(self, *args, **kwargs):", f"{inner}super().__init__(*args, **kwargs)", "")
    lead = "" if source.data[at - 1 : at] == b"\n" else source.newline
    sheet.put(at, at, lead + source.newline.join(lines), mend)


KIND = Kind("forward-constructor", "give a class a constructor that calls the inherited one", (), put)
