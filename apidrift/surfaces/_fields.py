"""Fields of data-like classes as their bodies declare them, before any inheritance."""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from apidrift.model.symbols import Flavour
from apidrift.surfaces._griffe import spell_expression
from apidrift.surfaces._text import dotted, spell

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.surfaces._agent import Agent
    from apidrift.surfaces._classinfo import ClassInfo

SPECIFIERS = frozenset(
    [
        "dataclasses.field",
        "pydantic.Field",
        "pydantic.fields.Field",
        "pydantic.PrivateAttr",
        "pydantic.fields.PrivateAttr",
        "msgspec.field",
        "attr.ib",
        "attr.attrib",
        "attr.field",
        "attrs.field",
        "pydantic.v1.Field",
        "sqlmodel.Field",
    ]
)
_PYDANTIC = frozenset({"pydantic_core.PydanticUndefined", "pydantic.fields.Undefined", "..."})
_NO_DEFAULT: dict[Flavour, frozenset[str]] = {
    Flavour.DATACLASS: frozenset({"dataclasses.MISSING"}),
    Flavour.ATTRS: frozenset({"attr.NOTHING", "attrs.NOTHING"}),
    Flavour.MSGSPEC: frozenset({"msgspec.NODEFAULT"}),
    Flavour.PYDANTIC: _PYDANTIC,
    Flavour.PYDANTIC_DATACLASS: _PYDANTIC | {"dataclasses.MISSING"},
}
"""What each machinery takes for "no default"; to any other it is a value like all (`...` in a data class)."""


@dataclass(frozen=True, slots=True)
class Field:
    """One field."""

    name: str
    annotation: str = ""
    type: str = ""
    default: str | None = None
    value: str | None = None
    init: bool = True
    kw_only: bool | None = None
    alias: str = ""
    factory: bool = False
    """The default is made anew each time; a data class leaves nothing of it on the class."""
    initvar: bool = False
    classvar: bool = False
    """No field at all, but a data class keeps its place for a subclass that makes it one."""
    line: int = 0
    note: str = ""
    """Why the field is not certain."""


def declared(info: ClassInfo) -> Iterator[tuple[str, ast.AnnAssign]]:
    """The annotated names of a class body, in the order of their first annotation."""
    seen: dict[str, ast.AnnAssign] = {}
    for node in _statements(info.node.body):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            # A later annotation replaces the type and keeps the place.
            seen[node.target.id] = node
    yield from seen.items()


def _statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    for node in body:
        if isinstance(node, ast.If | ast.Try | ast.With):
            for name in ("body", "orelse", "handlers", "finalbody"):
                for part in getattr(node, name, ()):
                    yield from _statements(part.body if isinstance(part, ast.ExceptHandler) else [part])
        else:
            yield node


