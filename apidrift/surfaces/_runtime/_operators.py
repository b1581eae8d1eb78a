"""The part of the runtime agent that tries operators, items and loops. Loaded by `_program.py`, under the same rules.

What decides is which special methods the type of the real object has; none of them is called.
"""

from __future__ import annotations

import ast
import enum
import operator
import os
import sys
import types
from typing import Any

hollow: Any = sys.modules["__main__"].part("_hollow")
EVERY = {"is", "__eq__", "__ne__", "__repr__", "__str__", "__format__", "__bool__", "__sizeof__", "__dir__"}
"""What every object can be asked."""
SAME = "="
"""The other operand is another of the same kind."""
ALONE: dict[str, Any] = {
    "__len__": len,
    "__iter__": iter,
    "__next__": next,
    "__reversed__": reversed,
    "__hash__": hash,
    "__index__": operator.index,
    "__int__": int,
    "__float__": float,
    "__bytes__": bytes,
    "__fspath__": os.fspath,
    "__abs__": abs,
    "__round__": round,
    "__neg__": operator.neg,
    "__pos__": operator.pos,
    "__invert__": operator.invert,
}
"""What needs no other operand."""


def kind_of(value: Any) -> Any:
    """The type whose special methods decide."""
    if isinstance(value, hollow.Instance):
        return value.cls
    if isinstance(value, hollow.Bound):
        return types.MethodType
    return types.CoroutineType if isinstance(value, hollow.Coming) else type(value)


def constant(text: Any) -> Any:
    """A constant operand."""
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError):
        raise hollow.UnableError("the other operand is not known") from None


def operate(value: Any, method: Any, operand: Any) -> None:
    """Apply an operator or builtin to what stands for a value."""
    short = method[2:-2]
    if method in EVERY:
        return
    if short[:1] == "r" and short[1:] in hollow.BINARY:
        raise hollow.UnableError("the left operand may know how")
    kind = kind_of(value)
    given = hollow.stand_in(kind)
    if method in ALONE:
        ALONE[method](given)
    elif method in ("__setitem__", "__delitem__", "__contains__"):
        arguments = (0, 0) if method == "__setitem__" else (0,)
        getattr(operator, short)(given, *arguments)
    elif short in hollow.ORDER or short in hollow.BINARY or short[1:] in hollow.BINARY:
        of_two(kind, given, short, operand)
    elif method == "__call__" and not callable(given):
        given()
    elif hollow.special(kind, method) is None:
        raise hollow.UnableError("the special method %s" % method)


def of_two(kind: Any, given: Any, short: Any, operand: Any) -> None:
    """Apply an operator of two operands; where the other is not known, only the left one's own method tells."""
    plain = short[1:] if short[:1] == "i" and short[1:] in hollow.BINARY else short
    own = [hollow.special(kind, "__%s__" % name) for name in (short, plain)]
    if operand == SAME:
        other = hollow.stand_in(kind)
    elif operand:
        other = constant(operand)
    elif any(one is not None for one in own):
        return
    else:
        raise hollow.UnableError("the other operand may know how")
    if short == "divmod":
        divmod(given, other)
    else:
        getattr(operator, {"and": "and_", "or": "or_"}.get(short, short))(given, other)


# Items ---------------------------------------------------------------------------------------------------------------


def subscript(value: Any, key: Any) -> None:
    """Read an item."""
    if isinstance(value, type):
        return of_class(value, key)
    kind = kind_of(value)
    plain = key and key != ":"
    if plain and isinstance(value, (str, bytes, tuple, list, dict)) and type(value).__module__ == "builtins":
        keys = value if isinstance(value, dict) else ()
        if all(type(one) in hollow.PLAIN for one in keys):
            value[constant(key)]
            return None
    named = plain and isinstance(value, hollow.Instance) and "_fields" in vars(kind)
    if named and kind.__getitem__ is tuple.__getitem__:
        ((None,) * len(kind._fields))[constant(key)]
    hollow.stand_in(kind)[0]
    return None


