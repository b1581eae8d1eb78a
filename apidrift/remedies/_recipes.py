"""Recipes put to work: which of them a consumer needs on a version, and what they do at which places."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import libcst as cst
from packaging.specifiers import SpecifierSet
from packaging.version import InvalidVersion, Version

from apidrift.model.contract import Place, Read, Skipped, Use
from apidrift.model.edit import Provenance
from apidrift.remedies._arguments import keyword, value_text
from apidrift.remedies._errors import CannotMendError
from apidrift.remedies._locate import call_at, name_at
from apidrift.remedies._match import matching, touching
from apidrift.remedies._mend import Mend

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from apidrift.model.recipe import Recipe, RecipeMend
    from apidrift.remedies._match import Judged
    from apidrift.remedies._source import Source
    from apidrift.remedies._stubs import StubModule


@dataclass(slots=True)
class Cooked:
    """What recipes come to."""

    mends: list[Mend] = field(default_factory=list)
    used: list[Recipe] = field(default_factory=list)
    unneeded: list[str] = field(default_factory=list)
    """Names of recipes for this version and what the consumer uses that have nothing to do."""
    unmended: list[Skipped] = field(default_factory=list)


def cook(  # noqa: PLR0917 -- the recipes, and what they are put to
    recipes: Sequence[Recipe],
    uses: Sequence[Judged],
    version: str,
    consumer: str,
    open_source: Callable[[str], Source],
    stubs: StubModule,
) -> Cooked:
    """Everything that recipes do for a consumer on a version.

    Args:
        recipes: those of the provider.
        uses: the consumer's uses with what was judged of them.
        version: the provider's.
        consumer: the consumer's distribution.
        open_source: a file by its path.
        stubs: the module of adapter functions.
    """
    done = Cooked()
    for recipe in _fitting(recipes, uses, version, consumer):
        needed = {name: matching(match, uses) for name, match in recipe.needs.items()}
        places = [
            (mend, use)
            for mend in recipe.mend
            for use in (_named_place(mend, open_source) if mend.file else matching(mend, uses))
        ]
        done_already = any(matching(match, uses) for match in recipe.unless)
        if done_already or not places or not all(needed.values()):
            done.unneeded.append(recipe.name)
            continue
        _add(done, recipe, places, needed, open_source, stubs)
    return done


def _fitting(recipes: Sequence[Recipe], uses: Sequence[Judged], version: str, consumer: str) -> Iterator[Recipe]:
    """The recipes for a version and for what a consumer uses."""
    for recipe in recipes:
        if recipe.consumers and consumer not in recipe.consumers:
            continue
        touched = (touching(match, uses) for match in (*recipe.mend, *recipe.needs.values()))
        if _admits(recipe.versions, version) and any(touched):
            yield recipe


def _named_place(mend: RecipeMend, open_source: Callable[[str], Source]) -> list[Use]:
    """The place that a recipe names by its code; none where it does not stand there, or more than once."""
    try:
        source = open_source(mend.file)
    except (CannotMendError, KeyError):
        return []
    code = mend.code.encode()
    if source.data.count(code) != 1:
        return []
    start = source.data.index(code)
    place = Place(mend.file, source.line_of(start), start - source.line_start(start))
    return [Use(place, Read(""))]


def _add(  # noqa: PLR0917 -- a recipe with its places
    done: Cooked,
    recipe: Recipe,
    places: Sequence[tuple[RecipeMend, Use]],
    needed: dict[str, list[Use]],
    open_source: Callable[[str], Source],
    stubs: StubModule,
) -> None:
    """All of a recipe, or nothing."""
    mends = []
    for mend, use in places:
        try:
            mends.append(_mend(recipe, mend, use, _Names(open_source(use.place.path), use, needed, stubs)))
        except CannotMendError as error:
            done.unmended.append(Skipped(f"{use.place.path}:{use.place.line} {recipe.why}", str(error)))
            return
    done.mends += mends
    done.used.append(recipe)


def _mend(recipe: Recipe, mend: RecipeMend, use: Use, names: _Names) -> Mend:
    what = {key: names.fill(text) for key, text in mend.what.items()}
    return Mend(
        mend.kind,
        use.place,
        what,
        reason=recipe.why,
        provenance=Provenance.RECIPE,
        safety=recipe.safety,
        evidence=tuple(f"{each.version} {each.symbol}: {each.says}" for each in recipe.evidence),
        recipe=recipe.name,
        applies=recipe.versions,
        remove_when=recipe.remove_when,
        harmless=mend.harmless,
        stubs=names.stubs.name if any("{stubs" in text for text in mend.what.values()) else "",
    )


def _admits(versions: str, version: str) -> bool:
    """Whether a specifier admits a version, its builds and post-releases included; a version that is none: no."""
    try:
        return Version(version).base_version in SpecifierSet(versions)
    except InvalidVersion:
        return False


_SLOT = re.compile(r"\{([a-z_]+(?:[.:][\w]+)?)\}")


@dataclass(slots=True)
class _Names:
    """What the slots of a recipe's texts stand for at one use."""

    source: Source
    use: Use
    needed: dict[str, list[Use]]
    stubs: StubModule

    def fill(self, text: str) -> str:
        return _SLOT.sub(lambda slot: self._value(slot[1]), text)

    def _value(self, slot: str) -> str:
        if slot in {"stubs", "stubs_module"}:
            return self.stubs.name if slot == "stubs" else self.stubs.full
        head, _, tail = slot.partition(":")
        if head == "arg":
            return self._argument(tail)
        name, _, part = slot.rpartition(".")
        if name:
            near = [use for use in self.needed.get(name, ()) if self._is_near(use)]
            if part != "receiver" or not near:
                raise CannotMendError(f"{name} is not used in the same function")
            return _receiver(self.source, near[0])
        return _receiver(self.source, self.use) if part == "receiver" else self._target()

    def _is_near(self, use: Use) -> bool:
        return (use.place.path, use.scope) == (self.use.place.path, self.use.scope)

    def _argument(self, name: str) -> str:
        call = call_at(self.source, self.use.place)
        positional = [arg for arg in call.args if arg.keyword is None and not arg.star]
        if name.isdigit():
            found = positional[int(name)] if int(name) < len(positional) else None
        else:
            found = keyword(call, name)
        if found is None:
            raise CannotMendError(f"argument {name} is not passed")
        return value_text(self.source, found)

    def _target(self) -> str:
        """The name that the statement of the use assigns to."""
        line = self.source.within(name_at(self.source, self.use.place), cst.SimpleStatementLine)
        match line.body[0] if line is not None else None:
            case cst.Assign(targets=[target]):
                return self.source.code(target.target)
            case cst.AnnAssign(target=target):
                return self.source.code(target)
            case _:
                raise CannotMendError("the result has no name")


def _receiver(source: Source, use: Use) -> str:
    """What a method is called on, as the file spells it."""
    func = call_at(source, use.place).func
    if not isinstance(func, cst.Attribute):
        raise CannotMendError("it is called on nothing")
    return source.code(func.value)
