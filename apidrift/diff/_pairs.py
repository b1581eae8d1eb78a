"""Pairs: a path looked up in two surfaces, with all that a rule may want to know of either side."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from apidrift.diff._external import decided
from apidrift.diff._renamed import renamed
from apidrift.model.body import Body
from apidrift.model.surface import Found, Gap, Missing, Module, Unsure, ancestors, resolve, split_word
from apidrift.model.symbols import Attribute, Class, Function, Symbol
from apidrift.model.value import Value
from apidrift.rules import Pair, is_method

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from apidrift.model.body import Callers, Refusal
    from apidrift.model.surface import Move, Resolution, Surface


class Side(Value, frozen=True):
    """What one surface says of a path."""

    answer: Resolution
    home: Module | None = None
    """The module the path is, is defined in, or is lacking from."""
    owner: Class | None = None
    """The class a member is defined in or lacking from."""

    @property
    def found(self) -> Found | None:
        """The answer, where the path leads somewhere."""
        return self.answer if isinstance(self.answer, Found) else None

    @property
    def missing(self) -> Missing | None:
        """The answer, where the path certainly leads nowhere."""
        return self.answer if isinstance(self.answer, Missing) else None

    @property
    def external(self) -> str:
        """The path outside the provider, where the answer is that the path leads there."""
        return self.answer.external if isinstance(self.answer, Unsure) else ""

    @property
    def known(self) -> bool:
        """Whether the answer says for certain that the path leads somewhere, or nowhere."""
        return not isinstance(self.answer, Unsure) or bool(self.answer.external)

    @property
    def there(self) -> bool:
        """Whether the path leads somewhere, be it out of the provider."""
        return isinstance(self.answer, Found) or bool(self.external)

    @property
    def symbol(self) -> Symbol | None:
        """The symbol found."""
        return self.answer.symbol if isinstance(self.answer, Found) else None

    @property
    def is_module(self) -> bool:
        """Whether the path leads to a module."""
        return isinstance(self.answer, Found) and self.answer.symbol is None


def look(surface: Surface, path: str) -> Side:
    """Look a path up in one surface.

    Raises:
        NotCoveredError: the surface is a snapshot that was never asked about it.
    """
    if (word := split_word(path)) is not None:
        return _word(surface, path, *word)
    answer = decided(surface, path, resolve(surface, path))
    match answer:
        case Found(symbol=None):
            return Side(answer, surface.module(answer.module))
        case Found():
            home = _home(surface, answer.path)
            parent = answer.path.rpartition(".")[0]
            owner = _class(surface, parent) if home is not None and home.name != parent else None
            return Side(answer, home, owner)
        case Missing(gap=Gap.MEMBER):
            return Side(answer, _home(surface, answer.at), _class(surface, answer.at))
        case Missing():
            return Side(answer, _home(surface, f"{answer.at}."))
        case _:
            return Side(answer)


def _word(surface: Surface, path: str, scope: str, text: str) -> Side:
    """The side of a text that a module spells, or does not."""
    found = surface.word(scope, text)
    if found is None:
        return Side(Unsure(f"not all of {scope} was looked at"))
    home = surface.module(scope)
    if found:
        return Side(Found(path, Attribute(value=repr(text)), scope), home)
    return Side(Missing(Gap.WORD, scope, text), home)


def lack(surface: Surface, path: str) -> Side:
    """The side of a member that a class is known to lack."""
    owner, _, name = path.rpartition(".")
    return Side(Missing(Gap.MEMBER, owner, name), _home(surface, owner), _class(surface, owner))


def _home(surface: Surface, path: str) -> Module | None:
    """The module whose name is the longest proper prefix of a path."""
    while "." in path:
        path = path.rpartition(".")[0]
        module = surface.module(path) if path else None
        if module is not None:
            return module
    return None


def _class(surface: Surface, path: str) -> Class | None:
    answer = resolve(surface, path)
    return answer.symbol if isinstance(answer, Found) and isinstance(answer.symbol, Class) else None


def make_pair(
    old: Surface, new: Surface, path: str, before: Side, after: Side, *, hooks: Collection[str] = frozenset()
) -> Pair:
    """The pair of both sides of a path; its moves are looked up where the new side lacks it.

    Callers are looked up of methods, and of the functions among `hooks`.
    """
    one, two = before.found, after.found
    return Pair(
        path=path,
        old=before.symbol,
        new=after.symbol,
        old_path=one.path if one else "",
        new_path=two.path if two else "",
        old_module_path=before.home.path if one and before.home else "",
        new_module_path=after.home.path if two and after.home else "",
        old_missing=before.missing,
        new_missing=after.missing,
        old_is_module=before.is_module,
        new_is_module=after.is_module,
        old_home=before.home,
        new_home=after.home,
        old_owner=before.owner,
        new_owner=after.owner,
        old_ancestors=_ancestors(old, before),
        new_ancestors=_ancestors(new, after),
        old_external=before.external,
        new_external=after.external,
        old_body=body(old, before),
        new_body=body(new, after),
        moves=_moves(new, path, before, after) if after.missing and before.there and split_word(path) is None else (),
        old_callers=callers(old, before, hooks),
        new_callers=callers(new, after, hooks),
        old_deprecated=one.deprecated if one else "",
        new_deprecated=two.deprecated if two else "",
    )


def _moves(new: Surface, path: str, before: Side, after: Side) -> tuple[Move, ...]:
    """Where a missing name may have gone: the same name elsewhere, else the same body under another name."""
    return new.moves(path) or (renamed(new, before, after) if after.home is not None else ())


def body(surface: Surface, side: Side) -> Body | None:
    """What the body of the function found gives away; of a class, its own constructor's."""
    found = side.found
    if found is not None and isinstance(found.symbol, Class):
        own = [name for name in _CONSTRUCTION if isinstance(found.symbol.members.get(name), Function)]
        known = [each for name in own if (each := surface.body(f"{found.path}.{name}")) is not None]
        if not own:
            return Body()
        admits = {name: values for each in reversed(known) for name, values in each.admits.items()}
        return msgspec.structs.replace(known[0], refusals=_refusals(known), admits=admits) if known else None
    return surface.body(found.path) if found is not None and isinstance(found.symbol, Function) else None


_CONSTRUCTION = ("__init__", "__new__", "__post_init__")


def _refusals(bodies: Iterable[Body]) -> tuple[Refusal, ...]:
    return tuple(dict.fromkeys(refusal for each in bodies for refusal in each.refusals))


def callers(surface: Surface, side: Side, hooks: Collection[str]) -> Callers | None:
    """Where the provider itself calls the method found, or the function that consumers replace."""
    found = side.found
    if found is None or not is_method(found.symbol) or (side.owner is None and found.path not in hooks):
        return None
    return surface.callers(found.path)


def _ancestors(surface: Surface, side: Side) -> tuple[Class, ...]:
    """The readable ancestors of the class found, or of the class that lacks the member."""
    found = side.found
    if found is not None and isinstance(found.symbol, Class):
        chain = ancestors(surface, found.path, found.symbol)
    elif side.missing is not None and side.owner is not None:
        chain = ancestors(surface, side.missing.at, side.owner)
    else:
        return ()
    return tuple(each for _, each in chain[1:] if not isinstance(each, Unsure))


def first_missing(surface: Surface, path: str) -> str:
    """The shortest prefix of a path that the surface certainly lacks; the path itself where none is shorter."""
    parts = path.split(".")
    for count in range(2, len(parts)):
        prefix = ".".join(parts[:count])
        if isinstance(resolve(surface, prefix), Missing):
            return prefix
    return path
