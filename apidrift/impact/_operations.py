"""Does an operation work on a value? One check per kind of operation."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

import msgspec

from apidrift.impact import _writes as writes
from apidrift.impact._attributes import attribute
from apidrift.impact._calls import Answer, call
from apidrift.impact._elements import element, unpack
from apidrift.impact._items import certain, item, kind_name, refuse
from apidrift.impact._members import Member, lookup
from apidrift.impact._operators import ANYTHING, operate
from apidrift.impact._paths import imported
from apidrift.impact._steps import awaited, entered
from apidrift.impact._values import (
    Builtin,
    ClassValue,
    Either,
    Failed,
    Foreign,
    FunctionValue,
    InstanceValue,
    ModuleValue,
    Unknown,
    Value,
)
from apidrift.model import contract as c
from apidrift.model.change import Failure
from apidrift.model.paths import Argument, Shape
from apidrift.model.surface import Found

if TYPE_CHECKING:
    from apidrift.impact._world import World


def check(world: World, value: Value, operation: c.Operation) -> Answer:  # noqa: C901, PLR0911, PLR0912 -- one arm each
    """What comes of an operation on a value."""
    lost = None if isinstance(operation, c.Import) else _lost(value)
    if lost is not None:
        any_object = isinstance(operation, c.Operate) and operation.method in ANYTHING
        return Answer(opaque=lost.unknown) if any_object and lost.unknown and not lost.gone else lost
    match operation:
        case c.Import(module, name):
            return _met(_answer(imported(world, module, name)), meets(world, ModuleValue(module), name))
        case c.Call(shape):
            return call(world, value, shape)
        case c.Read(name):
            return _met(_answer(attribute(world, value, name)), meets(world, value, name))
        case c.Write(name):
            return _met(_answer(writes.write(world, value, name)), meets(world, value, name))
        case c.Delete(name):
            return _met(_answer(writes.delete(world, value, name)), meets(world, value, name))
        case c.Subclass():
            return _answer(_subclass(value))
        case c.Subscript(key):
            return _met(_answer(item(world, value, key)), _about(value))
        case c.Iterate(is_async, keys):
            return _met(_iterate(world, value, keys, is_async=is_async), _about(value))
        case c.Unpack(count, starred):
            return _met(_answer(unpack(world, value, count, starred=starred)), _about(value))
        case c.Truth():
            return _answer(value)
        case c.Await():
            return _met(_answer(awaited(world, value)), _about(value))
        case c.Enter(is_async):
            return _met(_answer(entered(world, value, is_async=is_async)), _about(value))
        case c.Operate(method, operand):
            return _met(_answer(operate(world, value, method, operand)), _about(value))
        case c.Check(where):
            return _answer(_class_check(value, where))
        case c.Decorate(shape):
            return call(world, value, shape or Shape((Argument(),)))
        case c.Replace(name):
            with world.untouched():
                return _met(_answer(attribute(world, value, name)), meets(world, value, name))
        case c.Named():
            return Answer(unknown="a name in a string")
        case _ as never:
            assert_never(never)


def meets(world: World, value: Value, name: str) -> tuple[str, int]:
    """Canonical path and line of the symbol that `value.name` stands for; empty where that is not known."""
    match value:
        case ModuleValue(module):
            found = world.resolve(f"{module}.{name}" if name and name != "*" else module)
            line = found.symbol.line if isinstance(found, Found) and found.symbol is not None else 0
            return (found.path, line) if isinstance(found, Found) else ("", 0)
        case InstanceValue(path, symbol) | ClassValue(path, symbol):
            member = lookup(world, path, symbol, name)
            return (f"{member.owner}.{name}", member.symbol.line) if isinstance(member, Member) else ("", 0)
        case Either(options):
            return next((place for option in options if (place := meets(world, option, name))[0]), ("", 0))
        case _:
            return "", 0


def _about(value: Value) -> tuple[str, int]:
    """The class or function an operation on a value is about."""
    match value:
        case InstanceValue(path, symbol) | ClassValue(path, symbol) | FunctionValue(path, symbol):
            return path, symbol.line
        case Either(options):
            return next((place for option in options if (place := _about(option))[0]), ("", 0))
        case _:
            return "", 0


def _met(answer: Answer, met: tuple[str, int]) -> Answer:
    """An answer about the symbol that was named rather than about the value it holds."""
    return answer if answer.problems else msgspec.structs.replace(answer, symbol=met[0], line=met[1])


def _answer(value: Value) -> Answer:
    """What a resulting value says of the operation that gave it."""
    match value:
        case Failed(problem):
            return Answer((problem,), symbol=problem.symbol)
        case Unknown(reason, doubtful):
            return Answer(unknown=reason if doubtful else "")
        case InstanceValue(path, symbol) | ClassValue(path, symbol):
            return Answer(symbol=path, line=symbol.line)
        case FunctionValue(path, symbol):
            return Answer(symbol=path, line=symbol.line, signature=symbol.signature)
        case ModuleValue(name):
            return Answer(symbol=name)
        case _:
            return Answer()


def _lost(value: Value) -> Answer | None:
    """The answer for values of which nothing can be said; None for others."""
    match value:
        case Unknown(reason, gone=gone):
            return Answer(unknown=reason, gone=gone)
        case Foreign(path):
            return Answer(foreign=path)
        case Either(options):
            answers = [answer for option in options if (answer := _lost(option)) is not None]
            return answers[0] if len(answers) == len(options) else None
        case _:
            return None


def _iterate(world: World, value: Value, keys: tuple[str, ...], *, is_async: bool) -> Answer:
    answer = _answer(element(world, value, is_async=is_async))
    if answer.problems or not keys or not isinstance(value, ClassValue):
        return answer
    members = {name for name, member in value.symbol.members.items() if getattr(member, "instance", None) is False}
    strangers = sorted(members - {key.strip("'\"") for key in keys})
    if not strangers:
        return answer
    text = repr(strangers[0])
    failed = refuse(value, Failure.MISSING_KEY, text, strangers[0], "KeyError")
    return _answer(Failed(msgspec.structs.replace(failed.problem, likely=True)))


_BASE_WORDS = {
    "function": "function() argument 'code' must be code, not str",
    "method": "method expected 2 arguments, got 3",
    "module": "module() takes at most 2 arguments (3 given)",
    "NoneType": "NoneType takes no arguments",
    "int": "int() takes at most 2 arguments (3 given)",
}


def _subclass(value: Value) -> Value:
    match value:
        case ClassValue(path, symbol) if symbol.flavour == "enum" and _has_members(value):
            name = path.rpartition(".")[2]
            return refuse(value, Failure.FINAL, f"<enum {name!r}> cannot extend <enum {name!r}>")
        case FunctionValue() | ModuleValue() | Builtin():
            kind = kind_name(value)
            text = _BASE_WORDS.get(kind, f"{kind}() takes no such arguments")
            return refuse(value, Failure.NOT_A_CLASS, text)
        case Either(options):
            answers = [_subclass(option) for option in options]
            return answers[0] if all(isinstance(answer, Failed) for answer in answers) else value
        case _:
            return value


def _has_members(value: ClassValue) -> bool:
    return any(getattr(member, "instance", None) is False for member in value.symbol.members.values())


def _class_check(value: Value, where: str) -> Value:
    if not isinstance(value, FunctionValue | ModuleValue | Builtin) or not certain(value) or where == "except":
        return value
    if isinstance(value, Builtin) and value.name in {"tuple", "None"}:
        return value
    text = f"{where}() arg 2 must be a type, a tuple of types, or a union"
    if where == "issubclass":
        text = "issubclass() arg 2 must be a class, a tuple of classes, or a union"
    return refuse(value, Failure.NOT_A_CLASS, text)
