"""Pass keyword arguments by position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.remedies._arguments import keyword, value_text
from apidrift.remedies._errors import CannotMendError
from apidrift.remedies._locate import call_at
from apidrift.remedies.kinds._kind import Kind

if TYPE_CHECKING:
    from apidrift.remedies._mend import Mend
    from apidrift.remedies._sheet import Sheet


def put(sheet: Sheet, mend: Mend) -> None:
    """`f(b=2, a=1)` → `f(1, 2)`: `names` are the parameters in order, as far as they are passed."""
    source = sheet.source
    call = call_at(source, mend.place)
    names = mend.what["names"].split(",")
    given = sum(arg.keyword is None for arg in call.args)
    wanted = [keyword(call, name) for name in names[given:]]
    passed = [arg for arg in wanted if arg is not None]
    if not passed:
        return
    if any(arg.star for arg in call.args) or wanted[: len(passed)] != passed:
        raise CannotMendError("an argument before it is left out, or unpacked")
    slots = call.args[given : given + len(passed)]
    if {id(arg) for arg in slots} != {id(arg) for arg in passed}:
        raise CannotMendError("other keywords stand before it")
    for slot, arg in zip(slots, passed, strict=True):
        sheet.put(*source.span(slot), value_text(source, arg), mend)


KIND = Kind("order-arguments", "pass keyword arguments by position", ("names",), put)
