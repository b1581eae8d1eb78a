"""What the profile's hints make of a call: classes named in texts, methods called by name in other processes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.contracts._atoms import ClassAtom, Value
from apidrift.contracts._values import literal

if TYPE_CHECKING:
    from apidrift.contracts._arguments import Arguments
    from apidrift.contracts._infos import ClassInfo
    from apidrift.contracts._interp import Interp


def heed(it: Interp, found: Arguments) -> None:
    """Act on the hints about one call of the provider."""
    for hint in it.world.hints.mix_ins:
        value = found.keywords.get(hint.parameter) or found.maybe.get(hint.parameter) or ()
        mix_in(it, value, hint.host)


def mix_in(it: Interp, value: Value, host: str) -> None:
    """Tell the classes of the consumer that a value names that the provider mixes them into one of its own."""
    for info in _classes(it, value):
        it.contribute(info.hosted, (it.typed(f"type[{host}]"),))


def _classes(it: Interp, value: Value) -> list[ClassInfo]:
    found = [atom.info for atom in value if isinstance(atom, ClassAtom)]
    for atom in value:
        constant = literal((atom,))
        if constant is not None and isinstance(constant.value, str):
            found += [inner.info for inner in named(it, constant.value) if isinstance(inner, ClassAtom)]
    return found


def named(it: Interp, dotted: str) -> Value:
    """What of the consumer's own a dotted path names; nothing where it names nothing of it."""
    module, _, name = dotted.replace(":", ".").rpartition(".")
    info = it.world.project.module(module) if module else None
    if info is None:
        return ()
    info.wanted = True
    return it.global_name(it.world.opened(info), name)
