"""Pass positional arguments by their names, so that their order no longer matters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.remedies._errors import CannotMendError
from apidrift.remedies._locate import call_at
from apidrift.remedies.kinds._kind import Kind

if TYPE_CHECKING:
    from apidrift.remedies._mend import Mend
    from apidrift.remedies._sheet import Sheet


def put(sheet: Sheet, mend: Mend) -> None:
    """`f(a, b)` → `f(a, y=b)`: `names` are those of all positions, `first` is the first position to be named."""
    source = sheet.source
    call = call_at(source, mend.place)
    positional = [arg for arg in call.args if arg.keyword is None]
    if any(arg.star for arg in positional):
        raise CannotMendError("which arguments are meant depends on what is unpacked")
    names = mend.what["names"].split(",")
    if len(positional) > len(names):
        raise CannotMendError(f"there are names for {len(names)} of {len(positional)} arguments")
    for arg, name in list(zip(positional, names, strict=False))[int(mend.what.get("first", "0")) :]:
        if arg not in sheet.dropped:
            start = source.span(arg)[0]
            sheet.put(start, start, f"{name}=", mend)


KIND = Kind("name-arguments", "pass positional arguments by their names", ("names", "first?"), put)
