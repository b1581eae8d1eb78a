"""The runtime agent: runs inside another interpreter (3.8 or newer), imports what it is asked about, tells what it is.

One file, standard library only, and no import of apidrift: it is started by path. It reads one JSON question per line
from one file descriptor and answers on another; everything the imported code prints goes nowhere. What is bound here at
the start stays bound, whatever the imported code does to `sys.modules` or to the modules it finds there.
"""

from __future__ import annotations

import dis
import enum
import functools
import hashlib
import importlib
import inspect
import json
import os
import pkgutil
import sys
import types
import typing
from typing import Any

_HERE = os.path.dirname(os.path.abspath(__file__))
MOST_PROGRAMS = 32
"""Programs that the imported code may start before it is refused."""
DEEP = 20
"""Levels of displays and of wrappers that are followed."""
LONG = 2000
"""Characters of a literal that are told."""
_ABSENT = object()
_PLAIN = (type(None), bool, int, float, complex, str, bytes)
_KINDS = {0: "posonly", 1: "pos", 2: "args", 3: "kwonly", 4: "kwargs"}
_BORN = frozenset(
    "__name__ __doc__ __package__ __loader__ __spec__ __file__ __path__ __cached__ __builtins__ __annotations__"
    " __warningregistry__ __conditional_annotations__ __annotate__ __annotate_func__".split()
)
_INHERENT = frozenset(
    "__module__ __qualname__ __doc__ __dict__ __weakref__ __annotations__ __slots__ __firstlineno__ __parameters__"
    " __static_attributes__ __abstractmethods__ _abc_impl __orig_bases__ __annotate__ __annotate_func__"
    " __annotations_cache__ __type_params__ __signature__ __subclasshook__ __init_subclass__".split()
)
_KEYWORD_ONLY = 3
_PYDANTIC = ("pydantic.main", "pydantic.root_model")
_OF_PROTOCOL = ("_no_init", "_no_init_or_replace_init")
"""What `typing.Protocol` and `typing_extensions.Protocol` put in the place of `__init__` until the first instance."""
_WRAPPING = (2, 4)
"""The kinds of `*args` and `**kwargs`."""


class _Empty:
    """Stands for `inspect.Parameter.empty` where that is a default."""


_EMPTY = _Empty()


# Values --------------------------------------------------------------------------------------------------------------


def literal(value: Any, depth: Any = 0) -> Any:
    """A value as canonical text, the way the static agent spells it; None where it has none."""
    kind = type(value)
    if depth > DEEP:
        return None
    if isinstance(value, enum.Enum):
        name = getattr(value, "_name_", None)
        return home(kind) + "." + name if isinstance(name, str) and "|" not in name else None
    if kind in _PLAIN:
        text = repr(value)
    elif value is Ellipsis:
        text = "..."
    elif isinstance(value, (type, types.FunctionType, types.BuiltinFunctionType)):
        text = home(value)
    elif kind in (list, tuple, set, frozenset, dict):
        text = _display(value, kind, depth)
    else:
        return None
    if text is not None and len(text) > LONG:
        return "<%s %s>" % (kind.__name__, hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:12])
    return text


def _display(value: Any, kind: Any, depth: Any) -> Any:
    if kind is dict:
        pairs = [(literal(k, depth + 1), literal(v, depth + 1)) for k, v in value.items()]
        if any(k is None or v is None for k, v in pairs):
            return None
        return "{" + ", ".join("%s: %s" % pair for pair in pairs) + "}"
    parts = [literal(one, depth + 1) for one in value]
    if any(one is None for one in parts):
        return None
    if kind is list:
        return "[" + ", ".join(parts) + "]"
    if kind is tuple:
        return "(" + ", ".join(parts) + ("," if len(parts) == 1 else "") + ")"
    inner = "{" + ", ".join(sorted(parts)) + "}" if parts else "set()"
    return "frozenset(%s)" % inner if kind is frozenset else inner


def home(thing: Any) -> Any:
    """The dotted path that a class or function gives itself; builtins are bare."""
    module = getattr(thing, "__module__", None)
    name = getattr(thing, "__qualname__", None) or getattr(thing, "__name__", "")
    if not isinstance(name, str):
        return ""
    return name if not isinstance(module, str) or module in ("builtins", "") else module + "." + name


