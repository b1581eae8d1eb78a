"""Provider and consumer text, judged by apidrift and run for real."""

from __future__ import annotations

import contextlib
import itertools
import sys
import types
from typing import TYPE_CHECKING

import pytest

from apidrift.contracts import extract
from apidrift.diff import compare_surfaces
from apidrift.impact import JudgeOptions, Sighting, Timeline, findings, judge, touched_paths
from apidrift.model.surface import Release
from apidrift.sources import SourceOptions, open_tree, parse_ref
from apidrift.surfaces import static_surface

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from apidrift.model.contract import Contract
    from apidrift.model.finding import Finding, Outcome
    from apidrift.model.surface import Surface

PYTHON = f"{sys.version_info[0]}.{sys.version_info[1]}"
OPTIONS = JudgeOptions(python=PYTHON)


class Lab:
    """Turns text into surfaces and contracts, and runs it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.numbers = itertools.count()

    def surface(self, text: str, version: str = "1.0") -> Surface:
        """The surface of a provider `prov` whose `mod` holds the text."""
        root = self.folder / f"provider{next(self.numbers)}"
        (root / "prov").mkdir(parents=True)
        (root / "prov" / "__init__.py").write_text("")
        (root / "prov" / "mod.py").write_text(text)
        tree = open_tree(parse_ref(str(root), ""), SourceOptions(), import_name="prov")
        return static_surface(tree, "prov", Release("prov", version))

    def contract(self, text: str) -> Contract:
        """What a consumer's text relies on."""
        root = self.folder / f"consumer{next(self.numbers)}"
        root.mkdir()
        (root / "consumer.py").write_text(text)
        return extract(open_tree(parse_ref(str(root / "consumer.py"), ""), SourceOptions()), ("prov",))

    def judge(self, provider: str, consumer: str, version: str = "1.0") -> tuple[tuple[object, Outcome], ...]:
        """Uses with their outcomes."""
        contract = self.contract(consumer)
        outcomes = judge(contract, self.surface(provider, version), OPTIONS)
        return tuple(zip(contract.uses, outcomes, strict=True))

    def findings(
        self, consumer: str, *providers: str, old: int | None = 0, baseline: int | None = 0
    ) -> tuple[Finding, ...]:
        """The findings on the last of several versions (1.0, 2.0 …)."""
        contract = self.contract(consumer)
        return findings(contract, self.timeline(contract, providers, old, baseline))

    def timeline(
        self, contract: Contract, providers: tuple[str, ...], old: int | None = 0, baseline: int | None = 0
    ) -> Timeline:
        """Several versions, judged and compared."""
        surfaces = [self.surface(text, f"{number}.0") for number, text in enumerate(providers, 1)]
        base = surfaces[baseline or 0]
        paths = touched_paths(contract, base)
        sightings = tuple(
            Sighting(
                surface.release.version,
                judge(contract, surface, OPTIONS),
                compare_surfaces(base, surface, paths).changes if surface is not base else (),
            )
            for surface in surfaces
        )
        return Timeline(sightings, len(sightings) - 1, old, baseline)

    def breaks(self, provider: str, consumer: str) -> list[str]:
        """What apidrift predicts, as `Exception: text`."""
        return [
            f"{outcome.exception}: {outcome.message}"
            for _, outcome in self.judge(provider, consumer)
            if outcome.verdict == "breaks" and not outcome.blocked
        ]

    def run(self, provider: str, consumer: str) -> str:
        """What Python does, as `Exception: text`; empty where it runs through."""
        with provided(provider):
            try:
                exec(compile(consumer, "consumer.py", "exec"), {"__name__": "consumer"})
            except BaseException as error:
                return f"{type(error).__name__}: {error}"
        return ""


@contextlib.contextmanager
def provided(text: str) -> Iterator[None]:
    """Make `prov.mod` importable for the while."""
    package, module = types.ModuleType("prov"), types.ModuleType("prov.mod")
    package.__path__ = []
    sys.modules |= {"prov": package, "prov.mod": module}
    package.mod = module
    try:
        exec(compile(text, "mod.py", "exec"), vars(module))
        yield
    finally:
        for name in ("prov", "prov.mod"):
            del sys.modules[name]


@pytest.fixture
def lab(tmp_path: Path) -> Lab:
    return Lab(tmp_path)
