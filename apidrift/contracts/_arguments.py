"""What a call passes: positionals, keywords, and what of it is certain."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from apidrift.contracts._atoms import UNKNOWN, ClassAtom, Instance, Lit, Prov, Value
from apidrift.contracts._items import iterate, known_items
from apidrift.contracts._operators import type_name
from apidrift.contracts._signatures import bare
from apidrift.contracts._values import Entry, FuncAtom, Mapping, Seq, join, literal
from apidrift.model.paths import Argument, Shape, Typed

if TYPE_CHECKING:
    from apidrift.contracts._interp import Interp
    from apidrift.model.contract import Guard

MAX_LITERAL = 200


@dataclass(slots=True)
class Arguments:
    """The arguments of one call as values."""

    positional: list[Value] = field(default_factory=list)
    keywords: dict[str, Value] = field(default_factory=dict)
    maybe: dict[str, Value] = field(default_factory=dict)
    gates: dict[str, tuple[Guard, ...]] = field(default_factory=dict)
    """The guards under which a keyword that is only sometimes passed was put into the mapping it comes from."""
    star: bool = False
    star_element: Value = ()
    double_star: bool = False
    spliced: bool = False
    """A parameter that gathers the enclosing function's own arguments is passed on."""

    def key(self) -> object:
        """Equal for equal arguments."""
        from apidrift.contracts._values import keys  # noqa: PLC0415

        return (
            tuple(map(keys, self.positional)),
            tuple((k, keys(v)) for k, v in self.keywords.items()),
            tuple((k, keys(v)) for k, v in self.maybe.items()),
            self.star,
            self.double_star,
        )

    def get(self, index: int, name: str = "") -> Value:
        """The argument at a position or by its keyword; nothing where it is not passed."""
        if index < len(self.positional):
            return self.positional[index]
        return self.keywords.get(name, ()) if name else ()

    def all(self) -> list[Value]:
        """Every value passed."""
        return [*self.positional, *self.keywords.values(), *self.maybe.values()]


def arguments(it: Interp, node: ast.Call) -> Arguments:
    """Evaluate a call's arguments."""
    found = Arguments()
    for part in node.args:
        if isinstance(part, ast.Starred):
            _star(it, found, part.value)
        else:
            found.positional.append(it.spread(part))
    for keyword in node.keywords:
        if keyword.arg is None:
            splat(found, it.eval(keyword.value))
            found.spliced = found.spliced or _is_spliced(it, keyword.value)
        else:
            found.keywords[keyword.arg] = it.spread(keyword.value)
    return found


def _is_spliced(it: Interp, node: ast.expr) -> bool:
    return any(isinstance(inner, ast.Name) and inner.id in it.spliced for inner in ast.walk(node))


def _star(it: Interp, found: Arguments, node: ast.expr) -> None:
    value = it.eval(node)
    found.spliced = found.spliced or _is_spliced(it, node)
    items = known_items(value)
    if items is not None and not found.star:
        found.positional += items
    else:
        found.star = True
        found.star_element = join(found.star_element, iterate(it, value, node))


def splat(found: Arguments, value: Value) -> None:
    """Pass a mapping's entries as keywords (`**value`)."""
    mappings = [atom for atom in value if isinstance(atom, Mapping)]
    others = [
        atom for atom in value if not isinstance(atom, Mapping) and not (isinstance(atom, Lit) and not atom.value)
    ]
    if others or not value or any(mapping.more for mapping in mappings):
        found.double_star = True
    for mapping in mappings:
        for key, entry in mapping.entries.items():
            if isinstance(key, str):
                target = found.keywords if entry.certain and len(value) == 1 else found.maybe
                target[key] = entry.value
                if target is found.maybe and entry.gates:
                    found.gates[key] = entry.gates


def shape_of(found: Arguments) -> Shape:
    """The call's shape for the contract."""
    return Shape(
        tuple(describe(value) for value in found.positional),
        {name: describe(value) for name, value in found.keywords.items()},
        tuple(sorted(name for name in found.maybe if name not in found.keywords)),
        star=found.star,
        double_star=found.double_star,
    )


def describe(value: Value) -> Argument:  # noqa: PLR0911 -- one return per kind of value
    """What is known of one argument."""
    found = literal(value)
    if found is not None:
        spelled = repr(found.value)
        return Argument(
            spelled if len(spelled) <= MAX_LITERAL else "",
            type(found.value).__name__ if found.value is not None else "None",
        )
    if len(value) == 1 and isinstance(value[0], Prov):
        node = value[0].node
        return Argument(type=node.root.type if isinstance(node.root, Typed) and node.parent is None else "")
    if len(value) == 1 and isinstance(value[0], Seq):
        return Argument(type=_sequence_type(value[0]))
    if len(value) == 1 and isinstance(value[0], ClassAtom):
        made = value[0].info.methods.get("__init__")
        takes = bare(made, drop_first=True) if made is not None else None
        return Argument(type=type_name(value), reads=value[0].info.wanting(), takes=takes)
    if len(value) == 1 and isinstance(value[0], FuncAtom) and value[0].made_by is None:
        return Argument(type=type_name(value), takes=bare(value[0].info, drop_first=value[0].receiver is not None))
    if len(value) == 1 and isinstance(value[0], Instance):
        return Argument(type=type_name(value), has=value[0].info.offers())
    return Argument(type=type_name(value))


def _sequence_type(seq: Seq) -> str:
    if seq.kind not in {"list", "tuple", "set"}:
        return ""
    if seq.kind == "tuple":
        if seq.items is None:
            return "tuple"
        inner = [type_name(item) or "Any" for item in seq.items]
        return f"tuple[{', '.join(inner)}]" if inner and any(name != "Any" for name in inner) else "tuple"
    element = type_name(seq.element)
    return f"{seq.kind}[{element}]" if element else seq.kind


def bind(found: Arguments, node: ast.arguments, *, skip_first: bool) -> dict[str, Value]:
    """What each parameter of a consumer's function receives from a call; those it leaves out are missing."""
    names = [a.arg for a in (*node.posonlyargs, *node.args)][1 if skip_first else 0 :]
    bound: dict[str, Value] = dict(zip(names, found.positional, strict=False))
    rest = tuple(found.positional[len(names) :])
    by_keyword = {*names, *(a.arg for a in node.kwonlyargs)}
    extra: dict[object, Entry] = {}
    for source, certain in ((found.keywords, True), (found.maybe, False)):
        for name, value in source.items():
            if name in by_keyword:
                bound[name] = join(bound.get(name, ()), value)
            else:
                extra[name] = Entry(value, certain)
    if found.star or found.double_star:
        for name in by_keyword - bound.keys():
            bound[name] = found.star_element or UNKNOWN
    if node.vararg:
        bound[node.vararg.arg] = (Seq("tuple", None if found.star else rest, join(found.star_element, *rest)),)
    if node.kwarg:
        bound[node.kwarg.arg] = (Mapping(extra, more=found.double_star),)
    return bound