def lives_at(thing: Any) -> Any:
    """The module and the name where a class or function really lies; None where its own word does not lead to it."""
    module, name = getattr(thing, "__module__", None), getattr(thing, "__qualname__", None)
    if not (isinstance(module, str) and isinstance(name, str)) or "<locals>" in name:
        return None
    found = sys.modules.get(module, _ABSENT)
    for part in name.split("."):
        if found is _ABSENT:
            return None
        try:
            found = inspect.getattr_static(found, part, _ABSENT)
        except Exception:
            return None
    return (module, name) if found is thing else None


def spelled(annotation: Any) -> Any:
    """An annotation as text."""
    if annotation is inspect.Signature.empty:
        return ""
    if isinstance(annotation, str):
        return annotation
    try:
        return inspect.formatannotation(annotation).replace("NoneType", "None")
    except Exception:
        return ""


# Signatures ----------------------------------------------------------------------------------------------------------


def parameter(one: Any) -> Any:
    """One parameter as the model spells it."""
    told = {"name": one.name, "kind": _KINDS[int(one.kind)]}
    text = spelled(one.annotation)
    if text:
        told["annotation"] = text
    if one.default is not inspect.Parameter.empty:
        known = literal(one.default)
        told["default"] = "<%s>" % type(one.default).__name__ if known is None else known
    return told


def signature_of(given: Any, drop: Any = 0) -> Any:
    """A signature as the model spells it, its first positional parameters left out."""
    every = list(given.parameters.values())
    while drop and every and int(every[0].kind) <= 1:
        every.pop(0)
        drop -= 1
    told = {"parameters": [parameter(one) for one in every]}
    text = spelled(given.return_annotation)
    if text:
        told["returns"] = text
    return told


def own_signature(function: Any) -> Any:
    """What CPython binds a plain function's arguments to, whatever the function says of itself."""
    bare = types.FunctionType(
        function.__code__, function.__globals__, function.__name__, function.__defaults__, function.__closure__
    )
    bare.__kwdefaults__ = function.__kwdefaults__
    bare.__annotations__ = dict(function.__annotations__)
    given = inspect.signature(bare)
    # `inspect` takes its own mark for a missing default, even where it is the default.
    plain = function.__code__.co_varnames[: function.__code__.co_argcount]
    late = plain[len(plain) - len(function.__defaults__ or ()) :]
    optional = set(late) | set(function.__kwdefaults__ or ())
    every = [
        one.replace(default=_EMPTY) if one.name in optional and one.default is one.empty else one
        for one in given.parameters.values()
    ]
    return given.replace(parameters=every)


def passes_all_on(given: Any) -> Any:
    """Whether a wrapper takes anything (`*args, **kwargs`), so that what it wraps decides."""
    kinds = [int(one.kind) for one in given.parameters.values()]
    return set(_WRAPPING) <= set(kinds) and all(kind in _WRAPPING for kind in kinds)


def effective(thing: Any, depth: Any = 0) -> Any:
    """The signature that a caller meets, and why it may not be the whole truth."""
    if isinstance(thing, types.FunctionType):
        real = own_signature(thing)
        told = thing.__dict__.get("__signature__")
        wrapped = thing.__dict__.get("__wrapped__")
        if wrapped is not None and depth < DEEP and _takes_rest(real):
            return effective_wrapped(real, wrapped, depth)
        if isinstance(told, inspect.Signature) and not _same(told, real):
            if passes_all_on(real):
                return told, "its __signature__ is told by itself"
            return real, "its __signature__ is not what it binds"
        return real, ""
    if isinstance(thing, functools.partial):
        return inspect.signature(thing), ""
    wrapped = getattr(thing, "__wrapped__", None)
    if wrapped is not None and not isinstance(thing, type) and depth < DEEP:
        call = inspect.getattr_static(type(thing), "__call__", None)
        if isinstance(call, types.FunctionType) and _takes_rest(own_signature(call)):
            return effective_wrapped(without_first(own_signature(call)), wrapped, depth)
    if isinstance(getattr(thing, "__signature__", None), inspect.Signature) and not isinstance(thing, type):
        return thing.__signature__, "its __signature__ is told by itself"
    if wrapped is not None and not isinstance(thing, type) and depth < DEEP:
        return effective(wrapped, depth + 1)
    return inspect.signature(thing), ""


def without_first(given: Any) -> Any:
    """A method's signature as its instance is called."""
    return given.replace(parameters=list(given.parameters.values())[1:])


def _takes_rest(given: Any) -> Any:
    """Whether a wrapper can hand keywords on."""
    return any(int(one.kind) == _WRAPPING[1] for one in given.parameters.values())


