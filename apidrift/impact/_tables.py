"""What is known of types that no provider defines: builtins and the few bases libraries build on."""

from __future__ import annotations

import builtins
import collections.abc
import importlib
import types
from functools import lru_cache

_PYDANTIC = frozenset(
    {"construct", "copy", "dict", "from_orm", "json", "model_computed_fields", "model_config"}
    | {"model_construct", "model_copy", "model_dump", "model_dump_json", "model_extra", "model_fields"}
    | {"model_fields_set", "model_json_schema", "model_parametrized_name", "model_post_init"}
    | {"model_rebuild", "model_validate", "model_validate_json", "model_validate_strings", "parse_file"}
    | {"parse_obj", "parse_raw", "schema", "schema_json", "update_forward_refs", "validate", "__fields__"}
    | {"__iter__", "__fields_set__", "__pydantic_fields__", "__pydantic_extra__", "__pydantic_private__"}
    | {"__pydantic_core_schema__", "__pydantic_validator__", "__pydantic_serializer__"}
    | {"__pydantic_fields_set__", "_copy_and_set_values", "_iter", "_get_value", "_calculate_keys"}
    | {"__signature__"}
    | {"__class_getitem__"}
)
"""What a `pydantic.BaseModel` brings, as of pydantic 2."""
READ_ANNOTATIONS = {
    "pydantic.BaseModel": "PydanticUndefinedAnnotation",
    "pydantic.main.BaseModel": "PydanticUndefinedAnnotation",
}
"""Classes that evaluate the annotations of all of a class's ancestors, with what they raise where one cannot be."""
_TYPES: dict[str, type] = {
    "None": type(None),
    "NoneType": type(None),
    "function": types.FunctionType,
    "method": types.MethodType,
    "generator": types.GeneratorType,
    "coroutine": types.CoroutineType,
    "async_generator": types.AsyncGeneratorType,
    "module": types.ModuleType,
}
_EXTRA: dict[str, tuple[str, frozenset[str]]] = {
    "enum.Enum": ("object", frozenset({"name", "value"})),
    "enum.IntEnum": ("int", frozenset({"name", "value"})),
    "enum.StrEnum": ("str", frozenset({"name", "value"})),
    "enum.Flag": ("object", frozenset({"name", "value"})),
    "enum.IntFlag": ("int", frozenset({"name", "value"})),
    "typing.NamedTuple": ("tuple", frozenset({"_asdict", "_fields", "_field_defaults", "_make", "_replace"})),
    "typing_extensions.NamedTuple": (
        "tuple",
        frozenset({"_asdict", "_fields", "_field_defaults", "_make", "_replace"}),
    ),
    "typing.TypedDict": ("dict", frozenset()),
    "typing_extensions.TypedDict": ("dict", frozenset()),
    "msgspec.Struct": ("object", frozenset({"__struct_fields__", "__struct_config__", "__struct_encode_fields__"})),
    "pydantic.BaseModel": ("object", _PYDANTIC),
    "abc.ABC": ("object", frozenset()),
    "typing.Generic": ("object", frozenset()),
    "typing.Protocol": ("object", frozenset()),
    "typing_extensions.Protocol": ("object", frozenset()),
    "typing_extensions.Generic": ("object", frozenset()),
}
_IMPLICIT = frozenset(
    {"__dict__", "__module__", "__weakref__", "__annotations__", "__slots__", "__orig_class__", "__orig_bases__"}
    | {"__parameters__", "__abstractmethods__", "__dataclass_fields__", "__dataclass_params__", "__match_args__"}
    | {"__post_init__", "__attrs_attrs__", "__file__", "__path__", "__loader__", "__spec__", "__package__", "__all__"}
    | {"__cached__", "__builtins__"}
)


@lru_cache(maxsize=256)
def attribute_names(name: str) -> frozenset[str] | None:
    """Every attribute an instance of a type known from outside the provider has; None: the type is not known."""
    if name in _EXTRA:
        base, more = _EXTRA[name]
        return (attribute_names(base) or frozenset()) | more
    kind = _TYPES.get(name) or getattr(builtins, name.removeprefix("builtins."), None) or _from_library(name)
    if not isinstance(kind, type):
        return None
    return frozenset(dir(kind)) | (_set_by_methods(kind) if kind.__module__.partition(".")[0] in _LIBRARY else set())


def _set_by_methods(kind: type) -> set[str]:
    """Attributes that a standard class's own methods name, those they set on instances among them."""
    methods = [member for owner in kind.__mro__ for member in vars(owner).values()]
    return {name for method in methods if isinstance(method, types.FunctionType) for name in method.__code__.co_names}


