"""Keywords that a callee has no parameter for and hands on: what happens to them at the end of the way."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from apidrift.impact._attributes import attribute
from apidrift.impact._bind import bind, table
from apidrift.impact._bind_models import bind_msgspec, bind_pydantic_dataclass, bind_pydantic_model
from apidrift.impact._members import Member, lookup
from apidrift.impact._values import ClassValue, FunctionValue, InstanceValue, Problem, Value
from apidrift.model.change import Failure
from apidrift.model.paths import Argument, Shape
from apidrift.model.surface import ancestors
from apidrift.model.symbols import Class, Flavour, Function

if TYPE_CHECKING:
    from apidrift.impact._bind import Bound
    from apidrift.impact._world import World
    from apidrift.model.signature import Signature

MAX_HOPS = 5


class End(msgspec.Struct, frozen=True):
    """What becomes of a keyword that is handed on."""

    chain: tuple[str, ...] = ()
    """Canonical paths of the callees on the way, the last one being where it ends."""
    taken: bool = False
    """The last one has a parameter for it."""
    problem: Problem | None = None
    """The last one refuses it."""


def end_of(world: World, value: FunctionValue | ClassValue, keyword: str) -> End:
    """Follow a keyword that `value` takes by `**kwargs` alone, through bodies that hand on all of them every time."""
    chain: tuple[str, ...] = ()
    current: Value = value
    for _ in range(MAX_HOPS):
        following = _next(world, current)
        if not isinstance(following, FunctionValue | ClassValue) or following.path in chain:
            return End(chain)
        chain = (*chain, following.path)
        if _opaque(following):
            return End(chain)
        signature = _signature(following)
        bound = bind_callee(world, following, signature, Shape(keywords={keyword: Argument()}))
        refused = next((one for one in bound.problems if one.failure in _REFUSED and one.subject == keyword), None)
        if refused is not None:
            return End(chain, problem=msgspec.structs.replace(refused, symbol=following.path))
        if keyword in _known(following, signature):
            return End(chain, taken=True)
        current = following
    return End(chain)


_REFUSED = frozenset({Failure.UNEXPECTED_KEYWORD, Failure.FORBIDDEN_EXTRA})


def _next(world: World, value: Value) -> Value | None:
    """What gets all the keywords that a callee does not know."""
    match value:
        case FunctionValue(symbol=symbol, receiver=receiver):
            to, owner = symbol.hands_on, value.path.rpartition(".")[0]
        case ClassValue(path=path, symbol=cls):
            to, owner, receiver = cls.constructor_hands_on, path, InstanceValue(path, cls, exact=value.exact)
        case _:
            return None
    if to == "cls":
        return receiver if isinstance(receiver, ClassValue) else None
    if to.startswith("self."):
        return attribute(world, receiver, to.removeprefix("self.")) if receiver is not None else None
    if to.startswith("super()."):
        return _above(world, owner, to.removeprefix("super()."), receiver)
    return world.found_value(world.resolve(to)) if world.owns(to) else None


def _above(world: World, owner: str, name: str, receiver: InstanceValue | ClassValue | None) -> Value | None:
    """The member that `super()` finds from a method of `owner` on, where the receiver is of that very class."""
    if receiver is None or receiver.path != owner:
        return None
    for path, cls in ancestors(world.surface, owner, receiver.symbol)[1:]:
        if not isinstance(cls, Class):
            return None
        member = lookup(world, path, cls, name)
        if isinstance(member, Member) and isinstance(member.symbol, Function):
            return FunctionValue(f"{member.owner}.{name}", member.symbol, receiver, bound=True)
    return None


def _opaque(value: FunctionValue | ClassValue) -> bool:
    if isinstance(value, FunctionValue):
        return bool(value.symbol.opaque or value.symbol.overloads)
    symbol = value.symbol
    hidden = symbol.constructor_opaque or symbol.flavour in {Flavour.ENUM, Flavour.TYPEDDICT}
    return bool(hidden or symbol.constructor is None or symbol.metaclass not in {"", "type", "abc.ABCMeta"})


def _signature(value: FunctionValue | ClassValue) -> Signature:
    if isinstance(value, FunctionValue):
        return value.symbol.signature
    assert value.symbol.constructor is not None
    return value.symbol.constructor


def _known(value: FunctionValue | ClassValue, signature: Signature) -> set[str]:
    takes = value.symbol.takes if isinstance(value, FunctionValue) else ()
    return table(signature.parameters).keywords.keys() | set(takes)


def bind_callee(world: World, value: FunctionValue | ClassValue, signature: Signature, shape: Shape) -> Bound:
    """Bind as the callee itself would: a function, or a constructor of whatever flavour."""
    if isinstance(value, ClassValue):
        return bind_constructor(world, value, signature, shape)
    taken = Shape(keywords={k: a for k, a in shape.keywords.items() if k not in value.symbol.takes})
    return bind(signature.parameters, taken, printed_name(value), int(value.bound))


def bind_constructor(world: World, value: ClassValue, signature: Signature, shape: Shape) -> Bound:
    """Bind as a constructor of the class's flavour would."""
    symbol, name = value.symbol, value.path.rpartition(".")[2]
    own = isinstance(lookup(world, value.path, symbol, "__init__"), Member)
    if symbol.flavour is Flavour.PYDANTIC and not own:
        return bind_pydantic_model(signature, shape, name, symbol.extra)
    if symbol.flavour is Flavour.PYDANTIC_DATACLASS and not own:
        return bind_pydantic_dataclass(signature, shape, name, symbol.extra)
    if symbol.flavour is Flavour.MSGSPEC:
        return bind_msgspec(signature, shape)
    special = "__new__" if symbol.flavour is Flavour.NAMEDTUPLE else "__init__"
    return bind(signature.parameters, shape, symbol.constructor_name or f"{name}.{special}", 1)


def printed_name(value: FunctionValue) -> str:
    """The qualified name CPython prints: the part of the path behind the module."""
    if value.symbol.bound_as:
        return value.symbol.bound_as
    if value.receiver is None:
        return value.path.rpartition(".")[2]
    owner, _, name = value.path.rpartition(".")
    return f"{owner.rpartition('.')[2]}.{name}"


def handed_on(world: World, value: Value, shape: Shape) -> list[End]:
    """What becomes of the keywords of a call that the callee has no parameter for."""
    if not isinstance(value, FunctionValue | ClassValue) or not _spreads(value):
        return []
    signature = _signature(value) if isinstance(value, FunctionValue) or value.symbol.constructor else None
    if signature is None:
        return []
    known = _known(value, signature)
    return [end_of(world, value, keyword) for keyword in shape.keywords if keyword not in known]


def _spreads(value: FunctionValue | ClassValue) -> bool:
    return bool(value.symbol.hands_on if isinstance(value, FunctionValue) else value.symbol.constructor_hands_on)
