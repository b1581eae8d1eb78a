"""The part of the runtime agent that stands in for objects nobody makes. Loaded by `_program.py`, under the same rules.

A stand-in for an instance has the name of the real class, and of its special methods those that the real one has, each
empty: the interpreter then words its refusal itself, and no code of the provider runs.
"""

from __future__ import annotations

from typing import Any


class UnableError(Exception):
    """It cannot be tried, and why."""


class Instance:
    """Some instance of a class, never made."""

    def __init__(self, cls: Any) -> None:
        self.cls = cls


class Bound:
    """A method read from an instance."""

    def __init__(self, function: Any, cls: Any) -> None:
        self.function = function
        self.cls = cls


class Coming:
    """What a call of an async function gives: nothing until it is awaited."""

    def __init__(self, function: Any) -> None:
        self.function = function


class Dummy:
    """Stands for an argument of unknown value."""


PLAIN = (bool, int, float, complex, str, bytes, type(None))
"""Types whose values a program may handle without running anything of the provider's."""
BINARY = "add sub mul matmul truediv floordiv mod pow lshift rshift and or xor divmod".split()
"""Operators of two operands; each has a reflected (`__radd__`) and an in-place form (`__iadd__`)."""
ORDER = "lt le gt ge".split()
_GIVES = {
    "__len__": 0,
    "__hash__": 0,
    "__index__": 0,
    "__int__": 0,
    "__float__": 0.0,
    "__complex__": 0j,
    "__bytes__": b"",
    "__fspath__": "",
    "__contains__": True,
}
_OTHERS = (
    "__abs__ __aenter__ __aexit__ __aiter__ __anext__ __await__ __call__ __ceil__ __delitem__ __enter__ __exit__"
    " __floor__ __getitem__ __invert__ __iter__ __neg__ __next__ __pos__ __reversed__ __round__ __setitem__ __trunc__"
).split()
_OF_TWO = ["__%s__" % name for name in ORDER + [form + name for form in ("", "r", "i") for name in BINARY]]


class _Anything:
    """What an empty special method gives: an iterator without elements, which can be awaited."""

    def __iter__(self) -> Any:
        return self

    __aiter__ = __iter__

    def __next__(self) -> Any:
        raise StopIteration

    def __anext__(self) -> Any:
        raise StopAsyncIteration

    def __await__(self) -> Any:
        return iter(())


def special(cls: Any, name: Any) -> Any:
    """A special method of a class as the interpreter finds it, without those of every object; None: none, or off."""
    for one in cls.__mro__:
        if one is not object and name in vars(one):
            return vars(one)[name]
    return None


def _switched_off(cls: Any, name: Any) -> Any:
    return any(name in vars(one) for one in cls.__mro__ if one is not object) and special(cls, name) is None


def stand_in(cls: Any, held: Any = None) -> Any:
    """An instance of a class of the same name whose special methods are those of the real one, but empty."""
    members: dict[str, Any] = {}
    for name in [*_GIVES, *_OTHERS, *_OF_TWO]:
        if special(cls, name) is not None:
            given = _GIVES.get(name, _Anything())
            members[name] = lambda *_, given=given: given
        elif _switched_off(cls, name):
            members[name] = None
    members.update(held or {})
    made = type(cls.__name__, (), members)
    made.__qualname__ = cls.__qualname__
    return made()