def head_path(node: ast.expr, info: ClassInfo) -> str:
    """The qualified name an annotation begins with, `Annotated[X, …]` taken off."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        try:
            node = ast.parse(node.value.strip(), mode="eval").body
        except SyntaxError:
            return ""
    head = node.value if isinstance(node, ast.Subscript) else node
    path = info.scope.node_path(head)
    if path.endswith(".Annotated") and isinstance(node, ast.Subscript):
        inner = node.slice.elts[0] if isinstance(node.slice, ast.Tuple) else node.slice
        return head_path(inner, info)
    return path


def is_class_variable(node: ast.expr, info: ClassInfo) -> bool:
    """Whether an annotation says `ClassVar`."""
    return head_path(node, info) in {"typing.ClassVar", "typing_extensions.ClassVar"}


def plain_field(agent: Agent, info: ClassInfo, name: str, node: ast.AnnAssign, flavour: Flavour) -> Field:
    """A field with what its annotation and its value in the class body say."""
    annotation = spell_expression(node.annotation)
    if isinstance(node.annotation, ast.Constant) and isinstance(node.annotation.value, str):
        annotation = node.annotation.value
    type_ = agent.types.read(node.annotation, info.scope)
    field = Field(mangled(info, name), annotation, type_, line=node.lineno)
    field = replace(field, initvar=head_path(node.annotation, info) == "dataclasses.InitVar")
    value = class_value(info, name)
    if value is None:
        value = _annotated_default(node.annotation, info)
        return field if value is None else specified(agent, info, field, value, flavour)
    return with_value(agent, info, field, value, flavour)


def mangled(info: ClassInfo, name: str) -> str:
    """A private name as the class body stores it (`__x` is `_T__x`)."""
    if name.startswith("__") and not name.endswith("__"):
        return f"_{info.node.name.lstrip('_')}{name}"
    return name


def class_value(info: ClassInfo, name: str) -> ast.expr | None:
    """What the class body finally gives a name; None if nothing or not an expression."""
    entry = info.entries.get(name)
    return entry.runtime[0].value if entry and entry.runtime else None


def _annotated_default(node: ast.expr, info: ClassInfo) -> ast.Call | None:
    """The `Field(…)` inside `Annotated[X, Field(…)]`."""
    match node:
        case ast.Subscript(value=head, slice=ast.Tuple(elts=[_, *metadata])) if dotted(head).endswith("Annotated"):
            calls = [m for m in metadata if isinstance(m, ast.Call) and info.scope.node_path(m.func) in SPECIFIERS]
            return calls[0] if calls else None
        case _:
            return None


def with_value(agent: Agent, info: ClassInfo, field: Field, value: ast.expr, flavour: Flavour) -> Field:
    """The field, given what stands at the right of its `=`."""
    if isinstance(value, ast.Call) and is_specifier(agent, info, value):
        return specified(agent, info, field, value, flavour)
    if _is_no_default(info, value, flavour):
        return field
    spelled = spell_expression(value)
    return replace(
        field, default=spelled, value=_differing(agent.default_value(value, info.scope, agent.env(info)), spelled)
    )


def is_specifier(agent: Agent, info: ClassInfo, call: ast.Call) -> bool:
    """Whether a call describes a field rather than giving its default."""
    path = info.scope.node_path(call.func)
    if path in SPECIFIERS:
        return True
    target = agent.world.follow(path) if path else None
    node = target.binding.node if target and target.binding and not target.rest else None
    if not isinstance(node, ast.FunctionDef):
        return False
    # An in-tree helper (`def param(default=…): return field(default=default)`) is one too.
    return any(
        isinstance(n, ast.Return)
        and isinstance(n.value, ast.Call)
        and spell(n.value.func).rpartition(".")[2] in {"field", "Field"}
        for n in ast.walk(node)
    )


def specified(agent: Agent, info: ClassInfo, field: Field, call: ast.Call, flavour: Flavour) -> Field:
    """The field, given its specifier's call."""
    keywords = {k.arg: k.value for k in call.keywords if k.arg}
    path = info.scope.node_path(call.func)
    positional = call.args[0] if call.args and path != "dataclasses.field" else None
    default = keywords.get("default", positional)
    factory = keywords.get("default_factory") or keywords.get("factory")
    spelled = spell_expression(call)
    field = _marked(agent, info, field, keywords)
    if factory is not None:
        return replace(field, default=spelled, value=factory_value(agent, info, factory), factory=True)
    if default is None or _is_no_default(info, default, flavour):
        return field
    if (
        isinstance(default, ast.Call)
        and info.scope.node_path(default.func) in {"attr.Factory", "attrs.Factory"}
        and default.args
    ):
        return replace(field, default=spelled, value=factory_value(agent, info, default.args[0]))
    return replace(field, default=spelled, value=agent.default_value(default, info.scope, agent.env(info)))


def _is_no_default(info: ClassInfo, value: ast.expr, flavour: Flavour) -> bool:
    spelled = "..." if isinstance(value, ast.Constant) and value.value is Ellipsis else info.scope.node_path(value)
    return spelled in _NO_DEFAULT.get(flavour, ())


def _marked(agent: Agent, info: ClassInfo, field: Field, keywords: dict[str, ast.expr]) -> Field:
    """The field with what its specifier says about its place in the constructor."""
    for name in ("init", "kw_only"):
        if name not in keywords:
            continue
        value = agent.evaluator.evaluate(keywords[name], info.unit)
        if isinstance(value, bool):
            field = replace(field, init=value) if name == "init" else replace(field, kw_only=value)
        elif value is not None:
            field = replace(field, note=f"{name} of a field is computed")
    alias = keywords.get("validation_alias") or keywords.get("alias")
    if alias is not None:
        value = agent.evaluator.evaluate(alias, info.unit)
        if isinstance(value, str):
            field = replace(field, alias=value)
        elif value is not None:
            field = replace(field, note="an alias is computed")
    return field


def factory_value(agent: Agent, info: ClassInfo, factory: ast.expr) -> str | None:
    """What a default factory gives, as a canonical literal."""
    if isinstance(factory, ast.Lambda):
        return agent.default_value(factory.body, info.scope, agent.env(info))
    path = info.scope.node_path(factory)
    empty = {
        "list": "[]",
        "dict": "{}",
        "set": "set()",
        "tuple": "()",
        "frozenset": "frozenset()",
        "str": "''",
        "int": "0",
        "bool": "False",
        "float": "0.0",
    }
    return empty.get(path) or (f"{path}()" if path else None)


def _differing(value: str | None, spelled: str) -> str | None:
    return None if value == spelled else value
