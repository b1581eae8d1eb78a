"""Which machinery makes a class's constructor, and with which settings."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from apidrift.model.symbols import Flavour
from apidrift.surfaces._literals import UNKNOWN, Ref
from apidrift.surfaces._scope import Scope
from apidrift.surfaces._text import dotted

if TYPE_CHECKING:
    from apidrift.surfaces._agent import Agent
    from apidrift.surfaces._binding import FunctionNode
    from apidrift.surfaces._classinfo import ClassInfo

MAKERS: dict[str, Flavour] = {
    "dataclasses.dataclass": Flavour.DATACLASS,
    "pydantic.dataclasses.dataclass": Flavour.PYDANTIC_DATACLASS,
    **dict.fromkeys(
        [
            "attr.s",
            "attr.attrs",
            "attr.attributes",
            "attr.define",
            "attr.frozen",
            "attr.mutable",
            "attr.dataclass",
            "attrs.define",
            "attrs.frozen",
            "attrs.mutable",
        ],
        Flavour.ATTRS,
    ),
}
"""Class decorators by qualified name."""

ROOTS: dict[str, Flavour] = {
    **dict.fromkeys(
        [
            "pydantic.BaseModel",
            "pydantic.main.BaseModel",
            "pydantic.v1.BaseModel",
            "pydantic.RootModel",
            "pydantic_settings.BaseSettings",
            "pydantic.BaseSettings",
            "sqlmodel.SQLModel",
            "pydantic.generics.GenericModel",
        ],
        Flavour.PYDANTIC,
    ),
    "msgspec.Struct": Flavour.MSGSPEC,
    "typing.NamedTuple": Flavour.NAMEDTUPLE,
    "typing_extensions.NamedTuple": Flavour.NAMEDTUPLE,
    "typing.TypedDict": Flavour.TYPEDDICT,
    "typing_extensions.TypedDict": Flavour.TYPEDDICT,
    **dict.fromkeys([f"enum.{n}" for n in ("Enum", "IntEnum", "StrEnum", "Flag", "IntFlag", "ReprEnum")], Flavour.ENUM),
}
"""Base classes from outside by qualified name."""

PROTOCOLS = frozenset({"typing.Protocol", "typing_extensions.Protocol"})
_TRANSFORMS = frozenset({"typing.dataclass_transform", "typing_extensions.dataclass_transform"})
_FROZEN = frozenset({"attr.frozen", "attrs.frozen"})


@dataclass(frozen=True, slots=True)
class Making:
    """How a class is made."""

    flavour: Flavour = Flavour.PLAIN
    maker: str = ""
    """Qualified name of the decorator or base that does it."""
    settings: dict[str, object] = field(default_factory=dict)
    """Evaluated keyword arguments (`kw_only`, `frozen`, `extra` …)."""
    inherited: bool = False
    """A base is made this way and the class itself is not decorated."""
    note: str = ""
    """Why this is not certain."""


class FlavourReader:
    """Finds how classes are made.

    Args:
        agent: the readers.
    """

    def __init__(self, agent: Agent) -> None:
        self.agent = agent
        self._makings: dict[str, Making] = {}
        self._decorators: dict[str, Making | None] = {}

    def making(self, info: ClassInfo) -> Making:
        """How a class itself is made, its bases considered."""
        if info.path not in self._makings:
            self._makings[info.path] = Making()
            self._makings[info.path] = self._making(info)
        return self._makings[info.path]

    def _making(self, info: ClassInfo) -> Making:
        for decorator in reversed(info.node.decorator_list):
            found = self._decorated(decorator, info)
            if found is not None:
                return found
        settings = self._settings(info.node.keywords, info.outer)
        for name in self.agent.classes.order_of(info):
            if name in ROOTS:
                return Making(
                    ROOTS[name],
                    name,
                    settings,
                    inherited=ROOTS[name] is Flavour.NAMEDTUPLE and name not in self._direct(info),
                )
            base = self.agent.classes.info(name)
            if base is not None and (marked := self._transforming_base(base)) is not None:
                return Making(marked.flavour, name, {**marked.settings, **settings}, note=marked.note)
        if PROTOCOLS & self._direct(info):
            return Making(Flavour.PROTOCOL)
        return Making()

    @staticmethod
    def _direct(info: ClassInfo) -> frozenset[str]:
        return frozenset(base.path for base in info.bases)

    def _settings(self, keywords: list[ast.keyword], scope: Scope) -> dict[str, object]:
        found: dict[str, object] = {}
        for keyword in keywords:
            if keyword.arg is not None:
                found[keyword.arg] = self.agent.evaluator.evaluate(keyword.value, scope.unit)
        return found

    # Decorators ------------------------------------------------------------------------------------------------------

    def _decorated(self, node: ast.expr, info: ClassInfo) -> Making | None:
        path = self.agent.decorators.name(node, info.outer)
        keywords = node.keywords if isinstance(node, ast.Call) else []
        settings = self._config(keywords, info.outer)
        if path in MAKERS:
            frozen: dict[str, object] = {"frozen": True} if path in _FROZEN else {}
            return Making(MAKERS[path], path, {**frozen, **settings})
        inner = self._in_tree(path)
        if inner is None:
            return None
        return Making(inner.flavour, path, {**inner.settings, **settings}, note=inner.note)

    def _config(self, keywords: list[ast.keyword], scope: Scope) -> dict[str, object]:
        """Keyword arguments with a pydantic `config=` spread out."""
        settings = self._settings(keywords, scope)
        for keyword in keywords:
            if keyword.arg == "config":
                settings.update(self.config_values(keyword.value, scope))
        return settings

    def config_values(self, node: ast.expr, scope: Scope, local: FunctionNode | None = None) -> dict[str, object]:
        """The settings in `ConfigDict(…)`, `dict(…)`, a display, or a name that holds one."""
        match node:
            case ast.Call(keywords=keywords):
                return self._settings(keywords, scope)
            case ast.Dict(keys=keys, values=values):
                pairs = zip(keys, values, strict=True)
                return {
                    str(k.value): self.agent.evaluator.evaluate(v, scope.unit)
                    for k, v in pairs
                    if isinstance(k, ast.Constant)
                }
            case ast.Name(id=name) if local is not None:
                assigned = [
                    s.value for s in ast.walk(local) if isinstance(s, ast.Assign) and dotted(s.targets[0]) == name
                ]
                return self.config_values(assigned[0], scope, local) if assigned else {}
            case ast.Name() | ast.Attribute():
                target = self.agent.world.follow(scope.node_path(node))
                value = target.binding.value if target.binding and not target.rest else None
                if value is not None and target.unit is not None and not isinstance(value, ast.Name):
                    return self.config_values(value, Scope(self.agent.world, target.unit))
        return {}

    def _in_tree(self, path: str) -> Making | None:
        """A decorator of the provider: it delegates to a known one, or says `dataclass_transform`."""
        if path not in self._decorators:
            self._decorators[path] = None
            target = self.agent.world.follow(path)
            node = target.binding.node if target.binding and not target.rest else None
            if isinstance(node, ast.FunctionDef) and target.unit is not None:
                nodes: list[FunctionNode] = [*target.binding.overloads, node] if target.binding else [node]
                self._decorators[path] = self._analyse(node, nodes, Scope(self.agent.world, target.unit))
        return self._decorators[path]

    def _analyse(self, node: FunctionNode, definitions: list[FunctionNode], scope: Scope) -> Making | None:
        found = self._delegated(node, scope)
        if found is not None:
            return found
        for definition in definitions:
            if (marked := self._transform(definition.decorator_list, scope)) is not None:
                return marked
        return None

    def _delegated(self, node: FunctionNode, scope: Scope) -> Making | None:
        subjects = _parameters(node)
        for call in (n for n in ast.walk(node) if isinstance(n, ast.Call)):
            inner, keywords = call, list(call.keywords)
            if isinstance(call.func, ast.Call):
                inner, keywords = call.func, [*call.func.keywords]
            path = scope.node_path(inner.func)
            if path in MAKERS and (any(dotted(a) in subjects for a in call.args) or inner is not call or not call.args):
                return Making(MAKERS[path], path, self._local_settings(keywords, scope, node))
        return None

    def _local_settings(self, keywords: list[ast.keyword], scope: Scope, node: FunctionNode) -> dict[str, object]:
        settings: dict[str, object] = {}
        for keyword in keywords:
            if keyword.arg == "config":
                settings.update(self.config_values(keyword.value, scope, node))
            elif keyword.arg is not None:
                settings[keyword.arg] = self.agent.evaluator.evaluate(keyword.value, scope.unit)
        # A parameter handed on (`frozen=frozen`) has its own default until the caller says otherwise.
        for name, default in _defaults(node).items():
            if settings.get(name) is UNKNOWN:
                settings[name] = self.agent.evaluator.evaluate(default, scope.unit)
        return settings

    # dataclass_transform ---------------------------------------------------------------------------------------------

    def _transform(self, decorators: list[ast.expr], scope: Scope) -> Making | None:
        for decorator in decorators:
            if self.agent.decorators.name(decorator, scope) in _TRANSFORMS:
                keywords = decorator.keywords if isinstance(decorator, ast.Call) else []
                given = self._settings(keywords, scope)
                settings = {
                    n: given[f"{n}_default"] for n in ("kw_only", "frozen", "eq", "order") if f"{n}_default" in given
                }
                return Making(
                    Flavour.DATACLASS, "dataclass_transform", settings, note="made by code marked dataclass_transform"
                )
        return None

    def _transforming_base(self, base: ClassInfo) -> Making | None:
        marked = self._transform(base.node.decorator_list, base.outer)
        if marked is not None:
            return marked
        for keyword in base.node.keywords:
            if keyword.arg == "metaclass":
                meta = self.agent.classes.info(base.outer.node_path(keyword.value))
                if meta is not None:
                    return self._transform(meta.node.decorator_list, meta.outer)
        return None


def flag(making: Making, name: str, *, default: bool = False) -> bool:
    """A boolean setting."""
    value = making.settings.get(name, default)
    return value if isinstance(value, bool) else default


def text_setting(settings: dict[str, object], name: str) -> str:
    """A setting that is a word; also when spelled as a member (`Extra.forbid`)."""
    value = settings.get(name)
    if isinstance(value, Ref):
        return value.path.rpartition(".")[2]
    return value if isinstance(value, str) else ""


def _parameters(node: FunctionNode) -> set[str]:
    names: set[str] = set()
    for inner in ast.walk(node):
        if isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            names |= {a.arg for a in [*inner.args.posonlyargs, *inner.args.args]}
    return names


def _defaults(node: FunctionNode) -> dict[str, ast.expr]:
    plain = [*node.args.posonlyargs, *node.args.args]
    found = dict(zip([a.arg for a in plain[len(plain) - len(node.args.defaults) :]], node.args.defaults, strict=True))
    found.update({a.arg: d for a, d in zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True) if d is not None})
    return found
