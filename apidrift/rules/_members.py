"""Members of classes in two versions: fields, enum members, special methods, renames."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeGuard

from apidrift.model.surface import Gap
from apidrift.model.symbols import Alias, Attribute, Class, Flavour, Function
from apidrift.rules._facts import is_property
from apidrift.rules._results import result_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from apidrift.model.symbols import Symbol
    from apidrift.rules._rule import Pair


def both_classes(pair: Pair) -> tuple[Class, Class] | None:
    """Both sides, where both are classes."""
    if isinstance(pair.old, Class) and isinstance(pair.new, Class):
        return pair.old, pair.new
    return None


def both_functions(pair: Pair) -> tuple[Function, Function] | None:
    """Both sides, where both are functions or properties."""
    if isinstance(pair.old, Function) and isinstance(pair.new, Function):
        return pair.old, pair.new
    return None


def both_values(pair: Pair) -> tuple[Attribute, Attribute] | None:
    """Both sides, where both are values."""
    if isinstance(pair.old, Attribute) and isinstance(pair.new, Attribute):
        return pair.old, pair.new
    return None


def is_enum(symbol: Symbol | None) -> TypeGuard[Class]:
    """Whether a symbol is an enum class."""
    return isinstance(symbol, Class) and symbol.flavour is Flavour.ENUM


def both_enums(pair: Pair) -> tuple[Class, Class] | None:
    """Both sides, where both are enum classes."""
    if is_enum(pair.old) and is_enum(pair.new):
        return pair.old, pair.new
    return None


def enum_members(symbol: Class) -> dict[str, str]:
    """The members of an enum with their values, as canonical literals where known and as spelled otherwise."""
    return {
        name: member.value or member.spelled
        for name, member in symbol.members.items()
        if isinstance(member, Attribute) and not member.instance and not name.startswith("_") and _assigned(member)
    }


def _assigned(member: Attribute) -> bool:
    return bool(member.value or member.spelled) or not member.annotation


def lost_member(pair: Pair) -> str:
    """The name of a class member that the new version certainly lacks; empty where the pair is not about one."""
    missing = pair.new_missing
    if missing is None or missing.gap is not Gap.MEMBER or pair.old is None or missing.name in DATA:
        return ""
    return missing.name


def own_and_inherited(symbol: Class | None, ancestors: tuple[Class, ...]) -> dict[str, Symbol]:
    """All members that can be read of a class, the nearest definition of each."""
    found: dict[str, Symbol] = {}
    for each in (symbol, *ancestors):
        for name, member in (each.members if each is not None else {}).items():
            found.setdefault(name, member)
    return found


def renamed_member(pair: Pair) -> tuple[str, float] | None:
    """The member that stands in for a lost one, with a score: the one new member of the same body or shape."""
    name = lost_member(pair)
    if not name or pair.old_owner is None or pair.new_owner is None:
        return None
    before = pair.old_owner.members
    after = own_and_inherited(pair.new_owner, pair.new_ancestors)
    gained = {key: symbol for key, symbol in after.items() if key not in before}
    gone = {key: symbol for key, symbol in before.items() if key not in after}
    return _twin(pair.old, gained, gone) or _namesake(name, pair.old, gained, gone)


def _twin(lost: Symbol | None, gained: Mapping[str, Symbol], gone: Mapping[str, Symbol]) -> tuple[str, float] | None:
    for score, likeness in ((0.9, _same_body), (0.7, _same_signature), (0.6, _same_value)):
        twins = [name for name, symbol in gained.items() if likeness(lost, symbol)]
        rivals = [name for name, symbol in gone.items() if likeness(lost, symbol)]
        if len(twins) == 1 and len(rivals) <= 1:
            return twins[0], score
    return None


def _same_body(old: Symbol | None, new: Symbol) -> bool:
    return (
        isinstance(old, Function)
        and isinstance(new, Function)
        and bool(old.body)
        and old.body == new.body
        and old.signature.parameters == new.signature.parameters
    )


def _same_signature(old: Symbol | None, new: Symbol) -> bool:
    return (
        isinstance(old, Function)
        and isinstance(new, Function)
        and old.binding is new.binding
        and old.is_async is new.is_async
        and len(old.signature.parameters) > 1
        and old.signature == new.signature
    )


def _namesake(
    name: str, lost: Symbol | None, gained: Mapping[str, Symbol], gone: Mapping[str, Symbol]
) -> tuple[str, float] | None:
    """The one new method with the lost one's parameters, by name, whose name shares a word with it."""
    twins = [key for key, symbol in gained.items() if _same_parameters(lost, symbol) and _words(key) & _words(name)]
    rivals = [key for key, symbol in gone.items() if _same_parameters(lost, symbol)]
    return (twins[0], 0.5) if len(twins) == 1 and len(rivals) <= 1 else None


def _same_parameters(old: Symbol | None, new: Symbol) -> bool:
    if not isinstance(old, Function) or not isinstance(new, Function) or old.is_async is not new.is_async:
        return False
    before, after = ([p.name for p in each.signature.parameters] for each in (old, new))
    return len(before) > 1 and before == after


def _words(name: str) -> frozenset[str]:
    return frozenset(word for word in name.strip("_").split("_") if len(word) >= _WORD)


_WORD = 3
"""Letters a word needs to say something: `is`, `to` and `of` do not."""


def _same_value(old: Symbol | None, new: Symbol) -> bool:
    if not isinstance(old, Attribute) or not isinstance(new, Attribute):
        return False
    if not (old.value or old.spelled):
        return False
    return (old.type, old.value, old.spelled, old.instance) == (new.type, new.value, new.spelled, new.instance)


def special_methods(symbol: Class, ancestors: tuple[Class, ...]) -> frozenset[str]:
    """The special methods a class has, its readable ancestors included; a name set to None is one it lacks."""
    found = own_and_inherited(symbol, ancestors)
    made = {name for each in reversed((symbol, *ancestors)) for name in each.generated}
    return frozenset(made - {"-__hash__"}) | frozenset(
        name
        for name, member in found.items()
        if name.startswith("__")
        and name.endswith("__")
        and (isinstance(member, Function | Alias) or (isinstance(member, Attribute) and member.value != "None"))
        and name not in CONSTRUCTION
        and not (isinstance(member, Attribute) and name in DATA)
    )


CONSTRUCTION = frozenset(
    {"__init__", "__new__", "__post_init__", "__init_subclass__", "__class_getitem__", "__set_name__", "__del__"}
)
"""Special methods that are looked at through the constructor, or never asked of an instance."""
DATA = frozenset({"__slots__", "__doc__", "__module__", "__all__", "__version__", "__match_args__", "__test__"})
"""Names spelled like special methods that are data."""


def value_type(symbol: Symbol | None) -> str:
    """The type expression of what reading the symbol gives; empty where it is not known or the symbol is called."""
    match symbol:
        case Attribute():
            return symbol.type or symbol.annotation
        case Function() if is_property(symbol):
            return result_text(symbol)
        case _:
            return ""


VERSIONS = frozenset({"__version__", "__version_tuple__", "version", "VERSION", "__commit__", "__build__"})
"""Names whose value is meant to differ between two versions."""
