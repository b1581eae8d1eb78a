"""A place to work in and an index to ask, fresh for each test."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from cli_support import APP, NEW, OLD, Index, Place, wheel

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def place(tmp_path: Path) -> Place:
    """Both versions as folders, and a consumer."""
    work = tmp_path / "work"
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("PIP_", "APIDRIFT_"))}
    env = kept | {"APIDRIFT_CACHE_DIR": str(tmp_path / "cache"), "PIP_CONFIG_FILE": os.devnull, "COLUMNS": "100"}
    made = Place(work, env | {"NO_PROXY": "127.0.0.1"})
    made.write("old/lib/__init__.py", OLD)
    made.write("new/lib/__init__.py", NEW)
    made.write("app/app.py", APP)
    return made


@pytest.fixture
def index() -> Iterator[Index]:
    """An index with two releases of `lib`."""
    made = Index()
    made.add("lib-1.0.0-py3-none-any.whl", wheel({"lib/__init__.py": OLD}, "1.0.0"))
    made.add("lib-2.0.0-py3-none-any.whl", wheel({"lib/__init__.py": NEW}, "2.0.0"))
    yield made
    made.over.set()
    made.server.shutdown()
    made.server.server_close()
