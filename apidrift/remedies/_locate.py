"""From a place in the contract to the node it speaks of."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import libcst as cst

from apidrift.remedies._errors import CannotMendError

if TYPE_CHECKING:
    from apidrift.model.contract import Place
    from apidrift.remedies._source import Source

Statement: TypeAlias = cst.SimpleStatementLine | cst.BaseCompoundStatement


def call_at(source: Source, place: Place) -> cst.Call:
    """The call whose callee's last name stands at a place.

    Raises:
        CannotMendError: no call stands there.
    """
    offset = source.offset(place.line, place.column)
    for call in source.nodes(cst.Call):
        if source.span(_last_name(call.func))[0] == offset:
            return call
    raise CannotMendError(f"{place.path}:{place.line} holds no call")


def name_at(source: Source, place: Place) -> cst.Name:
    """The name at a place: an attribute's, an imported one, a variable.

    Raises:
        CannotMendError: no name stands there.
    """
    offset = source.offset(place.line, place.column)
    for name in source.nodes(cst.Name):
        if source.span(name)[0] == offset:
            return name
    raise CannotMendError(f"{place.path}:{place.line} holds no name")


def subscript_at(source: Source, place: Place) -> cst.Subscript:
    """The subscript whose object's last name stands at a place.

    Raises:
        CannotMendError: no subscript stands there.
    """
    offset = source.offset(place.line, place.column)
    for node in source.nodes(cst.Subscript):
        value = node.value.func if isinstance(node.value, cst.Call) else node.value
        if source.span(_last_name(value))[0] == offset:
            return node
    raise CannotMendError(f"{place.path}:{place.line} holds no subscript")


def class_by_base(source: Source, place: Place) -> cst.ClassDef:
    """The class that has the name at a place, or an attribute of that name, among its bases.

    Raises:
        CannotMendError: no base of a class stands there.
    """
    name = name_at(source, place)
    found = source.within(name, cst.ClassDef)
    if found is None or not any(source.within(name, cst.Arg) is each for each in found.bases):
        raise CannotMendError(f"line {place.line} names no base of a class")
    return found


def statement_of(source: Source, node: cst.CSTNode) -> cst.SimpleStatementLine:
    """The simple statement that a node stands in, on lines of its own.

    Raises:
        CannotMendError: it stands in the head of a compound statement, or shares its line with others.
    """
    found = source.within(node, cst.SimpleStatementLine)
    if found is None or source.within(node, cst.Lambda) is not None:
        raise CannotMendError(f"line {source.line_of(source.span(node)[0])} is no statement of its own")
    if not isinstance(source.parent(found), cst.IndentedBlock | cst.Module) or len(found.body) > 1:
        raise CannotMendError(f"line {source.line_of(source.span(node)[0])} shares its line with other statements")
    return found


def _last_name(node: cst.CSTNode) -> cst.CSTNode:
    return node.attr if isinstance(node, cst.Attribute) else node
