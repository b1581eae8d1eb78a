"""Calling an abstract value: does the shape bind?"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from apidrift.impact import _tables as tables
from apidrift.impact._admit import fits
from apidrift.impact._attributes import attribute
from apidrift.impact._bind import Bound, bind
from apidrift.impact._callbacks import refused_callback
from apidrift.impact._forwards import bind_constructor, handed_on, printed_name
from apidrift.impact._lookups import keys_of_tables
from apidrift.impact._members import Member, lookup
from apidrift.impact._raising import constructor_ends_with, ends_with
from apidrift.impact._values import (
    Builtin,
    BuiltinClass,
    Callback,
    ClassValue,
    Coroutine,
    Either,
    Failed,
    Foreign,
    FunctionValue,
    InstanceValue,
    Manager,
    ModuleValue,
    Problem,
    Unknown,
    Value,
)
from apidrift.model.change import Failure
from apidrift.model.finding import Kinship
from apidrift.model.overloads import alternatives, whole
from apidrift.model.signature import Parameter, ParameterKind, Signature
from apidrift.model.surface import word_path
from apidrift.model.symbols import Attribute, Class, Flavour, Function

if TYPE_CHECKING:
    from apidrift.impact._world import World
    from apidrift.model.paths import Shape


class Answer(msgspec.Struct, frozen=True):
    """What came of a call."""

    problems: tuple[Problem, ...] = ()
    """In the order Python would meet them; empty: it binds."""
    doubt: str = ""
    """Why it may fail all the same."""
    opaque: str = ""
    """Why the signature may not be what the caller meets."""
    signature: Signature | None = None
    symbol: str = ""
    line: int = 0
    unknown: str = ""
    """Why nothing could be told."""
    gone: bool = False
    """It could not be told because a declared type does not exist, which has a finding of its own."""
    foreign: str = ""
    """Path outside the provider that the value comes from: the use relies on another library."""
    related: tuple[str, ...] = ()
    """Further symbols it depends on."""
    kinship: Kinship | None = None
    """Where the value may be of many classes."""
    note: str = ""
    """What else is known of a use that works."""


FITS = "every call of the provider's fits it"
"""Said of a replacement."""
HANDED_ON = "what it has no parameter for is handed on to what has"
"""Said of a call."""


def call(world: World, value: Value, shape: Shape) -> Answer:
    """Bind a call's shape to whatever is called, and what it hands on to whatever gets it."""
    answer = _called(world, value, shape)
    if not answer.problems and shape.keywords:
        answer = _followed(world, value, shape, answer)
    if answer.problems or (refused := refused_callback(world, value, shape)) is None:
        return answer
    return msgspec.structs.replace(answer, problems=(refused,))


def _followed(world: World, value: Value, shape: Shape, answer: Answer) -> Answer:
    """A call that binds, with what becomes of the keywords that the callee only hands on."""
    ends = handed_on(world, value, shape)
    if not ends:
        return answer
    related = tuple(dict.fromkeys((*answer.related, *(path for end in ends for path in end.chain))))
    refused = tuple(end.problem for end in ends if end.problem is not None)
    if not refused:
        note = HANDED_ON if all(end.taken for end in ends) else answer.note
        return msgspec.structs.replace(answer, related=related, note=note)
    if isinstance(value, FunctionValue) and not exact_receiver(value):
        refused = tuple(msgspec.structs.replace(one, likely=True) for one in refused)
    symbol = refused[0].symbol
    return msgspec.structs.replace(answer, problems=refused, symbol=symbol, related=(answer.symbol, *related))


def _called(world: World, value: Value, shape: Shape) -> Answer:  # noqa: C901, PLR0911 -- one return per kind of value
    match value:
        case FunctionValue():
            return _call_function(world, value, shape)
        case ClassValue():
            return _construct(world, value, shape)
        case InstanceValue():
            return _call_instance(world, value, shape)
        case Builtin():
            return _call_builtin(value)
        case ModuleValue(name):
            return _refused("'module' object is not callable", name)
        case Either():
            return _call_either(world, value, shape)
        case Failed(problem):
            return Answer((problem,), symbol=problem.symbol)
        case Coroutine(likely=likely):
            return _refused("'coroutine' object is not callable", "", likely=likely)
        case BuiltinClass() | Callback() | Manager():
            return Answer()
        case Foreign(path):
            return Answer(foreign=path)
        case Unknown(reason):
            return Answer(unknown=reason)


