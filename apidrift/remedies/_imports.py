"""Imports of the file: names that move, while the others of their statement stay."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import libcst as cst

from apidrift.remedies._errors import CannotMendError
from apidrift.remedies._locate import name_at
from apidrift.remedies._statements import step

if TYPE_CHECKING:
    from collections.abc import Sequence

    from apidrift.remedies._mend import Mend
    from apidrift.remedies._sheet import Sheet
    from apidrift.remedies._source import Source


def move(sheet: Sheet, mend: Mend) -> None:
    """Note that a name moves; `settle` puts it down once all names of the statement are known.

    Raises:
        CannotMendError: no `from … import` stands there, or it shares its line.
    """
    source = sheet.source
    node = source.parent(name_at(source, mend.place))
    statement = source.parent(node) if node is not None else None
    if not isinstance(node, cst.ImportAlias) or not isinstance(statement, cst.ImportFrom):
        raise CannotMendError(f"line {mend.place.line} imports a whole module: its uses would have to move too")
    line = source.parent(statement)
    if not isinstance(line, cst.SimpleStatementLine) or len(line.body) != 1:
        raise CannotMendError(f"line {mend.place.line} shares its line with other statements")
    if _module_text(statement) == mend.what["module"] and _old(node) == mend.what["name"]:
        return
    sheet.moved.setdefault(statement, []).append((node, mend))


def settle(sheet: Sheet) -> None:
    """Put down the imports that move."""
    for statement, moves in sheet.moved.items():
        _settle(sheet, statement, moves)
    sheet.moved.clear()


def ensure(sheet: Sheet, statement: str, mend: Mend) -> None:
    """Import what the new text of a mend needs, behind the file's other imports; once."""
    source = sheet.source
    lines = [line for line in source.module.body if isinstance(line, cst.SimpleStatementLine)]
    if any(source.code(line).strip() == statement for line in lines):
        return
    imports = [line for line in lines if isinstance(line.body[0], cst.Import | cst.ImportFrom)]
    first = source.module.body[0] if source.module.body else None
    after = (
        imports[-1] if imports else first if isinstance(first, cst.SimpleStatementLine) and _is_text(first) else None
    )
    if after is not None:
        at = source.line_end(source.span(after)[1])
    else:
        at = source.line_start(source.span(first)[0]) if first is not None else len(source.data)
    lead = "" if at == 0 or source.data[at - 1 : at] == b"\n" else source.newline
    sheet.put(at, at, f"{lead}{statement}{source.newline}", mend, ahead=True)  # what stands there next may need it


def _is_text(line: cst.SimpleStatementLine) -> bool:
    """Whether it is the module's docstring."""
    return isinstance(line.body[0], cst.Expr) and isinstance(line.body[0].value, cst.SimpleString)


def _settle(sheet: Sheet, statement: cst.ImportFrom, moves: Sequence[tuple[cst.ImportAlias, Mend]]) -> None:
    source = sheet.source
    names = statement.names if not isinstance(statement.names, cst.ImportStar) else ()
    modules = {mend.what["module"] for _, mend in moves}
    gated = any(mend.gate for _, mend in moves)
    if len(moves) == len(names) and len(modules) == 1 and not gated:
        _in_place(sheet, statement, moves)
        return
    line = source.parent(statement)
    assert isinstance(line, cst.SimpleStatementLine)
    start, behind = source.line_start(source.span(line)[0]), source.line_end(source.span(line)[1])
    if len(moves) == len(names):
        sheet.put(start, behind, "", moves[0][1])
    else:
        for alias, mend in moves:
            _take_out(sheet, names, alias, {id(each) for each, _ in moves}, mend)
    for alias, mend in moves:
        sheet.put(behind, behind, _new_lines(source, line, statement, alias, mend), mend)


def _in_place(sheet: Sheet, statement: cst.ImportFrom, moves: Sequence[tuple[cst.ImportAlias, Mend]]) -> None:
    """All names of a statement move together: only its module changes."""
    source = sheet.source
    prints = dict.fromkeys(one for _, mend in moves for one in mend.fingerprints)
    first = replace(moves[0][1], fingerprints=tuple(prints))
    assert statement.module is not None or statement.relative
    start = source.span(statement.relative[0] if statement.relative else statement.module)[0]  # type: ignore[arg-type]
    end = source.span(statement.module or statement.relative[-1])[1]
    sheet.put(start, end, first.what["module"], first)
    for alias, mend in moves:
        if mend.what["name"] != _old(alias):
            sheet.put(*source.span(alias), _spelled(alias, mend.what["name"]), first)


def _take_out(
    sheet: Sheet, names: Sequence[cst.ImportAlias], alias: cst.ImportAlias, moving: set[int], mend: Mend
) -> None:
    source = sheet.source
    start, end = source.span(alias)
    comma = source.span(alias.comma)[1] if isinstance(alias.comma, cst.Comma) else end
    line, behind = source.line_start(start), source.line_end(comma)
    rest = source.text(comma, behind).strip()
    position = names.index(alias)
    if not source.text(line, start).strip() and (not rest or rest.startswith("#")):
        sheet.put(line, behind, "", mend)
    elif any(id(each) not in moving for each in names[position + 1 :]):
        sheet.put(start, source.span(names[position + 1])[0], "", mend)
    else:
        before = max(place for place in range(position) if id(names[place]) not in moving)
        first = next(place for place in range(before + 1, len(names)))
        cut = source.span(names[before])[1] if position == first else source.span(names[position - 1])[1]
        sheet.put(cut, end, "", mend)


def _new_lines(source: Source, line: cst.CSTNode, statement: cst.ImportFrom, alias: cst.ImportAlias, mend: Mend) -> str:
    indent = source.indent(source.span(line)[0])
    new = f"from {mend.what['module']} import {_spelled(alias, mend.what['name'])}"
    lines = [new]
    if mend.gate:
        old = f"from {_module_text(statement)} import {source.code(alias)}"
        inner = step(source, line)
        lines = ["try:", f"{inner}{new}", "except ImportError:", f"{inner}{old}"]
    return "".join(f"{indent}{each}{source.newline}" for each in lines)


def _spelled(alias: cst.ImportAlias, name: str) -> str:
    """The new name, bound to what the file calls it."""
    bound = alias.evaluated_alias or _old(alias)
    return name if name == bound else f"{name} as {bound}"


def _old(alias: cst.ImportAlias) -> str:
    return alias.evaluated_name


def _module_text(statement: cst.ImportFrom) -> str:
    dots = "." * len(statement.relative)
    return dots + (cst.Module([]).code_for_node(statement.module) if statement.module is not None else "")
