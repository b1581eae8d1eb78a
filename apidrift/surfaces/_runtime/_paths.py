"""The part of the runtime agent that follows a path to the real object at its end. Loaded by `_program.py`.

No class is instantiated and no function called: a call gives an instance of the class that its annotation names.
"""

from __future__ import annotations

import functools
import importlib
import inspect
import sys
import types
import typing
from typing import Any

_hollow: Any = sys.modules["__main__"].part("_hollow")
_operators: Any = sys.modules["__main__"].part("_operators")
UnableError: Any = _hollow.UnableError
Instance: Any = _hollow.Instance
Bound: Any = _hollow.Bound
Coming: Any = _hollow.Coming


def dotted(text: Any) -> Any:
    """The object at a dotted path: modules as far as they go, then attributes."""
    parts = text.split(".")
    for length in range(len(parts), 0, -1):
        try:
            found = importlib.import_module(".".join(parts[:length]))
        except ModuleNotFoundError:
            continue
        for part in parts[length:]:
            found = getattr(found, part)
        return found
    raise ModuleNotFoundError("No module named %r" % parts[0])


def start(root: Any) -> Any:
    """What a path begins with."""
    if root["is"] == "imported":
        module = importlib.import_module(root["module"])
        return getattr(module, root["name"]) if root.get("name") else module
    text = root["type"]
    inner = text[5:-1] if text.startswith("type[") else text
    if not inner.replace(".", "").replace("_", "").isalnum():
        raise UnableError("the type %s" % text)
    found = dotted(inner)
    return found if text.startswith("type[") else Instance(found)


def walk(path: Any) -> Any:
    """The value at the end of a path."""
    value = start(path["root"])
    for step in path.get("steps", ()):
        if step["is"] == "attr":
            value = attribute(value, step["name"])
        elif step["is"] == "call":
            value = result(value)
        elif step["is"] == "await":
            value = awaited(value)
        else:
            raise UnableError("a value behind %s" % step["is"])
    return value


def awaited(value: Any) -> Any:
    """What awaiting a value gives: the annotation of an async function is that of what is awaited."""
    if isinstance(value, Coming):
        return annotated(value.function, "return")
    _operators.wait(value)
    raise UnableError("what awaiting it gives is not known")


def attribute(value: Any, name: Any) -> Any:
    """An attribute read, as far as it can be done without running a property."""
    if isinstance(value, Bound):
        raise UnableError("an attribute of a method")
    if isinstance(value, Coming):
        value = Instance(types.CoroutineType)
    if not isinstance(value, Instance):
        return getattr(value, name)
    cls = value.cls
    raw = inspect.getattr_static(cls, name, None)
    if raw is None and name not in known_attributes(cls):
        refuse(cls, name)
        raise UnableError("%s is made at run time" % name)
    if isinstance(raw, staticmethod):
        return raw.__func__
    if isinstance(raw, classmethod):
        return Bound(raw.__func__, cls)
    if isinstance(raw, property):
        return annotated(raw.fget, "return")
    if isinstance(raw, functools.cached_property):
        return annotated(raw.func, "return")
    if callable(raw) and not isinstance(raw, type):
        return Bound(raw, cls)
    return annotated(cls, name)


def refuse(cls: Any, name: Any) -> None:
    """Raise what reading a missing attribute raises, unless the class answers by a method of its own."""
    given = _hollow.stand_in(cls)
    for one in cls.__mro__[:-1]:
        found = vars(one).get("__getattr__") or vars(one).get("__getattribute__")
        if found is None or isinstance(found, types.WrapperDescriptorType):
            continue
        if one.__module__.partition(".")[0] == cls.__module__.partition(".")[0]:
            raise UnableError("its class answers for attributes by a method of its own")
        given = object.__new__(cls)  # another library's, such as that of a module in torch
        break
    getattr(given, name)  # the interpreter words the refusal


def known_attributes(cls: Any) -> Any:
    """Names that instances of a class may have beside those of the class."""
    agent = sys.modules["__main__"]
    found: set[str] = set()
    for one in cls.__mro__:
        found.update(agent.instance_attributes(one))
        found.update(vars(one).get("__annotations__", ()))
        found.update(vars(one).get("__dataclass_fields__", ()))
    return found


def annotated(owner: Any, name: Any) -> Any:
    """Some instance of the class that an annotation names."""
    holders = owner.__mro__ if isinstance(owner, type) else (owner,)
    for one in holders:
        try:
            found = typing.get_type_hints(one).get(name)
        except Exception:
            found = getattr(one, "__annotations__", {}).get(name)
        if isinstance(found, type):
            return Instance(found)
    raise UnableError("its type is not annotated by a class")


def result(value: Any) -> Any:
    """What a call gives: an instance of the class called, else what the annotation says."""
    if isinstance(value, type):
        return Instance(value)
    function = value.function if isinstance(value, Bound) else value
    if isinstance(value, Instance):
        function = inspect.getattr_static(value.cls, "__call__", None)
    try:
        inner = inspect.unwrap(function)
        if inspect.iscoroutinefunction(inner) is not inspect.iscoroutinefunction(function):
            raise UnableError("a wrapper decides whether the call is awaited")
        return Coming(inner) if inspect.iscoroutinefunction(inner) else annotated(inner, "return")
    except (TypeError, ValueError):
        raise UnableError("what the call gives is not annotated") from None
