"""Put a decorator on a class by one of its bases."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from apidrift.remedies._errors import CannotMendError
from apidrift.remedies._locate import name_at
from apidrift.remedies.kinds._kind import Kind

if TYPE_CHECKING:
    from apidrift.remedies._mend import Mend
    from apidrift.remedies._sheet import Sheet


def put(sheet: Sheet, mend: Mend) -> None:
    """`@new` above all decorators, so that it is the last to be applied; nothing where it stands there already."""
    source = sheet.source
    base = name_at(source, mend.place)
    found = source.within(base, cst.ClassDef)
    if found is None or not any(source.within(base, cst.Arg) is each for each in found.bases):
        raise CannotMendError(f"line {mend.place.line} names no base of a class")
    if any(source.code(each.decorator) == mend.what["code"] for each in found.decorators):
        return
    first = found.decorators[0] if found.decorators else found
    at = source.line_start(source.span(first)[0])
    sheet.put(at, at, f"{source.indent(at)}@{mend.what['code']}{source.newline}", mend)


KIND = Kind("decorate-class", "put a decorator on a class", ("code",), put)