_LIBRARY = frozenset({"argparse", "collections", "datetime", "io", "json", "logging", "pathlib", "queue", "threading"})
"""Standard modules whose classes libraries inherit from, and that cost next to nothing to import."""


def _from_library(name: str) -> object:
    if name in collections.abc.__all__:
        return getattr(collections.abc, name)
    module, _, short = name.rpartition(".")
    if module == "collections.abc" or module.partition(".")[0] not in _LIBRARY:
        return getattr(collections.abc, short, None) if module == "collections.abc" else None
    return getattr(importlib.import_module(module), short, None)


def implicit(name: str) -> bool:
    """Whether Python, or a decorator nobody spells, gives the attribute to nearly everything."""
    return name in _IMPLICIT


@lru_cache(maxsize=1)
def class_names() -> frozenset[str]:
    """What every class object has, metaclass included."""
    return frozenset(dir(type))


ENUM_CLASS_NAMES = frozenset({"__members__", "_member_map_", "_member_names_", "_value2member_map_", "_member_type_"})

ELEMENTS = frozenset(
    {"list", "set", "frozenset", "Sequence", "MutableSequence", "Iterable", "Iterator", "Collection", "AbstractSet"}
    | {"MutableSet", "KeysView", "ValuesView", "Generator", "generator", "Reversible", "deque", "collections.deque"}
    | {"filter", "map", "zip", "range", "enumerate", "reversed", "Container"}
)
"""Types whose first argument is what iterating yields."""
ASYNC_ELEMENTS = frozenset({"AsyncIterator", "AsyncIterable", "AsyncGenerator", "async_generator"})
MAPPINGS = frozenset(
    {"dict", "Mapping", "MutableMapping", "defaultdict", "OrderedDict", "Counter", "collections.defaultdict"}
    | {"collections.OrderedDict", "collections.Counter", "collections.ChainMap", "ItemsView"}
)
"""Types whose arguments are key and value."""
AWAITABLES = frozenset(
    {"Awaitable", "Coroutine", "Future", "Task", "asyncio.Future", "asyncio.Task", "asyncio.futures.Future"}
)
MANAGERS = frozenset({"AbstractContextManager", "ContextManager", "AbstractAsyncContextManager", "AsyncContextManager"})
CONCRETE = frozenset(
    {"int", "float", "complex", "bool", "str", "bytes", "bytearray", "list", "dict", "tuple", "set", "frozenset"}
    | {"None", "range", "slice", "memoryview", "generator", "coroutine", "async_generator", "function", "method"}
    | {"module"}
)
"""Types whose attributes are known in full."""
ABSTRACT = ELEMENTS | ASYNC_ELEMENTS | MAPPINGS | AWAITABLES | MANAGERS
_RESULTS = {
    "str": {
        "str": "capitalize casefold center expandtabs format format_map join ljust lower lstrip removeprefix "
        "removesuffix replace rjust rstrip strip swapcase title translate upper zfill",
        "list[str]": "rsplit split splitlines",
        "tuple[str, str, str]": "partition rpartition",
        "bool": "endswith isalnum isalpha isascii isdecimal isdigit isidentifier islower isnumeric isspace isupper "
        "startswith",
        "int": "count find index rfind rindex",
        "bytes": "encode",
    },
    "bytes": {"str": "decode hex", "bytes": "lower replace strip upper", "list[bytes]": "split"},
    "list": {"K": "pop", "list[K]": "copy", "int": "count index", "None": "append clear extend insert remove sort"},
    "dict": {
        "V | None": "get",
        "V": "pop setdefault",
        "Iterable[tuple[K, V]]": "items",
        "Iterable[K]": "keys",
        "Iterable[V]": "values",
        "tuple[K, V]": "popitem",
        "dict[K, V]": "copy",
        "None": "clear update",
    },
    "set": {"K": "pop", "set[K]": "copy difference intersection union", "None": "add clear discard remove update"},
    "deque": {"K": "pop popleft", "None": "append appendleft clear extend extendleft rotate"},
    "tuple": {"int": "count index"},
    "int": {"int": "bit_length bit_count conjugate", "bytes": "to_bytes"},
}
_LIKE = {"Mapping": "dict", "MutableMapping": "dict", "OrderedDict": "dict", "defaultdict": "dict", "frozenset": "set"}


@lru_cache(maxsize=1024)
def method_result(kind: str, method: str) -> str:
    """What a builtin's method gives, over the container's arguments `K` and `V`; empty: not in the table."""
    short = kind.rpartition(".")[2]
    table = _RESULTS.get(_LIKE.get(short, short), {})
    return next((result for result, methods in table.items() if method in methods.split()), "")
