"""Guards: the facts under which a use of the consumer is reached."""

from __future__ import annotations

from typing import TypeAlias

from apidrift.model._base import Model, Tagged
from apidrift.model.paths import Path


class TypeChecking(Tagged, frozen=True, tag="type_checking"):
    """Under `if TYPE_CHECKING:` (or in the else branch, `negated`): never runs."""

    negated: bool = False


class VersionGate(Tagged, frozen=True, tag="version"):
    """A comparison of the provider's version: `Version(vllm.__version__) >= Version("0.11")`."""

    distribution: str
    """The import or distribution name whose version is compared."""
    specifier: str
    """PEP 440 specifier (`>=0.11`), already reflecting the branch taken unless `negated`."""
    negated: bool = False


class PythonGate(Tagged, frozen=True, tag="python"):
    """A comparison of `sys.version_info`, as a specifier over the Python version."""

    specifier: str
    negated: bool = False


class PlatformGate(Tagged, frozen=True, tag="platform"):
    """A comparison of `sys.platform` or `os.name`, as an expression that decides it."""

    test: str
    negated: bool = False


class HasName(Tagged, frozen=True, tag="has"):
    """`hasattr(x, "name")`, `getattr(x, "name", default)`, `"name" in dir(x)`, `find_spec("a.b")`."""

    path: Path
    """Where the name is looked up."""
    name: str
    """The name; empty when the test is whether the module itself can be imported."""
    negated: bool = False


class HasParameter(Tagged, frozen=True, tag="parameter"):
    """`"name" in inspect.signature(x).parameters`."""

    path: Path
    name: str
    negated: bool = False


class HasValue(Tagged, frozen=True, tag="value"):
    """A constant of the provider compared with a literal: `vllm.envs.VERSION >= (0, 11)`."""

    path: Path
    operator: str
    """`==`, `!=`, `<`, `<=`, `>`, `>=`; empty where its truth is tested."""
    literal: str = ""
    """`repr` of what it is compared with."""
    negated: bool = False


class Attempt(Tagged, frozen=True, tag="try"):
    """In a `try` statement: which part, what its handlers catch, and whether they swallow what they catch."""

    block: int
    """Number of the `try` statement within the file: its body and its handlers carry the same one."""
    part: str
    """`body`, `handler` or `else`. (Code in `finally` is not guarded.)"""
    catches: tuple[str, ...] = ()
    """For `body`: the exception names all handlers catch; for `handler`: those of this handler. A bare `except`
    is `BaseException`."""
    reraises: tuple[str, ...] = ()
    """For `body`: those of `catches` whose handler raises again (or another exception) on every path."""


class Site(Model, frozen=True):
    """A place from which one of the consumer's functions is called."""

    path: str
    line: int
    attempts: tuple[Attempt, ...] = ()
    """The `try` statements whose body the call stands in, from the innermost outwards."""
    above: tuple[Site, ...] = ()
    """Where the calling function is called in turn, if every one of these places is guarded too."""


class Sheltered(Tagged, frozen=True, tag="sheltered"):
    """In a function that the consumer calls in the bodies of `try` statements only."""

    sites: tuple[Site, ...]


class Condition(Tagged, frozen=True, tag="condition"):
    """Under a condition the analysis does not understand; recorded so that it can be shown."""

    text: str = ""
    """A short description: names only, never the consumer's own line."""


Guard: TypeAlias = (
    TypeChecking
    | VersionGate
    | PythonGate
    | PlatformGate
    | HasName
    | HasParameter
    | HasValue
    | Attempt
    | Sheltered
    | Condition
)
