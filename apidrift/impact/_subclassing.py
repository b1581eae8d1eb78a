"""Class statements on a base of the provider: whether their keywords are taken."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.impact import _tables as tables
from apidrift.impact._bind import bind
from apidrift.impact._calls import Answer, softened
from apidrift.impact._members import Member
from apidrift.impact._raising import subclassing_ends_with
from apidrift.impact._values import ClassValue, Problem, Value
from apidrift.model.change import Failure
from apidrift.model.paths import Shape
from apidrift.model.surface import Unsure, ancestors
from apidrift.model.symbols import Flavour, Function

if TYPE_CHECKING:
    from apidrift.impact._world import World
    from apidrift.model.contract import Subclass


def subclassed(world: World, value: Value, operation: Subclass) -> Answer | None:
    """Why a base refuses the class statement: its `__init_subclass__` does not take the keywords; None: it does."""
    if not isinstance(value, ClassValue):
        return None
    left = operation.keywords
    for path, cls in ancestors(world.surface, value.path, value.symbol):
        hook = None if isinstance(cls, Unsure) else cls.members.get("__init_subclass__")
        if hook is None and not isinstance(cls, Unsure):
            continue
        if not isinstance(hook, Function) or hook.opaque:
            return None
        if (raised := subclassing_ends_with(world, Member(path, hook))) is not None:
            return Answer((raised,), symbol=value.path)
        bound = bind(hook.signature.parameters, left, f"{path.rpartition('.')[2]}.__init_subclass__", 1)
        if bound.problems:
            return softened(Answer(bound.problems, symbol=f"{path}.__init_subclass__", line=hook.line))
        if hook.hands_on != "super().__init_subclass__":
            return None
        known = {parameter.keyword for parameter in hook.signature.parameters} | set(hook.takes)
        left = Shape(keywords={name: one for name, one in left.keywords.items() if name not in known})
    return _no_keywords(value, operation, left)


def _no_keywords(value: ClassValue, operation: Subclass, left: Shape) -> Answer | None:
    """What `object` says of keywords that nobody took on the way."""
    symbol = value.symbol
    own = {"__init_subclass__", "metaclass"} & {*operation.brings, *(member.name for member in operation.members)}
    if not left.keywords or own or symbol.opaque_bases or symbol.metaclass not in _PLAIN_METACLASSES:
        return None
    if symbol.flavour not in {Flavour.PLAIN, Flavour.DATACLASS, Flavour.PROTOCOL}:
        return None
    text = f"{operation.name.rpartition('.')[2]}.__init_subclass__() takes no keyword arguments"
    problem = Problem(Failure.UNEXPECTED_KEYWORD, next(iter(left.keywords)), "TypeError", text, value.path, likely=True)
    return Answer((problem,), symbol=value.path, line=symbol.line)


_PLAIN_METACLASSES = frozenset({"", "type", "abc.ABCMeta"})


def remade(value: Value, operation: Subclass) -> Answer | None:
    """A base that gives the class another constructor than the one it inherits from the consumer's own."""
    if not isinstance(value, ClassValue) or not value.symbol.remakes or not operation.made_by:
        return None
    name, owner = operation.name.rpartition(".")[2], operation.made_by.rpartition(".")[2]
    text = f"{value.symbol.remakes} gives {name} a constructor of its own, so that {owner}.__init__ is not called"
    return Answer((Problem(Failure.CONSTRUCTOR_REPLACED, name, "", text, value.path),), symbol=value.path)


def unreadable(value: Value, operation: Subclass) -> Answer | None:
    """A base beside this one that evaluates its annotations, which it cannot."""
    raised = next((tables.READ_ANNOTATIONS[name] for name in operation.beside if name in tables.READ_ANNOTATIONS), "")
    if not isinstance(value, ClassValue) or not value.symbol.unresolved or not raised:
        return None
    name = value.symbol.unresolved[0]
    problem = Problem(Failure.UNRESOLVED_ANNOTATION, name, raised, f"name {name!r} is not defined", value.path)
    return Answer((problem,), symbol=value.path)