def effective_wrapped(real: Any, wrapped: Any, depth: Any) -> Any:
    """A wrapper that hands `**kwargs` on: what it wraps decides, with the keywords that the wrapper takes out."""
    inner, why = effective(wrapped, depth + 1)
    own = [one for one in real.parameters.values() if int(one.kind) not in _WRAPPING]
    first = [one for one in own if int(one.kind) != _KEYWORD_ONLY]
    if [one.name for one in first] != list(inner.parameters)[: len(first)]:
        return real, "wraps a function whose parameters are others"
    more = [one for one in own if int(one.kind) == _KEYWORD_ONLY and one.name not in inner.parameters]
    more = [one for one in more if not one.name.startswith("_")]
    every = list(inner.parameters.values())
    last = [every.pop()] if every and int(every[-1].kind) == _WRAPPING[1] else []
    return inner.replace(parameters=every + more + last), why


def _same(one: Any, other: Any) -> Any:
    facts = [[(p.name, int(p.kind), p.default is p.empty) for p in each.parameters.values()] for each in (one, other)]
    return facts[0] == facts[1]


# Symbols -------------------------------------------------------------------------------------------------------------


def function(thing: Any, binding: Any = "function", drop: Any = 0, raw: Any = None) -> Any:
    """A function or method."""
    told = {"is": "function", "binding": binding}
    try:
        given, why = effective(thing)
        told["signature"] = signature_of(given, drop)
        if why:
            told["opaque"] = why
    except (ValueError, TypeError) as error:
        told["opaque"] = "it has no signature that Python can read: %s" % type(error).__name__
    core = inspect.unwrap(thing) if callable(thing) else thing
    told["is_async"] = inspect.iscoroutinefunction(core) or inspect.isasyncgenfunction(core)
    told["is_generator"] = inspect.isgeneratorfunction(core) or inspect.isasyncgenfunction(core)
    told["abstract"] = bool(getattr(raw if raw is not None else thing, "__isabstractmethod__", False))
    overloads = getattr(typing, "get_overloads", None)
    if overloads is not None:
        try:
            told["overloads"] = [signature_of(own_signature(one), drop) for one in overloads(core)]
        except Exception:
            told["overloads"] = []
    code = getattr(core, "__code__", None)
    told["line"] = getattr(code, "co_firstlineno", 0)
    return told


def member_of(owner: Any, name: Any, raw: Any) -> Any:
    """What a class holds under a name."""
    if isinstance(raw, staticmethod):
        return function(raw.__func__, "static", 0, raw)
    if isinstance(raw, classmethod):
        return function(raw.__func__, "class", 1, raw)
    if isinstance(raw, property):
        told = {"is": "function", "binding": "property", "settable": raw.fset is not None}
        told["abstract"] = bool(getattr(raw, "__isabstractmethod__", False))
        return told
    if isinstance(raw, functools.cached_property):
        return {"is": "function", "binding": "cached_property"}
    if isinstance(raw, type):
        at = lives_at(raw)
        mine = at is not None and at[0] == owner.__module__ and at[1] == owner.__qualname__ + "." + name
        return class_(raw) if mine else {"is": "alias", "target": home(raw), "how": "assignment"}
    if isinstance(raw, types.FunctionType):
        bound = "class" if name in ("__new__", "__init_subclass__", "__class_getitem__") else "function"
        return function(raw, bound, 1)
    if isinstance(raw, functools.partialmethod) or (
        callable(raw) and getattr(raw, "__wrapped__", None) is not None and hasattr(type(raw), "__get__")
    ):
        return function(getattr(raw, "__wrapped__", None) or raw.func, "function", 1)
    if isinstance(raw, (types.WrapperDescriptorType, types.MethodDescriptorType, types.BuiltinFunctionType)):
        return function(raw, "function", 1)
    if isinstance(raw, types.MemberDescriptorType):
        return {"is": "attribute", "instance": True}
    return value(raw)


def value(thing: Any) -> Any:
    """A value."""
    told = {"is": "attribute", "type": home(type(thing)).replace("NoneType", "None")}
    text = literal(thing)
    if text is not None:
        told["value"] = text
    return told


def instance_attributes(cls: Any) -> Any:
    """Names that the methods of a class store on their first argument, told from their code."""
    found: dict[str, int] = {}
    for raw in list(vars(cls).values()):
        core: Any = raw.fget if isinstance(raw, property) else getattr(raw, "__func__", raw)
        try:
            core = inspect.unwrap(core)
        except (ValueError, AttributeError):
            continue
        code = getattr(core, "__code__", None)
        if not isinstance(code, types.CodeType) or not code.co_argcount:
            continue
        receiver, before = code.co_varnames[0], ""
        for step in dis.get_instructions(code):
            if step.opname == "STORE_ATTR" and receiver in str(before):
                found.setdefault(str(step.argval), code.co_firstlineno)
            before = step.argval
    return found


