"""New statements in the layout of the block they go into."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

if TYPE_CHECKING:
    from apidrift.remedies._source import Source


def step(source: Source, line: cst.CSTNode) -> str:
    """One level of indentation, as the block around a statement has it."""
    around = source.parent(line)
    own = around.indent if isinstance(around, cst.IndentedBlock) else None
    return own or source.module.default_indent


def block(source: Source, line: cst.CSTNode, code: str, gate: str = "") -> str:
    """Lines of code, indented as a statement of the file, each ended as the file ends its lines."""
    indent = source.indent(source.span(line)[0])
    lines = code.strip("\n").split("\n")
    if gate:
        lines = [f"if {gate}:", *(step(source, line) + each for each in lines)]
    return "".join(f"{indent}{each}{source.newline}" if each else source.newline for each in lines)
