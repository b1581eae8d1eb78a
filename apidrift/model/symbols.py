"""Symbols: what a provider's module or class holds under a name.

Names in `type` fields are *type expressions*: Python expressions in which every class is fully qualified
(`list[vllm.v1.request.Request] | None`), builtins are bare, `Any` stands for "not known", `Self` for the receiver's
class, `type[X]` for a class object and `module[a.b]` for a module.
"""

from __future__ import annotations

import enum
from typing import TypeAlias

from apidrift.model._base import Tagged
from apidrift.model.signature import Parameter, Signature


class Binding(enum.StrEnum):
    """What a function becomes when it is read from its class or an instance."""

    FUNCTION = "function"
    """A plain function; a method when it stands in a class."""
    STATIC = "static"
    CLASS = "class"
    PROPERTY = "property"
    CACHED_PROPERTY = "cached_property"


class Flavour(enum.StrEnum):
    """How a class's constructor comes about."""

    PLAIN = "plain"
    DATACLASS = "dataclass"
    """`dataclasses.dataclass`, and anything marked `typing.dataclass_transform` that delegates to it."""
    PYDANTIC = "pydantic"
    """A `pydantic.BaseModel` subclass: keyword-only, validated."""
    PYDANTIC_DATACLASS = "pydantic_dataclass"
    MSGSPEC = "msgspec"
    ATTRS = "attrs"
    NAMEDTUPLE = "namedtuple"
    TYPEDDICT = "typeddict"
    ENUM = "enum"
    PROTOCOL = "protocol"


class Function(Tagged, frozen=True, tag="function"):
    """A function or method, without its body: signature, how it binds, and what its body gives away.

    `signature` is what a caller of the *decorated* function meets; `self`/`cls` are left out.
    """

    signature: Signature = Signature()
    binding: Binding = Binding.FUNCTION
    is_async: bool = False
    is_generator: bool = False
    context_manager: bool = False
    """Decorated with `contextlib.contextmanager` (or its async twin, with `is_async`)."""
    abstract: bool = False
    final: bool = False
    settable: bool = False
    """For a property: it has a setter."""
    overloads: tuple[Signature, ...] = ()
    """The `typing.overload` signatures, in order."""
    decorators: tuple[str, ...] = ()
    """Qualified names of decorators, outermost first."""
    opaque: str = ""
    """Why `signature` may not be what a caller meets (an unknown decorator …); empty: it is certain."""
    takes: tuple[str, ...] = ()
    """Keywords it knows although they are no parameters, sorted: a decorator renames them, or the body reads them from
    `**kwargs`."""
    result: str = ""
    """The type expression inferred from the body's return statements; empty: not known."""
    raises: tuple[str, ...] = ()
    """Qualified names of exceptions the body raises by `raise Name(…)`, sorted."""
    always: str = ""
    """The exception that every call ends with, as `qualified.Name: message` (`…` where the text is not constant)."""
    placeholder: bool = False
    """A method that does nothing but raise NotImplementedError: subclasses are to supply it."""
    settles: dict[str, str] = {}
    """Parameters left to None, with the constant that the body then puts in their place."""
    body: str = ""
    """Hash of the normalised body (docstring and spacing do not count)."""
    forwards: str = ""
    """Where `*args, **kwargs` are handed on to (`super().__init__`, a dotted name); empty: nowhere known."""
    hands_on: str = ""
    """Where every call hands on, as they are, the keywords it does not know: a dotted path, `self.name`,
    `super().name` or `cls`; empty: they may go elsewhere, or stay."""
    deprecated: str = ""
    """The deprecation message, if one is announced."""
    calls: tuple[str, ...] = ()
    """Methods of its own receiver that the body calls (`self.name(…)`), sorted, for the reverse contract."""
    bound_as: str = ""
    """For a module's function that is a method of an object it made: the method, as Python prints it."""
    line: int = 0