def flavour(cls: Any) -> Any:
    """How the constructor of a class comes about."""
    names = {home(one) for one in cls.__mro__}
    held = vars(cls)
    if issubclass(cls, enum.Enum):
        return "enum"
    if "pydantic.main.BaseModel" in names:
        return "pydantic"
    if "__dataclass_fields__" in held:
        return "pydantic_dataclass" if "__pydantic_validator__" in held else "dataclass"
    if "msgspec.Struct" in names or "msgspec._core.Struct" in names:
        return "msgspec"
    if "__attrs_attrs__" in held:
        return "attrs"
    if issubclass(cls, tuple) and "_fields" in held:
        return "namedtuple"
    if type(cls).__name__ == "_TypedDictMeta":
        return "typeddict"
    return "protocol" if held.get("_is_protocol") is True else "plain"


def maker_of(cls: Any) -> Any:
    """The function that takes a constructor's arguments: `__init__`, or `__new__` where only that is defined."""
    made = [vars(one)["__init__"] for one in cls.__mro__ if "__init__" in vars(one)]
    made = [one for one in made if getattr(one, "__name__", "") not in _OF_PROTOCOL]
    new = next((vars(one)["__new__"] for one in cls.__mro__ if "__new__" in vars(one)), None)
    if isinstance(new, staticmethod) and not isinstance(made[0], types.FunctionType):
        return new.__func__
    return made[0]


def _without_first(given: Any) -> Any:
    return given.replace(parameters=list(given.parameters.values())[1:])


def pydantic_fields(cls: Any, told: Any) -> Any:
    """The constructor of a model, from its fields: the keywords that it really takes."""
    config = getattr(cls, "model_config", {})
    by_name = any(config.get(one) for one in ("populate_by_name", "validate_by_name"))
    told["extra"] = config.get("extra") or "ignore"
    parameters = []
    for name, field in (getattr(cls, "__pydantic_fields__", None) or cls.model_fields).items():
        alias = field.validation_alias if isinstance(field.validation_alias, str) else field.alias
        kind = "pos" if maker_of(cls).__module__ == "pydantic.root_model" else "kwonly"
        one = {"name": name, "kind": kind, "annotation": spelled(field.annotation)}
        if isinstance(alias, str) and alias != name:
            one["alias"], one["also_by_name"] = alias, by_name
        if not field.is_required():
            known = literal(field.default)
            made = field.default_factory is not None
            one["default"] = "<factory>" if made else known or "<%s>" % type(field.default).__name__
        parameters.append(one)
    return {"parameters": parameters}


def constructor(cls: Any, told: Any) -> Any:
    """The constructor that a caller of a class meets."""
    maker = maker_of(cls)
    own = isinstance(maker, types.FunctionType)
    told["constructor_name"] = getattr(maker, "__qualname__", "")
    synthetic = told["flavour"] in ("msgspec", "attrs", "dataclass", "namedtuple", "pydantic_dataclass")
    lying = vars(cls).get("__signature__") is not None and not told["flavour"].startswith("pydantic")
    meta = type(cls).__call__
    passing = isinstance(meta, types.FunctionType) and passes_all_on(_without_first(own_signature(meta)))
    plain = own and (meta is type.__call__ or passing)
    why = ""
    try:
        if told["flavour"] == "pydantic" and maker.__module__ in _PYDANTIC and cls.__module__ not in _PYDANTIC:
            told["constructor"] = pydantic_fields(cls, told)
        elif plain and (lying or not synthetic or told["flavour"] == "pydantic"):
            given, why = effective(maker)
            told["constructor"] = signature_of(given, 1)
        elif maker is object.__init__ and type(cls).__call__ is type.__call__:
            told["constructor"], told["constructor_name"] = None, ""
        else:
            told["constructor"] = signature_of(inspect.signature(cls))
        if lying:
            why = "its __signature__ is not what it binds"
    except (ValueError, TypeError, AttributeError):
        told["constructor"] = None
        why = "it has no signature that Python can read"
    if why:
        told["constructor_opaque"] = why


