"""The part of the runtime agent that tries to assign and to delete attributes. Loaded by `_program.py`, as it is.

Which refusal applies is read from the real class (a property without a setter, `__slots__`, a frozen class); it is then
met on a stand-in of the same name, so that nothing of the provider's is called and nothing of it changes.
"""

from __future__ import annotations

import dataclasses
import enum
import importlib
import inspect
import sys
import types
from typing import Any

hollow: Any = sys.modules["__main__"].part("_hollow")
_ABSENT = object()
_BY_CLASSES: Any = (type.__setattr__, enum.EnumMeta.__setattr__)


def named(made: Any, cls: Any) -> Any:
    """A stand-in class under the real one's name."""
    made.__name__, made.__qualname__ = cls.__name__, cls.__qualname__
    return made


def write(value: Any, name: Any) -> None:
    """Assign an attribute; raises what the interpreter would raise."""
    if isinstance(value, hollow.Instance):
        return on_instance(value.cls, name)
    if isinstance(value, (hollow.Bound, types.MethodType)):
        return setattr(hollow.Bound.__init__.__get__(value), name, None)
    if isinstance(value, type):
        return on_class(value, name)
    if isinstance(value, (types.ModuleType, types.FunctionType)):
        if type(value).__setattr__ is object.__setattr__ or isinstance(value, types.FunctionType):
            return None
        if type(value) is types.ModuleType:
            return None
        raise hollow.UnableError("its class assigns by a method of its own")
    if type(value) in hollow.PLAIN:
        return setattr(value, name, None)
    return on_instance(type(value), name)


def on_class(cls: Any, name: Any) -> None:
    """Assign an attribute of a class itself."""
    if isinstance(cls, enum.EnumMeta) and name in cls.__members__:
        setattr(named(enum.Enum(cls.__name__, [name]), cls), name, None)
    if type(cls).__setattr__ not in _BY_CLASSES:
        raise hollow.UnableError("its class assigns by a method of its own")
    if cls.__module__ == "builtins":
        raise hollow.UnableError("an attribute of a builtin class")


def owner_of(cls: Any, name: Any) -> Any:
    """The class that a special method comes from."""
    return next(one for one in cls.__mro__ if name in vars(one))


def on_instance(cls: Any, name: Any) -> None:
    """Assign an attribute of some instance of a class."""
    owner = owner_of(cls, "__setattr__")
    module = str(getattr(vars(owner)["__setattr__"], "__module__", "") or owner.__module__)
    if owner is object:
        return by_descriptor(cls, name)
    if frozen(owner):
        if owner is cls or name in owner.__dataclass_fields__:
            made = named(dataclasses.make_dataclass("_", [name], frozen=True), cls)
            setattr(object.__new__(made), name, None)
        return by_descriptor(cls, name)
    if module.partition(".")[0] == "pydantic":
        return of_pydantic(cls, name)
    if module.partition(".")[0] == "msgspec":
        made = importlib.import_module("msgspec").defstruct(cls.__name__, [], frozen=cls.__struct_config__.frozen)
        return None if name in cls.__struct_fields__ and not cls.__struct_config__.frozen else setattr(made(), name, 0)
    raise hollow.UnableError("its class assigns by a method of its own")


def frozen(cls: Any) -> Any:
    """Whether a class is a frozen data class itself."""
    return "__dataclass_params__" in vars(cls) and cls.__dataclass_params__.frozen


def by_descriptor(cls: Any, name: Any) -> None:
    """Assign as `object` does: by a data descriptor of the class, else into the instance, where it has room."""
    raw = inspect.getattr_static(cls, name, _ABSENT)
    if isinstance(raw, property):
        if raw.fset is None:
            setattr(named(type("_", (), {name: property(lambda _: None)}), cls)(), name, None)
        return
    if isinstance(raw, (types.MemberDescriptorType, types.GetSetDescriptorType)):
        return
    if issubclass(cls, tuple) and name in vars(cls).get("_fields", ()):
        setattr(named(type("_", (tuple,), {"__slots__": (), name: vars(cls)[name]}), cls)((0,)), name, None)
    if raw is not _ABSENT and hasattr(type(raw), "__set__"):
        raise hollow.UnableError("a descriptor of its own decides what is assigned")
    if cls.__dictoffset__ == 0:
        held = {"__slots__": ()} if raw is _ABSENT else {"__slots__": (), name: None}
        setattr(named(type("_", (), held), cls)(), name, None)


def of_pydantic(cls: Any, name: Any) -> None:
    """Assign as a pydantic model does, met on a model of the same settings that has one field at most."""
    raw = inspect.getattr_static(cls, name, None)
    if name.startswith("_") or name in getattr(cls, "__class_vars__", ()):
        raise hollow.UnableError("a private attribute or class variable of a model")
    if isinstance(raw, property):
        return by_descriptor(cls, name)
    fields, settings = cls.__pydantic_fields__, dict(cls.model_config)
    pydantic = importlib.import_module("pydantic")
    kept = {key: settings[key] for key in ("frozen", "extra") if key in settings}
    field = fields.get(name)
    if field is not None and settings.get("validate_assignment") and not settings.get("frozen"):
        raise hollow.UnableError("the assignment is validated")
    own = {name: (Any, pydantic.Field(default=None, frozen=field.frozen))} if field is not None else {}
    made = pydantic.create_model(cls.__name__, __config__=pydantic.ConfigDict(**kept), **own)
    witness = sys.modules["apidrift_witness"]
    try:
        setattr(made.model_construct(), name, None)
    except pydantic.ValidationError as error:
        found = error.errors(include_url=False)
        raise witness.refused(error.title, found) from None
    return None


def delete(cls: Any, name: Any) -> None:
    """Delete an attribute of some instance, where the class alone refuses it."""
    owner = owner_of(cls, "__delattr__")
    raw = inspect.getattr_static(cls, name, None)
    if frozen(owner) and (owner is cls or name in owner.__dataclass_fields__):
        made = named(dataclasses.make_dataclass("_", [name], frozen=True), cls)
        delattr(object.__new__(made), name)
    if owner is object and isinstance(raw, property) and raw.fdel is None:
        delattr(named(type("_", (), {name: property(lambda _: None)}), cls)(), name)
