"""Put a decorator on a class by one of its bases."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.remedies._locate import class_by_base
from apidrift.remedies.kinds._kind import Kind

if TYPE_CHECKING:
    from apidrift.remedies._mend import Mend
    from apidrift.remedies._sheet import Sheet


def put(sheet: Sheet, mend: Mend) -> None:
    """`@new` above all decorators, so that it is the last to be applied; nothing where it stands there already."""
    source = sheet.source
    found = class_by_base(source, mend.place)
    if any(source.code(each.decorator) == mend.what["code"] for each in found.decorators):
        return
    first = found.decorators[0] if found.decorators else found
    at = source.line_start(source.span(first)[0])
    sheet.put(at, at, f"{source.indent(at)}@{mend.what['code']}{source.newline}", mend)


KIND = Kind("decorate-class", "put a decorator on a class", ("code",), put)