def class_(cls: Any) -> Any:
    """A class: its own members, its ancestors, the constructor a caller meets."""
    told = {"is": "class", "flavour": flavour(cls)}
    told["bases"] = [home(one) for one in cls.__bases__ if one is not object]
    told["mro"] = [home(one) for one in cls.__mro__[1:] if one is not object]
    told["abstract"] = sorted(getattr(cls, "__abstractmethods__", ()) or ())
    told["metaclass"] = "" if type(cls) is type else home(type(cls))
    constructor(cls, told)
    members = {}
    enumerated = getattr(cls, "__members__", {}) if told["flavour"] == "enum" else {}
    for name, raw in list(vars(cls).items()):
        if name in _INHERENT or not isinstance(name, str):
            continue
        if name in enumerated:
            members[name] = {"is": "attribute", "type": home(cls), "final": True}
            text = literal(enumerated[name].value)
            if text is not None:
                members[name]["value"] = text
            continue
        try:
            members[name] = member_of(cls, name, raw)
        except Exception:
            members[name] = {"is": "attribute"}
    for name, line in instance_attributes(cls).items():
        members.setdefault(name, {"is": "attribute", "instance": True, "line": line})
    for name in getattr(cls, "__dataclass_fields__", None) or getattr(cls, "__pydantic_fields__", None) or ():
        members.setdefault(name, {"is": "attribute", "instance": True})
    told["members"] = members
    if "__getattr__" in vars(cls) or "__getattribute__" in vars(cls):
        told["dynamic"] = "defines __getattr__"
    return told


def symbol(module: Any, name: Any, thing: Any, how: Any) -> Any:
    """What a module holds under a name."""
    if isinstance(thing, types.ModuleType):
        return {"is": "alias", "target": thing.__name__, "how": how}
    if isinstance(thing, (type, types.FunctionType, types.BuiltinFunctionType)) or _is_wrapper(thing):
        at = lives_at(thing)
        if at is not None and at != (module, name):
            return {"is": "alias", "target": at[0] + "." + at[1], "how": how}
        if str(getattr(thing, "__module__", "")).partition(".")[0] in (
            "builtins",
            "types",
            "typing",
            "operator",
            "_operator",
        ):
            return value(thing)
        if isinstance(thing, type):
            return class_(thing)
        return function(thing)
    if isinstance(thing, (functools.partial, types.MethodType)):
        return function(thing)
    return value(thing)


def _is_wrapper(thing: Any) -> Any:
    """A callable that stands in a function's place (`functools.lru_cache`, `singledispatch`, a dispatcher)."""
    return callable(thing) and isinstance(getattr(thing, "__wrapped__", None), (types.FunctionType, type))


# Questions -----------------------------------------------------------------------------------------------------------


class AbsentError(Exception):
    """There is no such module."""


class FailedError(Exception):
    """The module cannot be imported, and why."""


def load(name: Any) -> Any:
    """Import a module, whatever it does."""
    try:
        importlib.import_module(name)
    except ModuleNotFoundError as error:
        missing = error.name or ""
        if missing and (name == missing or name.startswith(missing + ".")):
            raise AbsentError(missing) from error
        raise FailedError("%s: %s" % (type(error).__name__, error)) from None
    except SystemExit as error:
        raise FailedError("importing it leaves the program (exit code %r)" % (error.code,)) from None
    except MemoryError:
        raise FailedError("importing it needs more memory than it may have") from None
    except BaseException as error:
        raise FailedError("%s: %s" % (type(error).__name__, str(error)[:300])) from None
    found = sys.modules.get(name)
    if found is None:
        raise FailedError("it is not in sys.modules after its import") from None
    return found


def submodules(places: Any) -> Any:
    """What lies below a package, folders without `__init__` included."""
    found = {one.name for one in pkgutil.iter_modules(places)}
    for place in places:
        try:
            folders = [one for one in os.scandir(place) if one.is_dir() and one.name.isidentifier()]
            found.update(one.name for one in folders if any(n.endswith(".py") for n in os.listdir(one.path)))
        except OSError:
            continue
    return sorted(found)


def tell_module(name: Any) -> Any:
    """A module without its symbols."""
    module = load(name)
    held = vars(module) if isinstance(module, types.ModuleType) else {}
    package = held.get("__path__")
    below = submodules(list(package)) if package is not None else []
    index = {}
    for key, thing in list(held.items()):
        own = issubclass(type(thing), types.ModuleType) and getattr(thing, "__name__", "") == name + "." + str(key)
        if isinstance(key, str) and key not in _BORN and not own:
            index[key] = type(thing).__name__
    exports = held.get("__all__")
    told = {"name": name, "package": package is not None, "index": index, "submodules": below}
    if isinstance(exports, (list, tuple)) and all(isinstance(one, str) for one in exports):
        told["exports"] = list(exports)
    file = held.get("__file__")
    if isinstance(file, str):
        depth = name.count(".") + (2 if package is not None else 1)
        told["path"] = "/".join(file.replace(os.sep, "/").split("/")[-depth:])
    if not isinstance(module, types.ModuleType):
        told["dynamic"] = "it puts another object in its place"
    return told


