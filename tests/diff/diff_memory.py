"""A surface written down by hand, for tests of the diff room."""

from __future__ import annotations

from apidrift.model.surface import Module, Move, NotCoveredError, Release


class MemorySurface:
    """Modules as `{name: {member: symbol}}`; index entries are made of the symbols themselves."""

    def __init__(self, modules, version="1", moves=None, uncovered=()):
        self.release = Release("prov", version)
        self._moves = moves or {}
        self._members = modules
        self._uncovered = uncovered
        names = set(modules)
        self._modules = {
            name: Module(
                name,
                path=name.replace(".", "/") + ".py",
                package=any(other.startswith(f"{name}.") for other in names),
                index={key: str(hash(str(symbol)))[:8] for key, symbol in members.items()},
                submodules=tuple(sorted(o.rpartition(".")[2] for o in names if o.rpartition(".")[0] == name)),
            )
            for name, members in modules.items()
        }

    def module(self, name):
        if name in self._uncovered:
            raise NotCoveredError(name)
        return self._modules.get(name)

    def member(self, module, name):
        return self._members[module].get(name)

    def moves(self, path):
        return tuple(Move(*each) for each in self._moves.get(path, ()))

    def body(self, path):
        return None

    def callers(self, path):
        return None
