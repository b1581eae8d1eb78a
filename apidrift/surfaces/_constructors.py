"""The constructor a caller meets: spelled out, inherited, synthesised, or at the end of a chain that forwards."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import TYPE_CHECKING

from apidrift.model.signature import Parameter, ParameterKind, Signature
from apidrift.model.symbols import Flavour
from apidrift.surfaces._bodies import gather
from apidrift.surfaces._flavours import Making, flag
from apidrift.surfaces._forwarding import forwarded, with_keywords
from apidrift.surfaces._functions import effective
from apidrift.surfaces._handing import handed_on
from apidrift.surfaces._keywords import beyond
from apidrift.surfaces._remade import remade
from apidrift.surfaces._synthesis import Constructor, qualname

if TYPE_CHECKING:
    from apidrift.surfaces._agent import Agent
    from apidrift.surfaces._binding import FunctionNode
    from apidrift.surfaces._classinfo import ClassInfo

_SYNTHETIC = frozenset(
    {
        Flavour.DATACLASS,
        Flavour.PYDANTIC,
        Flavour.PYDANTIC_DATACLASS,
        Flavour.MSGSPEC,
        Flavour.ATTRS,
        Flavour.NAMEDTUPLE,
        Flavour.TYPEDDICT,
        Flavour.ENUM,
    }
)
_SILENT = frozenset(
    {
        "object",
        "abc.ABC",
        "typing.Generic",
        "typing.Protocol",
        "typing_extensions.Protocol",
        "typing_extensions.Generic",
        "abc.ABCMeta",
    }
)
_ANYTHING = Signature((Parameter("args", ParameterKind.VAR_POSITIONAL), Parameter("kwargs", ParameterKind.VAR_KEYWORD)))
_METACLASSES = frozenset({"", "type", "abc.ABCMeta", "enum.EnumMeta", "enum.EnumType", "ABCMeta"})
_VARIADIC = {ParameterKind.VAR_POSITIONAL, ParameterKind.VAR_KEYWORD}
_EXCEPTIONS = ("Exception", "Error", "Warning", "BaseException", "KeyboardInterrupt", "SystemExit", "StopIteration")


class ConstructorReader:
    """Finds effective constructors.

    Args:
        agent: the readers.
    """

    def __init__(self, agent: Agent) -> None:
        self.agent = agent

    def constructor(self, info: ClassInfo) -> Constructor:
        """The constructor of a class, its whole chain considered."""
        found = self._along([info.path, *self.agent.classes.order_of(info)], info)
        return self._under_metaclass(found, info)

    def _under_metaclass(self, found: Constructor, info: ClassInfo) -> Constructor:
        name = self.metaclass(info)
        if name in _METACLASSES or found.opaque:
            return found
        meta = self.agent.classes.find(name, "__call__")
        if meta is None:
            external = [
                n
                for n in (name, *self.agent.classes.order(name))
                if self.agent.classes.info(n) is None and n not in _METACLASSES
            ]
            return replace(found, opaque=f"its metaclass is {external[0]}") if external else found
        node = meta[1].best.node if meta[1].best else None
        if isinstance(node, ast.FunctionDef) and node.args.vararg and node.args.kwarg and len(node.args.args) == 1:
            return found
        return replace(found, opaque=f"its metaclass {name} defines __call__")

    def metaclass(self, info: ClassInfo) -> str:
        """The qualified metaclass a class or one of its ancestors asks for; empty if none does."""
        for name in (info.path, *self.agent.classes.order_of(info)):
            owner = info if name == info.path else self.agent.classes.info(name)
            for keyword in owner.node.keywords if owner else ():
                if keyword.arg == "metaclass" and owner is not None:
                    return owner.outer.node_path(keyword.value) or ast.unparse(keyword.value)
        return ""

    def _along(self, names: list[str], origin: ClassInfo) -> Constructor:
        """The constructor found along an order of ancestors."""
        why = ""
        for position, name in enumerate(names):
            info = origin if name == origin.path else self.agent.classes.info(name)
            if info is None:
                if name in _SILENT or name.endswith("Mixin"):
                    continue
                return self._external(name)
            why = why or remade(self.agent, info)
            found = self._of(info, names[position + 1 :], origin)
            if found is not None:
                return replace(found, signature=_ANYTHING, opaque=why) if why else found
        return Constructor(_ANYTHING, "", why) if why else Constructor(None)

    @staticmethod
    def _external(name: str) -> Constructor:
        if "." not in name and name.endswith(_EXCEPTIONS):
            return Constructor(Signature((Parameter("args", ParameterKind.VAR_POSITIONAL),)), name)
        return Constructor(_ANYTHING, "", f"its constructor comes from {name}")

    def _of(self, info: ClassInfo, rest: list[str], origin: ClassInfo) -> Constructor | None:
        """What one class of the chain contributes; None: nothing, look further."""
        making = self.agent.flavours.making(info)
        own = self._method(info, "__init__")
        kept = own is not None and making.flavour not in {Flavour.PYDANTIC_DATACLASS, Flavour.ENUM}
        kept = kept or (making.flavour is Flavour.NAMEDTUPLE and self._method(info, "__new__") is not None)
        synthetic = making.flavour in _SYNTHETIC and flag(making, "init", default=True)
        if synthetic and not kept and not self._passes_on(info, making):
            return self.agent.synthesis.constructor(info, making)
        new = self._method(info, "__new__")
        if own is not None and not (new is not None and _takes_anything(own) and not _takes_anything(new)):
            return self._spelled(info, own, rest, origin)
        if new is not None:
            return self._spelled(info, new, rest, origin)
        return None

    def _passes_on(self, info: ClassInfo, making: Making) -> bool:
        """Whether a class only inherits what a base was made with.

        So does a plain subclass of a named tuple, or a model below one that has its own `__init__`.
        """
        if making.inherited:
            return True
        if making.flavour is not Flavour.PYDANTIC:
            return False
        return self.agent.classes.find(info.path, "__init__") is not None

    @staticmethod
    def _method(info: ClassInfo, name: str) -> FunctionNode | None:
        entry = info.entries.get(name)
        node = entry.best.node if entry and entry.best else None
        return node if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) else None

    def _spelled(self, info: ClassInfo, node: FunctionNode, rest: list[str], origin: ClassInfo) -> Constructor:
        signature, decorated, added = effective(self.agent, node, info.scope, 1, self.agent.env(info))
        name = f"{qualname(info)}.{node.name}"
        opaque = f"{name} is decorated" if decorated else ""
        taken = beyond(added, [p.name for p in signature.parameters])
        if taken:
            signature = with_keywords(signature, taken)
        if not any(p.kind in _VARIADIC for p in signature.parameters):
            return Constructor(signature, name, opaque)
        hands_on = handed_on(node, gather(node), info.scope)
        own = Constructor(signature, name, opaque, hands_on="" if hands_on.startswith("super()") else hands_on)
        return forwarded(node, own, lambda: self._along(rest, origin))


def _takes_anything(node: FunctionNode) -> bool:
    return node.args.vararg is not None and node.args.kwarg is not None and len(node.args.args) <= 1