def _refused(text: str, symbol: str, *, likely: bool = False) -> Answer:
    return Answer((Problem(Failure.NOT_CALLABLE, "", "TypeError", text, symbol, likely),), symbol=symbol)


def _call_function(world: World, value: FunctionValue, shape: Shape) -> Answer:
    symbol = value.symbol
    several = alternatives(symbol)
    shape = world.spelled(value.path, {each.name for each in whole(symbol).parameters}, shape)
    signature = _fitting(several, shape) if several else symbol.signature
    parameters = signature.parameters
    if value.loose:
        parameters = (Parameter("self", ParameterKind.POSITIONAL_ONLY), *parameters)
    parameters = (*parameters, *(Parameter(name, ParameterKind.KEYWORD_ONLY, default="...") for name in symbol.takes))
    bound = bind(parameters, shape, printed_name(value), int(value.bound or bool(value.symbol.bound_as)))
    if not shape.keywords.keys().isdisjoint(symbol.takes):
        bound = _handed_on(bound)
    answer = _answer(bound, signature, value.path, symbol.line, symbol.opaque)
    related = tuple(word_path(world.top, word) for word in keys_of_tables(world, value, shape))
    related += (symbol.forwards,) if beyond(value, shape) else ()
    if related:
        answer = msgspec.structs.replace(answer, related=related)
    if not bound.problems and exact_receiver(value) and (raised := ends_with(world, value, shape)) is not None:
        return msgspec.structs.replace(answer, problems=(raised,))
    # What a stub does not list may still be taken by the compiled code behind it.
    return answer if not bound.problems or (exact_receiver(value) and not several) else softened(answer)


def _handed_on(bound: Bound) -> Bound:
    """A keyword that is no parameter is handed on as one: what seems to be missing may be just that."""
    left = tuple(one for one in bound.problems if one.failure is not Failure.MISSING_ARGUMENT)
    return msgspec.structs.replace(bound, problems=left)


def _fitting(several: tuple[Signature, ...], shape: Shape) -> Signature:
    """The overload that a call meets: the first that takes it by all that is known, else the one that objects least."""

    def objections(signature: Signature) -> tuple[int, bool]:
        return len(bind(signature.parameters, shape, "").problems), not fits(signature, shape)

    return min(several, key=objections)


def beyond(value: FunctionValue, shape: Shape) -> bool:
    """Whether keywords are handed on to another function because the called one has no parameter for them."""
    own = {parameter.keyword for parameter in value.symbol.signature.parameters} | set(value.symbol.takes)
    return "." in value.symbol.forwards and not shape.keywords.keys() <= own


def exact_receiver(value: FunctionValue) -> bool:
    """Whether no subclass can have put a method of its own in the function's place."""
    receiver = value.receiver
    return receiver is None or receiver.exact or value.symbol.final or receiver.symbol.final


def softened(answer: Answer) -> Answer:
    """The same problems, less sure."""
    problems = tuple(msgspec.structs.replace(problem, likely=True) for problem in answer.problems)
    return msgspec.structs.replace(answer, problems=problems)


def _answer(bound: Bound, signature: Signature, symbol: str, line: int, opaque: str) -> Answer:
    doubt = bound.doubts[0] if bound.doubts else ""
    return Answer(bound.problems, doubt, opaque, signature, symbol, line)


def _call_builtin(value: Builtin) -> Answer:
    if value.name not in tables.CONCRETE or value.name in {"function", "method"}:
        return Answer(unknown=f"an object declared as {value.name}")
    kind = "NoneType" if value.name == "None" else value.name
    return _refused(f"{kind!r} object is not callable", "", likely=not value.exact)


def _call_instance(world: World, value: InstanceValue, shape: Shape) -> Answer:
    special = attribute(world, value, "__call__")
    if isinstance(special, Failed):
        text = f"{value.path.rpartition('.')[2]!r} object is not callable"
        return _refused(text, value.path, likely=not value.exact)
    return call(world, special, shape)


def _call_either(world: World, value: Either, shape: Shape) -> Answer:
    answers = [call(world, option, shape) for option in value.options]
    failing = [answer for answer in answers if answer.problems]
    if len(failing) == len(answers):
        return failing[0]
    passing = next(answer for answer in answers if not answer.problems)
    if failing and value.decided_by_source:
        return Answer(unknown="it is defined differently under conditions, and not every definition takes this call")
    return passing


# Classes --------------------------------------------------------------------------------------------------------------


