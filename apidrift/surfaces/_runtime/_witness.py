"""The part of the runtime agent that tries a use on real objects. Loaded by `_program.py`, under the same rules.

No function of the provider is called for its result, no class is instantiated: arguments are bound to an empty function
that has the real one's parameters and name, so that the interpreter words its refusal itself.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import sys
import types
from typing import Any

OF_BINDING = {
    "missing": "",
    "missing_argument": "",
    "missing_keyword_only_argument": "",
    "missing_positional_only_argument": "",
    "unexpected_keyword_argument": "…",
    "unexpected_positional_argument": "…",
    "multiple_argument_values": "…",
    "extra_forbidden": "…",
}
"""The errors of pydantic that speak of which arguments come, not of their values."""


_hollow: Any = sys.modules["__main__"].part("_hollow")
_operators: Any = sys.modules["__main__"].part("_operators")
_paths: Any = sys.modules["__main__"].part("_paths")
_assignments: Any = sys.modules["__main__"].part("_assignments")
UnableError: Any = _hollow.UnableError
Instance: Any = _hollow.Instance
Bound: Any = _hollow.Bound
Dummy: Any = _hollow.Dummy


# Binding -------------------------------------------------------------------------------------------------------------


def arguments(shape: Any) -> Any:
    """The arguments of a call, constants as they are."""
    if shape.get("star") or shape.get("double_star") or shape.get("maybe"):
        raise UnableError("what * or ** or a condition brings is not known")
    return [constant(one) for one in shape.get("positional", ())], {
        name: constant(one) for name, one in shape.get("keywords", {}).items()
    }


def constant(argument: Any) -> Any:
    """A constant argument, or what stands for another."""
    try:
        return ast.literal_eval(argument.get("literal", "")) if argument.get("literal") else Dummy()
    except (ValueError, SyntaxError):
        return Dummy()


def bind(value: Any, shape: Any) -> None:
    """Bind a call's arguments to the real callable's parameters; raises what the call would raise."""
    positional, keywords = arguments(shape)
    if isinstance(value, Instance):
        value = Bound(inspect.getattr_static(value.cls, "__call__", None) or not_callable(value), value.cls)
    if isinstance(value, type):
        return construct(value, positional, keywords)
    hidden = [Dummy()] if isinstance(value, Bound) else []
    function = value.function if isinstance(value, Bound) else value
    if isinstance(function, types.MethodType):
        hidden, function = [Dummy()], function.__func__
    return call_empty(function, hidden + positional, keywords)


def not_callable(value: Any) -> Any:
    """Raise what calling an instance without `__call__` raises."""
    raise TypeError("%r object is not callable" % value.cls.__name__)


def deciding(function: Any) -> Any:
    """The function behind wrappers that hand everything on: the one whose parameters decide."""
    agent = sys.modules["__main__"]
    for _ in range(agent.DEEP):
        inner = getattr(function, "__wrapped__", None)
        if inner is None:
            break
        if isinstance(function, types.FunctionType):
            real = agent.own_signature(function)
            if agent.effective_wrapped(real, inner, 0)[0] is real:
                break
        function = inner
    if not isinstance(function, types.FunctionType):
        raise UnableError("it is no function written in Python")
    return function


def call_empty(function: Any, positional: Any, keywords: Any) -> None:
    """Call an empty function with the parameters and the name of another."""
    function = deciding(function)
    code = function.__code__
    plain, only = code.co_varnames[: code.co_argcount], code.co_varnames[code.co_argcount :][: code.co_kwonlyargcount]
    optional = len(plain) - len(function.__defaults__ or ())
    parts = [name + ("=None" if place >= optional else "") for place, name in enumerate(plain)]
    if code.co_posonlyargcount:
        parts.insert(code.co_posonlyargcount, "/")
    if code.co_flags & inspect.CO_VARARGS:
        parts.append("*_args")
    elif only:
        parts.append("*")
    parts += [name + ("=None" if name in (function.__kwdefaults__ or ()) else "") for name in only]
    if code.co_flags & inspect.CO_VARKEYWORDS:
        parts.append("**_kwargs")
    made: dict[str, Any] = {}
    name = function.__name__ if function.__name__.isidentifier() else "function"
    exec("def %s(%s): pass" % (name, ", ".join(parts)), made)  # noqa: S102 -- names of parameters alone
    made[name].__qualname__ = function.__qualname__
    made[name](*positional, **keywords)


def construct(cls: Any, positional: Any, keywords: Any) -> None:
    """Bind the arguments of a constructor."""
    agent = sys.modules["__main__"]
    kind = agent.flavour(cls)
    abstract = getattr(cls, "__abstractmethods__", None)
    maker = agent.maker_of(cls)
    own = isinstance(maker, types.FunctionType) and not str(maker.__module__).startswith("pydantic")
    if kind in ("pydantic", "pydantic_dataclass") and not (own and kind == "pydantic"):
        return validate(cls, kind, positional, keywords)
    if abstract:
        object.__new__(cls)
    if kind in ("enum", "typeddict", "msgspec"):
        raise UnableError("the constructor of a %s" % kind)
    if not isinstance(maker, types.FunctionType):
        if maker is not object.__init__:
            raise UnableError("its constructor is not written in Python")
        type(cls.__name__, (), {})(*positional, **keywords)
        return None
    return call_empty(maker, [Dummy(), *positional], keywords)


def validate(cls: Any, kind: Any, positional: Any, keywords: Any) -> None:
    """Let pydantic's own validator look at the arguments; what it says of their values does not count."""
    core = importlib.import_module("pydantic_core")
    given = core.ArgsKwargs(tuple(positional), keywords) if kind == "pydantic_dataclass" else keywords
    if positional and kind == "pydantic":
        return call_empty(cls.__init__, [Dummy(), *positional], keywords)
    try:
        cls.__pydantic_validator__.validate_python(given, self_instance=object.__new__(cls))
    except core.ValidationError as error:
        found = [one for one in error.errors(include_url=False) if one["type"] in OF_BINDING and len(one["loc"]) == 1]
        if found:
            raise refused(error.title, found) from None
    except Exception:
        return None
    return None