def tell_member(module_name: Any, name: Any) -> Any:
    """The symbol behind a name of a module; None where there is none."""
    module = load(module_name)
    thing = inspect.getattr_static(module, name, _ABSENT) if isinstance(module, types.ModuleType) else _ABSENT
    how = "import"
    if thing is _ABSENT:
        how = "getattr"
        try:
            thing = getattr(module, name)
        except AttributeError:
            return None
        except BaseException as error:
            return {"is": "raising", "exception": home(type(error)), "message": str(error)[:300]}
    if isinstance(thing, types.ModuleType) and thing.__name__ == module_name + "." + name:
        return None
    return symbol(module_name, name, thing, how)


def guard() -> Any:
    """Refuse what an import has no business with: forks, the network, programs without end."""
    started = [0]

    def hook(event: Any, arguments: Any) -> Any:
        if event in ("os.fork", "os.forkpty"):
            raise PermissionError("the runtime agent does not let imported code fork")
        if event == "socket.connect" and not isinstance(arguments[1], (str, bytes)):
            raise ConnectionRefusedError("the runtime agent does not let imported code reach the network")
        if event in ("subprocess.Popen", "os.system", "os.posix_spawn", "os.spawn", "os.startfile"):
            started[0] += 1
            if started[0] > MOST_PROGRAMS:
                raise PermissionError("the runtime agent does not let imported code start that many programs")

    sys.addaudithook(hook)


def part(name: Any) -> Any:
    """A part of the agent that is loaded when it is first needed; it lies beside this file."""
    told = "apidrift" + name
    if told not in sys.modules:
        from importlib.util import module_from_spec, spec_from_file_location

        spec = spec_from_file_location(told, os.path.join(_HERE, name + ".py"))
        assert spec is not None
        assert spec.loader is not None
        sys.modules[told] = module_from_spec(spec)
        spec.loader.exec_module(sys.modules[told])
    return sys.modules[told]


def answer(question: Any) -> Any:
    """The answer to one question, as JSON would have it."""
    try:
        if question["do"] == "try":
            return {"value": part("_witness").attempt(question)}
        if question["do"] == "module":
            return {"value": tell_module(question["name"])}
        return {"value": tell_member(question["module"], question["name"])}
    except AbsentError:
        return {"value": None}
    except FailedError as error:
        return {"problem": str(error)}
    except BaseException as error:
        return {"problem": "%s: %s" % (type(error).__name__, str(error)[:300])}


def limit(memory: Any, seconds: Any) -> Any:
    """Bound the address space, the processor time and the size of files, where the system can."""
    try:
        import resource
    except ImportError:
        return
    for name, most in (("RLIMIT_AS", memory), ("RLIMIT_CPU", seconds), ("RLIMIT_FSIZE", 1 << 28), ("RLIMIT_CORE", 0)):
        try:
            resource.setrlimit(getattr(resource, name), (most, most))
        except (AttributeError, ValueError, OSError):
            continue


def main() -> Any:
    """Answer questions until there are no more."""
    sys.path[:] = [place for place in sys.path if os.path.abspath(place) != _HERE]
    given = json.loads(sys.argv[1])
    del sys.argv[1:]
    sys.path[:0] = given["path"]
    incoming, outgoing, mark = given["in"], given["out"], given["mark"]
    os.set_inheritable(incoming, False)
    os.set_inheritable(outgoing, False)
    dumps, loads, write = json.dumps, json.loads, os.write
    limit(given["memory"], given["seconds"])
    guard()
    with os.fdopen(incoming, "r", encoding="utf-8", closefd=False) as lines:
        for line in lines:
            told = answer(loads(line))
            try:
                text = dumps(told)
            except Exception as error:
                text = dumps({"problem": "its description cannot be told: %s" % type(error).__name__})
            data = (mark + text + "\n").encode("utf-8", "backslashreplace")
            while data:
                data = data[write(outgoing, data) :]
    os._exit(0)


if __name__ == "__main__":
    main()
