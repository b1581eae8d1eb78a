"""Insert statements before the one that a use stands in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.remedies._locate import name_at, statement_of
from apidrift.remedies._statements import block
from apidrift.remedies.kinds._kind import Kind

if TYPE_CHECKING:
    from apidrift.remedies._mend import Mend
    from apidrift.remedies._sheet import Sheet


def put(sheet: Sheet, mend: Mend) -> None:
    """`new; f(x)`, each on a line of its own; nothing where it stands there already."""
    source = sheet.source
    line = statement_of(source, name_at(source, mend.place))
    text = block(source, line, mend.what["code"], mend.gate)
    at = source.line_start(source.span(line)[0])
    near = source.data[:at]
    if near.decode("utf-8").rstrip("\r\n").endswith(text.rstrip("\r\n")):
        return
    sheet.put(at, at, text, mend)


KIND = Kind("insert-before", "insert statements before one", ("code",), put)
