"""What keeps instances from being made or written to: `__slots__` and abstract methods."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.surface import TRANSPARENT_BASES
from apidrift.surfaces._flavours import flag

if TYPE_CHECKING:
    from apidrift.surfaces._agent import Agent
    from apidrift.surfaces._classinfo import ClassInfo
    from apidrift.surfaces._flavours import Making


def slots(agent: Agent, info: ClassInfo, making: Making) -> tuple[str, ...] | None:
    """Own `__slots__`, when no class of the chain gives instances a `__dict__`."""
    for owner in (info, *(agent.classes.info(n) for n in agent.classes.order_of(info) if n not in TRANSPARENT_BASES)):
        if owner is None or own_slots(agent, owner, agent.flavours.making(owner)) is None:
            return None
    return own_slots(agent, info, making)


def own_slots(agent: Agent, info: ClassInfo, making: Making) -> tuple[str, ...] | None:
    """The `__slots__` one class declares or its machinery makes; None when instances get a `__dict__`."""
    entry = info.entries.get("__slots__")
    if entry is not None and entry.best is not None:
        value = agent.evaluator.evaluate(entry.best.value, info.unit)
        names = (value,) if isinstance(value, str) else value
        if not isinstance(names, tuple | list | dict | set) or "__dict__" in names:
            return None
        return tuple(str(n) for n in names)
    if flag(making, "slots", default=making.maker in {"attr.define", "attrs.define", "attr.frozen", "attrs.frozen"}):
        return tuple(f.name for f in agent.synthesis.own(info, making) if not f.classvar)
    return None


def abstract_names(agent: Agent, info: ClassInfo) -> tuple[str, ...]:
    """Abstract names that nothing in the MRO implements, if the metaclass enforces them."""
    order = agent.classes.order_of(info)
    if (
        not any(n == "abc.ABC" for n in order)
        and agent.constructors.metaclass(info).rpartition(".")[2] != "ABCMeta"
        and "typing.Protocol" not in order
    ):
        return ()
    seen: set[str] = set()
    missing: set[str] = set()
    for owner in (info, *(i for n in order if (i := agent.classes.info(n)) is not None)):
        for name, entry in owner.entries.items():
            if name in seen or entry.best is None or entry.best.declared:
                continue
            seen.add(name)
            decorators = getattr(entry.best.node, "decorator_list", ())
            if any(agent.decorators.name(d, owner.scope).startswith("abc.abstract") for d in decorators):
                missing.add(name)
    return tuple(sorted(missing))
