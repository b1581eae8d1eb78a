"""Arguments of a call in the file: where they stand, and where a new one goes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

if TYPE_CHECKING:
    from apidrift.remedies._mend import Mend
    from apidrift.remedies._sheet import Sheet
    from apidrift.remedies._source import Source


def keyword(call: cst.Call, name: str) -> cst.Arg | None:
    """The argument passed by a keyword."""
    return next((arg for arg in call.args if arg.keyword is not None and arg.keyword.value == name), None)


def insert(sheet: Sheet, call: cst.Call, text: str, mend: Mend) -> None:
    """Put an argument behind all others, in the layout of the call."""
    source = sheet.source
    first = sheet.added.get(call, 0) == 0
    sheet.added[call] = sheet.added.get(call, 0) + 1
    kept = [arg for arg in call.args if arg not in sheet.dropped]
    closing = source.span(call)[1] - 1
    if not call.args:
        sheet.put(closing, closing, text if first else f", {text}", mend)
        return
    last = call.args[-1]
    start, end = source.span(last)
    own_line = not source.text(source.line_start(start), start).strip()
    comma = last.comma if isinstance(last.comma, cst.Comma) else None
    if own_line and not source.text(source.line_start(closing), closing).strip():
        if comma is None and first and last not in sheet.dropped:
            sheet.put(end, end, ",", mend)
        at = source.line_start(closing)
        sheet.put(at, at, f"{source.indent(start)}{text},{source.newline}", mend)
        return
    if isinstance(last.value, cst.GeneratorExp) and not last.value.lpar:
        sheet.put(start, start, "(", mend)
        sheet.put(end, end, ")", mend)
    at = source.span(comma)[1] if comma else end
    lead = ("" if not kept and first else ", ") if comma is None or last in sheet.dropped or not first else " "
    sheet.put(at, at, f"{lead}{text}", mend)


def remove(sheet: Sheet, call: cst.Call, arg: cst.Arg, mend: Mend) -> None:
    """Take an argument away, with its line where it has one of its own."""
    source = sheet.source
    position = call.args.index(arg)
    start, end = source.span(arg)
    comma_end = source.span(arg.comma)[1] if isinstance(arg.comma, cst.Comma) else end
    sheet.dropped.add(arg)
    line, behind = source.line_start(start), source.line_end(comma_end)
    rest = source.text(comma_end, behind).strip()
    if not source.text(line, start).strip() and (not rest or rest.startswith("#")):
        sheet.put(line, behind, "", mend)
    elif position + 1 < len(call.args):
        sheet.put(start, source.span(call.args[position + 1])[0], "", mend)
    elif position and call.args[position - 1] not in sheet.dropped:
        sheet.put(source.span(call.args[position - 1])[1], comma_end if _single_line(source, call) else end, "", mend)
    else:
        sheet.put(start, comma_end, "", mend)


def _single_line(source: Source, call: cst.Call) -> bool:
    return "\n" not in source.code(call)


def value_text(source: Source, arg: cst.Arg) -> str:
    """What an argument passes, brackets around it included."""
    start, end = source.span(arg)
    if arg.keyword is None:
        return source.text(start, end)
    return source.text(source.span(arg.keyword)[1], end).lstrip().removeprefix("=").strip()
