"""The catalogue: every known kind of change, with the rules that tell it or the reason why none does."""

from __future__ import annotations

from typing import NamedTuple


class Kind(NamedTuple):
    """A kind of change."""

    what: str
    rules: str = ""
    """Codes of the rules that tell it, separated by spaces."""
    waiver: str = ""
    """How it is told without a rule of its own, or why it is not."""


_IMPORT = "A failing import or read is told with the rule of what it lacks."
_NOTE = "Told as a note: it is no property of one symbol."

GROUPS: dict[str, tuple[Kind, ...]] = {
    "1 Existence": (
        Kind("module removed, renamed, split or merged", "AD101 AD107"),
        Kind("module becomes a package, or the reverse", "", "No change for an importer; lost submodules are AD101."),
        Kind("module fails on import", "AD106"),
        Kind("module or name added", "AD108 AD109"),
        Kind("name removed", "AD102"),
        Kind("name moved, with or without a re-export", "AD103"),
        Kind("name moved to another distribution", "AD102", "Where it went is looked for in the provider alone."),
        Kind("name renamed", "AD111"),
        Kind("private name removed", "AD104"),
        Kind("`__all__` changed under a star import", "AD110"),
        Kind("submodule no longer an attribute of its package", "AD102"),
        Kind("name served by `__getattr__` or a lazy table removed", "AD102 AD106"),
        Kind("`__getattr__` that now raises", "AD106"),
        Kind("name only under `TYPE_CHECKING`", "AD105"),
        Kind("optional extra now needed", "AD106", "Only where the import itself raises without it."),
        Kind("requires-python raised", "", _NOTE),
        Kind("entry point or console script removed", "", "Surfaces hold modules, not a distribution's entry points."),
    ),
    "2 Kind": (
        Kind("function, class, value, module: one becomes another", "AD201 AD202 AD203"),
        Kind("method becomes a property, or the reverse", "AD204 AD205"),
        Kind("instance, class and static method", "AD206"),
        Kind("sync becomes async, or the reverse", "AD207 AD208"),
        Kind("function becomes a generator, or the reverse", "AD209 AD210"),
        Kind("context manager added or removed", "AD211 AD212"),
        Kind("decorator that changes the signature", "AD213 AD214"),
    ),
    "3 Parameter": (
        Kind("removed", "AD301"),
        Kind("removed but swallowed by `**kwargs`", "AD302"),
        Kind("renamed", "AD303"),
        Kind("required one added, or became required", "AD304 AD305"),
        Kind("became optional, optional one added", "AD316 AD315"),
        Kind("reordered, inserted before others", "AD306 AD307"),
        Kind("became keyword-only or positional-only, or less strict", "AD308 AD309 AD319"),
        Kind("`*args` or `**kwargs` removed or added", "AD310 AD311"),
        Kind("target of a forwarded `**kwargs` changed", "AD301 AD304", "The end of the chain is what is compared."),
        Kind("default changed", "AD312"),
        Kind("type narrowed, widened or changed; Literal narrowed; Optional dropped", "AD313 AD317 AD320"),
        Kind("constants that the body admits", "AD321"),
        Kind("overload removed or added", "AD314 AD318"),
    ),
    "4 Result": (
        Kind("annotation changed, narrowed or added", "AD401 AD410 AD411"),
        Kind("None added", "AD402"),
        Kind("element type", "AD404"),
        Kind("tuple arity, also from the return statements", "AD403"),
        Kind("list and single value, dictionary and object", "AD407 AD408"),
        Kind("awaitable, iterator", "AD405 AD406"),
        Kind("returns nothing", "AD409"),
        Kind("result depends on whether an argument is given", "AD412 AD413"),
    ),
    "5 Attribute": (
        Kind("removed or added", "AD501 AD508"),
        Kind("renamed", "AD502"),
        Kind("moved to another object", "AD501", "A member that a base class still gives is no change."),
        Kind("read-only or writable now", "AD503 AD509"),
        Kind("type changed", "AD504"),
        Kind("constant's value changed", "AD505 AD513"),
        Kind("set later than before, or on another level", "AD512 AD514"),
        Kind("`__slots__` added or removed", "AD506 AD510"),
        Kind("frozen or no longer", "AD507 AD511"),
    ),
    "6 Constructor": (
        Kind("dataclass field required, order, keyword-only", "AD304 AD305 AD306 AD308", "Through the constructor."),
        Kind("field added or removed", "AD613 AD614"),
        Kind("`init=False`", "AD601 AD611"),
        Kind("`InitVar`", "AD602 AD612"),
        Kind("`default_factory`", "AD312", "Compared as the default it makes."),
        Kind("frozen, slots", "AD507 AD506"),
        Kind("pydantic field, alias, `extra`", "AD605 AD603 AD604"),
        Kind("`dataclass_transform`, msgspec, attrs", "AD610", "Through the constructor that they synthesise."),
        Kind("NamedTuple order", "AD606"),
        Kind("TypedDict key or required-ness", "AD607 AD608 AD609"),
        Kind("`__post_init__`, `__new__`, metaclass", "AD610 AD710"),
        Kind("subclasses get another constructor", "AD615"),
    ),
    "7 Hierarchy": (
        Kind("base removed, added, swapped", "AD701 AD702"),
        Kind("method resolution order", "AD703"),
        Kind("abstract or protocol member added or removed", "AD704 AD705"),
        Kind("final class or method", "AD706 AD707"),
        Kind("`__init_subclass__` requirement", "AD304", "Class statements are bound to it as calls are."),
        Kind("generic arity", "AD708", "Subscripting a class that takes no arguments any more."),
        Kind("special method removed or added", "AD708 AD709"),
    ),
    "8 Enum": (
        Kind("member removed or renamed", "AD801 AD802"),
        Kind("value changed", "AD803"),
        Kind("base changed", "AD805"),
        Kind("member added where the consumer matches exhaustively", "AD804"),
        Kind("enum and Literal", "AD313 AD505", "As the type of a parameter, as the value of a constant."),
    ),
    "9 Exception": (
        Kind("raised type changed or added", "AD901 AD905"),
        Kind("base of an exception class changed", "AD902"),
        Kind("warning becomes an error", "AD905"),
        Kind("deprecation added or gone", "AD903 AD904"),
    ),
    "10 Reverse contract": (
        Kind("hook removed or renamed", "AD501 AD502", "An override of what is gone is a risk of the subclass."),
        Kind("no longer called", "AD011"),
        Kind("called with other arguments", "AD010"),
        Kind("called now", "AD012"),
        Kind("new method expected by duck typing", "AD704 AD016"),
        Kind("mix-in: host attribute removed, name collides", "AD501 AD508"),
        Kind("replacement narrower than its callers", "AD010 AD304"),
        Kind("replaced name inlined, bound early or moved", "AD103 AD501"),
        Kind("body of a replaced or copied function rewritten", "AD030"),
    ),
    "11 Strings": (
        Kind("RPC method removed or its signature changed", "AD501 AD301 AD304", "Bound as a call of the method."),
        Kind("dotted path moved", "AD101 AD102 AD103"),
        Kind("environment variable removed or renamed", "AD020"),
        Kind("command-line flag removed or renamed", "AD021"),
        Kind("config key", "AD301", "A mapping that becomes a config is bound as a call of it; profiles say which."),
        Kind("registry key", "AD505", "A key of a table; what decorators register is not known."),
        Kind("JSON field, logger name", "AD022"),
    ),
    "12 Protocol and behaviour": (
        Kind("A must now be followed by B", "AD031"),
        Kind("new precondition", "AD905"),
        Kind("feature switched on by default", "AD312"),
        Kind("collaborator needed though optional", "AD905", "Where the body raises without it."),
        Kind("body changed where the consumer calls, replaces or copies it", "AD030"),
        Kind("order of results", "", "Not in the sources in any form that could be compared."),
    ),
    "13 Environment": (
        Kind("requirements of both that no version meets", "", _NOTE),
        Kind("native part missing", "", "What only a binary module knows is `unknown` with that reason."),
        Kind("wheel tags", "", "No wheel is installed; which one an installer takes is not asked."),
    ),
    "14 The consumer's own facts": (
        Kind("use never existed", "AD060"),
        Kind("use is guarded", "", "The verdict `handled`, or no finding where the guard keeps it from running."),
        Kind("guard with a wrong range", "", _NOTE),
        Kind("fallback of a guard is broken", "AD101 AD102 AD501", _IMPORT),
        Kind("branch that no version needs", "", _NOTE),
        Kind("declared requirement contradicts the verdict", "", _NOTE),
        Kind("suppression unused", "", "There are no suppressions."),
    ),
}
"""By the groups of change that other tools' rule books have in common, and what none of them has."""


def catalogue() -> str:
    """The catalogue as a Markdown page."""
    from apidrift.rules._registry import TABLE, all_rules  # noqa: PLC0415 -- the registry loads every rule

    names = {code: f"[{code}]({code}-{stem.replace('_', '-')}.md)" for code, stem in TABLE.items()}
    lines = ["# Catalogue", "", _HEAD, ""]
    told: set[str] = set()
    for group, kinds in GROUPS.items():
        lines += [f"## {group}", "", "| Kind | Rules | Remarks |", "| --- | --- | --- |"]
        for kind in kinds:
            codes = kind.rules.split()
            told.update(codes)
            lines.append(f"| {kind.what} | {' '.join(names[code] for code in codes)} | {kind.waiver} |")
        lines.append("")
    rest = [f"{names[rule.code]} {rule.title}" for rule in all_rules() if rule.code not in told]
    return "\n".join([*lines, "## Rules beyond it", "", f"{', '.join(rest)}.", ""])


_HEAD = """Every kind of change that the rule books of other tools know and what none of them has, with the rules that
tell it. A kind without a rule says how it is told instead, or why it is not."""
