"""Values of expressions other than calls, and the uses met while evaluating them."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

from apidrift.contracts._attributes import attribute
from apidrift.contracts._env import reference
from apidrift.contracts._interp import Interp
from apidrift.contracts._values import (
    NONE,
    UNKNOWN,
    ClassAtom,
    Entry,
    Ext,
    FuncAtom,
    Lit,
    Mapping,
    Prov,
    Seq,
    TypeForm,
    Unknown,
    Value,
    Wrapped,
    join,
    literal,
    providers,
)
from apidrift.contracts._values import Version as VersionAtom
from apidrift.model import contract as c
from apidrift.model.paths import Attr, Awaited, Imported, Item, Iterated

if TYPE_CHECKING:
    from apidrift.contracts._tests import Verdict

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
DOTTED = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*){2,}")


def spread(node: ast.expr, it: Interp) -> Value:
    """Evaluate an expression whose value is put to use as it is: reading an imported name is then a use."""
    value = it.eval(node)
    if isinstance(node, ast.Name):
        for atom in providers(value):
            if atom.node.parent is None and isinstance(atom.node.root, Imported) and atom.node.root.name:
                owner = it.imported(atom.node.root.module)
                it.emit(c.Read(atom.node.root.name), (Prov(owner.node, atom.guards),), node)
    return value


def _constant(it: Interp, node: ast.expr) -> Value:
    assert isinstance(node, ast.Constant)
    value = node.value
    if isinstance(value, str) and it.world.project.is_provider(value.partition(".")[0]) and DOTTED.fullmatch(value):
        named(it, node, value)
    if value is Ellipsis or (isinstance(value, str | bytes) and len(value) > 400):  # noqa: PLR2004 -- no one's name
        return (Unknown("" if value is Ellipsis else type(value).__name__),)
    return (Lit(value),)


def named(it: Interp, node: ast.expr, value: str) -> None:
    """Record a provider name inside a string."""
    if not (it.quiet or it.inline_depth):
        place = (node.lineno, node.col_offset, node.end_lineno or 0, node.end_col_offset or 0)
        it.record(c.Named("dotted", value), [], place, it.guards)


def _name(it: Interp, node: ast.expr) -> Value:
    assert isinstance(node, ast.Name)
    return it.lookup(node.id)


def _attribute(it: Interp, node: ast.expr) -> Value:
    assert isinstance(node, ast.Attribute)
    owner = it.eval(node.value)
    found = attribute(it, owner, node.attr, node)
    narrowed = it.env.get(reference(node))
    return narrowed or found


def _joined(it: Interp, node: ast.expr) -> Value:
    for part in ast.iter_child_nodes(node):
        if isinstance(part, ast.FormattedValue):
            spread(part.value, it)
    return (Unknown("str"),)


def _items(it: Interp, nodes: list[ast.expr]) -> tuple[tuple[Value, ...] | None, Value]:
    items: list[Value] = []
    exact, element = True, ()
    for node in nodes:
        if isinstance(node, ast.Starred):
            value = it.eval(node.value)
            known = known_items(value)
            if known is None:
                exact, element = False, join(element, iterate(it, value, node.value))
            else:
                items += known
        else:
            items.append(spread(node, it))
    return (tuple(items), ()) if exact else (None, join(element, *items))


def known_items(value: Value) -> tuple[Value, ...] | None:
    """The items, where the value is one sequence of known length."""
    if len(value) == 1 and isinstance(value[0], Seq) and value[0].kind != "set":
        return value[0].items
    return None


def _display(it: Interp, node: ast.expr) -> Value:
    assert isinstance(node, ast.Tuple | ast.List | ast.Set)
    items, element = _items(it, node.elts)
    return (Seq(type(node).__name__.lower(), items, element),)


def _dict(it: Interp, node: ast.expr) -> Value:
    assert isinstance(node, ast.Dict)
    entries: dict[object, Entry] = {}
    more, element = False, ()
    for key, item in zip(node.keys, node.values, strict=True):
        value = spread(item, it)
        if key is None:
            more = fold_mapping(entries, value) or more
            continue
        constant = mapping_key(spread(key, it))
        if constant is None:
            more, element = True, join(element, value)
        else:
            entries[constant] = Entry(value)
    return (Mapping(entries, more=more, element=element),)


def mapping_key(value: Value) -> object:
    """The key of a dictionary as something hashable: a constant, or an enum member's path; None: not known."""
    found = literal(value)
    if found is not None:
        return found.value
    if len(value) == 1 and isinstance(value[0], Prov):
        return value[0].node
    return None


