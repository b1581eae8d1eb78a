"""Insert statements after the one that a use stands in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.remedies._locate import name_at, statement_of
from apidrift.remedies._statements import block
from apidrift.remedies.kinds._kind import Kind

if TYPE_CHECKING:
    from apidrift.remedies._mend import Mend
    from apidrift.remedies._sheet import Sheet


def put(sheet: Sheet, mend: Mend) -> None:
    """`f(x); new`, each on a line of its own; nothing where it stands there already."""
    source = sheet.source
    line = statement_of(source, name_at(source, mend.place))
    text = block(source, line, mend.what["code"], mend.gate)
    at = source.line_end(source.span(line)[1])
    if source.data[at:].decode("utf-8").startswith(text.rstrip("\r\n")):
        return
    if not source.data.endswith(b"\n") and at == len(source.data):
        text = f"{source.newline}{text}".removesuffix(source.newline)
    sheet.put(at, at, text, mend)


KIND = Kind("insert-after", "insert statements after one", ("code",), put)
