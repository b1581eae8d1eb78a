"""The runtime surface: the same questions as any other, answered by the interpreter that has the provider installed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import msgspec

from apidrift.model.contract import Skipped
from apidrift.model.surface import Found, Module, Move, Release, Trait, Unsure, resolve
from apidrift.model.symbols import Attribute, Symbol
from apidrift.surfaces._runtime._child import Child, LostError

if TYPE_CHECKING:
    from collections.abc import Callable

    from apidrift.model.body import Body, Callers


class RuntimeSurface:
    """A provider version as its own interpreter sees it. Close it when done, or use it in a `with` statement.

    Args:
        start: makes a fresh child process.
        release: what the surface says of itself.
    """

    def __init__(self, start: Callable[[], Child], release: Release) -> None:
        self.release = release
        self._start = start
        self._child: Child | None = None
        self._modules: dict[str, Module | None] = {}
        self._members: dict[tuple[str, str], Symbol | None] = {}
        self.skipped: list[Skipped] = []
        """What did not import or could not be told, and why."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the child."""
        if self._child is not None:
            self._child.close()
            self._child = None

    def ask(self, what: str, question: dict[str, Any]) -> tuple[Any, str]:
        """The answer to a question, or why there is none; the reason is kept in `skipped`.

        Args:
            what: what the question is about, for the list of skipped things.
            question: as the agent's program takes it.
        """
        try:
            if self._child is None:
                self._child = self._start()
            told = self._child.ask(question)
        except LostError as error:
            self._child = None
            told = {"problem": str(error)}
        problem = str(told.get("problem", ""))
        if problem:
            self.skipped.append(Skipped(what, problem))
        return told.get("value"), problem

    def module(self, name: str) -> Module | None:
        """As `Surface.module`; a module whose import fails has a `problem`."""
        if name not in self._modules:
            self._modules[name] = self._module(name)
        return self._modules[name]

    def _module(self, name: str) -> Module | None:
        parent = name.rpartition(".")[0]
        above = self.module(parent) if parent else None
        if parent and (above is None or above.problem):
            return None if above is None else Module(name, problem=f"{parent}: {above.problem}")
        told, problem = self.ask(name, {"do": "module", "name": name})
        if problem:
            return Module(name, problem=problem)
        return None if told is None else msgspec.convert(told, Module)

    def member(self, module: str, name: str) -> Symbol | None:
        """As `Surface.member`."""
        key = (module, name)
        if key not in self._members:
            self._members[key] = self._member(module, name)
        return self._members[key]

    def _member(self, module: str, name: str) -> Symbol | None:
        found = self.module(module)
        if found is None or found.problem:
            return None
        told, problem = self.ask(f"{module}.{name}", {"do": "member", "module": module, "name": name})
        if problem:
            return Attribute()
        if told is None:
            return None
        symbol: Symbol = msgspec.convert(told, Symbol)
        return symbol

    def moves(self, path: str) -> tuple[Move, ...]:  # noqa: ARG002 -- as `Surface.moves`
        """Nothing: an interpreter does not know where names went."""
        return ()

    def body(self, path: str) -> Body | None:  # noqa: ARG002 -- as `Surface.body`
        """Nothing: it looks at what is there, not at how it is written."""
        return None

    def callers(self, path: str) -> Callers | None:  # noqa: ARG002 -- as `Surface.callers`
        """Nothing, as `body`."""
        return None

    def family(self, scope: str, needs: tuple[str, ...]) -> tuple[str, ...]:  # noqa: ARG002 -- as `Surface.family`
        """Nothing: finding a family would import every module of the provider."""
        return ()

    def word(self, scope: str, text: str) -> bool | None:
        """As `Surface.word`; not known, for texts stand in sources."""
        del scope, text
        return None

    def trait(self, path: str, name: str) -> Trait:
        """As `Surface.trait`."""
        found = resolve(self, f"{path}.{name}")
        if isinstance(found, Found):
            return Trait(found.path.rpartition(".")[0], found.symbol)
        return Trait(dynamic=found.reason) if isinstance(found, Unsure) else Trait()