def fold_mapping(entries: dict[object, Entry], value: Value) -> bool:
    """Put a dictionary's entries over others, as `{**a}` and `update` do. Returns whether unknown keys may come."""
    mappings = [atom for atom in value if isinstance(atom, Mapping)]
    others = [atom for atom in value if not isinstance(atom, Mapping) and not (isinstance(atom, Lit) and not atom.value)]
    for key, entry in (pair for mapping in mappings for pair in mapping.entries.items()):
        certain = entry.certain and not others and len(value) == 1
        if certain:
            entries[key] = entry
        else:
            before = entries.get(key)
            entries[key] = Entry(join(before.value, entry.value) if before else entry.value, bool(before and before.certain))
    return bool(others) or not value or any(mapping.more for mapping in mappings)


def _subscript(it: Interp, node: ast.expr) -> Value:
    assert isinstance(node, ast.Subscript)
    owner = it.eval(node.value)
    form = _type_form(it, owner, node)
    if form is not None:
        return form
    index = ":" if isinstance(node.slice, ast.Slice) else ""
    key = it.eval(node.slice) if index else spread(node.slice, it)
    found = literal(key)
    spelled = index or (repr(found.value) if found else "")
    it.emit(c.Subscript(spelled), owner, node.value)
    parts: list[Value] = [it.step(owner, Item(spelled))]
    parts += [_item_of(it, atom, key, spelled) for atom in owner if not isinstance(atom, Prov)]
    return it.env.get(f"{reference(node.value)}[{spelled}]") or join(*parts) or UNKNOWN


def _type_form(it: Interp, owner: Value, node: ast.Subscript) -> Value | None:
    from apidrift.contracts._annotations import generic  # noqa: PLC0415 -- type expressions are rare outside annotations

    if len(owner) == 1 and isinstance(owner[0], Ext | ClassAtom):
        return generic(it, owner[0], node)
    return None


def _item_of(it: Interp, atom: object, key: Value, spelled: str) -> Value:
    match atom:
        case Seq(items=items, element=element, kind=kind):
            if spelled == ":":
                return (Seq(kind, None, element),)
            found = literal(key)
            if items is not None and found and isinstance(found.value, int) and -len(items) <= found.value < len(items):
                return items[found.value]
            return element
        case Mapping() as mapping:
            _note_dispatch(it, mapping, key)
            constant = mapping_key(key)
            entry = mapping.entries.get(constant) if constant is not None else None
            return entry.value if entry else mapping.any_value()
        case Ext(name=name) if name == "sys.version_info":
            return (Ext(name if spelled == ":" else f"{name}[{spelled}]"),)
        case VersionAtom(distribution=name, parts=0, part=part):
            return (VersionAtom(name, 0, f"{part}[{spelled}]"),) if spelled != ":" else (VersionAtom(name, 99, part),)
        case _:
            return ()


def _note_dispatch(it: Interp, mapping: Mapping, key: Value) -> None:
    """A table indexed by each element of a provider iterable must know every element."""
    if mapping.more or not mapping.entries or it.inline_depth:
        return
    for atom in providers(key):
        node = atom.node
        if node.parent is not None and isinstance(node.step, Attr) and node.step.name in {"name", "value"}:
            node = node.parent
        if node.parent is not None and isinstance(node.step, Iterated):
            known = it.world.iterated.setdefault(id(node.parent.path()), {})
            for entry in mapping.entries:
                known[_key_name(entry)] = None