class Attribute(Tagged, frozen=True, tag="attribute"):
    """A value: module variable, class variable, instance attribute, enum member."""

    annotation: str = ""
    type: str = ""
    """Type expression from the annotation, else inferred from what is assigned; empty: not known."""
    value: str = ""
    """The value as a canonical literal (`repr`), where it can be evaluated from the source."""
    spelled: str = ""
    """The value as spelled, where it is not a literal; long displays are cut to a hash."""
    instance: bool = False
    """Assigned on `self` in a method, and not in the class body."""
    final: bool = False
    line: int = 0
    computed: str = ""
    """For an instance attribute: the path of names, from a parameter of the constructor on, that it is set to."""
    unless: str = ""
    """The condition under which the constructor then sets it to something else; `…` where it cannot be told."""


class Alias(Tagged, frozen=True, tag="alias"):
    """A name that stands for another: an import, a re-export, `a = b`, an entry of a lazy `__getattr__` table."""

    target: str
    """Absolute dotted path, inside the provider or outside it (`torch.Tensor`)."""
    how: str = "import"
    """`import`, `star`, `assignment` or `getattr`."""
    type_checking: bool = False
    """Bound under `if TYPE_CHECKING:` only; absent at run time."""
    deprecated: str = ""
    line: int = 0


class Raising(Tagged, frozen=True, tag="raising"):
    """A name whose access raises on purpose (a module `__getattr__` that answers with an error)."""

    exception: str
    """Qualified exception name."""
    message: str = ""
    line: int = 0


class Class(Tagged, frozen=True, tag="class"):
    """A class: its own members, its bases, and the constructor a caller meets."""

    bases: tuple[str, ...] = ()
    """Qualified base classes as type expressions, `object` left out."""
    mro: tuple[str, ...] = ()
    """Linearised ancestors (C3) as qualified names, the class itself and `object` left out."""
    opaque_bases: tuple[str, ...] = ()
    """Ancestors outside the provider whose members are not known (`torch.nn.Module`)."""
    flavour: Flavour = Flavour.PLAIN
    members: dict[str, Symbol] = {}
    """Own members by name; instance attributes assigned in methods included."""
    constructor: Signature | None = None
    """The effective constructor, inheritance and synthesis applied, `self` left out; None: `object()`'s own."""
    constructor_name: str = ""
    """The name CPython prints for it in a TypeError (`Scheduler.__init__`)."""
    constructor_opaque: str = ""
    """Why the constructor is not certain; empty: it is."""
    constructor_hands_on: str = ""
    """Where every construction hands on the keywords it does not know, as a function's `hands_on`."""
    remakes: str = ""
    """The hook that gives every subclass without a constructor of its own another one, which calls none before it
    (`Base.__init_subclass__`); empty: none does."""
    unresolved: tuple[str, ...] = ()
    """Names in the annotations of its fields, ancestors' included, that are there for type checkers alone."""
    extra: str = ""
    """pydantic and msgspec: what happens to unknown keywords (`ignore`, `allow`, `forbid`); empty: not applicable."""
    fields: tuple[Parameter, ...] = ()
    """Fields in order, for data-like flavours (also those that are not constructor parameters)."""
    field_flags: dict[str, tuple[str, ...]] = {}
    """Marks of fields: `init=False`, `InitVar`, `kw_only`."""
    frozen: bool = False
    generated: tuple[str, ...] = ()
    """Special methods that a data class decorator makes beyond the constructor, sorted: those of an order, the hash of
    a frozen one; `-__hash__` where it takes the hash away."""
    slots: tuple[str, ...] | None = None
    """Own `__slots__`, when every attribute an instance can have is known (no ancestor gives a `__dict__`)."""
    abstract: tuple[str, ...] = ()
    """Abstract methods not implemented anywhere in the MRO, sorted: instantiation fails if any."""
    metaclass: str = ""
    decorators: tuple[str, ...] = ()
    final: bool = False
    dynamic: str = ""
    """Why attributes not listed may exist all the same (`__getattr__` defined …); empty: the list is complete."""
    deprecated: str = ""
    line: int = 0


class Variants(Tagged, frozen=True, tag="variants"):
    """A name defined differently under conditions that the source alone does not decide."""

    options: tuple[Symbol, ...]
    conditions: tuple[str, ...] = ()
    """For each option the condition as spelled."""
    line: int = 0


Symbol: TypeAlias = Function | Attribute | Alias | Raising | Class | Variants
