"""A surface that remembers what it was asked, to be written down as a snapshot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.snapshot import SNAPSHOT_SCHEMA, ModuleRecord, Snapshot, family_key
from apidrift.model.surface import Module, Move, NotCoveredError, Release, Surface, Trait

if TYPE_CHECKING:
    from collections.abc import Iterable

    from apidrift.model.body import Body, Callers
    from apidrift.model.symbols import Symbol


class Recorder:
    """Passes questions on and keeps the answers.

    Args:
        surface: who answers.
    """

    def __init__(self, surface: Surface) -> None:
        self.surface = surface
        self._modules: dict[str, Module | None] = {}
        self._members: dict[str, dict[str, Symbol | None]] = {}
        self._moves: dict[str, tuple[Move, ...]] = {}
        self._bodies: dict[str, Body | None] = {}
        self._callers: dict[str, Callers | None] = {}
        self._families: dict[str, tuple[str, ...]] = {}
        self._traits: dict[str, dict[str, Trait]] = {}
        self._words: dict[str, dict[str, bool | None]] = {}

    @property
    def release(self) -> Release:
        """The version spoken of."""
        return self.surface.release

    def module(self, name: str) -> Module | None:
        """As `Surface.module`."""
        self._modules[name] = answer = self.surface.module(name)
        return answer

    def member(self, module: str, name: str) -> Symbol | None:
        """As `Surface.member`."""
        answer = self.surface.member(module, name)
        self._members.setdefault(module, {})[name] = answer
        return answer

    def moves(self, path: str) -> tuple[Move, ...]:
        """As `Surface.moves`."""
        self._moves[path] = answer = self.surface.moves(path)
        return answer

    def body(self, path: str) -> Body | None:
        """As `Surface.body`."""
        self._bodies[path] = answer = self.surface.body(path)
        return answer

    def callers(self, path: str) -> Callers | None:
        """As `Surface.callers`."""
        self._callers[path] = answer = self.surface.callers(path)
        return answer

    def family(self, scope: str, needs: tuple[str, ...]) -> tuple[str, ...]:
        """As `Surface.family`."""
        self._families[family_key(scope, needs)] = answer = self.surface.family(scope, needs)
        return answer

    def word(self, scope: str, text: str) -> bool | None:
        """As `Surface.word`."""
        self._words.setdefault(scope, {})[text] = answer = self.surface.word(scope, text)
        return answer

    def trait(self, path: str, name: str) -> Trait:
        """As `Surface.trait`."""
        answer = self.surface.trait(path, name)
        self._traits.setdefault(path, {})[name] = answer
        return answer

    def snapshot(self, covers: Iterable[str]) -> Snapshot:
        """Everything asked so far, sorted.

        Args:
            covers: the contracts the questions were for.
        """
        for name in self._members:
            if name not in self._modules:
                self._modules[name] = self.surface.module(name)
        present = {name: module for name, module in sorted(self._modules.items()) if module is not None}
        return Snapshot(
            schema_version=SNAPSHOT_SCHEMA,
            release=self.surface.release,
            modules={name: self._record(name, module) for name, module in present.items()},
            absent=tuple(sorted(name for name, module in self._modules.items() if module is None)),
            moves={path: moves for path, moves in sorted(self._moves.items()) if moves},
            bodies={path: body for path, body in sorted(self._bodies.items()) if body is not None},
            callers={path: found for path, found in sorted(self._callers.items()) if found is not None},
            families=dict(sorted(self._families.items())),
            traits={path: dict(sorted(known.items())) for path, known in sorted(self._traits.items())},
            words={scope: dict(sorted(known.items())) for scope, known in sorted(self._words.items())},
            covers=tuple(sorted(covers)),
        )

    def _record(self, name: str, module: Module) -> ModuleRecord:
        members = sorted(self._members.get(name, {}).items())
        return ModuleRecord(module, {key: symbol for key, symbol in members if symbol is not None})


class SnapshotSurface:
    """A surface that answers from a snapshot.

    Args:
        snapshot: what was recorded.
    """

    def __init__(self, snapshot: Snapshot) -> None:
        self.snapshot = snapshot
        self.release = snapshot.release
        self._absent = frozenset(snapshot.absent)

    def module(self, name: str) -> Module | None:
        """As `Surface.module`.

        Raises:
            NotCoveredError: nobody asked about it when the snapshot was taken.
        """
        record = self.snapshot.modules.get(name)
        if record is not None:
            return record.module
        if name in self._absent or self._is_absent(name):
            return None
        raise NotCoveredError(self._lacks(name))

    def _is_absent(self, name: str) -> bool:
        """A package on record tells which modules lie below it."""
        parent, _, child = name.rpartition(".")
        record = self.snapshot.modules.get(parent)
        return record is not None and child not in record.module.submodules

    def member(self, module: str, name: str) -> Symbol | None:
        """As `Surface.member`.

        Raises:
            NotCoveredError: nobody asked about it when the snapshot was taken.
        """
        record = self.snapshot.modules.get(module)
        if record is None:
            if self.module(module) is None:
                return None
            raise AssertionError(module)
        symbol = record.members.get(name)
        if symbol is None and name in record.module.index:
            raise NotCoveredError(self._lacks(f"{module}.{name}"))
        return symbol

    def moves(self, path: str) -> tuple[Move, ...]:
        """As `Surface.moves`; nothing where nothing was recorded."""
        return self.snapshot.moves.get(path, ())

    def body(self, path: str) -> Body | None:
        """As `Surface.body`; nothing where nobody asked."""
        return self.snapshot.bodies.get(path)

    def callers(self, path: str) -> Callers | None:
        """As `Surface.callers`; nothing where nobody asked."""
        return self.snapshot.callers.get(path)

    def family(self, scope: str, needs: tuple[str, ...]) -> tuple[str, ...]:
        """As `Surface.family`.

        Raises:
            NotCoveredError: nobody asked about it when the snapshot was taken.
        """
        found = self.snapshot.families.get(family_key(scope, needs))
        if found is None:
            raise NotCoveredError(self._lacks(f"the classes of {scope} with {', '.join(needs)}"))
        return found

    def word(self, scope: str, text: str) -> bool | None:
        """As `Surface.word`.

        Raises:
            NotCoveredError: nobody asked about it when the snapshot was taken.
        """
        known = self.snapshot.words.get(scope, {})
        if text not in known:
            raise NotCoveredError(self._lacks(f"{text} in {scope}"))
        return known[text]

    def trait(self, path: str, name: str) -> Trait:
        """As `Surface.trait`.

        Raises:
            NotCoveredError: nobody asked about it when the snapshot was taken.
        """
        found = self.snapshot.traits.get(path, {}).get(name)
        if found is None:
            raise NotCoveredError(self._lacks(f"{path}.{name}"))
        return found

    def _lacks(self, what: str) -> str:
        return f"the snapshot of {self.release.name} {self.release.version} does not cover {what}"