def _key_name(key: object) -> str:
    if isinstance(key, str):
        return key
    step = getattr(key, "step", None)
    return step.name if isinstance(step, Attr) else repr(key)


def iterate(it: Interp, value: Value, node: ast.expr, *, is_async: bool = False) -> Value:
    """What iterating gives, element by element; the use of it is recorded."""
    it.emit(c.Iterate(is_async), value, node)
    parts: list[Value] = [it.step(value, Iterated())]
    for atom in value:
        match atom:
            case Seq(element=element):
                parts.append(element)
            case Mapping(entries=entries):
                parts += [(Lit(key),) if not hasattr(key, "step") else UNKNOWN for key in entries]
            case Wrapped(kind="iterate", value=inner):
                parts.append(inner)
            case Prov():
                pass
            case _:
                from apidrift.contracts._calls import special  # noqa: PLC0415 -- consumer iterators are rare

                parts.append(special(it, atom, "__aiter__" if is_async else "__iter__"))
    return join(*parts) or UNKNOWN


def _await(it: Interp, node: ast.expr) -> Value:
    assert isinstance(node, ast.Await)
    return awaited(it, it.eval(node.value), node.value)


def awaited(it: Interp, value: Value, node: ast.expr) -> Value:
    """What awaiting gives; the use of it is recorded."""
    it.emit(c.Await(), value, node)
    inner = [atom.value for atom in value if isinstance(atom, Wrapped) and atom.kind == "await"]
    return join(it.step(value, Awaited()), *inner) or UNKNOWN


def operand(value: Value) -> str:
    """The other side of an operator, where it is a constant."""
    found = literal(value)
    return repr(found.value) if found else ""


def _binary(it: Interp, node: ast.expr) -> Value:
    chain: list[ast.BinOp] = []
    while isinstance(node, ast.BinOp):
        chain.append(node)
        node = node.left
    value = spread(node, it)
    for link in reversed(chain):
        value = _combine(it, link, value, spread(link.right, it))
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
    value = spread(node.operand, it)
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


def _walrus(it: Interp, node: ast.expr) -> Value:
    assert isinstance(node, ast.NamedExpr)
    value = it.eval(node.value)
    if isinstance(node.target, ast.Name):
        it.bind(node.target.id, value)
    return value


def _starred(it: Interp, node: ast.expr) -> Value:
    assert isinstance(node, ast.Starred)
    return iterate(it, it.eval(node.value), node.value)


def _slice(it: Interp, node: ast.expr) -> Value:
    for part in ast.iter_child_nodes(node):
        if isinstance(part, ast.expr):
            spread(part, it)
    return UNKNOWN


def _yield(it: Interp, node: ast.expr) -> Value:
    assert isinstance(node, ast.Yield)
    it.yielded = join(it.yielded, spread(node.value, it) if node.value else NONE)
    return UNKNOWN


def _yield_from(it: Interp, node: ast.expr) -> Value:
    assert isinstance(node, ast.YieldFrom)
    it.yielded = join(it.yielded, iterate(it, it.eval(node.value), node.value))
    return UNKNOWN


Interp.EVAL.update(
    {
        ast.Constant: _constant,
        ast.Name: _name,
        ast.Attribute: _attribute,
        ast.JoinedStr: _joined,
        ast.Tuple: _display,
        ast.List: _display,
        ast.Set: _display,
        ast.Dict: _dict,
        ast.Subscript: _subscript,
        ast.Await: _await,
        ast.BinOp: _binary,
        ast.UnaryOp: _unary,
        ast.Compare: _compare,
        ast.BoolOp: _boolean,
        ast.IfExp: _conditional,
        ast.NamedExpr: _walrus,
        ast.Starred: _starred,
        ast.Slice: _slice,
        ast.Yield: _yield,
        ast.YieldFrom: _yield_from,
    }
)
