"""Hints: what a profile tells the analysis that no source says, as data.

The contract analysis takes them to know what a text or a class handed to the provider stands for; the judge takes them
to know which classes a value may be of where the provider declares less than it means.
"""

from __future__ import annotations

from apidrift.model._base import Model


class MixIn(Model, frozen=True, rename="kebab"):
    """A parameter that names a class of the consumer, which the provider then puts beside one of its own."""

    parameter: str
    """The keyword whose text is a dotted path (`worker_extension_cls`)."""
    host: str
    """The class it is mixed into."""


class RemoteCall(Model, frozen=True, rename="kebab"):
    """A method that calls another one by its name on objects in other processes."""

    method: str
    """What it is called (`collective_rpc`)."""
    host: str
    """The class on which the name is looked up."""
    position: int = 0
    """Which argument is the name."""
    args: str = "args"
    """The keyword that holds the call's positional arguments as a sequence."""
    kwargs: str = "kwargs"
    """The keyword that holds the call's keyword arguments as a mapping."""
    args_position: int = -1
    """Which positional argument may hold `args`; -1: none."""


class Family(Model, frozen=True, rename="kebab"):
    """Attributes declared as something general that always hold an instance of one of a folder's classes."""

    at: tuple[str, ...]
    """The attributes, as `module.Class.attribute`."""
    scope: str
    """The module or package whose classes they are."""
    needs: tuple[str, ...]
    """Members that each of the classes has: what makes it one of the family."""


class Hints(Model, frozen=True, rename="kebab"):
    """All hints of one provider's profile."""

    mix_ins: tuple[MixIn, ...] = ()
    remote_calls: tuple[RemoteCall, ...] = ()
    families: tuple[Family, ...] = ()
    outside: dict[str, tuple[str, ...]] = {}
    """Attributes of base classes from other libraries, for which a family's members are looked through."""


NO_HINTS = Hints()