def _construct(world: World, value: ClassValue, shape: Shape) -> Answer:
    symbol = value.symbol
    if symbol.flavour is Flavour.ENUM:
        return _enum_lookup(world, value, shape)
    if symbol.flavour is Flavour.TYPEDDICT:
        return Answer(symbol=value.path, line=symbol.line)
    if symbol.abstract and value.exact:
        return Answer((abstract_problem(world, value.path, symbol.abstract),), symbol=value.path, line=symbol.line)
    signature = _overload_of_constructor(world, value, shape) or symbol.constructor
    if signature is None:
        return _plain_object(value, shape)
    bound = bind_constructor(world, value, signature, shape)
    raised = None if bound.problems else constructor_ends_with(world, value)
    if raised is not None:
        return Answer((raised,), signature=signature, symbol=value.path, line=symbol.line)
    return _answer(bound, signature, value.path, symbol.line, _doubt_of_class(symbol))


def _overload_of_constructor(world: World, value: ClassValue, shape: Shape) -> Signature | None:
    """The overload that a constructor's call meets, where overloads are all that is known of it."""
    special = value.symbol.constructor_name.rpartition(".")[2]
    if special not in {"__init__", "__new__"} or value.symbol.constructor_opaque:
        return None
    member = lookup(world, value.path, value.symbol, special)
    if not isinstance(member, Member) or not isinstance(member.symbol, Function):
        return None
    several = alternatives(member.symbol)
    return _fitting(several, shape) if several else None


def _doubt_of_class(symbol: Class) -> str:
    if symbol.constructor_opaque:
        return symbol.constructor_opaque
    known = {"", "type", "abc.ABCMeta", "enum.EnumMeta", "enum.EnumType"}
    return f"its metaclass {symbol.metaclass} may build it otherwise" if symbol.metaclass not in known else ""


def _plain_object(value: ClassValue, shape: Shape) -> Answer:
    symbol = value.symbol
    if symbol.constructor_opaque:
        return Answer(unknown=symbol.constructor_opaque, symbol=value.path, line=symbol.line)
    if shape.positional or shape.keywords:
        first = next(iter(shape.keywords), "0")
        failure = Failure.TOO_MANY_POSITIONAL if shape.positional else Failure.UNEXPECTED_KEYWORD
        text = f"{value.path.rpartition('.')[2]}() takes no arguments"
        problem = Problem(failure, "0" if shape.positional else first, "TypeError", text, value.path)
        return Answer((problem,), signature=Signature(), symbol=value.path, line=symbol.line)
    return Answer(signature=Signature(), symbol=value.path, line=symbol.line)


def abstract_problem(world: World, path: str, names: tuple[str, ...], printed: str = "") -> Problem:
    """The TypeError of an abstract class that is instantiated, in the words of the Python assumed."""
    name = printed or path.rpartition(".")[2]
    plural = "s" if len(names) != 1 else ""
    if tuple(map(int, world.options.python.split(".")[:2])) < _ABSTRACT_WORDS:
        text = f"Can't instantiate abstract class {name} with abstract method{plural} {', '.join(names)}"
    else:
        listed = ", ".join(map(repr, names))
        text = f"Can't instantiate abstract class {name} without an implementation for abstract method{plural} {listed}"
    return Problem(Failure.ABSTRACT, names[0], "TypeError", text, path)


_ABSTRACT_WORDS = (3, 12)


def _enum_lookup(world: World, value: ClassValue, shape: Shape) -> Answer:
    symbol = value.symbol
    plain = Answer(symbol=value.path, line=symbol.line)
    wanted = shape.positional[0].literal if len(shape.positional) == 1 and not shape.keywords else ""
    values = enum_values(symbol)
    if not wanted or values is None or wanted in values or symbol.metaclass not in {"", "enum.EnumMeta"}:
        return plain
    if isinstance(lookup(world, value.path, symbol, "_missing_"), Member):
        return plain
    name = value.path.rpartition(".")[2]
    text = f"{wanted} is not a valid {name}"
    return Answer((Problem(Failure.MISSING_MEMBER, wanted, "ValueError", text, value.path),), symbol=value.path)


def enum_values(symbol: Class) -> frozenset[str] | None:
    """Values of an enum's members as literals; None where one of them is not known."""
    members = [m for m in symbol.members.values() if isinstance(m, Attribute) and not m.instance]
    values = [member.value for member in members]
    return frozenset(values) if values and all(values) else None
