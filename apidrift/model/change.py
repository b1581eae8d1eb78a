"""Changes: what differs between two surfaces. A change knows nothing of any consumer."""

from __future__ import annotations

import enum

from apidrift.model._base import Model
from apidrift.model.contract import Place


class Failure(enum.StrEnum):
    """How a use fails on a version, judged on that version alone."""

    MISSING_MODULE = "missing_module"
    MISSING_NAME = "missing_name"
    MISSING_ATTRIBUTE = "missing_attribute"
    MISSING_MEMBER = "missing_member"
    """An enum has no such member."""
    RAISES_ON_ACCESS = "raises_on_access"
    MISSING_ARGUMENT = "missing_argument"
    UNEXPECTED_KEYWORD = "unexpected_keyword"
    TOO_MANY_POSITIONAL = "too_many_positional"
    MULTIPLE_VALUES = "multiple_values"
    POSITIONAL_ONLY_KEYWORD = "positional_only_keyword"
    FORBIDDEN_EXTRA = "forbidden_extra"
    NO_OVERLOAD = "no_overload"
    BAD_ARGUMENT = "bad_argument"
    """A constant argument outside what the parameter's Literal or enum type admits."""
    NOT_CALLABLE = "not_callable"
    NOT_A_CLASS = "not_a_class"
    FINAL = "final"
    ABSTRACT = "abstract"
    READ_ONLY = "read_only"
    NOT_SUBSCRIPTABLE = "not_subscriptable"
    NOT_ITERABLE = "not_iterable"
    UNPACK_COUNT = "unpack_count"
    NOT_AWAITABLE = "not_awaitable"
    NEVER_AWAITED = "never_awaited"
    """A coroutine is used as if it were the result."""
    NOT_A_CONTEXT_MANAGER = "not_a_context_manager"
    MISSING_SPECIAL_METHOD = "missing_special_method"
    MISSING_KEY = "missing_key"
    MISSING_WORD = "missing_word"
    """Nothing of the provider spells a text that means something to it: a flag, an environment variable, a key."""
    WRONG_RESULT = "wrong_result"
    """The result is of another kind than the use needs (None, a method object, another class)."""
    BAD_OVERRIDE = "bad_override"
    CONSTRUCTOR_REPLACED = "constructor_replaced"
    """The provider gives the consumer's class another constructor than the one it inherits."""
    UNRESOLVED_ANNOTATION = "unresolved_annotation"
    """A base reads annotations that name what is there for type checkers alone."""
    NOT_CAUGHT = "not_caught"
    ALWAYS_RAISES = "always_raises"
    """The function is there and does nothing but raise."""


class Aspect(enum.StrEnum):
    """Which side of a symbol a change is about."""

    EXISTENCE = "existence"
    KIND = "kind"
    PARAMETER = "parameter"
    RESULT = "result"
    ATTRIBUTE = "attribute"
    CONSTRUCTOR = "constructor"
    HIERARCHY = "hierarchy"
    ENUM = "enum"
    EXCEPTION = "exception"
    REVERSE = "reverse"
    STRING = "string"
    BEHAVIOUR = "behaviour"
    ENVIRONMENT = "environment"
    CONSUMER = "consumer"
    OTHER = "other"


class Action(enum.StrEnum):
    """What happened to it."""

    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"
    RENAMED = "renamed"
    MOVED = "moved"


class Change(Model, frozen=True):
    """One difference, found by one rule."""

    rule: str
    """`AD…`."""
    symbol: str
    """Canonical path of the symbol that changed, as the old version has it (the new one's where there is no old)."""
    subject: str = ""
    """The parameter, field, member or base concerned; empty: the symbol itself."""
    old: str = ""
    """The fact in the old version, as short text (a default, a signature, a kind)."""
    new: str = ""
    old_place: Place | None = None
    new_place: Place | None = None
    moved_to: str = ""
    """For renames and moves: the new path or name."""
    score: float = 1.0
    """For renames and moves: how sure the match is, 0 to 1."""


class Relevance(enum.StrEnum):
    """To which uses a change matters although they still bind: what turns it into a `risk`."""

    NEVER = "never"
    """Matters only where it explains a failure."""
    ANY = "any"
    """Every use of the symbol."""
    OMITTED = "omitted"
    """A call that leaves the subject parameter to its default."""
    PASSED = "passed"
    """A call that passes the subject parameter."""
    SHIFTED = "shifted"
    """A call whose positional arguments now land on other parameters."""
    SWALLOWED = "swallowed"
    """A call that passes the subject by keyword, which `**kwargs` now takes silently."""
    RESULT = "result"
    """A call whose result is put to use."""
    READ = "read"
    """A read of the value."""
    ITERATED = "iterated"
    """Iteration over the class or its keys, exhaustive matching."""
    INSTANCE_WRITTEN = "instance_written"
    """A write to an attribute of an instance."""
    CAUGHT = "caught"
    """An `except` clause around a call."""
    OVERRIDDEN = "overridden"
    """A consumer's class that overrides or inherits the subject."""
    UNPACKED = "unpacked"
    """Positional use of a result's fields: unpacking, indexing."""
