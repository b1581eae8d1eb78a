"""What bodies and the provider's own calls tell of a pair."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.symbols import Class, Function
from apidrift.rules._facts import is_method
from apidrift.rules._hierarchy import last
from apidrift.rules._results import result_text, results
from apidrift.rules._types import members, split

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.body import Body, Callers, Refusal, Site
    from apidrift.model.symbols import Symbol
    from apidrift.rules._rule import Pair

GIVEN, OMITTED = 1, 0
"""Which of the two types in `Body.decided` is meant."""


def decided(pair: Pair, side: int) -> Iterator[tuple[str, str, str]]:
    """Parameters of both versions with the types of the result where they are given (or left out), if these differ.

    What may be the same is no difference.
    """
    if not is_method(pair.old) or not is_method(pair.new) or pair.old_body is None or pair.new_body is None:
        return
    shared = _defaults(pair.old).keys() & _defaults(pair.new).keys()
    if side == GIVEN:  # a value other than the default is another one where the default is
        shared = {name for name in shared if _defaults(pair.old)[name] == _defaults(pair.new)[name]}
    for name in sorted({*pair.old_body.decided, *pair.new_body.decided} & shared):
        old, new = _result(pair.old, pair.old_body, name, side), _result(pair.new, pair.new_body, name, side)
        if old and new and _heads(old).isdisjoint(_heads(new)):
            yield name, old, new


def _defaults(symbol: Symbol | None) -> dict[str, str | None]:
    """Parameters and their defaults."""
    return {p.name: p.default_value for p in symbol.signature.parameters} if isinstance(symbol, Function) else {}


def _result(symbol: Symbol | None, body: Body, name: str, side: int) -> str:
    """The type of the result: as the body decides, else as it is whatever is passed."""
    if name in body.decided:
        return body.decided[name][side]
    if side == OMITTED and body.decided:
        return next(iter(body.decided.values()))[OMITTED]
    assert isinstance(symbol, Function)
    text = symbol.result or result_text(symbol)
    return text if members(text) else ""


def _heads(text: str) -> frozenset[str]:
    """The classes of a result without their arguments and modules: a class that moved gives the same."""
    return frozenset(split(each)[0].rpartition(".")[2] for each in members(text) or (text,))


def followers(sites: tuple[Site, ...], name: str) -> list[str]:
    """For each place, how it calls a method next: empty, `?` or `=` as in `Site.then`, `-` where it does not."""
    return [next((mark for mark in ("=", "", "?") if f"{mark}{name}" in site.then), "-") for site in sites]


def follow_ups(pair: Pair) -> Iterator[tuple[str, str]]:
    """New methods that every known caller in the new version calls after this one, with the place that shows it best.

    Merely calling something else too is no sign: its result has to take the place of the first one's, or the first one
    has to do less than it did.
    """
    if pair.old_callers is None or pair.new_callers is None or pair.new_owner is None:
        return
    old, new = pair.old_callers.sites, pair.new_callers.sites
    known = pair.old_owner.members if pair.old_owner is not None else {}
    for name in sorted({mark.lstrip("=?") for site in new for mark in site.then}):
        if name in known or not isinstance(pair.new_owner.members.get(name), Function) or not old:
            continue
        marks = followers(new, name)
        if "-" in marks or any(mark != "-" for mark in followers(old, name)):
            continue
        if "=" in marks or _gives_none(pair) or _did_itself(pair, name):
            best = min(range(len(new)), key=lambda at: ("=", "", "?").index(marks[at]))
            yield name, new[best].caller


def _gives_none(pair: Pair) -> bool:
    """Whether the result may be None now and could not before."""
    found = results(pair)
    return found is not None and (found.none_added or found.nothing)


def _did_itself(pair: Pair, name: str) -> bool:
    """Whether the old body called for what the new method is for, and the new body does not."""
    if pair.old_body is None or pair.new_body is None:
        return False
    return name in pair.old_body.speaks and name not in pair.new_body.speaks


def lost_callers(pair: Pair) -> list[str]:
    """Who called a hook that nobody calls any more; empty where somebody does, or where that is not known.

    Calls through `self` within the class are known of any surface, others where they were looked for.
    """
    old, new = _own_callers(pair.old_owner, pair.old_path), _own_callers(pair.new_owner, pair.new_path)
    before, after = pair.old_callers, pair.new_callers
    if before is not None and after is not None and before.whole and after.whole:
        old += _others(before)
    return sorted(set(old)) if not new and not (after is not None and after.sites) else []


def gained_callers(pair: Pair) -> list[str]:
    """Who calls a hook now that nobody called; empty where somebody did, or where that is not known."""
    old, new = _own_callers(pair.old_owner, pair.old_path), _own_callers(pair.new_owner, pair.new_path)
    before, after = pair.old_callers, pair.new_callers
    if before is not None and after is not None and before.whole and after.whole:
        new += _others(after)
    return sorted(set(new)) if not old and not (before is not None and before.sites) else []


def _own_callers(owner: Class | None, path: str) -> list[str]:
    """The other methods of a class that call one of its methods on their own receiver."""
    name = path.rpartition(".")[2]
    each = owner.members.items() if owner is not None else ()
    return [key for key, member in each if isinstance(member, Function) and name in member.calls and key != name]


def _others(known: Callers) -> list[str]:
    return [site.caller.rpartition(".")[2] for site in known.sites]


STRONG = frozenset({"operated", "read", "iterated", "awaited"})
"""What is done to a result that None does not survive."""


def put_to_use(sites: tuple[Site, ...]) -> list[str]:
    """Who operates on the result of a call."""
    return [site.caller for site in sites if site.used in STRONG or site.used.startswith("unpacked")]


def never_passed(pair: Pair, names: frozenset[str], most: int) -> bool:
    """Whether the provider is known never to pass some new parameters.

    Args:
        pair: the hook.
        names: the new parameters.
        most: how many positional arguments the old hook took.
    """
    known = pair.new_callers
    if known is None or not known.whole or not known.sites:
        return False
    return all(
        site.positional <= most and not site.star and not site.double_star and names.isdisjoint(site.keywords)
        for site in known.sites
    )


def new_refusals(pair: Pair) -> list[Refusal]:
    """Exceptions of a kind that the old body raised neither itself nor through any helper; one per type.

    Of a function those out of helpers, for its own are what other rules speak of; of a class those its constructor
    raises itself.
    """
    if pair.old_body is None or pair.new_body is None:
        return []
    known = {last(each.exception) for each in pair.old_body.refusals}
    for symbol in (pair.old, pair.new):
        known |= {last(each) for each in symbol.raises} if isinstance(symbol, Function) else set()
    found: dict[str, Refusal] = {}
    for each in pair.new_body.refusals:
        if bool(each.via) is isinstance(pair.new, Class):
            continue
        if known.isdisjoint(last(kind) for kind in (each.exception, *each.kinds)):
            found.setdefault(each.exception, each)
    return list(found.values())


def lost_kinds(pair: Pair) -> list[tuple[str, str]]:
    """Exceptions that both bodies raise themselves, with the first ancestor that the class has lost."""
    if pair.old_body is None or pair.new_body is None:
        return []
    after = {each.exception: each for each in pair.new_body.refusals if not each.via}
    lost = [
        (each.exception, next((kind for kind in each.kinds if kind not in after[each.exception].kinds), ""))
        for each in pair.old_body.refusals
        if not each.via and each.exception in after
    ]
    return [(name, kind) for name, kind in dict(lost).items() if kind]


def called_otherwise(pair: Pair) -> list[tuple[str, str, str]]:
    """Parameters that the new body calls in a way the old one did not, with one old and the new way as text."""
    if pair.old_body is None or pair.new_body is None:
        return []
    found: list[tuple[str, str, str]] = []
    for name, sites in pair.new_body.gives.items():
        before = [shape_text(site) for site in pair.old_body.gives.get(name, ())]
        found += [(name, before[0], text) for text in map(shape_text, sites) if before and text not in before]
    return list({name: (name, old, new) for name, old, new in reversed(found)}.values())


def shape_text(site: Site) -> str:
    """How something is called, as text that can be read back: `(_, _, strict=_, **_)`."""
    parts = ["_"] * site.positional + ["*_"] * site.star
    parts += [f"{name}=_" for name in site.keywords] + ["**_"] * site.double_star
    return f"({', '.join(parts)})"


def asked_more(pair: Pair) -> list[tuple[str, str]]:
    """Parameters of both bodies of which the new one asks more, with what that is."""
    if pair.old_body is None or pair.new_body is None:
        return []
    before = pair.old_body.asks
    more = {name: set(names) - set(before[name]) for name, names in pair.new_body.asks.items() if name in before}
    return [(name, ", ".join(sorted(names))) for name, names in more.items() if names]


def left_out(pair: Pair) -> list[str]:
    """Methods still there that the old body called on its own receiver, and that no method of the class calls now."""
    if pair.old_body is None or pair.new_body is None or pair.old_owner is None or pair.new_owner is None:
        return []
    before, after = pair.old_owner.members, pair.new_owner.members
    spoken = sorted(set(pair.old_body.speaks) - set(pair.new_body.speaks))
    kept = [name for name in spoken if isinstance(after.get(name), Function) and name in before]
    return [name for name in kept if not _own_callers(pair.new_owner, f".{name}")]


def reordered(pair: Pair) -> tuple[str, str] | None:
    """How the result is ordered in both versions, where it is a list in both and one of them sorts it."""
    if pair.old_body is None or pair.new_body is None or pair.old_body.sorts is pair.new_body.sorts:
        return None
    texts = [symbol.result or result_text(symbol) for symbol in (pair.old, pair.new) if isinstance(symbol, Function)]
    if len(texts) != len((pair.old, pair.new)) or any(_heads(text) != {"list"} for text in texts):
        return None
    words = ["sorted" if body.sorts else "not sorted" for body in (pair.old_body, pair.new_body)]
    return words[0], words[1]