def of_class(cls: Any, key: Any) -> None:
    """Subscript a class: a member of an enum, or parameters of a type."""
    found = hollow.special(type(cls), "__getitem__")
    if found is not None:
        if isinstance(cls, enum.EnumMeta) and found is vars(enum.EnumMeta)["__getitem__"] and key not in ("", ":"):
            dict.fromkeys(cls.__members__)[constant(key)]
    elif hollow.special(cls, "__class_getitem__") is None:
        made = type(cls.__name__, (), {})
        made.__qualname__ = cls.__qualname__
        made[0]  # type: ignore[index]  # the interpreter words the refusal


def unpack(value: Any, count: Any, starred: Any) -> None:
    """Take a value apart, where it is known how many elements it has."""
    kind = kind_of(value)
    elements = value if type(value) in (tuple, list, str, bytes, dict) else None
    if isinstance(value, hollow.Instance) and issubclass(kind, tuple) and hasattr(kind, "_fields"):
        elements = kind._fields if kind.__iter__ is tuple.__iter__ else None
    given = hollow.stand_in(kind)
    names = ", ".join("_%d" % number for number in range(count)) + ","
    code = compile("%s%s = given" % ("*_rest, " if starred else "", names if count else ""), "<unpack>", "exec")
    if elements is not None:
        given = (None,) * len(elements)
    elif any(hollow.special(kind, name) is not None for name in ("__iter__", "__getitem__")):
        raise hollow.UnableError("how many elements there are is known when it runs")
    exec(code, {"given": given})  # noqa: S102 -- an assignment of our own


# Protocols -----------------------------------------------------------------------------------------------------------


def truth(value: Any) -> None:
    """Ask whether a value is true: always possible where no method of its own decides."""
    kind = kind_of(value)
    own = any(hollow.special(kind, name) is not None for name in ("__bool__", "__len__"))
    if own and kind not in (*hollow.PLAIN, tuple, list, dict, set, frozenset):
        raise hollow.UnableError("a method of its own decides whether it is true")


def iterate(value: Any, is_async: Any) -> None:
    """Loop over a value."""
    if is_async:
        finish(_loop(hollow.stand_in(kind_of(value))))
    else:
        iter(hollow.stand_in(kind_of(value)))


def enter(value: Any, is_async: Any) -> None:
    """Open a context."""
    given = hollow.stand_in(kind_of(value))
    if is_async:
        finish(_within(given))
    else:
        with given:
            pass


def wait(value: Any) -> None:
    """Await a value."""
    if not isinstance(value, hollow.Coming):
        finish(_wait(hollow.stand_in(kind_of(value))))


async def _loop(given: Any) -> None:
    async for _ in given:
        pass


async def _within(given: Any) -> None:
    async with given:
        pass


async def _wait(given: Any) -> None:
    await given


def finish(running: Any) -> None:
    """Run a coroutine that waits for nothing to its end."""
    try:
        running.send(None)
    except StopIteration:
        pass
    finally:
        running.close()


def check(value: Any, where: Any) -> None:
    """Stand as the class in `isinstance`, `match` or `except`."""
    several = isinstance(value, tuple) and all(isinstance(one, type) for one in value)
    for one in value if several else (value,):
        if not isinstance(one, type):
            _no_class(hollow.stand_in(kind_of(one)), one, where)
        elif where == "except" and not issubclass(one, BaseException):
            _no_exception()


def _no_class(given: Any, value: Any, where: Any) -> None:
    if not isinstance(value, (hollow.Instance, hollow.Bound, types.FunctionType, types.ModuleType, *hollow.PLAIN)):
        raise hollow.UnableError("it is no class, but may check as one")
    if where == "except":
        _no_exception()
    if where in ("isinstance", "issubclass"):
        issubclass(object, given) if where == "issubclass" else isinstance(None, given)
    raise hollow.UnableError("it is no class")


def _no_exception() -> None:
    try:
        raise ValueError
    except 0:  # type: ignore[misc]  # noqa: B030 -- the interpreter words the refusal
        pass
