"""Operators: arithmetic, unions of types, boolean and conditional expressions."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from apidrift.contracts._atoms import UNKNOWN, Lit, Unknown, Value
from apidrift.contracts._interp import Interp
from apidrift.contracts._values import Entry, FuncAtom, Mapping, Seq, TypeForm, join, literal, providers
from apidrift.model import contract as c

if TYPE_CHECKING:
    from apidrift.contracts._verdicts import Verdict
from apidrift.contracts._items import (
    fold_mapping,
    known_items,
)

OPERATORS: dict[type, str] = {
    ast.Add: "__add__",
    ast.Sub: "__sub__",
    ast.Mult: "__mul__",
    ast.Div: "__truediv__",
    ast.FloorDiv: "__floordiv__",
    ast.Mod: "__mod__",
    ast.Pow: "__pow__",
    ast.MatMult: "__matmul__",
    ast.LShift: "__lshift__",
    ast.RShift: "__rshift__",
    ast.BitAnd: "__and__",
    ast.BitOr: "__or__",
    ast.BitXor: "__xor__",
    ast.Eq: "__eq__",
    ast.NotEq: "__ne__",
    ast.Lt: "__lt__",
    ast.LtE: "__le__",
    ast.Gt: "__gt__",
    ast.GtE: "__ge__",
    ast.In: "__contains__",
    ast.NotIn: "__contains__",
    ast.USub: "__neg__",
    ast.UAdd: "__pos__",
    ast.Invert: "__invert__",
}


def operand(value: Value) -> str:
    """The other side of an operator, where it is a constant."""
    found = literal(value)
    return repr(found.value) if found else ""


def _binary(it: Interp, node: ast.expr) -> Value:
    chain: list[ast.BinOp] = []
    while isinstance(node, ast.BinOp):
        chain.append(node)
        node = node.left
    value = it.spread(node)
    for link in reversed(chain):
        value = _combine(it, link, value, it.spread(link.right))
    return value


def _combine(it: Interp, link: ast.BinOp, left: Value, right: Value) -> Value:
    if isinstance(link.op, ast.BitOr) and (form := _union(it, left, right)) is not None:
        return form
    method = OPERATORS[type(link.op)]
    it.emit(c.Operate(method, operand(right)), left, link.left)
    if not providers(left):
        it.emit(c.Operate(f"__r{method[2:]}", operand(left)), right, link.right)
    return _arithmetic(link.op, left, right)


def _union(it: Interp, left: Value, right: Value) -> Value | None:
    from apidrift.contracts._annotations import instances, is_type  # noqa: PLC0415

    if is_type(left) and is_type(right):
        return (TypeForm(join(instances(it, left), instances(it, right))),)
    return None


def _arithmetic(op: ast.operator, left: Value, right: Value) -> Value:
    if isinstance(op, ast.Add):
        one, two = known_items(left), known_items(right)
        if one is not None and two is not None and isinstance(left[0], Seq):
            return (Seq(left[0].kind, (*one, *two)),)
    if isinstance(op, ast.BitOr):
        entries: dict[object, Entry] = {}
        if any(isinstance(atom, Mapping) for atom in left):
            more = fold_mapping(entries, left)
            return (Mapping(entries, more=fold_mapping(entries, right) or more),)
    sequences = [atom for atom in (*left, *right) if isinstance(atom, Seq)]
    if sequences:
        return (Seq(sequences[0].kind, None, join(*(atom.element for atom in sequences))),)
    if isinstance(left[:1] and left[0], Lit | Unknown):
        kind = type_name(left)
        return (Unknown(kind if kind == type_name(right) else ""),)
    return UNKNOWN


def type_name(value: Value) -> str:
    """The builtin type all alternatives share; empty: not known."""
    names = {_atom_type(atom) for atom in value}
    return names.pop() if len(names) == 1 else ""


def _atom_type(atom: object) -> str:
    match atom:
        case Lit(value=value):
            return type(value).__name__ if value is not None else "None"
        case Unknown(type=name):
            return name
        case Seq(kind=kind):
            return kind if kind in {"list", "tuple", "set"} else ""
        case Mapping():
            return "dict"
        case FuncAtom():
            return ""
        case _:
            return ""


def _unary(it: Interp, node: ast.expr) -> Value:
    assert isinstance(node, ast.UnaryOp)
    if isinstance(node.op, ast.Not):
        return _verdict(it, node).as_value()
    value = it.spread(node.operand)
    found = literal(value)
    if found and isinstance(node.op, ast.USub) and isinstance(found.value, int | float):
        return (Lit(-found.value),)
    it.emit(c.Operate(OPERATORS[type(node.op)]), value, node.operand)
    return (Unknown(type_name(value)),)


def _verdict(it: Interp, node: ast.expr) -> Verdict:
    from apidrift.contracts._tests import test  # noqa: PLC0415 -- tests evaluate expressions in turn

    return test(it, node)


def _compare(it: Interp, node: ast.expr) -> Value:
    return _verdict(it, node).as_value()


def _boolean(it: Interp, node: ast.expr) -> Value:
    assert isinstance(node, ast.BoolOp)
    from apidrift.contracts._tests import boolean_value  # noqa: PLC0415

    return boolean_value(it, node)


def _conditional(it: Interp, node: ast.expr) -> Value:
    assert isinstance(node, ast.IfExp)
    from apidrift.contracts._tests import branch_value  # noqa: PLC0415

    verdict = _verdict(it, node.test)
    return join(
        branch_value(it, node.body, verdict.true, verdict.narrow_true),
        branch_value(it, node.orelse, verdict.false, verdict.narrow_false),
    )


Interp.EVAL.update(
    {
        ast.BinOp: _binary,
        ast.UnaryOp: _unary,
        ast.Compare: _compare,
        ast.BoolOp: _boolean,
        ast.IfExp: _conditional,
    }
)
