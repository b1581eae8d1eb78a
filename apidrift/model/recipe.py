"""Recipes: known adaptations as data, for what no derivation can know."""

from __future__ import annotations

from apidrift.model._base import Model
from apidrift.model.edit import Safety


class Evidence(Model, frozen=True, rename="kebab"):
    """Where the provider shows what a recipe says."""

    version: str
    symbol: str
    says: str


class Match(Model, frozen=True, rename="kebab"):
    """Which uses of a contract are meant. All that is said must hold."""

    operation: str
    """The use's operation by its tag: `call`, `subscript`, `read`, `import`, `replace` …"""
    paths: tuple[str, ...]
    """Dotted paths of the symbol, as consumers name it or as the provider defines it; one must match."""
    passes: dict[str, str] = {}
    """Keywords that the call passes, each with the `repr` of its value; an empty text admits any."""
    lacks: tuple[str, ...] = ()
    """Keywords that the call does not pass."""
    first: str = ""
    """`repr` of the first positional argument."""
    broken: bool = False
    """The use fails on the version asked about."""
    key: str = ""
    """For a subscript: `repr` of the key."""


class RecipeMend(Match, frozen=True, rename="kebab"):
    """One thing to do at every use that matches, or at a place of the consumer's own that no use stands at."""

    operation: str = ""
    paths: tuple[str, ...] = ()
    file: str = ""
    """Instead of a use: a file of the consumer, relative to its root."""
    code: str = ""
    """The code in that file whose first name is meant; it must stand there once."""
    kind: str = ""
    """The kind of edit."""
    harmless: bool = False
    """It does nothing on versions that do not need it."""
    what: dict[str, str] = {}
    """What the kind needs to know; texts may hold `{receiver}`, `{target}`, `{arg:NAME}`, `{NAME.receiver}` for a use
    that the recipe `needs`, and `{stubs}` for the module of adapter functions as edited
    files call it, and `{stubs_module}` for its full name."""


class Settled(Match, frozen=True, rename="kebab"):
    """A finding that a recipe answers from another place than the finding's own."""

    subject: str = ""
    """What the finding's change is about: a parameter, an exception."""


class RecipeStub(Model, frozen=True, rename="kebab"):
    """An adapter function, as source; what several of them share may stand in one without a name."""

    source: str
    name: str = ""


class Recipe(Model, frozen=True, rename="kebab"):
    """A known adaptation of consumers to one provider."""

    schema: int
    title: str
    provider: str
    """Import name."""
    versions: str
    """Specifier of the provider's versions that need it."""
    why: str
    """One line, for the edits' reason."""
    remove_when: str
    """In words: when it is no longer needed."""
    evidence: tuple[Evidence, ...]
    mend: tuple[RecipeMend, ...]
    safety: Safety = Safety.SAFE
    consumers: tuple[str, ...] = ()
    """Distributions it is for; empty: any."""
    needs: dict[str, Match] = {}
    """Uses that must be there too, in the same function where their receiver is asked for."""
    unless: tuple[Match, ...] = ()
    """Uses that show that the consumer does it already."""
    settles: tuple[Settled, ...] = ()
    """Findings at other places that are mended by it."""
    imports: tuple[str, ...] = ()
    """Import statements of its stubs."""
    stub: tuple[RecipeStub, ...] = ()
    name: str = ""
    """The file's stem. Not to be set in the file."""
