"""`__init__(self, …, *args, **kwargs)` that hands on to `super().__init__`: what reaches the end of the chain."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from apidrift.model.signature import Parameter, ParameterKind, Signature
from apidrift.surfaces._bodies import gather
from apidrift.surfaces._griffe import spell_expression
from apidrift.surfaces._text import dotted

if TYPE_CHECKING:
    from collections.abc import Callable

    from apidrift.surfaces._binding import FunctionNode
    from apidrift.surfaces._synthesis import Constructor

_ARGS = ParameterKind.VAR_POSITIONAL
_KWARGS = ParameterKind.VAR_KEYWORD
_KEYWORD = ParameterKind.KEYWORD_ONLY
_POSITIONAL = {ParameterKind.POSITIONAL_ONLY, ParameterKind.POSITIONAL_OR_KEYWORD}


@dataclass(slots=True)
class _Uses:
    """What a body does with its `**kwargs`."""

    taken: dict[str, str | None] = field(default_factory=dict)
    """Names it pops or reads, with their default as spelled; None: required."""
    popped: set[str] = field(default_factory=set)
    supplied: dict[str, str] = field(default_factory=dict)
    """Names it fills in before handing on."""
    unclear: bool = False


def forwarded(node: FunctionNode, own: Constructor, above: Callable[[], Constructor]) -> Constructor:
    """The effective constructor of a body with `*args` or `**kwargs`.

    Args:
        node: the method.
        own: its own signature.
        above: gives the constructor next in the chain.
    """
    uses = _kwargs_uses(node)
    call = _super_call(node)
    if call is None:
        return _closed(own, uses)
    base = above()
    if base.signature is None:
        base = replace(base, signature=Signature(), name=own.name)
    if base.opaque or uses.unclear:
        return replace(own, opaque=own.opaque or base.opaque or "what happens to its **kwargs is unclear")
    signature = _joined(own, base, call, node, uses)
    if signature is None:
        return replace(own, opaque=own.opaque or "how it hands on its arguments is unclear")
    name = base.name if any(k.arg is None for k in call.keywords) or call.args else own.name
    required = [p for p in own.signature.parameters if p.required] if own.signature else []
    found = replace(own, signature=signature, name=own.name if required else name, extra=base.extra, fields=base.fields)
    return replace(found, hands_on=base.hands_on)


def _closed(own: Constructor, uses: _Uses) -> Constructor:
    """`**kwargs` are kept: names known to be taken are listed before them."""
    if own.signature is None or not uses.taken:
        return own
    known = [p for p in own.signature.parameters if p.kind is not _KWARGS]
    rest = [p for p in own.signature.parameters if p.kind is _KWARGS]
    return replace(own, signature=replace_parameters(own.signature, [*known, *_taken(uses), *rest]))


def with_keywords(signature: Signature, names: tuple[str, ...]) -> Signature:
    """The signature with further optional keywords."""
    known = [p for p in signature.parameters if p.kind is not _KWARGS]
    rest = [p for p in signature.parameters if p.kind is _KWARGS]
    return replace_parameters(signature, [*known, *(Parameter(n, _KEYWORD, default="...") for n in names), *rest])


def replace_parameters(signature: Signature, parameters: list[Parameter]) -> Signature:
    """The signature with other parameters."""
    return Signature(tuple(parameters), signature.returns, signature.returns_type)


def _taken(uses: _Uses) -> list[Parameter]:
    return [Parameter(name, _KEYWORD, default=default) for name, default in uses.taken.items()]


def _super_call(node: FunctionNode) -> ast.Call | None:
    """The one call that hands `*args` or `**kwargs` to the next constructor."""
    found = [
        call
        for call in gather(node).calls
        if _is_super(call.func, node.name) and (_spreads(call, node.args.vararg) or _spreads(call, node.args.kwarg))
    ]
    return found[0] if len(found) == 1 else None


def _is_super(func: ast.expr, name: str) -> bool:
    match func:
        case ast.Attribute(value=ast.Call(func=ast.Name(id="super")), attr=attr):
            return attr == name
        case _:
            return False


def _spreads(call: ast.Call, parameter: ast.arg | None) -> bool:
    if parameter is None:
        return False
    stars = [a.value for a in call.args if isinstance(a, ast.Starred)]
    stars += [k.value for k in call.keywords if k.arg is None]
    return any(dotted(s) == parameter.arg for s in stars)


def _joined(own: Constructor, base: Constructor, call: ast.Call, node: FunctionNode, uses: _Uses) -> Signature | None:
    assert own.signature is not None
    assert base.signature is not None
    mine = [p for p in own.signature.parameters if p.kind not in {_ARGS, _KWARGS}]
    names = {p.name for p in mine}
    fixed = [a for a in call.args if not isinstance(a, ast.Starred)]
    if node.name == "__new__":
        fixed = fixed[1:]
    rest = list(base.signature.parameters)
    taken = [p for p in rest if p.kind in _POSITIONAL][: len(fixed)]
    passed = {k.arg for k in call.keywords if k.arg} | uses.popped | names
    rest = [p for p in rest if p not in taken and p.keyword not in passed]
    if not _spreads(call, node.args.vararg):
        rest = [_as_keyword(p) for p in rest if p.kind not in {_ARGS, ParameterKind.POSITIONAL_ONLY}]
    if not _spreads(call, node.args.kwarg):
        rest = [p for p in rest if p.kind not in {_KEYWORD, _KWARGS}]
    rest = [_supplied(p, uses) for p in rest]
    if not _spreads(call, node.args.vararg) and any(isinstance(a, ast.Starred) for a in call.args):
        # What it hands on is made of its own `*args`: it takes any number, and they fill what comes next.
        rest = [_changed(p, default=p.default or "...") if p.kind is _KEYWORD else p for p in rest]
        rest += [p for p in own.signature.parameters if p.kind is _ARGS]
    return _arranged(
        [*mine, *[p for p in _taken(uses) if p.name not in names and p.name not in {r.name for r in rest}]], rest
    )


def _as_keyword(parameter: Parameter) -> Parameter:
    if parameter.kind is _KWARGS:
        return parameter
    return _changed(parameter, kind=_KEYWORD)


def _supplied(parameter: Parameter, uses: _Uses) -> Parameter:
    if parameter.keyword in uses.supplied:
        return _changed(parameter, default=uses.supplied[parameter.keyword], value=None)
    return parameter


def _changed(parameter: Parameter, **changes: object) -> Parameter:
    import msgspec  # noqa: PLC0415 -- the model's base already loaded it

    return msgspec.structs.replace(parameter, **changes)


def _arranged(mine: list[Parameter], rest: list[Parameter]) -> Signature | None:
    """Own parameters first, each kind in its place. A required positional after an optional one cannot be written."""
    both = [*mine, *rest]
    order = [ParameterKind.POSITIONAL_ONLY, ParameterKind.POSITIONAL_OR_KEYWORD, _ARGS, _KEYWORD, _KWARGS]
    return Signature(tuple(p for kind in order for p in both if p.kind is kind))


def _kwargs_uses(node: FunctionNode) -> _Uses:
    uses = _Uses()
    if node.args.kwarg is None:
        return uses
    name = node.args.kwarg.arg
    facts = gather(node)
    for call in facts.calls:
        match call.func:
            case ast.Attribute(value=ast.Name(id=owner), attr=method) if owner == name:
                _method_use(method, call.args, uses)
    for target, _, value, _ in facts.assigns:
        match target:
            case ast.Subscript(value=ast.Name(id=owner), slice=ast.Constant(value=str() as key)) if owner == name:
                uses.supplied[key] = spell_expression(value) if value is not None else "..."
            case ast.Name(id=owner) if owner == name:
                uses.unclear = True
    for inner in ast.walk(ast.Module(body=node.body, type_ignores=[])):
        match inner:
            case ast.Subscript(value=ast.Name(id=owner), slice=ast.Constant(value=str() as key), ctx=ast.Load()) if (
                owner == name
            ):
                uses.taken.setdefault(key, None)
            case ast.Compare(
                left=ast.Constant(value=str() as key), ops=[ast.In() | ast.NotIn()], comparators=[ast.Name(id=owner)]
            ) if owner == name:
                # A test first: the name is optional whatever follows.
                uses.taken[key] = "..."
    return uses


def _method_use(method: str, args: list[ast.expr], uses: _Uses) -> None:
    match method, args:
        case "pop" | "get", [ast.Constant(value=str() as key), *default]:
            given = spell_expression(default[0]) if default else ("None" if method == "get" else None)
            if uses.taken.get(key) is None:
                uses.taken[key] = given
            if method == "pop":
                uses.popped.add(key)
        case "setdefault", [ast.Constant(value=str() as key), value]:
            uses.supplied[key] = spell_expression(value)
        case "update" | "pop" | "clear" | "popitem", _:
            uses.unclear = True