class ValidationError(Exception):
    """Pydantic's, reduced to what speaks of which arguments come."""


def refused(title: Any, found: Any) -> Any:
    """The error with the values left out, as the static agent writes it."""
    lines = ["%d validation error%s for %s" % (len(found), "s" * (len(found) != 1), title)]
    for one in found:
        kind = OF_BINDING.get(one["type"], "…") or type(one["input"]).__name__
        lines += [str(one["loc"][0]), "  %s [type=%s, input_value=…, input_type=%s]" % (one["msg"], one["type"], kind)]
    return ValidationError("\n".join(lines))


# Operations ----------------------------------------------------------------------------------------------------------


def statement(operation: Any) -> None:
    """Run an import statement."""
    module, name = operation["module"], operation.get("name", "")
    exec("from %s import %s" % (module, name) if name else "import %s" % module, {})  # noqa: S102


def inherit(value: Any, operation: Any) -> None:
    """Derive a class, and make an instance where the consumer does."""
    if not isinstance(value, type):
        raise UnableError("the base is no class here")
    names = {one["name"]: (lambda _: None) for one in operation.get("members", ()) if one["name"][:2] != "__"}
    keywords = operation.get("keywords") or {}
    if keywords.get("keywords") or keywords.get("double_star"):
        raise UnableError("the class statement has keywords")
    made = types.new_class(operation["name"].rpartition(".")[2], (value,), {}, lambda held: held.update(names))
    if operation.get("instantiated") and getattr(made, "__abstractmethods__", None):
        object.__new__(made)


def perform(operation: Any, path: Any) -> None:
    """Do what an operation does, short of running anything; raises what it would raise."""
    kind = operation["is"]
    if kind == "import":
        return statement(operation)
    if kind == "named" and operation["kind"] == "dotted":
        _paths.dotted(operation["text"].replace(":", "."))
        return None
    if kind == "named" and operation["kind"] != "rpc":
        raise UnableError("a name of kind %s" % operation["kind"])
    value = _paths.walk(path)
    if kind == "call":
        return bind(value, operation["shape"])
    if kind in ("read", "replace"):
        return present(value, operation["name"])
    if kind in FURTHER:
        FURTHER[kind](value, operation)
        return None
    if kind == "named":
        found = _paths.attribute(value, operation["text"])
        return bind(found, operation["shape"]) if operation.get("shape") else None
    if kind == "subclass":
        return inherit(value, operation)
    if kind == "decorate":
        return bind(value, operation.get("shape") or {"positional": [{}]})
    raise UnableError("the operation %s" % kind)


def remove(value: Any, operation: Any) -> None:
    """Delete an attribute: what may be read may be deleted, where the class does not refuse."""
    if isinstance(value, Instance):
        _assignments.delete(value.cls, operation["name"])
    present(value, operation["name"])


def loop(value: Any, operation: Any) -> None:
    """Loop over a value; whether a table has a place for each element is the consumer's part."""
    if operation.get("keys"):
        raise UnableError("a table of the consumer's decides")
    _operators.iterate(value, operation.get("is_async"))


FURTHER: Any = {
    "write": lambda value, told: _assignments.write(value, told["name"]),
    "delete": remove,
    "subscript": lambda value, told: _operators.subscript(value, told.get("key")),
    "iterate": loop,
    "unpack": lambda value, told: _operators.unpack(value, told["count"], told.get("starred")),
    "truth": lambda value, _: _operators.truth(value),
    "await": lambda value, _: _operators.wait(value),
    "enter": lambda value, told: _operators.enter(value, told.get("is_async")),
    "operate": lambda value, told: _operators.operate(value, told["method"], told.get("operand")),
    "check": lambda value, told: _operators.check(value, told["where"]),
}
"""Operations that need no binding of arguments."""


def present(value: Any, name: Any) -> None:
    """Read an attribute; that its type is not known does not matter."""
    try:
        _paths.attribute(value, name)
    except UnableError as error:
        if "annotated" not in str(error):
            raise


def attempt(question: Any) -> Any:
    """What the interpreter says of one use."""
    told = {"raises": "", "message": "", "unable": ""}
    try:
        perform(question["operation"], question["path"])
    except UnableError as error:
        told["unable"] = str(error)
    except RecursionError as error:
        told["unable"] = str(error)
    except Exception as error:
        told["raises"], told["message"] = type(error).__name__, str(error)
    return told
