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
    refuses: str = ""
    """What is raised where the host has an attribute of one of the class's names already, as `Exception: text` with
    `{name}` in it; empty: nothing, or it is not known."""


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


class Environment(Model, frozen=True, rename="kebab"):
    """The environment variables a provider reads."""

    prefixes: tuple[str, ...] = ()
    """How their names begin; empty: with the import name in capitals (`PROV_`)."""
    modules: tuple[str, ...] = ()
    """The modules that spell them; empty: any."""


class Command(Model, frozen=True, rename="kebab"):
    """A program of the provider that consumers start with flags."""

    programs: tuple[str, ...]
    """How a command line of it begins or what it contains: words with one space between (`vllm serve`)."""
    modules: tuple[str, ...]
    """The modules that spell its flags, or the options these set."""


class Record(Model, frozen=True, rename="kebab"):
    """A parameter that takes a mapping (or JSON) of another class's fields."""

    parameter: str
    type: str
    """The class, as `module.Class`."""


class Spelling(Model, frozen=True, rename="kebab"):
    """Other names under which functions take parameters, as an argument parser of compiled code may."""

    of: tuple[str, ...]
    """The modules and classes whose own functions do."""
    keywords: dict[str, str]
    """The other name, and the parameter's."""


class Hints(Model, frozen=True, rename="kebab"):
    """All hints of one provider's profile."""

    mix_ins: tuple[MixIn, ...] = ()
    remote_calls: tuple[RemoteCall, ...] = ()
    environment: Environment = Environment()
    commands: tuple[Command, ...] = ()
    records: tuple[Record, ...] = ()
    families: tuple[Family, ...] = ()
    outside: dict[str, tuple[str, ...]] = {}
    """Attributes of base classes from other libraries, for which a family's members are looked through."""
    holds: dict[str, str] = {}
    """What an attribute holds, as a type expression, by its path on its class: where neither its annotation nor what
    is assigned tells."""

    served: dict[str, str] = {}
    """Names that compiled code puts into a module when it is imported: a regular expression for a name, by module."""
    spellings: tuple[Spelling, ...] = ()


NO_HINTS = Hints()
