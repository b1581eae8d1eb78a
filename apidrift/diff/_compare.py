"""Comparing two surfaces on the paths a contract touches."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from apidrift.diff._difference import Difference
from apidrift.diff._funnel import Funnel
from apidrift.diff._pairs import Side, body, callers, first_missing, lack, look, make_pair
from apidrift.diff._run import changes_of, same
from apidrift.model.contract import Skipped
from apidrift.model.surface import Move, Unsure, ancestors, split_word
from apidrift.model.symbols import Class
from apidrift.rules import all_rules, settle

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from apidrift.model.change import Change
    from apidrift.model.surface import Surface
    from apidrift.rules import Pair, Rule


def compare_surfaces(
    old: Surface,
    new: Surface,
    paths: Sequence[str],
    *,
    residue: bool = False,
    codes: Collection[str] | None = None,
    lacking: Collection[str] = (),
    hooks: Collection[str] = (),
    moved: Collection[tuple[str, str]] = (),
) -> Difference:
    """What differs between two versions on the given paths.

    A class is compared as a whole (constructor, bases, flags), its members only where they are among the paths.

    Args:
        old: the version to start from.
        new: the version to go to.
        paths: dotted paths from the provider's root, as the contract names them.
        residue: also look for what differs and no rule claims; slower.
        lacking: members, among the paths, that the new version is known to lack although a base outside it might have
            had them.
        hooks: the functions among the paths that consumers replace: their callers are looked at too.
        moved: two paths of what is the same to a consumer, in the old version and in the new one: members of classes
            that moved, which no path leads to in both.
        codes: the rules to run, by code; None: all. Fewer are quicker where one only asks since when a change is there.

    Raises:
        NotCoveredError: a surface is a snapshot that was never asked about one of the paths.
    """
    chosen = None if codes is None else tuple(each for each in all_rules() if each.code in codes)
    work = _Work(old, new, chosen, lacking=frozenset(lacking), hooks=frozenset(hooks))
    for old_path, new_path in sorted(moved):
        work.add_moved(old_path, new_path)
    for path in dict.fromkeys(paths):
        work.add(path)
    return work.result(residue=residue)


def touch(surface: Surface, paths: Iterable[str]) -> None:
    """Ask a surface everything that comparing it on these paths could ask, so that a snapshot of it holds it."""
    for path in dict.fromkeys(paths):
        side = look(surface, path)
        if split_word(path) is not None:
            continue
        if side.missing is not None:
            look(surface, first_missing(surface, path))
            surface.moves(path)
            surface.moves(first_missing(surface, path))
        elif side.found is not None and isinstance(side.found.symbol, Class):
            ancestors(surface, side.found.path, side.found.symbol)
        body(surface, side)
        callers(surface, side, ())


def _module_moved(pair: Pair, changes: Iterable[Change]) -> tuple[Change, ...]:
    """State where a module went whose touched names all went to one other module."""
    if not pair.old_is_module or pair.new_missing is None or pair.moves:
        return ()
    moved = [c.moved_to for c in changes if c.moved_to and c.symbol.startswith(f"{pair.path}.")]
    targets = {path.rpartition(".")[0] for path in moved}
    if len(targets) != 1:
        return ()
    return changes_of(replace(pair, moves=(Move(targets.pop(), 0.8, "its names are there"),), memo={}))


class _Work:
    """One comparison under way."""

    def __init__(
        self,
        old: Surface,
        new: Surface,
        rules: Sequence[Rule] | None,
        *,
        lacking: frozenset[str],
        hooks: frozenset[str],
    ) -> None:
        self.rules = rules
        self.lacking = lacking
        self.hooks = hooks
        self.old = old
        self.new = new
        self.funnel = Funnel()
        self.pairs: dict[tuple[str, str, str], Pair] = {}
        self.found: list[Change] = []
        self.skipped: dict[str, Skipped] = {}
        self.names: dict[str, str] = {}

    def add(self, path: str) -> None:
        """Compare one path; where a prefix of it is what the new version lacks, that prefix."""
        before, after = self._look(path)
        if after.missing is not None and before.there:
            prefix = first_missing(self.new, path)
            if prefix != path:
                self._moved(path, before, after)
                path, (before, after) = prefix, self._look(prefix)
        self._pair(path, before, after)

    def add_moved(self, old_path: str, new_path: str) -> None:
        """Compare what stands at one path in the old version and at another in the new one."""
        before, after = look(self.old, old_path), look(self.new, new_path)
        if before.found is not None and after.found is not None and not look(self.new, old_path).there:
            self._pair(new_path, before, after)

    def _look(self, path: str) -> tuple[Side, Side]:
        before, after = look(self.old, path), look(self.new, path)
        if path in self.lacking and isinstance(after.answer, Unsure):
            after = lack(self.new, path)
        self.funnel.see(before)
        self.funnel.see(after)
        return before, after

    def _pair(self, path: str, before: Side, after: Side) -> None:
        for side in (before, after):
            if isinstance(side.answer, Unsure) and not side.known:
                self.skipped.setdefault(path, Skipped(path, side.answer.reason))
                return
        if not before.there and (not after.there or split_word(path) is not None):
            return
        pair = make_pair(self.old, self.new, path, before, after, hooks=self.hooks)
        self._name(pair)
        key = (pair.old_path or path, pair.new_path or path, "" if before.found and after.found else path)
        if key not in self.pairs:
            self.pairs[key] = pair
            self.found += changes_of(pair, self.rules)

    def _moved(self, path: str, before: Side, after: Side) -> None:
        """State where a name went whose module or class is gone as a whole."""
        pair = make_pair(self.old, self.new, path, before, after)
        if pair.moves:
            self.found += [change for change in changes_of(pair, self.rules) if change.moved_to]

    def _name(self, pair: Pair) -> None:
        symbol = pair.symbol if pair.new_missing is None and pair.old_missing is None else pair.path
        for name in (pair.path, pair.old_path, pair.new_path):
            if name:
                self.names.setdefault(name, symbol)

    def result(self, *, residue: bool) -> Difference:
        """What was found."""
        for pair in self.pairs.values():
            self.found += _module_moved(pair, self.found)
        changes = settle(self.found)
        provider_changes, touched = self.funnel.count(self.old, self.new)
        left: tuple[Change, ...] = ()
        if residue:
            from apidrift.diff._residue import unclassified  # noqa: PLC0415 -- deepdiff takes its time

            left = tuple(each for pair in self.pairs.values() if not same(pair) for each in unclassified(pair, changes))
        return Difference(changes, left, provider_changes, touched, tuple(self.skipped.values()), self.names)
