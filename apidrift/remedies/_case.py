"""What a remedy is computed from: findings with their uses, and the provider's versions to look values up in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from apidrift.model.paths import Attr, Called, Imported
from apidrift.model.surface import Found, NotCoveredError, Resolution, resolve
from apidrift.model.symbols import Class, Function, Variants
from apidrift.remedies._stubs import StubModule

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from apidrift.model.contract import Use
    from apidrift.model.finding import Finding, Outcome
    from apidrift.model.paths import Path
    from apidrift.model.signature import Parameter, Signature
    from apidrift.model.surface import Surface
    from apidrift.model.symbols import Symbol


@dataclass(frozen=True, slots=True)
class Case:
    """A finding, the use it is about, and what was judged of that use on the new version."""

    finding: Finding
    use: Use
    outcome: Outcome
    also: tuple[str, ...] = ()
    """Further paths under which older versions know the symbol: those before other edits moved it."""


@dataclass(frozen=True, slots=True)
class Consumer:
    """The code to mend."""

    name: str
    """Distribution name."""
    version: str
    package: str
    """The top-level import name."""
    read: Callable[[str], bytes]
    """The bytes of a file by its path."""
    single: bool = False
    """It is one file and no package."""

    def stub_path(self, module: str) -> str:
        """Where the module of adapter functions goes."""
        return f"{module}.py" if self.single else f"{self.package.replace('.', '/')}/{module}.py"

    def stub_module(self, module: str) -> StubModule:
        """What it is called."""
        return StubModule(module, module if self.single else f"{self.package}.{module}")

    def stub_import(self, module: str) -> str:
        """The statement that binds it."""
        return f"import {module}" if self.single else f"from {self.package} import {module}"


@dataclass(slots=True)
class Provider:
    """The provider as far as remedies look at it."""

    new: Surface
    older: Iterable[Surface] = ()
    """Releases before `new`, newest first, the baseline included; may be gone through several times."""

    def find(self, surface: Surface, paths: Sequence[str]) -> Found | None:
        """What the first of some paths leads to; None where none does."""
        for path in paths:
            found = _resolved(surface, path)
            if isinstance(found, Found) and found.symbol is not None:
                return found
        return None

    def signature(self, surface: Surface, paths: Sequence[str]) -> Signature | None:
        """What a caller of a symbol passes; None where it is not there or not callable."""
        found = self.find(surface, paths)
        return signature_of(found.symbol) if found is not None else None

    def parameter(self, surface: Surface, paths: Sequence[str], name: str) -> Parameter | None:
        """One parameter of a symbol, by the keyword that callers use."""
        signature = self.signature(surface, paths)
        return next((one for one in signature.parameters if one.keyword == name), None) if signature else None

    def place(self, surface: Surface, paths: Sequence[str], member: str = "") -> str:
        """Where a version defines a symbol, as evidence: `0.11.0 pkg/mod.py:12`."""
        found = self.find(surface, paths)
        if found is None:
            return surface.release.version
        symbol: Symbol | None = found.symbol
        if member and isinstance(symbol, Class):
            symbol = symbol.members.get(member, symbol)
        module = surface.module(found.module)
        line = symbol.line if symbol is not None else 0
        where = f"{module.path}:{line}" if module is not None and module.path else found.path
        return f"{surface.release.version} {where}"


def _resolved(surface: Surface, path: str) -> Resolution | None:
    try:
        return resolve(surface, path)
    except NotCoveredError:
        return None


def signature_of(symbol: Symbol | None) -> Signature | None:
    """The signature a caller meets; None for what is not callable or not certain."""
    match symbol:
        case Class():
            return symbol.constructor
        case Function():
            return symbol.signature
        case Variants(options=options) if options:
            return signature_of(options[0])
        case _:
            return None


def paths_of(case: Case) -> tuple[str, ...]:
    """The dotted paths under which versions may know the symbol that a use meets, best first."""
    found = [case.finding.change.symbol] if case.finding.change is not None else []
    found += [named_path(path) for path in case.use.receivers]
    found += [case.outcome.symbol, *case.also]
    return tuple(dict.fromkeys(text for each in found if (text := _plain(each))))


def names_of(use: Use) -> tuple[str, ...]:
    """The dotted paths that a use is applied to, as the consumer names them."""
    return tuple(filter(None, map(named_path, use.receivers)))


def _plain(path: str) -> str:
    return path.removesuffix(".__init__").removesuffix(".__new__")


def named_path(path: Path) -> str:
    """A path by its names alone, calls on the way taken as constructions: `mod.Class.method`."""
    if not isinstance(path.root, Imported):
        return ""
    return ".".join(_names(path))


def _names(path: Path) -> Iterator[str]:
    root = path.root
    assert isinstance(root, Imported)
    yield root.module
    if root.name:
        yield root.name
    for step in path.steps:
        match step:
            case Attr(name):
                yield name
            case Called():
                continue
            case _:
                return
