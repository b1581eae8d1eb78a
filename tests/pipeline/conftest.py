from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from pipeline_support import PROVIDER, FakeIndex, Project

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeIndex]:
    """An index of this machine; the user's own cache and pip settings stay out."""
    for name in [name for name in os.environ if name.startswith(("PIP_", "APIDRIFT_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setenv("APIDRIFT_CACHE_DIR", str(tmp_path / "cache"))
    made = FakeIndex()
    yield made
    made.close()


@pytest.fixture
def project(tmp_path: Path, index: FakeIndex) -> Iterator[Project]:
    """A project whose index has every release of `prov` and one of `app`, which needs 1.0."""
    folder = tmp_path / "project"
    folder.mkdir()
    made = Project(folder, index)
    made.settings()
    for version, source in PROVIDER.items():
        made.provide(version, source)
    made.consume("app")
    yield made
    for session in made.opened:
        session.close()
